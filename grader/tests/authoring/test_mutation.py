"""The mutation pass: each operator breaks what it says, a check that looks at nothing lets mutants through, records
must be true."""

import ast
from dataclasses import replace

import pytest

from grader.authoring import mutation, mutation_operators
from grader.authoring.mutation import Supply, examine, mutants, solution_lines
from grader.lessons.source import SourceError, load

PAIR = """class Pair:
    def __init__(self, x, y, unit="m"):
        ### BEGIN SOLUTION
        self.x, self.y = x, y
        self.unit = unit
        ### END SOLUTION

    def __eq__(self, other):
        ### BEGIN SOLUTION
        return self.unit == other.unit and self.x is not None
        ### END SOLUTION

    def __hash__(self):
        ### BEGIN SOLUTION
        return hash(self.unit)
        ### END SOLUTION

    def moved(self, by):
        ### BEGIN SOLUTION
        if by < 3:
            return Pair(self.x + by, self.y, unit=str(self.unit))
        return self.replace(x=jnp.array(self.x, "float32"))
        ### END SOLUTION


def flatten(pair):
    ### BEGIN SOLUTION
    return (pair.x, pair.y), pair.unit
    ### END SOLUTION


def unflatten(aux, children):
    ### BEGIN SOLUTION
    return Pair(*children, aux)
    ### END SOLUTION


jax.tree_util.register_pytree_node(Pair, flatten, unflatten)
"""


@pytest.fixture(scope="module")
def supply():
    with Supply() as one:
        yield one


# operator → a line that one of its mutants must have
MADE = {
    "swapped_order": "return ((pair.y, pair.x), pair.unit)",
    "dropped_child": "return ((pair.x,), pair.unit)",
    "leaf_to_aux": "(aux, children[1])",
    "aux_to_leaf": "((*children, aux), None)",
    "order_of_unflatten": "tuple(children)[::-1]",
    "equality_of_aux": "'__eq__': lambda s, o: True",
    "cut_gradient": "jax.lax.stop_gradient(children[0])",
    "broken_eq": "return self is other",
    "broken_hash": "return id(self)",
    "identity_for_equality": "self.unit is other.unit",
    "wrong_dtype": "jnp.array(self.x, 'float16')",
    "unwrapped": "unit=self.unit",
    "state_on_class": "type(self).unit = unit",
    "kept_result": "@functools.cache",
    "updated_in_place": "[object.__setattr__(self, 'x', jnp.array(self.x, 'float32')), self][-1]",
    "constant_returned": "return None",
    "other_argument": "return Pair(*aux, aux)",
    "other_attribute": "return ((pair.y, pair.y), pair.unit)",
    "off_by_one": "if by <= 3:",
    "arithmetic": "self.x - by",
    "condition": "if not by < 3:",
    "removed_statement": "pass",
    "swapped_arguments": "return Pair(aux, *children)",
    "dropped_keyword": "return Pair(self.x + by, self.y)",
    "other_word": "",
}


def broken(operator, answer=PAIR):
    """The mutants' sources of one operator."""
    tree = ast.parse(answer)
    place = mutation_operators.Place(tree, solution_lines(answer))
    for node in ast.walk(tree):
        for new in operator(node, place):
            yield ast.unparse(ast.fix_missing_locations(mutation.copy.deepcopy(tree, {id(node): new})))


@pytest.mark.parametrize("operator", mutation_operators.OPERATORS, ids=lambda operator: operator.__name__)
def test_each_operator_makes_what_it_says(operator):
    line = MADE[operator.__name__]
    if operator.__name__ == "other_word":
        assert any(
            "'blue_'" in source
            for source in broken(operator, "def f():\n    ### BEGIN SOLUTION\n    return 'blue'\n    ### END SOLUTION")
        )
        return
    sources = list(broken(operator))
    assert any(line in source for source in sources), "\n\n".join(sources)


