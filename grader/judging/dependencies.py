"""Which cells have to run for an exercise: those that bind a name which its answer or its check reads, and so on.

Imports bind nothing here: an import that is needed is repeated, without the rest of its cell. `wide` adds the
learner's own cells that name anything which those cells bind or read: somebody registers a class in a cell of their
own, or through a list.
"""

from __future__ import annotations

import ast
import builtins
import functools
import symtable
from dataclasses import dataclass

from grader.judging.cell_text import bound_by, parsed


@dataclass(frozen=True)
class Names:
    """What a cell does to the names of its notebook: `imports` are (name, statement as text), "*" for one that any cell
    may need.
    """

    binds: frozenset[str] = frozenset()
    reads: frozenset[str] = frozenset()
    imports: tuple[tuple[str, str], ...] = ()


def in_annotations(tree: ast.AST) -> set[str]:
    """Names that stand in annotations that are strings: `def helper(p: "Pair")`."""
    places = [
        place
        for node in ast.walk(tree)
        for place in (getattr(node, "annotation", None), getattr(node, "returns", None))
        if place is not None
    ]
    texts = [
        node.value
        for place in places
        for node in ast.walk(place)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    return {
        node.id
        for text in texts
        if (tree := parsed(text.strip())) is not None
        for node in ast.walk(tree)
        if isinstance(node, ast.Name)
    }


def names_of(source: str) -> Names:
    """The names of a cell; none of one that is no Python."""
    tree = parsed(source)
    if tree is None:
        return Names()
    imports = tuple(
        (
            "*" if getattr(node, "module", "") == "__future__" else bound_by(node, alias),
            ast.unparse(type(node)(**{name: getattr(node, name) for name in node._fields} | {"names": [alias]})),
        )
        for node in tree.body
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for alias in node.names
    )
    by_import = {
        bound_by(node, alias)
        for node in tree.body
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for alias in node.names
    }
    binds, reads = set(), in_annotations(tree)

    def walk(table):
        top = table.get_type() == "module"
        for symbol in table.get_symbols():
            if top or symbol.is_global() or table.get_type() == "class" and symbol.is_referenced():
                reads.update([symbol.get_name()] if symbol.is_referenced() else [])
                if (top or symbol.is_declared_global()) and (symbol.is_assigned() or symbol.is_imported()):
                    binds.add(symbol.get_name())
        for inner in table.get_children():
            walk(inner)

    try:
        walk(symtable.symtable(source, "<cell>", "exec"))
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # await at the top level: every name may be meant
        for node in ast.walk(tree):
            if isinstance(node, ast.Name):
                (reads if isinstance(node.ctx, ast.Load) else binds).add(node.id)
            binds.update([node.name] if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) else [])
    assigned = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}
    return Names(frozenset(binds - (by_import - assigned)), frozenset(reads - set(dir(builtins))), imports)


def closure(cells: dict[int, Names], start: set[int], wanted: frozenset[str]) -> set[int]:
    """`start` and the cells that bind what these or `wanted` read, directly or through others."""
    kept, names = set(start), set(wanted).union(*(cells[index].reads for index in start))
    while more := {index for index, cell in cells.items() if index not in kept and cell.binds & names}:
        kept |= more
        names |= set().union(*(cells[index].reads for index in more))
    return kept


def wide(
    cells: dict[int, Names], own: set[int], narrow: set[int], wanted: frozenset[str], given: frozenset[str]
) -> set[int]:
    """`narrow` and the learner's `own` cells that name anything that it binds or reads, with what those need; `given`
    are names of the setup cell.
    """
    imported = {name for cell in cells.values() for name, _ in cell.imports}
    named = (set(wanted).union(*(cells[index].reads | cells[index].binds for index in narrow))) - given - imported
    more: set[int] = set()
    while new := {index for index in own - more if (cells[index].reads | cells[index].binds) & named}:
        more |= new
        named |= set().union(*(cells[index].binds for index in new)) - given
    return closure(cells, narrow | more, wanted)


def imports_for(cells: dict[int, Names], kept: set[int], wanted: frozenset[str]) -> dict[int, list[str]]:
    """By cell that is not kept, the import statements of it that kept cells need."""
    needed = set(wanted).union(*(cells[index].reads for index in kept))
    found = {
        index: [text for name, text in cell.imports if name in needed or name == "*"]
        for index, cell in cells.items()
        if index not in kept
    }
    return {index: texts for index, texts in found.items() if texts}


@functools.cache
def setup_names(instruments: str) -> frozenset[str]:
    """Names that the setup cell gives to every cell."""
    found = names_of(instruments)
    return found.binds | {name for name, _ in found.imports}
