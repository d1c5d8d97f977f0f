"""Which cells run for an exercise."""

import pytest

from grader.judging.dependencies import closure, imports_for, names_of, wide


def cells(*sources):
    return {index: names_of(source) for index, source in enumerate(sources)}


@pytest.mark.parametrize(
    "source, binds, reads",
    [
        ("x = y + 1", {"x"}, {"y"}),
        ("def f(a):\n    return a + b", {"f"}, {"b"}),
        ("class C(B):\n    z = q\n    def g(self):\n        return r", {"C"}, {"B", "q", "r"}),
        ("def f(p: 'Pair') -> 'list[Box]':\n    pass", {"f"}, {"Pair", "Box"}),
        ("x: 'Pair | None' = None", {"x"}, {"Pair"}),
        ("for i in xs:\n    pass", {"i"}, {"xs"}),
        ("def f():\n    global g\n    g = 1", {"f", "g"}, set()),
        ("print(len(x))", set(), {"x"}),
        ("await f()", set(), {"f"}),
        ("x = 1\ndef f(x):\n    return x", {"x", "f"}, set()),
        ("try:\n    import a\nexcept ImportError:\n    a = None", {"a"}, set()),
        ("def f(:", set(), set()),
        ("del x", {"x"}, set()),
        ("'Pair'", set(), set()),
    ],
)
def test_names_of_a_cell(source, binds, reads):
    found = names_of(source)
    assert (found.binds, found.reads) == (binds, reads)


def test_imports_bind_nothing_and_are_repeated_where_they_are_needed():
    found = cells("import numpy as q, math\nfrom __future__ import annotations\nplot()", "x = q.pi")
    assert found[0].binds == set() and closure(found, {1}, frozenset()) == {1}
    assert imports_for(found, {1}, frozenset()) == {0: ["import numpy as q", "from __future__ import annotations"]}


def test_cells_that_bind_what_is_read_are_needed_and_those_that_they_need():
    found = cells("a = 1", "b = a", "c = 1", "def answer():\n    return b", "print(answer())")
    assert closure(found, {3}, frozenset()) == {0, 1, 3} and closure(found, {3}, frozenset({"c"})) == {0, 1, 2, 3}


def test_the_wide_set_has_cells_that_register_by_a_list():
    found = cells(
        "class P:\n    pass",
        "NODES = [(P, f)]",
        "for one in NODES:\n    register(*one)",
        "x = 1\njnp.sum(x)",
        "f = 1",
        "def answer():\n    return P()",
    )
    narrow = closure(found, {5}, frozenset())
    assert narrow == {0, 5}
    assert wide(found, {0, 1, 2, 3, 5}, narrow, frozenset(), frozenset({"jnp"})) == {0, 1, 2, 4, 5}


def test_names_of_the_setup_cell_widen_nothing():
    found = cells("show(jnp.ones(2))", "def answer():\n    return jnp.zeros(1)")
    assert wide(found, {0, 1}, {1}, frozenset(), frozenset({"jnp", "show"})) == {1}
