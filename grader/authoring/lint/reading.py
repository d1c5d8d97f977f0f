"""What the rules read of a lesson: its cells, code, prose, headings, minutes, beliefs and claims."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from grader.judging.judge import constant_share
from grader.lessons.behaviour import rows
from grader.lessons.source import (
    BEGIN_SOLUTION,
    INSTRUCTOR_TAG,
    PROGRESS_TAG,
    SETUP_TAG,
    Lesson,
    grade_id,
    has_tag,
    hidden,
    stub_of,
)


def is_whole(lesson: Lesson) -> bool:
    """Whether this is a lesson with all its parts."""
    return bool(lesson.exercises) and not lesson.is_practice


def learners_cells(lesson: Lesson) -> list:
    return [cell for cell in lesson.cells if not has_tag(cell, INSTRUCTOR_TAG)]


def is_check(cell) -> bool:
    return bool(re.fullmatch(r".*\d_check", grade_id(cell) or ""))


def own_code(lesson: Lesson) -> list:
    """Code cells with a code of their own: all but what the build puts in."""
    return [
        cell
        for cell in lesson.cells
        if cell.cell_type == "code" and not has_tag(cell, SETUP_TAG) and not has_tag(cell, PROGRESS_TAG)
    ]


def code_that_is_read(lesson: Lesson) -> list:
    return [cell for cell in own_code(lesson) if not has_tag(cell, "folded") and not is_check(cell)]


def code_lines(cell) -> int:
    """Lines of a code cell as released, without blank ones, comments and the stub's own."""
    source = stub_of(cell.source) if BEGIN_SOLUTION in cell.source else cell.source
    return sum(
        bool(line.strip()) and not line.strip().startswith(("#", "raise NotImplementedError()"))
        for line in source.split("\n")
    )


def tree_of(cell) -> ast.Module:
    return ast.parse("\n".join(line for line in cell.source.split("\n") if not line.startswith(("%", "!"))))


def calls(lesson: Lesson, name: str) -> Iterator[tuple]:
    """(cell, call) for every call of the function `name` in the lesson's code."""
    for cell in own_code(lesson):
        for node in ast.walk(tree_of(cell)):
            if isinstance(node, ast.Call) and getattr(node.func, "id", None) == name:
                yield cell, node


def prose(source: str) -> str:
    """The running text of a markdown cell: no tables, code blocks, folded hints, headings, no questions with their
    options.
    """
    source = re.sub(
        r"^(\d+\.|[-*]) (?=.*(\bA:|\*\*A\*\*)).*(\n {2,}.*)*", "", source, flags=re.M
    )  # a question and its options
    source = re.sub(r"^([-*] )?\*{0,2}[A-E]\*{0,2}:? .*", "", source, flags=re.M)  # an option
    source = re.sub(
        r"^\d+\. [^\n]*\n {2,}\*\*A\*\*.*(\n {2,}.*)*", "", source, flags=re.M
    )  # a question with options on the next line
    kept = [
        line
        for line in source.split("\n")
        if not line.lstrip().startswith(("|", "<details", "#")) and not line.startswith("    ")
    ]
    return re.sub(r"<details>.*?</details>", "", "\n".join(kept), flags=re.S)


def exercise_cells(lesson: Lesson) -> Iterator[tuple[str, object]]:
    """(number, markdown cell) for each cell that begins an exercise."""
    for cell in lesson.cells:
        found = re.search(r"^### +Exercise (\d+)\.", cell.source, re.M) if cell.cell_type == "markdown" else None
        if found:
            yield found.group(1), cell


def heading_of(cell) -> str:
    return re.search(r"^### +(Exercise \d+\..*)$", cell.source, re.M).group(1)


def minutes_of(text: str) -> int:
    found = re.search(r"\((?:[^()]*\W)?(\d+) minutes", text)
    return int(found.group(1)) if found else 0


def sections(lesson: Lesson) -> list[tuple[str, int, list[int]]]:
    """(title, own minutes, minutes of its parts) for each section; 0 where a heading names none."""
    found: list = []
    for level, text in re.findall(
        r"^(##|###) +(.+)$",
        "\n".join(cell.source for cell in learners_cells(lesson) if cell.cell_type == "markdown"),
        re.M,
    ):
        if level == "##":
            found.append((text, minutes_of(text), []))
        elif found:
            found[-1][2].append(minutes_of(text))
    return found


def said_minutes(lesson: Lesson) -> int:
    found = re.search(r"(\d+) minutes", lesson.cells[0].source)
    return int(found.group(1)) if found else 0


def total_minutes(lesson: Lesson) -> int:
    return sum(own or sum(parts) for _, own, parts in sections(lesson))


def named_beliefs(exercise) -> list[tuple[str, str]]:
    """All (belief, words) that an exercise can name with the visible inputs; the same belief may have several words."""
    if exercise.is_prediction:
        return [(belief, words) for belief, words in exercise.replies.values() if belief]
    return [pair for _, _, beliefs, _ in rows(exercise, exercise.visible) for pair in beliefs.values()]


def all_beliefs(lesson: Lesson) -> list[tuple[str, str, str]]:
    """(where, belief, words) over the exercises and every question that is answered by a letter."""
    found = [
        (exercise.id, belief, words)
        for exercise in lesson.exercises
        if not exercise.is_prediction
        for belief, words in named_beliefs(exercise)
    ]
    for _, call in calls(lesson, "reply"):
        options = ast.literal_eval(call.args[2])
        found += [(call.args[0].value, belief, words) for belief, words in options.values() if belief]
    return found


def constant_rows(lesson: Lesson) -> dict[str, tuple[float, str]]:
    """Exercise → (share of its weight that constant rows carry, why that may be more than half, as its hidden tests
    say).
    """
    checks = {grade_id(cell): hidden(cell.source) for cell in lesson.cells if cell.cell_type == "code"}
    found = {}
    for exercise in lesson.probed():
        reason = re.search(r"^# constant rows: *(\S.*)$", checks[f"{exercise.id}_check"], re.M)
        found[exercise.id] = constant_share(exercise), reason.group(1) if reason else ""
    return found


def claims(lesson: Lesson) -> list[tuple[str, str]]:
    """(where, id) of every claim."""
    return [
        (cell["id"], call.args[0].value if call.args and isinstance(call.args[0], ast.Constant) else "")
        for cell, call in calls(lesson, "claim")
    ]
