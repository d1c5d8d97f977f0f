"""The leak check: no telling line of a solution, of a hidden test or of the instructor's words stands in a release.

A telling line has at least 12 characters and two words, and is shown nowhere before: not in a cell above, where the
given part of an answer cell and the shown part of a check count too, and not in the given part of its own cell.
Shorter lines (`return x`, a brace) would be found in any notebook, so they are not looked for: a solution of such
lines alone is kept back only by the build, which takes out whole regions, and by the rule that each answer cell must
differ from its solution.

Of a hidden test the code is looked for, also between the texts on a line: the texts themselves (names of rows, beliefs,
words) stand in the table that the release shows. A released check cell holds the looks of the kits that it uses, its
probe, that table, which is a literal, and the call; nothing else.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize

from grader.lessons import kits
from grader.lessons.source import (
    BEGIN_HIDDEN,
    BEGIN_SOLUTION,
    END_HIDDEN,
    END_SOLUTION,
    INSTRUCTOR_TAG,
    STUB,
    TABLE,
    Lesson,
    SourceError,
    grade_id,
    has_tag,
    hidden,
    stub_of,
    without_hidden,
)


class Leak(SourceError):
    """Something secret stands in a released notebook."""


def lines_of(text: str) -> set[str]:
    """The lines of `text` that would tell a reader something: trimmed, at least 12 characters, not a lone call of
    pass.
    """
    return {line.strip() for line in text.split("\n") if len(line.strip()) >= 12 and re.search(r"\w+\W+\w+", line)}


def region(source: str, begin: str, end: str) -> str:
    return "\n".join(re.findall(rf"{re.escape(begin)}\n(.*?){re.escape(end)}", source, flags=re.S))


def code_of(source: str, words: list[str]) -> str:
    """`source` with each text that is part of `words` replaced by a null character, which no source can hold."""
    lines = source.split("\n")
    for token in reversed(list(tokenize.generate_tokens(io.StringIO(source).readline))):
        (row, start), (last, end) = token.start, token.end
        if token.type != tokenize.STRING or row != last or token.string[0] not in "'\"":
            continue
        if any(ast.literal_eval(token.string) in text for text in words):
            lines[row - 1] = lines[row - 1][:start] + "\0" + lines[row - 1][end:]
    return "\n".join(lines)


def texts(value) -> list[str]:
    """All texts in plain data."""
    if isinstance(value, dict):
        value = [*value.keys(), *value.values()]
    if isinstance(value, (list, tuple)):
        return [text for one in value for text in texts(one)]
    return [value] if isinstance(value, str) else []


def table_of(source: str) -> list | None:
    """The rows that a check cell shows, if that, its probe with the kits' looks, and its call are all; else None."""
    try:
        *looks, probe, table, call = ast.parse(source).body
        known = kits.functions()
        if any(ast.get_source_segment(source, look) != known.get(look.name) for look in looks):
            return None
        if probe.name != "probe" or [target.id for target in table.targets] != [TABLE] or call.value.func.id != "check":
            return None
        return ast.literal_eval(table.value)
    except (SyntaxError, ValueError, AttributeError):
        return None


def hidden_code(source: str, taught: str) -> set[str]:
    """The telling lines of hidden tests, and the telling pieces of code between their texts, but for what is shown
    anyway.
    """
    shown, secret = without_hidden(source), hidden(source)
    coded = code_of(secret, texts(table_of(shown)))
    lines = [
        line for line, code in zip(secret.split("\n"), coded.split("\n"), strict=True) if re.search(r"[^\W\d]", code)
    ]
    pieces = [piece.strip(" ,") for piece in re.split(r"[\0\n]", coded)]
    return {line for line in lines_of("\n".join(lines + pieces)) if line not in taught and line not in shown}


def secrets(lesson: Lesson) -> dict[str, set[str]]:
    """What must not be released, by where it comes from. A line that learners are shown before the exercise is none."""
    found: dict[str, set[str]] = {}
    shown: list[str] = []  # what learners read, cell by cell
    for cell in lesson.cells:
        before = "\n".join(shown)
        solution = "\n".join(
            line for line in region(cell.source, BEGIN_SOLUTION, END_SOLUTION).split("\n") if STUB not in line
        )
        if has_tag(cell, INSTRUCTOR_TAG):
            found[cell["id"]] = {line for line in lines_of(cell.source) if line not in before}
        elif solution:
            given = stub_of(cell.source, cell["id"])
            telling = {line for line in lines_of(solution) if line not in before and line not in given}
            found[grade_id(cell) or cell["id"]] = telling
            shown.append(given)
        elif hidden(cell.source):
            found[grade_id(cell)] = hidden_code(cell.source, before)
            shown.append(without_hidden(cell.source))
        else:
            shown.append(cell.source)
    return found


def told(where: str, line: str, release) -> str:
    """Which secret line is shown, where, and what to do."""
    cell = next(cell for cell in release.cells if line in cell.source)
    number = next(number for number, text in enumerate(cell.source.split("\n"), start=1) if line in text)
    return (
        f"a line of '{where}': {line} (in its cell '{cell['id']}', line {number}). Write it otherwise there; or, if "
        "learners may read it, teach it in a cell above the exercise, or give it in the answer cell outside of the "
        "solution"
    )


def check_release(lesson: Lesson, release) -> None:
    """Raise Leak with one sentence if `release` shows what it must not; every solution cell must have lost
    something.
    """
    text = "\n".join(cell.source for cell in release.cells)
    for marker in (BEGIN_SOLUTION, END_SOLUTION, BEGIN_HIDDEN, END_HIDDEN, STUB):
        if marker in text:
            raise Leak(f"notebooks/{lesson.name}.ipynb shows the marker '{marker}'")
    for where, lines in secrets(lesson).items():
        leaked = sorted(line for line in lines if line in text)
        if leaked:
            raise Leak(f"notebooks/{lesson.name}.ipynb shows {told(where, leaked[0], release)}")
    public = {cell.metadata.get("nbgrader", {}).get("grade_id"): cell for cell in release.cells}
    for cell in lesson.cells:
        settings = cell.metadata.get("nbgrader", {})
        if settings.get("solution") and (
            BEGIN_SOLUTION not in cell.source or public[settings["grade_id"]].source == cell.source
        ):
            raise Leak(
                f"{lesson.name}: the answer cell '{settings['grade_id']}' would be released with its solution: it "
                f"has no {BEGIN_SOLUTION}"
            )
    for exercise in lesson.probed():
        if table_of(public[f"{exercise.id}_check"].source) is None:
            raise Leak(
                f"notebooks/{lesson.name}.ipynb: the check of '{exercise.id}' shows something else than its probe, "
                f"its table of values and its call: move it between '{BEGIN_HIDDEN}' and '{END_HIDDEN}'"
            )
    for cell in release.cells:
        if cell.get("outputs"):
            raise Leak(f"notebooks/{lesson.name}.ipynb carries outputs in cell '{cell['id']}'")
