"""The list of the rules, each with its remedy, and what they find."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from grader.authoring.lint.anatomy import exercise_text, exit_tables, explained, headings, hints, parts
from grader.authoring.lint.beliefs import bank, beliefs_apart, beliefs_named, covered, weights
from grader.authoring.lint.code import allowed_api, is_python, stable_output
from grader.authoring.lint.names import claim_ids, claims_apart, classes_apart, left_titles
from grader.authoring.lint.reading import (
    all_beliefs,
    claims,
    code_lines,
    code_that_is_read,
    learners_cells,
    said_minutes,
    total_minutes,
)
from grader.authoring.lint.size import minutes, short_answers, short_code, short_prose, size
from grader.authoring.lint.words import calm
from grader.core.paths import SOLUTIONS
from grader.lessons import bank as banks
from grader.lessons.source import Lesson


@dataclass(frozen=True)
class Fault:
    lesson: str
    rule: str
    where: str
    words: str
    remedy: str = ""

    def __str__(self) -> str:
        return f"{self.lesson}, {self.where}: {self.words}{self.remedy and '; ' + self.remedy} [{self.rule}]"


@dataclass(frozen=True)
class Rule:
    """`find` yields (where, words), or for all lessons together (lesson, where, words); `remedy` is empty where the
    words say already what to do, each fault its own.
    """

    find: Callable
    remedy: str = ""

    @property
    def name(self) -> str:
        return self.find.__name__.replace("_", "-")


# find(lesson)
RULES = (
    Rule(size, "join cells, or take some out; where there are too few, something is missing"),
    Rule(minutes, "write what it takes, in the headings and in the header"),
    Rule(short_code, "break the cell in two, with a sentence between them"),
    Rule(short_answers, "give a part of the answer, or make two exercises of it"),
    Rule(short_prose, "break the cell in two, or say it shorter"),
    Rule(parts, "solutions/README.md has the parts of a lesson"),
    Rule(headings, "mend the heading, or what it speaks of"),
    Rule(exercise_text, "begin a line with '*Why it matters:*', and write a table '| you do | what happens |'"),
    Rule(hints, "write it as '<details><summary>Hint 1</summary>…</details>'"),
    Rule(explained, "write a markdown cell tagged 'instructor' behind the check"),
    Rule(weights),
    Rule(exit_tables, "write the table in the last part"),
    Rule(claim_ids, "give it another id, a plain string"),
    Rule(allowed_api, "write it as all tested versions have it"),
    Rule(calm, "say it without one"),
    Rule(beliefs_named, "mend it in the table of the exercise"),
    Rule(left_titles, "write the title of what stands below it"),
)
# find(lesson, folder of the sources)
WITH_FILES = (
    Rule(bank, "write it, or mend its head"),
    Rule(stable_output, "print what is the same on every version, and build the lesson again"),
    Rule(is_python),
)
# find(lessons): these look at all lessons, also where only one is asked for
TOGETHER = (
    Rule(beliefs_apart, "use one name for one belief, with other words than the next"),
    Rule(claims_apart, "give it another id"),
    Rule(classes_apart, "give it a name of its own"),
    Rule(covered),
)


def faults(lesson: Lesson, folder: Path = SOLUTIONS) -> list[Fault]:
    """What one lesson does not keep; `folder` is where its bank and its executed notebook are."""
    found = [(rule, *fault) for rule in RULES for fault in rule.find(lesson)]
    found += [(rule, *fault) for rule in WITH_FILES for fault in rule.find(lesson, folder)]
    return [Fault(lesson.name, rule.name, where, words, rule.remedy) for rule, where, words in found]


def faults_together(lessons: list[Lesson]) -> list[Fault]:
    """What the lessons do not keep taken together."""
    return [
        Fault(lesson or "all lessons", rule.name, where, words, rule.remedy)
        for rule in TOGETHER
        for lesson, where, words in rule.find(lessons)
    ]


def figures(lesson: Lesson, folder: Path = SOLUTIONS) -> dict:
    """What `lint` prints of a lesson, by column."""
    read = [code_lines(cell) for cell in code_that_is_read(lesson)]
    cells = [cell.kind for path in (folder / "bank" / lesson.name).glob("ex*.py") for cell in banks.cells(path)]
    return {
        "cells": len(learners_cells(lesson)),
        "minutes": total_minutes(lesson) or said_minutes(lesson),
        "longest code": max(read, default=0),
        "exercises": sum(not exercise.is_prediction for exercise in lesson.exercises),
        "predictions": sum(exercise.is_prediction for exercise in lesson.exercises),
        "points": f"{lesson.max_score:g}",
        "beliefs": len({belief for _, belief, _ in all_beliefs(lesson)}),
        "claims": len(claims(lesson)),
        "right": cells.count("right"),
        "wrong": cells.count("wrong"),
    }
