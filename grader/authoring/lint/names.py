"""Names and titles that tell one thing from another: ids of claims, classes of learners, titles of one's own."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import jupytext

from grader.authoring.lint.reading import claims, exercise_cells, heading_of
from grader.authoring.scaffold import TEMPLATE, numbered
from grader.lessons.source import Lesson, grade_id, without_stub_lines

LEFT_TITLE = "write its title here"  # in the template of a sheet


def claim_ids(lesson: Lesson):
    """Claim ids are words in the source, carry the lesson's prefix, and each stands once."""
    seen = set()
    for where, name in claims(lesson):
        if not re.fullmatch(rf"l{int(lesson.name[:2])}-[a-z0-9-]+", name):
            yield where, f"claim id {name!r} is not 'l{int(lesson.name[:2])}-…' in small letters"
        elif name in seen:
            yield where, f"claim id {name!r} is used twice"
        seen.add(name)


def claims_apart(lessons: list[Lesson]):
    """A claim's id is used in one lesson only."""
    seen: dict[str, str] = {}
    for lesson in lessons:
        for where, name in claims(lesson):
            if seen.setdefault(name, lesson.name) != lesson.name:
                yield lesson.name, where, f"claim id {name!r} is already used in {seen[name]}"


def answer_classes(lesson: Lesson) -> Iterator[tuple[str, str]]:
    """(exercise, name) of every class that stands in an answer cell, given or to be written."""
    for exercise in lesson.probed():
        for node in ast.parse(exercise.answer).body:
            if isinstance(node, ast.ClassDef):
                yield exercise.id, node.name


# Handed-in notebooks define it under this name in both places: a rename would take the points of one of them.
SHARED_CLASSES = {"Tally": {"02 ex4", "03 ex5"}}


def classes_apart(lessons: list[Lesson]):
    """A class that learners write in one exercise has a name that no other exercise uses: the second would take the
    place of the first.
    """
    seen: dict[str, str] = {}
    for lesson in lessons:
        for where, name in answer_classes(lesson):
            place = f"{lesson.name[:2]} {where}"
            first = seen.setdefault(name, place)
            if first != place and not {first, place} <= SHARED_CLASSES.get(name, set()):
                yield lesson.name, where, f"the class {name} is already that of {first}"


def template_cells(number: str) -> tuple[str, str]:
    """(title, answer) of the exercise that `python -m grader new` writes under that number."""
    text = numbered((TEMPLATE / "exercise.py").read_text(encoding="utf-8"), int(number))
    cells = jupytext.reads(text, fmt="py:percent").cells
    answer = next(cell for cell in cells if grade_id(cell) == f"ex{number}")
    heading = next(heading_of(cell) for cell in cells if cell.source.startswith("### "))
    return title_of(heading), without_stub_lines(answer.source)


def title_of(heading: str) -> str:
    """The title in "Exercise 3. A title  (●●○ medium, 5 minutes, 2 points)"."""
    return re.sub(r"^Exercise \d+\. *|  +\(.*$", "", heading)


def left_titles(lesson: Lesson):
    """A title is not that of the template, once what stands below it is something else: what `new` has just written
    passes, what somebody has made of it needs a title of its own.
    """
    answers = {exercise.id: exercise.answer for exercise in lesson.exercises}
    own = False
    for number, cell in exercise_cells(lesson):
        title, answer = template_cells(number)
        changed = answers.get(f"ex{number}") != answer
        own |= changed
        if changed and title_of(heading_of(cell)) == title:
            yield f"ex{number}", f"has still the title of the template, '{title}'"
    if own and LEFT_TITLE in lesson.title:
        yield "the title", f"says still '{LEFT_TITLE}'"
