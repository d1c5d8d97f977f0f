"""A bank's file: what a cell stands for, and one sentence with file and line where it stands for nothing."""

import ast

import pytest

from grader.lessons import bank
from grader.lessons.merge import merged
from grader.lessons.source import SourceError

REFERENCE = """import math


class Box:
    def __init__(self, x):
        ### BEGIN SOLUTION
        self.x = x
        ### END SOLUTION

    def area(self):
        return self.x**2


names = ["x"]


def flatten(box):
    return (box.x,), None


register(Box, flatten)
"""
WHOLE = REFERENCE.replace("        ### BEGIN SOLUTION\n", "").replace("        ### END SOLUTION\n", "")
BOX = WHOLE[WHOLE.index("class") : WHOLE.index("names")]
FLATTEN = "def flatten(box):\n    return (box.x,), None"


@pytest.mark.parametrize(
    "cell, old, new",
    [
        ("def flatten(box):\n    return [box.x], 1\n", "return (box.x,), None", "return [box.x], 1"),
        ('names = ["y"]\n', '["x"]', '["y"]'),
        ("register(Box, print)\n", "register(Box, flatten)", "register(Box, print)"),
        ("del names\n", 'names = ["x"]\n', ""),
        ("class Box(Base):\n    ...\n", "class Box:", "class Box(Base):"),
        ("class Box:\n    def area(self):\n        return 0\n\n    ...\n", "self.x**2", "0"),
        ("class Box:\n    ...\n\n    y = 1\n", BOX, "class Box:\n    ...\n    y = 1\n"),
        ("y = 1\n\ndef flatten(box):\n    return y\n", FLATTEN, "y = 1\ndef flatten(box):\n    return y"),
        ("last()\n", "register(Box, flatten)\n", "register(Box, flatten)\nlast()\n"),
    ],
)
def test_what_a_cell_defines_replaces_what_has_its_name(cell, old, new):
    assert old in WHOLE
    assert ast.dump(ast.parse(merged(REFERENCE, cell))) == ast.dump(ast.parse(WHOLE.replace(old, new)))


def test_comments_and_layout_of_both_survive():
    reference = "def f():\n    return 1  # one\n\n\n# about g\ndef g():\n    return 2\n"
    assert merged(reference, "# mine\ndef g():\n    return 3  # three\n") == (
        "def f():\n    return 1  # one\n# mine\ndef g():\n    return 3  # three\n"
    )


@pytest.mark.parametrize(
    "cell, words",
    [
        ("def f(:\n", "line 1 of the cell does not parse"),
        ("x = 1; y = 2\n", "two statements stand on one line"),
        ("names = 1\nnames = 2\n", "names stands twice"),
        ("class flatten:\n    ...\n", "flatten is no class in the reference"),
    ],
)
def test_a_cell_that_stands_for_nothing_is_refused(cell, words):
    with pytest.raises(ValueError, match=words):
        merged(REFERENCE, cell)


@pytest.fixture()
def file(tmp_path):
    path = tmp_path / "01_mini" / "ex1.py"
    path.parent.mkdir()
    return path


def test_heads_are_read(file):
    file.write_text(
        "# unreachable some-belief: it is seen too late\n\n# %% right plain\nx = 1\n\n\n"
        "# %% right other whole: as B would\nx = 2\n"
        "# %% wrong third not attempted 0: who: this one\nx = 3\n# %% wrong fourth a-belief 0.5 whole: D\nx = 4\n"
    )
    found = [(one.name, one.belief, one.ceiling, one.whole, one.why, one.text) for one in bank.cells(file)]
    assert found == [
        ("right_plain", "", 1.0, False, "", "x = 1\n"),
        ("right_other", "", 1.0, True, "as B would", "x = 2\n"),
        ("wrong_third", "not attempted", 0.0, False, "who: this one", "x = 3\n"),
        ("wrong_fourth", "a-belief", 0.5, True, "D", "x = 4\n"),
    ]
    assert bank.unreachable(file) == {"some-belief": "it is seen too late"}


@pytest.mark.parametrize(
    "text, words",
    [
        (
            "# %% wrong a b-c 70%: who\n",
            "line 1: a score is a fraction of the points from 0 to 1, such as 0.7, not '70%'",
        ),
        ("# %% wrong a b-c 1.5: who\n", "line 1: a score is a fraction"),
        ("# %% wrong a 0.5: who\n", "line 1: a wrong answer has a name, a belief and a score"),
        ("# %% wrong a b-c 0.5\n", "line 1: the head of a wrong answer does not say who writes it"),
        ("# %% right a b-c 0.5: who\n", "line 1: a right answer has a name and perhaps 'whole', not 'b-c 0.5'"),
        ("# %% other a: who\n", "line 1: a head is "),
        ("# %% right a\n\n# %% right a\n", "line 3: there is another answer called right_a"),
        ("\nx = 1\n", "line 2: a cell begins with a head"),
    ],
)
def test_what_is_no_head_is_said_with_file_and_line(file, text, words):
    file.write_text(text)
    with pytest.raises(SourceError) as error:
        bank.cells(file)
    assert str(error.value).startswith(f"bank/01_mini/ex1.py, {words}")
