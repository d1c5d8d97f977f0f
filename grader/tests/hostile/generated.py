"""Cases whose cells cannot be written in a file of cells:
too long, of odd ends of line, or with cell marks of their own.
"""

from __future__ import annotations

from grader.tests.hostile import FULL, GRADED, REVIEW, RIGHT, WRONG, answered, case

# name → what the first cell holds; the answers are right
LONG_CELLS = {
    "cell_of_deep_brackets": "(" * 5000 + ")" * 5000,
    "cell_of_many_operators": "x = " + "-" * 90_000 + "1",
    "cell_of_many_operators_and_a_fault": "x = " + "-" * 90_000 + "1)",
    "cell_of_a_long_sum": "x = " + "+".join(["1"] * 1500),
    "cell_of_a_long_chain": "def f():\n    return f\nx = f" + "()" * 2500,
}
# name → what stands above the first answer and once stopped the grader itself, outside of any sandbox, and why it did
STOPS = {
    "again_magics_upon_magics": ("%%time\n" * 3000, "cell magics in cell magics: without_magics calls itself for each"),
    "again_items_of_items": (
        "y = x" + "[0]" * 1500,
        "modules_in calls itself for each subscript, before the reader is there to catch it",
    ),
    "again_choices_of_choices": ("y = " + "a if b else " * 1500 + "c", "modules_in calls itself for each choice"),
    "again_a_number_for_a_name": (
        "getattr(jnp.arange, 0x" + "f" * 20000 + ")",
        "str() of a number that is too long to be written, in visit_Call",
    ),
}
SLOW = {
    "again_a_line_of_spaces_and_commas": (
        " " * 8000 + "a, " * 8000 + "!\n",
        "the pattern for magics goes back and forth over a long line: the time grows as the square of its length",
    ),
}
NOTHING = "def total(v, k):\n    return jnp.zeros((), 'int32')"


@case("honest habits", FULL)
def joins_cells_of_an_editor(notebook):
    """Somebody writes in an editor with cell marks and pragmas, and pastes the whole file into one cell."""
    pasted = r"""
# -*- coding: utf-8 -*-
# %% [markdown]
# # Exercise 1
# %%
# pylint: disable=invalid-name, missing-docstring
# fmt: off
import jax; import jax.numpy as jnp
def total(v, k): return \
    jnp.sum(v) \
    * k
# fmt: on
# %%
total(jnp.arange(3), 2);
# vim: set ts=4 sw=4:
"""
    return answered(notebook, RIGHT | {"ex1": pasted.strip("\n")})


@case("ways in")
def carriage_returns(notebook):
    """STOPS: lines that end in a carriage return alone are lines for Python and none where an import is cut out:
    IndexError in the grader itself
    """
    ex1 = "x = 1\r\rimport pickle as unused\r\rdef total(v, k): return 0"
    ex2 = "def twice(f):\n    if len(done) < 2:\n        done.append(forge())\n    return lambda x: x\n"
    return answered(notebook, WRONG | {"ex1": ex1, "ex2": ex2})


def register() -> None:
    for name, first in LONG_CELLS.items():

        def make(notebook, first=first):
            return answered(notebook, RIGHT, first)

        make.__name__ = name
        case("exhaustion", FULL)(make)
    for name, (text, about) in (STOPS | SLOW).items():

        def make(notebook, text=text):
            return answered(notebook, {"ex1": text + "\n" + WRONG["ex1"], "ex2": NOTHING})

        said = "stopped the grader: " if name in STOPS else "held the grader up: "
        make.__name__, make.__doc__ = name, said + about
        case("ways in", 0.0, (GRADED, REVIEW), slow=name in SLOW)(make)


register()