def test_only_what_the_learner_writes_is_broken():
    region = "    ### BEGIN SOLUTION\n    return x + 2\n    ### END SOLUTION\n"
    answer = f"def given(x):\n    return x + 1\n\n\ndef f(x):\n{region}"
    for operator in mutation_operators.OPERATORS:
        for source in broken(operator, answer):
            assert "return x + 1" in source and "def given(x)" in source


def test_mutants_differ_from_the_reference_and_from_each_other(course):
    exercise = load("01_mini").exercises[2]
    sources = [mutant.source for mutant in mutants(exercise)]
    assert len(sources) > 10 and len(set(sources)) == len(sources)
    assert ast.unparse(ast.parse(exercise.answer)) not in sources


def test_a_check_that_looks_rejects_all_and_one_that_looks_at_nothing_lets_mutants_through(course, supply):
    exercise = load("01_mini").exercises[1]
    blind = replace(
        exercise,
        probe="def probe(see, x):\n    see('kind', 'int')",
        wanted="def wanted(x):\n    yield 'kind', 'int', 'belief', 'Some words.'",
    )
    good, bad = examine(supply, exercise, {}, seeds=1), examine(supply, blind, {}, seeds=1)
    assert good.rejected and not good.survivors and good.good and good.share == 1
    assert not bad.rejected and len(bad.survivors) == len(good.rejected) and not bad.good and bad.share == 0
    assert good.named > 0


def test_a_mutant_that_ends_its_process_is_rejected_and_the_next_one_is_judged(course, supply, monkeypatch):
    exercise = load("01_mini").exercises[1]
    dying = mutation.Mutant("ex1", "as-a-test", 1, "import os\n\n\ndef double(x):\n    os._exit(0)", "")
    fine = mutation.Mutant("ex1", "as-a-test", 2, "def double(x):\n    return 2 * x", "")
    monkeypatch.setattr(mutation, "mutants", lambda exercise: [dying, fine])
    result = examine(supply, exercise, {}, seeds=0)
    assert [mutant for mutant, _ in result.rejected] == [dying] and result.survivors == [fine]


def test_records_of_equal_mutants_must_be_true(course, supply):
    exercise = load("01_mini").exercises[1]
    first = mutants(exercise)[0]
    blind = replace(
        exercise,
        probe="def probe(see, x):\n    see('kind', 'int')",
        wanted="def wanted(x):\n    yield 'kind', 'int', 'belief', 'Some words.'",
    )
    rejected = examine(supply, exercise, {first.key: "as a test of the records"}, seeds=0)
    stale = examine(supply, exercise, {("ex1", "condition", 99, "0123456789"): "as a test of the records"}, seeds=0)
    recorded = examine(supply, blind, {mutant.key: "as a test of the records" for mutant in mutants(exercise)}, seeds=0)
    assert "the check rejects it" in rejected.faults[0] and not rejected.good
    assert "no such mutant" in stale.faults[0] and not stale.good
    assert recorded.equal and not recorded.survivors and recorded.good


@pytest.mark.parametrize(
    "text, said",
    [
        ("[[equal]\n", "is not TOML"),
        (
            '[[equal]]\nexercise = "ex1"\noperator = "condition"\nline = 3\nwhy = "they behave alike, always"\n',
            "does not say digest",
        ),
        (
            '[[equal]]\nexercise = "ex1"\noperator = "condition"\nline = 3\ndigest = "0"\nwhy = "equal"\n',
            "gives no reason",
        ),
    ],
)
def test_a_record_that_cannot_be_used_is_named(tmp_path, text, said):
    (tmp_path / "01_mini").mkdir()
    (tmp_path / "01_mini" / "equal_mutants.toml").write_text(text, encoding="utf-8")
    with pytest.raises(SourceError, match=said):
        mutation.equal_mutants("01_mini", tmp_path)


@pytest.mark.slow
def test_our_checks_reject_the_mutants():
    """Several minutes: run with -m slow, or `python -m grader mutants`."""
    from grader.core.paths import lesson_names

    bad = [
        (name, result.exercise, f"{result.share:.0%}", result.faults, [mutant.change for mutant in result.survivors])
        for name in lesson_names()
        for result in mutation.examined(load(name))
        if not result.good
    ]
    assert not bad
