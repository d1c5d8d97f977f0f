"""What is left out can change no grade: decided from the code, on the safe side."""
import pytest

from grader.needs import disturbs, names_of, needed
from grader.grade import grade
from grader.lessons import load
from grader.reading import read
from grader.rebuild import Part, Rebuilt, lesson_of, rebuild
from grader.session import Runner
from grader.tests.conftest import RIGHT


def kept(path):
    handed = read(path)
    rebuilt = rebuild(handed, lesson_of(handed, path.name))
    run = needed(rebuilt).parts
    return "given = 3" in "".join(part.source for index, part in enumerate(rebuilt.parts) if index in run)


@pytest.mark.parametrize("answer", [
    RIGHT["ex1"],
    "import functools\nimport numpy as np\ndef double(x):\n    return functools.reduce(lambda a, b: a + b, [x, x])",
    "def double(x):\n    given = x\n    return given + x",
    "helper = 2\ndef double(x):\n    return helper * x",
])
def test_a_demonstration_that_no_answer_touches_is_left_out(hand_in, answer):
    assert not kept(hand_in("ana", RIGHT | {"ex1": answer}))


@pytest.mark.parametrize("answer", [
    "def double(x):\n    return x + x + given - 3",
    "def double(x):\n    return eval('given') and x + x",
    "def double(x):\n    return globals()['given'] and x + x",
    "%time given\ndef double(x):\n    return x + x",
    "import sys\ndef double(x):\n    return x + x",
    "from os import path\ndef double(x):\n    return x + x",
    "jnp = np\ndef double(x):\n    return x + x",
    "def look(x):\n    return 1\ndef double(x):\n    return x + x",
    "def double(x):\n    retrun x",
    "class A:\n    n = given\ndef double(x):\n    return x + x",
    "double = lambda x: [given for _ in [1]] and x + x",
    "double = (lambda x: x + x) if _ is None else 1",
    "from numpy import *\ndef double(x):\n    return x + x",
    "def double(x):\n    return vars() is not None and x + x",
    "def double(x):\n    return vars(*[]) is not None and x + x",
    "def double(x):\n    return double.__globals__ and x + x",
])
def test_whatever_may_depend_on_a_demonstration_runs_it(hand_in, answer):
    assert kept(hand_in("ana", RIGHT | {"ex1": answer}))


@pytest.mark.parametrize("answer", [
    "def double(x):\n    return type(x).__dict__ and x + x",
    "class A:\n    def __init__(self):\n        setattr(self, 'n', 1)\n        vars(self)['m'] = 2\ndef double(x):\n    return x + x",
])
def test_asking_a_thing_by_name_is_no_dependence(hand_in, answer):
    assert not kept(hand_in("ana", RIGHT | {"ex1": answer}))


def test_a_module_links_no_two_cells(course, hand_in):
    """Cells that import the same module do not see each other through it; one that uses what another imports needs that one."""
    lesson = load("01_mini")
    released = Part("released", "code", "import dataclasses\nother = 1", "demo"), Part("released", "code", "dataclasses.MISSING", "demo2")

    def needs(answer):
        parts = [*released, Part("answer", "code", answer, "ex1")]
        return [index for index in needed(Rebuilt(lesson, tuple(parts), (), frozenset())).parts if index < 2]

    assert needs("import dataclasses\ndataclasses.field") == []
    assert needs("dataclasses.field") == [0]
    assert needs("dataclasses = 1") == [0, 1]


@pytest.mark.parametrize("answer, runs", [
    ("given = 4\ndef double(x):\n    return x + x + given - 4", False),
    ("class given:\n    pass\ndef double(x):\n    return x + x", False),
    ("def double(x):\n    return x + x + given - 4\ngiven = 4", True),  # read first, as far as a reader of the code can tell
    ("given = given + 1\ndef double(x):\n    return x + x", True),
    ("if True:\n    given = 4\ndef double(x):\n    return x + x", True),
    ("class given(given.__class__):\n    pass\ndef double(x):\n    return x + x", True),
    ("del given\ngiven = 4\ndef double(x):\n    return x + x", True),
])
def test_a_name_that_is_bound_anew_needs_no_older_one(hand_in, answer, runs):
    assert kept(hand_in("ana", RIGHT | {"ex1": answer})) == runs


def test_a_cell_that_fails_before_it_binds_makes_everything_run(hand_in):
    handed = read(hand_in("ana", RIGHT | {"ex1": "1 / 0\ngiven = 4\ndef double(x):\n    return x + x"}))
    rebuilt = rebuild(handed, lesson_of(handed, "ana"))
    assert needed(rebuilt).assumed
    run = grade(rebuilt, "seed", Runner)
    assert run.needed == frozenset(range(len(rebuilt.parts)))
    fine = read(hand_in("ben", RIGHT | {"ex1": "given = 4\ndef double(x):\n    return x + x"}))
    assert grade(rebuild(fine, lesson_of(fine, "ben")), "seed", Runner).needed != run.needed


def test_an_extra_cell_counts_too(hand_in):
    def extra(nb):
        nb["cells"].append({"cell_type": "code", "metadata": {}, "source": "given + 1", "outputs": [], "execution_count": None})

    assert kept(hand_in("ana", RIGHT, extra)) and not kept(hand_in("ana", RIGHT))


def test_importing_the_same_again_disturbs_nothing():
    assert not disturbs("import numpy as np\nimport functools\nx = 1")
    assert disturbs("import numpy as jnp") and disturbs("functools = 1") and disturbs("def check(): pass")


def test_names_of_a_cell_are_those_of_the_notebook_not_of_its_functions():
    assert names_of("def f(a):\n    b = a\n    return b + outer\n\nclass C:\n    d = e\n") == {"f", "C", "outer", "e"}
