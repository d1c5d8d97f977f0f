"""Looks and rows that checks share: the text of a function of solutions/kits.py takes the place of its import.

So a released check stands alone, and the grader and stock nbgrader run what the learner has run.
"""

from __future__ import annotations

import ast
import functools

from grader.core.paths import KITS

MODULE = "kits"
IMPORT = f"from {MODULE} import"


@functools.cache
def functions() -> dict[str, str]:
    """The functions of the kits by name, in the order in which they stand there."""
    text = KITS.read_text(encoding="utf-8")
    return {
        node.name: ast.get_source_segment(text, node)
        for node in ast.parse(text).body
        if isinstance(node, ast.FunctionDef)
    }


def with_what_they_use(names: list[str]) -> list[str]:
    """`names` and all functions of the kits that these use, in the kits' own order."""
    known, found, waiting = functions(), set(), list(names)
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        used = {node.id for node in ast.walk(ast.parse(known[name])) if isinstance(node, ast.Name)}
        waiting += used & known.keys()
    return [name for name in known if name in found]


def put_in(source: str) -> str:
    """`source` with each `from kits import …` at its top level replaced by the functions themselves.

    Raises ValueError with one sentence for a name that the kits do not have.
    """
    lines = source.split("\n")
    for node in reversed(ast.parse(source).body):
        if not isinstance(node, ast.ImportFrom) or node.module != MODULE:
            continue
        names = [alias.name for alias in node.names]
        if unknown := [name for name in names if name not in functions()]:
            raise ValueError(f"solutions/kits.py has no '{unknown[0]}': it has {', '.join(functions())}")
        text = "\n\n\n".join(functions()[name] for name in with_what_they_use(names))
        lines[node.lineno - 1 : node.end_lineno] = text.split("\n")
    return "\n".join(lines)
