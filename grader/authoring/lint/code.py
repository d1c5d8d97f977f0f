"""What may stand in a source, and what its stored outputs may show."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

from grader.authoring.lint.reading import own_code, tree_of
from grader.lessons.source import Lesson

FORBIDDEN = {
    "a star import": lambda node: isinstance(node, ast.ImportFrom) and any(alias.name == "*" for alias in node.names),
    "jit(…) with arguments as a decorator (fails on 0.7.2: use functools.partial)": lambda node: (
        isinstance(node, (ast.FunctionDef, ast.ClassDef))
        and any(
            isinstance(one, ast.Call) and ast.unparse(one.func) in ("jax.jit", "jit") for one in node.decorator_list
        )
    ),
    "jax.core": lambda node: isinstance(node, ast.Attribute) and ast.unparse(node) == "jax.core",
    "a private module": lambda node: (
        (isinstance(node, ast.Attribute) and node.attr == "_src")
        or (isinstance(node, (ast.ImportFrom, ast.Import)) and "_src" in ast.unparse(node))
        or (isinstance(node, ast.ImportFrom) and node.module == "jax.core")
    ),
    "equinox's static_field (use field(static=True))": lambda node: (
        isinstance(node, ast.Attribute) and ast.unparse(node) in ("eqx.static_field", "equinox.static_field")
    ),
}


def allowed_api(lesson: Lesson):
    """No forbidden API outside the setup cell."""
    for cell in own_code(lesson):
        for node in ast.walk(tree_of(cell)):
            for what, is_it in FORBIDDEN.items():
                if is_it(node):
                    yield cell["id"], f"uses {what}"


TOLD_BY_JAX = (
    r"Traced<|JitTracer|JVPTracer|BatchTracer|DynamicJaxprTracer|PyTreeDef|\b0x[0-9a-f]{6,}"
    r"|Traceback \(most recent|jax\.errors\.\w+: "
)


def stable_output(lesson: Lesson, folder: Path):
    """No stored output shows a tracer, a treedef, an address or an error in JAX's words; nothing is written to
    stderr.
    """
    path = folder / f"{lesson.name}.ipynb"
    if not path.is_file():
        yield "the notebook", f"solutions/{lesson.name}.ipynb is not there: run make build"
        return
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        for output in cell.get("outputs", []):
            text = "".join(output.get("text", "")) + "".join(
                "".join(value) for value in output.get("data", {}).values()
            )
            if output.get("name") == "stderr":
                yield cell["id"], "writes to stderr"
            elif output["output_type"] == "error":
                yield cell["id"], f"raises {output['ename']}"
            elif re.search(TOLD_BY_JAX, text):
                yield cell["id"], f"prints {re.search(TOLD_BY_JAX, text).group()!r}, which differs between versions"


def is_python(lesson: Lesson, folder: Path):
    """The source is Python as a whole: a line of prose that lost its `# ` is none."""
    path = folder / f"{lesson.name}.py"
    try:
        ast.parse(path.read_text(encoding="utf-8") if path.is_file() else "")  # a lesson of the tests has no file
    except SyntaxError as error:
        yield (
            f"line {error.lineno}",
            f"solutions/{lesson.name}.py is no Python there ({error.msg}): a line of prose begins with '# '",
        )
