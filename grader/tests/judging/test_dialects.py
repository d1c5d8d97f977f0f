"""One exercise, four dialects, one table: where the lessons ask for the same in a plain registration,
register_dataclass, equinox and simple_pytree.
"""

import re
from dataclasses import replace

import pytest

from grader.authoring import bank_gate
from grader.judging.judge import PASSED, fresh_inputs
from grader.lessons import bank
from grader.lessons.behaviour import wanted_rows
from grader.lessons.source import load
from grader.sandbox.runner_client import Runner

DIALECTS = {
    "plain": r"register_pytree_(node|node_class|with_keys|with_keys_class)\b",
    "register_dataclass": r"\bregister_dataclass\b",
    "equinox": r"\beqx\.Module\b",
    "simple_pytree": r"\bsimple_pytree\.Pytree\b",
}
# Lesson, the exercises that are one exercise in several dialects. The capstones take any dialect, the static pair has
# an exercise for each library.
SAME = {
    "the static pair": ("01_arrays_as_aux_data", ("ex3", "ex4", "ex5")),
    "the standardizer": ("01_arrays_as_aux_data", ("ex8",)),
    "running stats": ("02_aux_data_that_changes", ("ex8",)),
    "the running mean": ("03_methods_under_jit", ("ex8",)),
}


def exercises(lesson: str, names) -> list:
    return [exercise for exercise in load(lesson).exercises if exercise.id in names]


def right_answers(lesson: str, names) -> dict[str, list]:
    """Dialect → (exercise, answer): the reference and the bank's right answers that are written in it, and in no
    other.
    """
    found = {dialect: [] for dialect in DIALECTS}
    for exercise in exercises(lesson, names):
        for answer in bank.answers(load(lesson), exercise):
            if answer.kind in ("reference", "right"):
                used = [dialect for dialect, words in DIALECTS.items() if re.search(words, answer.source)]
                if len(used) == 1:
                    found[used[0]].append((exercise, answer))
    return found


def adapter(probe: str) -> tuple[str, str]:
    """The probe's adapter (from its comment to the first empty line), and the probe without it and its docstring."""
    found = re.fullmatch(r'(def probe\(.*?\):\n)    """.*?"""\n(    # The adapter,.*?\n)(\n.*)', probe, re.S)
    assert found, "the probe has no adapter: a docstring, '# The adapter, …', its lines, an empty line"
    return found[2], found[1] + found[3]


def told_apart(first, others) -> list[str]:
    """What makes `others` another table than `first`: rows, their order, what is wanted, how it is looked at."""
    found = []
    for other in others:
        if adapter(other.probe)[1] != adapter(first.probe)[1]:
            found.append(f"{other.id} looks at its answers in another way than {first.id}")
        for inputs in [first.visible, fresh_inputs(first, "dialects")]:
            one, two = (
                [row[:2] for row in wanted_rows(exercise, inputs) if row[0] != "raised"] for exercise in (first, other)
            )
            found += [f"{other.id} wants {b}, {first.id} {a}" for a, b in zip(one, two) if a != b]
            if len(one) != len(two):
                found.append(f"{other.id} has {len(two)} rows, {first.id} {len(one)}")
    return found


@pytest.mark.parametrize("what", SAME)
def test_the_bank_has_a_right_answer_in_each_of_the_four_dialects(what):
    assert [dialect for dialect, found in right_answers(*SAME[what]).items() if not found] == []


def test_the_static_pair_is_judged_by_one_table_through_small_adapters():
    first, *others = exercises(*SAME["the static pair"])
    assert len(others) == 2 and told_apart(first, others) == []
    assert all(len(adapter(exercise.probe)[0].splitlines()) <= 4 for exercise in (first, *others))


@pytest.mark.parametrize(
    "part, before, after, fault",
    [
        ("wanted", "[1, 1, 2, 2]", "[1, 1, 2, 3]", "ex5 wants"),
        (
            "wanted",
            '    yield "arrays in the aux data"',
            '    yield "more", 1, "more-rows", "One more."\n    yield "arrays in the aux data"',
            "ex5 has 10 rows",
        ),
        ("probe", "kept.append(make(", "kept.append((make)(", "in another way"),
    ],
)
def test_another_table_is_found(part, before, after, fault):
    first, *_, last = exercises(*SAME["the static pair"])
    changed = replace(last, **{part: getattr(last, part).replace(before, after)})
    assert any(fault in words for words in told_apart(first, [changed]))


@pytest.mark.parametrize("what", SAME)
def test_right_answers_in_all_dialects_pass_and_each_reaches_every_row_of_the_table(what):
    with Runner() as runner:
        for dialect, found in right_answers(*SAME[what]).items():
            exercise, answer = found[0]
            verdict = bank_gate.try_answer(runner, exercise, answer.source, fresh_inputs(exercise, "dialects"))
            assert (verdict.outcome, verdict.score) == (PASSED, exercise.points), (
                f"{dialect}: {answer.name}: {verdict.words}"
            )
