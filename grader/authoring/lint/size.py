"""How long a lesson and its parts may be: cells, minutes, lines of code, words."""

from __future__ import annotations

import re

from grader.authoring.lint.reading import (
    code_lines,
    code_that_is_read,
    is_whole,
    learners_cells,
    prose,
    said_minutes,
    sections,
    total_minutes,
)
from grader.lessons.source import BEGIN_SOLUTION, END_SOLUTION, STUB, Lesson

# Some room beyond what lessons aim at: 12 lines of code, 80 words of prose, 10 lines to write.
CELLS, MINUTES, CODE_LINES, PROSE_WORDS, STUB_LINES = (45, 60), (60, 75), 14, 90, 12


def size(lesson: Lesson):
    """45 to 60 cells for the learner."""
    count = len(learners_cells(lesson))
    if is_whole(lesson) and not CELLS[0] <= count <= CELLS[1]:
        yield "the lesson", f"has {count} cells for the learner, not {CELLS[0]} to {CELLS[1]}"


def minutes(lesson: Lesson):
    """The minutes of the parts add up to what the header says; in a lesson, 60 to 75."""
    if not lesson.exercises:
        return
    total, said = total_minutes(lesson), said_minutes(lesson)
    if total != said:
        yield "the header", f"says {said} minutes, the sections add up to {total}"
    if is_whole(lesson) and not MINUTES[0] <= total <= MINUTES[1]:
        yield "the lesson", f"takes {total} minutes, not {MINUTES[0]} to {MINUTES[1]}"
    for title, own, parts in sections(lesson):
        if title.startswith("Exercises") and own and own != sum(parts):
            yield title, f"says {own} minutes, its exercises add up to {sum(parts)}"


def short_code(lesson: Lesson):
    """A code cell that the learner reads has at most about 12 lines."""
    for cell in code_that_is_read(lesson):
        count = code_lines(cell)
        if count > CODE_LINES:
            yield cell["id"], f"has {count} lines of code, more than {CODE_LINES}"


def short_answers(lesson: Lesson):
    """At most about ten lines are to be written."""
    for cell in lesson.cells:
        if BEGIN_SOLUTION in cell.source:
            regions = re.findall(rf"{BEGIN_SOLUTION}\n(.*?){END_SOLUTION}", cell.source, re.S)
            count = sum(bool(line.strip()) and STUB not in line for region in regions for line in region.split("\n"))
            if count > STUB_LINES:
                yield cell["id"], f"asks for {count} lines, more than {STUB_LINES}"


def short_prose(lesson: Lesson):
    """A prose cell has at most about 80 words, an exercise's lead too."""
    for cell in learners_cells(lesson):
        if cell.cell_type == "markdown":
            source = cell.source.split("\n|")[0] if re.search(r"^### +Exercise", cell.source, re.M) else cell.source
            count = len(re.findall(r"[\w`][^\s]*", prose(source)))
            if count > PROSE_WORDS:
                yield cell["id"], f"has {count} words, more than {PROSE_WORDS}"
