"""Hostile and damaged submissions: what each file is, and what it must get.

A `Case` makes the bytes of a file out of the release of a small lesson (lesson.py). `python -m grader.tests.hostile`
prints the table of all kinds; with --stock the same files go through nbgrader's own autograder beside ours.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from dataclasses import dataclass

GRADED, REVIEW, REFUSED = "graded", "review", "refused"
CASES: dict[str, Case] = {}


@dataclass(frozen=True)
class Case:
    """One file. `outcomes` are those that it may end in; `points` is what it must earn, to the point."""

    kind: str
    name: str
    make: Callable[[dict], bytes]
    points: float
    outcomes: tuple[str, ...]
    slow: bool = False
    path: str = "ana/90_hostile.ipynb"
    about: str = ""


def case(
    kind: str,
    points: float = 0.0,
    outcomes: tuple[str, ...] = (GRADED,),
    slow: bool = False,
    path: str = "ana/90_hostile.ipynb",
):
    """Decorator: a function (release → notebook dict, or bytes) becomes a case that is named after it."""

    def add(function):
        def make(release: dict) -> bytes:
            made = function(copy.deepcopy(release))
            return made if isinstance(made, bytes) else json.dumps(made).encode()

        assert function.__name__ not in CASES, function.__name__
        CASES[function.__name__] = Case(
            kind, function.__name__, make, points, outcomes, slow, path, " ".join((function.__doc__ or "").split())
        )
        return function

    return add


def load_all() -> dict[str, Case]:
    """All cases; importing their modules registers them."""
    from grader.tests.hostile import documents, generated, honest, read_cells  # noqa: F401

    return CASES


# building notebooks ---------------------------------------------------------------------------------------------------
RIGHT = {
    "predict1": 'prediction1 = "B"',
    "ex1": "def total(v, k):\n    return jnp.sum(v) * k",
    "ex2": "def twice(f):\n    def g(x):\n        return f(f(x))\n    return g",
}
WRONG = {
    "predict1": "prediction1 = None",
    "ex1": "def total(v, k):\n    return jnp.zeros((), 'int32')",
    "ex2": "def twice(f):\n    return lambda x: x",
}
FULL = 6.0


def code(source: str, **metadata) -> dict:
    return {"cell_type": "code", "source": source, "metadata": metadata, "outputs": [], "execution_count": None}


def cell_of(notebook: dict, key: str) -> dict:
    return next(cell for cell in notebook["cells"] if cell["metadata"].get("nbgrader", {}).get("grade_id") == key)


def index_of(notebook: dict, key: str) -> int:
    return notebook["cells"].index(cell_of(notebook, key))


def answered(notebook: dict, answers: dict[str, str], first: str = "", last: str = "") -> dict:
    """`notebook` with `answers` in its answer cells, a cell of the learner's own after the setup cell and one at the
    end.
    """
    for key, source in answers.items():
        cell_of(notebook, key)["source"] = source
    if first:
        notebook["cells"].insert(2, code(first))
    if last:
        notebook["cells"].append(code(last))
    return notebook
