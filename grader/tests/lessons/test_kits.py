"""The looks that checks share tell the truth of right registrations and name what is wrong with others."""

import ast
import runpy
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from grader.core.paths import INSTRUMENTS, KITS
from grader.lessons import behaviour, kits
from grader.lessons.source import SourceError, parse
from grader.tests.conftest import MINI
from grader.versions.environments import ensure, named

# What learners write, each with the first row that is not right and what is seen there; "" for one that is right.
GIVES, TAKES = "return (pair.x, pair.y), pair.k", "return Pair(*children, aux)"
WORDS = "rebuilt around words: "
REGISTRATIONS = {
    "right": ("", GIVES, TAKES),
    "a list of children": ("", "return [pair.x, pair.y], pair.k", TAKES),
    "no return in flatten": ("flatten gives: nothing", "(pair.x, pair.y), pair.k", TAKES),
    "three values": ("flatten gives: 3 values", "return pair.x, pair.y, pair.k", TAKES),
    "one value": ("flatten gives: one value", "return pair.y", TAKES),
    "an array for the children": ("flatten gives: an array for the children", "return (pair.x), pair.k", TAKES),
    "no return in unflatten": ("unflatten gives: nothing", GIVES, "Pair(*children, aux)"),
    "another registered class": ("unflatten gives: an object of another class", GIVES, "return Other(children[0])"),
    "the children alone": ("unflatten gives: no object", GIVES, "return children"),
    "swapped": (WORDS + "x: leaf 2, y: leaf 1", GIVES, "return Pair(children[1], children[0], aux)"),
    "converts": (WORDS + "refused with TypeError", GIVES, "return Pair(jnp.asarray(children[0]), children[1], aux)"),
    "a copy from elsewhere": (WORDS + "x: leaf 1, y: 0.0", GIVES, "return Pair(children[0], 0.0, aux)"),
    "on the class": ("the first of two: [5.0, 6.0]", GIVES, TAKES, "Pair.x, Pair.y, Pair.k = x, y, k"),
    "identity": (
        "traces after each call: 1, 2, 3, 4",
        "return (pair.x, pair.y), Box(pair.k)",
        "return Pair(*children, aux.k)",
    ),
    "equal to everything": (
        "traces after each call: 1, 1, 1, 1",
        "return (pair.x, pair.y), Same(pair.k)",
        "return Pair(*children, aux.k)",
    ),
}

PROGRAM = """
class Box:
    def __init__(self, k):
        self.k = k


class Same(Box):
    def __eq__(self, other):
        return True

    def __hash__(self):
        return 0


class Other:
    def __init__(self, x):
        self.x = x


class Pair:
    def __init__(self, x, y, k=2):
        {init}


def flatten(pair):
    {flatten}


def unflatten(aux, children):
    {unflatten}


jax.tree_util.register_pytree_node(Other, lambda one: ((one.x,), None), lambda aux, children: Other(*children))
jax.tree_util.register_pytree_node(Pair, flatten, unflatten)
"""

PROBE = """
def probe(see):
    pair = Pair(jnp.arange(2.0), 2.0, 3)
    if see_flatten(see, pair) is None or see_unflatten(see, pair) is None:
        return
    see_words(see, pair, "x", "y")
    if not see_two(see, Pair, (3.0, 4.0, 1), (5.0, 6.0, 2), "x", "y"):
        return
    see_traces(see, lambda one: one.x * one.k, *[(Pair(1.0, 2.0, k),) for k in (1, 1, 2, 1)])
"""

ROWS = """
def wanted():
    yield flatten_row()
    yield unflatten_row()
    yield words_row("x", "y")
    yield two_row([3.0, 4.0])
    yield traces_row(1, 1, 2, 2)
"""


def program(registration) -> str:
    """A file that prints the first row that is not right as "what: seen", then its words."""
    _, flatten, unflatten, *init = registration
    cell = kits.put_in(f"from kits import see_flatten, see_unflatten, see_words, see_two, see_traces\n{PROBE}")
    rows = kits.put_in(f"from kits import flatten_row, unflatten_row, words_row, two_row, traces_row\n{ROWS}")
    answer = PROGRAM.format(
        flatten=flatten, unflatten=unflatten, init=(init or ["self.x, self.y, self.k = x, y, k"])[0]
    )
    told = textwrap.dedent("""
        seen, end = observe(probe, {})
        rows = [row for row in compare(seen, end, list(wanted())) if not row[0]]
        print("ROW", f"{rows[0][1]}: {rows[0][2]}" if rows else "")
    """)
    return "\n\n".join([behaviour.instruments(), answer, cell, rows, told])


