"""A learner's cell as the Python that is read and run: without magics, debuggers' lines, and imports that nobody uses.

What is left out is replaced in its place, so that lines keep their numbers.
"""

from __future__ import annotations

import ast
import re

MAGIC = re.compile(
    r"^(?P<indent>\s*)(?:(?P<to>[\w, ]+=\s*)?(?P<sign>[%!])(?P<rest>.*)|(?P<help>\?.*|[^#'\"]*\?\??\s*))$"
)
PYTHON_INSIDE = (
    "time",
    "timeit",
    "capture",
    "prun",
    "memit",
    "snakeviz",
    "python",
    "python3",
)  # cell magics whose cell is Python
LINE = 1_000  # characters of a line that may be a magic
TRIES = 60  # magics that are looked for in one cell
DEBUGGERS = {
    "breakpoint",
    "pdb.set_trace",
    "ipdb.set_trace",
    "set_trace",
    "jax.debug.breakpoint",
    "debug.breakpoint",
    "pdb.pm",
    "pdb.post_mortem",
    "ipdb.pm",
}


def parsed(source: str) -> ast.Module | None:
    """The syntax tree of a cell, top-level await allowed; None if it is no Python, or nests deeper than can be
    followed.
    """
    try:
        return compile(source, "<cell>", "exec", ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def fault(source: str) -> tuple[str, int | None]:
    """What is wrong with a cell that is no Python, as its kernel would say it, and the line."""
    try:
        compile(source, "<cell>", "exec", ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
    except SyntaxError as error:
        return f"{type(error).__name__}: {str(error.msg)[:200]}", error.lineno
    except (ValueError, RecursionError, MemoryError) as error:
        return f"{type(error).__name__}: the cell cannot be read", None
    return "", None


def without_magics(source: str) -> tuple[str, bool]:
    """A cell's Python, and whether anything was left out. Of a cell magic that is no Python nothing is left."""
    left_out, begun = False, 0
    while first := re.compile(r"\s*%%(\w+).*(?:\n|$)").match(source, begun):
        if first[1] not in PYTHON_INSIDE:
            return "", True
        left_out, begun = True, first.end()
    if left_out:
        return without_magics("\n" * source[:begun].count("\n") + source[begun:].lstrip("%"))[0], True
    if parsed(source) is not None:
        return source, False
    lines, changed = source.split("\n"), False
    for _ in range(TRIES):
        line = fault("\n".join(lines))[1]
        found = (
            MAGIC.match(lines[line - 1])
            if line is not None and line <= len(lines) and len(lines[line - 1]) <= LINE
            else None
        )
        if not found:
            break
        end = line
        while end < len(lines) and lines[end - 1].endswith("\\"):
            end += 1
        lines[line - 1 : end] = [python_of(found), *[""] * (end - line)]
        changed = True
    text = "\n".join(lines)
    return (text, True) if changed and parsed(text) is not None else (source, False)


def python_of(found: re.Match) -> str:
    """The line of Python in the place of a magic: what `%time` times, else nothing."""
    timed = re.match(r"time\s+(?P<what>\S.*)", found["rest"] or "") if found["sign"] == "%" else None
    return (
        found["indent"]
        + (found["to"] or "")
        + (
            timed["what"]
            if timed
            else "[]"
            if found["to"] and found["sign"] == "!"
            else "None"
            if found["to"]
            else "pass"
        )
    )


def dotted(node: ast.AST) -> str:
    """`a.b.c` of names and attributes, "" of anything else."""
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(parts)]) if isinstance(node, ast.Name) else ""


def debuggers(tree: ast.Module) -> list[ast.stmt]:
    """Statements that only call a debugger, or IPython for one of its magics."""

    def stops(node):
        call = node.value if isinstance(node, ast.Expr) else None
        if not isinstance(call, ast.Call):
            return False
        shell = (
            isinstance(call.func, ast.Attribute)
            and isinstance(call.func.value, ast.Call)
            and dotted(call.func.value.func) == "get_ipython"
        )
        return (
            shell
            and call.func.attr in ("run_line_magic", "run_cell_magic", "magic", "system")
            or dotted(call.func) in DEBUGGERS
        )

    return [node for node in ast.walk(tree) if stops(node)]


def cut(source: str, pieces: list[tuple[ast.AST, str]]) -> str:
    """`source` with each node replaced by a text of one line; the lines that a node took stay."""
    lines = [line.encode() for line in source.split("\n")]
    for node, text in sorted(pieces, key=lambda pair: (pair[0].lineno, pair[0].col_offset), reverse=True):
        first, last = node.lineno - 1, node.end_lineno - 1
        rest = lines[last][node.end_col_offset :]
        lines[first : last + 1] = [lines[first][: node.col_offset] + text.encode() + rest, *[b""] * (last - first)]
    return b"\n".join(lines).decode()


def bound_by(node: ast.Import | ast.ImportFrom, alias: ast.alias) -> str:
    """The name that one import binds."""
    return alias.asname or (alias.name.split(".")[0] if isinstance(node, ast.Import) else alias.name)


def without_imports(source: str, unwanted) -> tuple[str, list[str]]:
    """`source` without the imports for which `unwanted(node, alias)` holds, and what was imported."""
    tree, pieces, left_out = parsed(source), [], []
    for node in ast.walk(tree) if tree else ():
        if not isinstance(node, (ast.Import, ast.ImportFrom)):
            continue
        out = [alias for alias in node.names if unwanted(node, alias)]
        if not out:
            continue
        left_out += [alias.name if isinstance(node, ast.Import) else f"{node.module}.{alias.name}" for alias in out]
        kept = [alias for alias in node.names if alias not in out]
        if kept:
            fields = {name: getattr(node, name) for name in node._fields} | {"names": kept}
            pieces.append((node, ast.unparse(type(node)(**fields))))
        else:
            pieces.append((node, "pass"))
    return cut(source, pieces), left_out


def as_python(source: str) -> tuple[str, list[str]]:
    """A cell without magics and debuggers' lines, and what was left out, in words for its author."""
    text, magics = without_magics(source.replace("\r\n", "\n").replace("\r", "\n"))
    tree = parsed(text)
    stops = debuggers(tree) if tree else []
    said = ["lines for IPython (% or ! or ?)"] * magics + ["calls of a debugger"] * bool(stops)
    return cut(text, [(node, "pass") for node in stops]), said
