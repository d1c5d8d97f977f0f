"""What a lesson claims: every `claim(id, sentence, …)` and every `with raises(…)` of its source, each with the cell it
stands in.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass

from grader.lessons.source import PROGRESS_TAG, SETUP_TAG, Lesson, SourceError, grade_id, has_tag, without_stub_lines


@dataclass(frozen=True)
class Claim:
    """One statement with its evidence: `cell` is the id of its cell, `lines` the first and last line there (from 1)."""

    id: str
    sentence: str
    lesson: str
    cell: str
    lines: tuple[int, int]


def code_cells(lesson: Lesson) -> list[tuple[str, str]]:
    """(id, source with its solution) of the lesson's code cells, in order: what is run. Checks are left out: the bank
    runs them, and no claim needs them.
    """
    return [
        (cell["id"], without_stub_lines(cell.source))
        for cell in lesson.cells
        if cell.cell_type == "code"
        and not has_tag(cell, PROGRESS_TAG)
        and not (grade_id(cell) or "").endswith("_check")
    ]


def is_call(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Call) and getattr(node.func, "id", None) == name


def claims_of(lesson: Lesson) -> list[Claim]:
    """All claims of a lesson, in order. Raises SourceError for one whose id or sentence is not plain text, and for an
    id used twice.
    """
    setup = next(cell["id"] for cell in lesson.cells if has_tag(cell, SETUP_TAG))
    found: list[Claim] = []
    for cell, source in code_cells(lesson):
        if cell == setup:
            continue
        nodes = [
            node
            for node in ast.walk(ast.parse(source))
            if is_call(node, "claim") or isinstance(node, ast.With) and is_call(node.items[0].context_expr, "raises")
        ]
        for node in sorted(nodes, key=lambda node: node.lineno):
            if isinstance(node, ast.With):
                name, sentence = (
                    f"l{int(lesson.name[:2])}-raises-{sum('-raises-' in claim.id for claim in found) + 1}",
                    raised_sentence(node, source),
                )
            else:
                name, sentence = (plain_string(argument, lesson.name, cell, node.lineno) for argument in node.args[:2])
            found.append(Claim(name, sentence, lesson.name, cell, (node.lineno, node.end_lineno)))
    ids = [claim.id for claim in found]
    twice = sorted({one for one in ids if ids.count(one) > 1})
    if twice:
        raise SourceError(f"{lesson.name}: the claim id '{twice[0]}' is used twice: rename one of the two.")
    return found


def plain_string(node: ast.expr, lesson: str, cell: str, line: int) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    raise SourceError(
        f"{lesson}, cell {cell}, line {line}: a claim's id and sentence have to be plain strings, for the table of "
        f"facts reads them without running."
    )


def raised_sentence(node: ast.With, source: str) -> str:
    """`BODY` raises ERROR, and what the comment on the `with` line adds."""
    errors = " or ".join(ast.unparse(error).removeprefix("jax.errors.") for error in node.items[0].context_expr.args)
    body = "; ".join(" ".join(ast.unparse(statement).split()) for statement in node.body)
    comment = re.search(r":\s*# *(.+)$", source.split("\n")[node.lineno - 1])
    return f"`{body}` raises {errors}" + (f" ({comment.group(1)})" if comment else "")
