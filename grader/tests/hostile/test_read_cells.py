"""What a file of cells says becomes the cells of a notebook, to the byte;
a file that says something else is no case.
"""

import pytest

from grader.tests.hostile import RIGHT, WRONG
from grader.tests.hostile.lesson import release
from grader.tests.hostile.read_cells import BadCells, parse, put_in

FILE = """# Some words.
#
# kind: ways in
# answers: wrong
# code: above

# %% [piece PIECE]
taken = "in"

# %% [every ex2]
def twice(f): pass

# %% one_case: graded or review, 2.5 points, slow
#: Why it is here,
#: in two lines.
import above

# %% another: refused
# %% [first]
#+ PIECE
more = {ROOT}

# %% [ex2]
ends = 1
#.

# %% [last]
#+ PIECE
"""


def test_places_pieces_and_ends_of_lines():
    from grader.core.paths import ROOT

    said, (one, another) = parse(FILE)
    assert said == {"kind": "ways in", "answers": "wrong", "code": "above"}
    assert (one.name, one.outcomes, one.points, one.slow) == ("one_case", ("graded", "review"), 2.5, True)
    assert one.about == "Why it is here, in two lines." and one.cells == [("above", "import above")]
    assert (another.outcomes, another.points, another.slow, another.about) == (("refused",), 0.0, False, "")
    assert another.cells == [
        ("first", f'taken = "in"\nmore = {str(ROOT)!r}'),
        ("ex2", "ends = 1\n"),
        ("last", 'taken = "in"\n'),
    ]


def test_cells_stand_where_they_say():
    import copy

    _, (one, another) = parse(FILE)
    sources = [cell["source"] for cell in put_in(copy.deepcopy(release()), one, "wrong")["cells"]]
    assert f"import above\n{WRONG['ex1']}" in sources and "def twice(f): pass" in sources
    sources = [cell["source"] for cell in put_in(copy.deepcopy(release()), another, "right")["cells"]]
    assert sources[2].startswith("taken") and sources[-1] == 'taken = "in"\n'
    assert "ends = 1\n" in sources and RIGHT["ex1"] in sources and RIGHT["ex2"] not in sources


@pytest.mark.parametrize(
    "before, after",
    [
        ("#+ PIECE", "#+ PEACE"),
        ("[first]", "[frist]"),
        ("another: refused", "another"),
        (", slow", ", slwo"),
        ("# kind: ways in\n", ""),
        ("answers: wrong", "answers: wrnog"),
    ],
)
def test_a_slip_of_the_pen_is_an_error(before, after):
    with pytest.raises(BadCells):
        parse(FILE.replace(before, after))