@pytest.mark.parametrize("name", REGISTRATIONS)
def test_the_first_wrong_row_names_what_is_wrong(name, capsys, tmp_path):
    (tmp_path / "one.py").write_text(program(REGISTRATIONS[name]), encoding="utf-8")
    runpy.run_path(str(tmp_path / "one.py"))
    assert capsys.readouterr().out.strip().split("\n")[-1] == f"ROW {REGISTRATIONS[name][0]}".strip()


@pytest.mark.versions
@pytest.mark.parametrize("version_set", ["documents", "colab"])
def test_it_is_the_same_on_other_versions_of_jax(version_set, tmp_path):
    python = ensure(*named([version_set]))
    for number, (name, registration) in enumerate(REGISTRATIONS.items()):
        path = tmp_path / f"{number}.py"
        path.write_text(program(registration), encoding="utf-8")
        done = subprocess.run(
            [python, path],
            capture_output=True,
            text=True,
            env={"JAX_PLATFORMS": "cpu", "HOME": str(tmp_path)},
            check=False,
        )
        assert done.stdout.strip().split("\n")[-1] == f"ROW {registration[0]}".strip(), (name, done.stderr[-500:])


def test_a_check_gets_what_it_names_with_what_that_uses_and_nothing_else():
    text = kits.put_in("from kits import see_flatten\n\n\ndef probe(see):\n    see_flatten(see, 1)\n")
    assert [node.name for node in ast.parse(text).body] == [
        "given_by_flatten",
        "see_flatten",
        "probe",
    ] and "import" not in text


def test_a_check_without_kits_stays_as_it_is():
    assert (
        kits.put_in("def probe(see):\n    see('a', 1)  # as it was\n")
        == "def probe(see):\n    see('a', 1)  # as it was\n"
    )


def test_a_look_that_there_is_not_is_named():
    source = MINI.replace(
        'def probe(see, x):\n    see("kind"', 'from kits import see_nothing\n\n\ndef probe(see, x):\n    see("kind"'
    )
    with pytest.raises(
        SourceError, match=r"01_mini, ex1: solutions/kits.py has no 'see_nothing': it has given_by_flatten, "
    ):
        parse("01_mini", source)


def test_probe_and_rows_of_an_exercise_hold_their_kits():
    source = MINI.replace(
        "def probe(see, x):\n    box = Box(",
        "from kits import see_flatten\n\n\ndef probe(see, x):\n    see_flatten(see, Box(1))\n    box = Box(",
    )
    source = source.replace('    yield "leaves", 1', '    yield flatten_row()\n    yield "leaves", 1').replace(
        '### BEGIN HIDDEN TESTS\ndef wanted(x):\n    yield "raised"',
        '### BEGIN HIDDEN TESTS\nfrom kits import flatten_row\n\n\ndef wanted(x):\n    yield "raised"',
    )
    lesson = parse("01_mini", source)
    exercise = lesson.exercises[2]
    assert (
        "def see_flatten" in exercise.probe
        and "def flatten_row" in exercise.wanted
        and "def flatten_row" not in exercise.probe
    )
    assert ("flatten gives", "children and aux data") in [
        row[:2] for row in behaviour.wanted_rows(exercise, exercise.visible)
    ]
    check = next(cell for cell in lesson.cells if cell["id"] == "ex2_check")
    assert "from kits import" not in check.source and check.source.index("BEGIN HIDDEN") < check.source.index(
        "def flatten_row"
    )


def test_kits_use_only_what_a_setup_cell_has():
    """They are put into notebooks without their imports."""
    setup = {node.name for node in ast.parse(behaviour.instruments()).body if hasattr(node, "name")} | {
        "jax",
        "np",
        "sys",
    }
    imported = {
        alias.asname or alias.name
        for node in ast.parse(Path(KITS).read_text()).body
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for alias in node.names
    }
    assert imported <= setup and INSTRUMENTS.is_file() and sys.version_info >= (3, 12)
