"""What a check looks for: `wanted` and `inputs` of its cell, evaluated, and the table that a notebook shows instead of
them.

Needs no JAX. It runs sources of lessons, never a learner's; rows are read by the notebooks' own instruments.
"""

from __future__ import annotations

import ast
import functools
import html
import math
import pprint
import random
import re

from grader.core.paths import INSTRUMENTS

WIDTH = 100  # of a table's lines


def instruments() -> str:
    """The text of the setup cell."""
    return INSTRUMENTS.read_text(encoding="utf-8").split("# --- 8< ---\n", 1)[1].strip()


@functools.cache
def tools() -> dict:
    """`plain`, `same`, `row_of`, `compare` and `Report` of the instruments, without what needs JAX."""
    source = instruments()
    needed = ("plain", "same", "row_of", "compare", "Report")
    names = {"math": math, "html": html}
    for node in ast.parse(source).body:
        if getattr(node, "name", None) in needed:
            exec(compile(ast.get_source_segment(source, node), "<instruments>", "exec"), names)
    return {name: names[name] for name in needed}


@functools.cache
def function(source: str, name: str):
    """The function `name` that `source` defines."""
    names = {"math": math, "random": random}
    exec(compile(source, f"<{name}>", "exec"), names)
    return names[name]


def fresh_inputs(exercise, seed: str) -> dict:
    """Inputs of a hidden row, from a seed such as "2026-11-30/ana/01_arrays/ex3"."""
    return function(exercise.inputs, "inputs")(random.Random(f"{seed}/{exercise.id}"))


def inputs_fault(exercise) -> str:
    """What is wrong with what `inputs` gives, or nothing: it travels as JSON, under the names of the visible inputs."""
    try:
        given = fresh_inputs(exercise, "a trial")
    except Exception as error:  # of the author's own code
        return f"`inputs` raised {type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"
    if type(given) is not dict or set(given) != set(exercise.visible):
        return f"`inputs` has to give {', '.join(exercise.visible) or 'an empty dict'}, as the visible call does"
    for name, value in given.items():
        if not is_plain(value) or type(value) is tuple:
            return (
                f"`inputs` gives {type(value).__name__} for '{name}': only numbers, words, None, lists and dicts travel"
            )
    return ""


def wanted_rows(exercise, inputs: dict) -> list:
    """The rows of the exercise's table as they are written: (what, value, …), see `compare` of the instruments."""
    return list(function(exercise.wanted, "wanted")(**inputs))


def rows(exercise, inputs: dict) -> list[tuple]:
    """The rows in one form: (what, value, {value seen: (belief, words)}, weight)."""
    return [tools()["row_of"](*row) for row in wanted_rows(exercise, inputs)]


class Literals(pprint.PrettyPrinter):
    """pprint, with the key of all other values written as an author writes it: `...`."""

    def format(self, value, context, maxlevels, level):
        return ("...", True, False) if value is ... else super().format(value, context, maxlevels, level)


def is_plain(value) -> bool:
    """Whether `value` is finite numbers, words, None, `...`, or tuples, lists and dicts of them."""
    if type(value) is dict:
        return is_plain([*value.keys(), *value.values()])
    if type(value) in (tuple, list):
        return all(map(is_plain, value))
    if type(value) is float:
        return math.isfinite(value)
    return value is None or value is ... or type(value) in (bool, int, str)


def table(rows: list) -> str:
    """`rows` as a Python literal, the same text for the same rows. Raises ValueError if they cannot be written as
    one.
    """
    if not is_plain(rows):
        raise ValueError("a row holds something else than numbers, words, None, and tuples, lists and dicts of them")
    return Literals(width=WIDTH, compact=True, sort_dicts=False).pformat(rows)


def fault(rows: list) -> str:
    """What is wrong with the form or the weights of a table's rows, or nothing."""
    try:
        read = [tools()["row_of"](*row) for row in rows]
    except (TypeError, IndexError, ValueError):
        return (
            "a row is (what, value, belief, words) or (what, value, {value seen: (belief, words)}), "
            "and perhaps a weight behind it"
        )
    names = [what for what, *_ in read]
    if len(set(names)) < len(names):
        return f"two rows are called '{max(names, key=names.count)}'"
    if not set(names) - {"raised"}:
        return "`wanted` yields no row that could earn anything"
    for what, _, beliefs, weight in read:
        if any(type(one) is not tuple or [type(text) for text in one] != [str, str] for one in beliefs.values()):
            return f"the row '{what}' needs two texts where it names a belief: the belief and its words"
        if what == "raised" and not 0 <= weight <= 1:
            return f"the number behind the row 'raised' is the share that is kept, from 0 to 1, not {weight}"
        if what != "raised" and not 0 < weight < math.inf:
            return f"the row '{what}' has the weight {weight}, which is not greater than 0"
    return ""


def unseen(exercise, rows: list) -> str:
    """The sentence on a row whose name no `see(…)` of the probe writes, or nothing: most often it is misspelt in one
    of the two. Not asked where the probe takes names from elsewhere than texts that stand in it.
    """
    tree = ast.parse(exercise.probe)
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "see"]
    if not all(call.args and isinstance(call.args[0], (ast.Constant, ast.JoinedStr)) for call in calls):
        return ""
    # texts anywhere in the probe: looks of the kits get names as arguments
    patterns = [named_by(node) for node in ast.walk(tree) if isinstance(node, (ast.Constant, ast.JoinedStr))]
    for what, *_ in rows:
        if what != "raised" and not any(re.fullmatch(pattern, what, re.S) for pattern in patterns):
            said = sorted({call.args[0].value for call in calls if isinstance(call.args[0], ast.Constant)})
            names = ", ".join(map(repr, said))
            return f"the probe never sees a row '{what}'" + (f": it sees {names}" if names else "")
    return ""


def named_by(node: ast.Constant | ast.JoinedStr) -> str:
    """A pattern of the texts that a literal can give."""
    if isinstance(node, ast.Constant):
        return re.escape(str(node.value))
    return "".join(re.escape(part.value) if isinstance(part, ast.Constant) else ".*" for part in node.values)
