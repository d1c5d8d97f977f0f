"""The leak check: no telling line of a solution, of a hidden test or of the instructor's words stands in a release.

A telling line has at least 12 characters and two words, and no cell before the exercise shows it. Shorter lines (`return x`, a brace)
would be found in any notebook, so they are not looked for: a solution of such lines alone is kept back only by the build, which takes out
whole regions, and by the rule that each answer cell must differ from its solution.
"""
from __future__ import annotations

import re

from grader.lessons import (BEGIN_HIDDEN, BEGIN_SOLUTION, END_HIDDEN, END_SOLUTION, INSTRUCTOR_TAG, STUB, Lesson, SourceError,
                            grade_id, has_tag)


class Leak(SourceError):
    """Something secret stands in a released notebook."""


def lines_of(text: str) -> set[str]:
    """The lines of `text` that would tell a reader something: trimmed, at least 12 characters, not a lone call of pass."""
    return {line.strip() for line in text.split("\n") if len(line.strip()) >= 12 and re.search(r"\w+\W+\w+", line)}


def region(source: str, begin: str, end: str) -> str:
    return "\n".join(re.findall(rf"{re.escape(begin)}\n(.*?){re.escape(end)}", source, flags=re.S))


def secrets(lesson: Lesson) -> dict[str, set[str]]:
    """What must not be released, by where it comes from. A line that the lesson itself teaches before the exercise is none."""
    found: dict[str, set[str]] = {}
    taught: set[str] = set()
    for cell in lesson.cells:
        solution = "\n".join(line for line in region(cell.source, BEGIN_SOLUTION, END_SOLUTION).split("\n") if STUB not in line)
        hidden = region(cell.source, BEGIN_HIDDEN, END_HIDDEN)
        if has_tag(cell, INSTRUCTOR_TAG):
            found[cell["id"]] = lines_of(cell.source) - taught
        elif solution or hidden:
            found[grade_id(cell) or cell["id"]] = lines_of(solution + "\n" + hidden) - taught
        if not solution and not hidden and not has_tag(cell, INSTRUCTOR_TAG):
            taught |= lines_of(cell.source)
    return found


def check(lesson: Lesson, release) -> None:
    """Raise Leak with one sentence if `release` shows what it must not; every solution cell must have lost something."""
    text = "\n".join(cell.source for cell in release.cells)
    for marker in (BEGIN_SOLUTION, END_SOLUTION, BEGIN_HIDDEN, END_HIDDEN, STUB):
        if marker in text:
            raise Leak(f"notebooks/{lesson.name}.ipynb shows the marker '{marker}'")
    for where, lines in secrets(lesson).items():
        leaked = sorted(line for line in lines if line in text)
        if leaked:
            raise Leak(f"notebooks/{lesson.name}.ipynb shows a line of '{where}': {leaked[0]}")
    public = {cell.metadata.get("nbgrader", {}).get("grade_id"): cell for cell in release.cells}
    for cell in lesson.cells:
        settings = cell.metadata.get("nbgrader", {})
        if settings.get("solution") and (BEGIN_SOLUTION not in cell.source or public[settings["grade_id"]].source == cell.source):
            raise Leak(f"{lesson.name}: the answer cell '{settings['grade_id']}' would be released with its solution: it has no {BEGIN_SOLUTION}")
        if settings.get("grade") and not settings["grade_id"].startswith("predict") and BEGIN_HIDDEN not in cell.source:
            raise Leak(f"{lesson.name}: '{settings['grade_id']}' has no hidden tests: its inputs would be released")
    for cell in release.cells:
        if cell.get("outputs"):
            raise Leak(f"notebooks/{lesson.name}.ipynb carries outputs in cell '{cell['id']}'")
