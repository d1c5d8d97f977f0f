"""An answer of the bank as what differs from the reference answer.

What a cell defines replaces what has the same name in the reference, in its place: a function, a class, an assigned
name, or a call (by the function called). What is new stands before the thing that follows it in the cell, at the end
if nothing follows.
A class whose last line is `...` keeps the rest of the reference's class: the same rules hold for its methods and
fields. Its head, bases and decorators included, is the cell's. `del name` leaves out what the reference has.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

from grader.lessons.source import BEGIN_SOLUTION, END_SOLUTION


@dataclass(frozen=True)
class Piece:
    """One statement with the comments and empty lines above it."""

    name: str  # "" for a statement that replaces nothing
    lines: list[str]
    node: ast.stmt


def name_of(node: ast.stmt) -> str:
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return node.name
    if isinstance(node, ast.Delete):
        return ", ".join(ast.unparse(target) for target in node.targets)
    if isinstance(node, (ast.Assign, ast.AnnAssign)):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        return ", ".join(ast.unparse(target) for target in targets)
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        return f"{ast.unparse(node.value.func)}(…)"
    return ""


def first_line(node: ast.stmt) -> int:
    """The line of a statement's first decorator, or of itself."""
    return min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))])


def pieces(body: list[ast.stmt], lines: list[str], after: int) -> list[Piece]:
    """The statements of `body`, which begins below line number `after`."""
    found = []
    for node in body:
        if first_line(node) <= after:
            raise ValueError(f"two statements stand on one line: {lines[after - 1].strip()!r}")
        found.append(Piece(name_of(node), lines[after : node.end_lineno], node))
        after = node.end_lineno
    return found


def class_pieces(node: ast.ClassDef, lines: list[str]) -> tuple[list[str], list[Piece]]:
    """The head of a class, and its body in pieces."""
    above = first_line(node.body[0]) - 1
    return lines[first_line(node) - 1 : above], pieces(node.body, lines, above)


def is_rest(node: ast.stmt) -> bool:
    """Is it the line `...`?"""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and node.value.value is ...


def together(reference: list[Piece], cell: list[Piece], reference_lines: list[str], cell_lines: list[str]) -> list[str]:
    """The lines of the reference's pieces with those of the cell put in."""
    names = [piece.name for piece in reference if piece.name]
    instead: dict[str, list[str]] = {}
    new: list[str] = []
    for piece in cell:
        if piece.name not in names:
            new += piece.lines
            continue
        if names.count(piece.name) > 1 or piece.name in instead:
            raise ValueError(f"{piece.name} stands twice, so what it replaces is not clear: write the answer `whole`")
        old = reference[[one.name for one in reference].index(piece.name)]
        instead[piece.name] = new + changed(old, piece, reference_lines, cell_lines)
        new = []
    return [line for piece in reference for line in instead.get(piece.name, piece.lines)] + new


def changed(old: Piece, new: Piece, reference_lines: list[str], cell_lines: list[str]) -> list[str]:
    """The lines that stand in place of `old`: those of `new`, with the rest of the class where it ends with `...`;
    none for `del`."""
    if isinstance(new.node, ast.Delete):
        return []
    if not isinstance(new.node, ast.ClassDef) or not is_rest(new.node.body[-1]):
        return new.lines
    if not isinstance(old.node, ast.ClassDef):
        raise ValueError(f"{new.name} is no class in the reference, so `...` has no rest to stand for")
    head, body = class_pieces(new.node, cell_lines)
    _, kept = class_pieces(old.node, reference_lines)
    above = new.lines[: len(new.lines) - (new.node.end_lineno - first_line(new.node) + 1)]
    return above + head + together(kept, body[:-1], reference_lines, cell_lines)


def merged(reference: str, cell: str) -> str:
    """The answer that `cell` stands for. Raises ValueError with one sentence where it stands for none."""
    marks = (BEGIN_SOLUTION, END_SOLUTION)
    reference_lines = [line for line in reference.split("\n") if not any(mark in line for mark in marks)]
    cell_lines = cell.split("\n")
    try:
        tree = ast.parse(cell)
    except SyntaxError as error:
        raise ValueError(f"line {error.lineno} of the cell does not parse: {error.msg}") from None
    body = ast.parse("\n".join(reference_lines)).body
    found = together(pieces(body, reference_lines, 0), pieces(tree.body, cell_lines, 0), reference_lines, cell_lines)
    return "\n".join(found).strip("\n") + "\n"
