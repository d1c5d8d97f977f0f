"""The beliefs that checks name: how weight is spread over rows, how beliefs are named, where they are caught."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

from grader.authoring.lint.reading import all_beliefs, constant_rows, named_beliefs
from grader.core.paths import SOLUTIONS
from grader.lessons import bank as banks
from grader.lessons.misconceptions import MISCONCEPTIONS
from grader.lessons.source import Lesson

CONSTANT = 0.5  # of an exercise's weight, on rows that want the same whatever the inputs


def weights(lesson: Lesson):
    """Rows that want the same whatever the inputs carry at most half of the weight, or the source says why that cannot
    be.
    """
    for where, (share, reason) in constant_rows(lesson).items():
        if share > CONSTANT and not reason:
            yield (
                where,
                f"its constant rows carry {share:.0%} of the weight, more than {CONSTANT:.0%}: give the rows that "
                "depend on the inputs more, or say why that cannot be in a line '# constant rows: …' among the "
                "hidden tests",
            )
        elif reason and share <= CONSTANT:
            yield (
                where,
                f"says why its constant rows carry much, and they carry {share:.0%} of the weight: leave out the line "
                "'# constant rows: …'",
            )


def beliefs_named(lesson: Lesson):
    """A belief has a name in kebab-case and words."""
    for where, belief, words in all_beliefs(lesson):
        if not re.fullmatch(r"[a-z0-9]+([-.][a-z0-9]+)+", belief):
            yield where, f"'{belief}' is no belief's name, such as 'aux-is-traced'"
        if len(words.split()) < 3:
            yield where, f"the belief '{belief}' has no words for the learner"


def bank(lesson: Lesson, folder: Path):
    """Three other right answers and six wrong ones; a wrong one's belief is one that its exercise can name."""
    for exercise in lesson.exercises:
        if exercise.is_prediction:
            continue
        cells = banks.cells(banks.bank_file(lesson.name, exercise.id, folder / "bank"))
        for kind, least in ("right", 3), ("wrong", 6):
            count = sum(cell.kind == kind for cell in cells)
            if count < least:
                yield exercise.id, f"its bank has {count} {kind} answers, fewer than {least}"
        known = {belief for belief, _ in named_beliefs(exercise)} | {"error", "not attempted"}
        for cell in cells:
            if cell.kind == "wrong" and cell.belief not in known:
                yield exercise.id, f"{cell.place} states the belief '{cell.belief}', which the exercise never names"


def beliefs_apart(lessons: list[Lesson]):
    """Two beliefs never share their words, nor the words of their names."""
    by_words, by_name = defaultdict(dict), defaultdict(dict)
    for lesson in lessons:
        for where, belief, words in all_beliefs(lesson):
            by_words[" ".join(words.lower().split())].setdefault(belief, f"{lesson.name[:2]} {where}")
            by_name[frozenset(belief.split("-"))].setdefault(belief, f"{lesson.name[:2]} {where}")
    for what, groups in ("say the same to the learner", by_words), ("have names of the same words", by_name):
        for group in groups.values():
            if len(group) > 1:
                yield "", " and ".join(f"{belief} ({where})" for belief, where in group.items()), what


def covered(lessons: list[Lesson], misconceptions: dict = MISCONCEPTIONS, folder: Path = SOLUTIONS):
    """Each misconception seen in the wild is caught where grader/lessons/misconceptions.py says so; at least once by a
    graded exercise, whose bank has a wrong answer of that belief. `folder` is where the bank is.
    """
    known = {(lesson.name[:2], where, belief) for lesson in lessons for where, belief, _ in all_beliefs(lesson)}
    names = {lesson.name[:2]: lesson.name for lesson in lessons}
    for misconception, places in misconceptions.items():
        for place in places:
            if tuple(place.split()) not in known:
                yield "", f"'{misconception}'", f"should be caught at {place}, and that does not name this belief"
        graded = [place.split() for place in places if re.match(r"\d+ ex\d+ ", place)]
        if not graded:
            yield (
                "",
                f"'{misconception}'",
                "is caught by no graded exercise: give one a row for it, and its place into "
                "grader/lessons/misconceptions.py",
            )
        for number, exercise, belief in graded:
            cells = banks.cells(banks.bank_file(names.get(number, ""), exercise, folder / "bank"))
            if belief not in [cell.belief for cell in cells]:
                yield (
                    "",
                    f"'{misconception}'",
                    f"is caught at {number} {exercise} by no wrong answer of the bank: add one whose head names "
                    f"{belief}",
                )
