"""What a verdict tells somebody who must not know the inputs: the row's own values and a few fixed words, whatever the
learner's code makes of them.
"""

import builtins
from dataclasses import replace

import pytest

from grader.core.paths import lesson_names
from grader.judging import judge
from grader.judging.results import GradedSubmission
from grader.lessons import behaviour
from grader.lessons.source import instruments, load
from grader.reports.feedback import page
from grader.sandbox.messages import Observation
from grader.sandbox.runner_client import Runner

GRADED = [name for name in lesson_names() if load(name).exercises]
WORDS = ("traced", "concrete", "dead tracer", "not reached", "nothing")
FIXED = ("more", "fewer", "something else", *WORDS)


def numbers_in(value):
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [number for one in value for number in numbers_in(one)]
    return [len(value) if isinstance(value, str) else value]


def carriers(inputs):
    """Plain data into which a learner's code could have put the inputs that it was given."""
    numbers = [int(number) for number in numbers_in(inputs)]
    digits = [[int(digit) for digit in str(abs(number))] for number in numbers]
    errors = sorted(name for name in dir(builtins) if name.endswith(("Error", "Warning", "Exception")))
    yield from (
        inputs,
        list(inputs.values()),
        numbers,
        digits,
        digits[0],
        [digits[0]],
        [[[digits[0][0]]]],
        numbers[:4],
        [True, digits],
        ["traced", digits[0][0]],
    )
    for number in numbers:
        yield from (
            number,
            number % 10,
            float(number),
            str(number),
            f"words {number}",
            [number % 10],
            [number % 10] * 4,
            {"a": number},
            [True] * (number % 7),
            [["traced"] * (number % 5)],
            ["traced", "concrete"] * (number % 4),
            [None] * (number % 5),
            errors[number % len(errors)],
            [errors[number % len(errors)]],
        )


def harmless(seen, wanted):
    """Whether `seen` says no more than the page says anyway: a fixed word, yes or no, or as many of the instruments'
    words as are wanted.
    """
    one = lambda value: type(value) is bool or type(value) is str and value in WORDS
    return (
        seen is None
        or one(seen)
        or seen in FIXED
        or type(seen) is list
        and type(wanted) is list
        and len(seen) == len(wanted)
        and all(map(one, seen))
    )


def leaks(exercise, inputs):
    """(row, what is told) for all that a verdict tells of rows in which inputs were put, other than what the row's
    table says of any inputs.
    """
    same, rows = judge.tools()["same"], behaviour.wanted_rows(exercise, inputs)
    others = [behaviour.wanted_rows(exercise, judge.fresh_inputs(exercise, f"other {number}")) for number in range(12)]
    tables = [
        {what: [value, *(rest[0] if type(rest[0]) is dict else ())] for what, value, *rest in table}
        for table in (rows, *others)
    ]
    named = {
        what: [
            value
            for value in values
            if value is not ... and all(any(same(value, one) for one in table[what]) for table in tables)
        ]
        for what, values in tables[0].items()
    }
    found = []
    for carrier in carriers(inputs):
        for row in judge.judge(exercise, Observation(dict.fromkeys(named, carrier), ("nothing", ""), []), inputs).rows:
            if row.wanted is not None and not any(same(row.wanted, one) for one in named[row.what]):
                found.append((row.what, row.wanted))
            if not (harmless(row.seen, row.wanted) or any(same(row.seen, one) for one in named[row.what])):
                found.append((row.what, row.seen))
    return found


@pytest.mark.parametrize("name", GRADED)
def test_nothing_that_a_learner_could_make_of_hidden_inputs_is_told(name):
    for exercise in load(name).exercises:
        if not exercise.is_prediction:
            assert leaks(exercise, judge.fresh_inputs(exercise, "hidden")) == []


def test_showing_what_is_small_would_be_found(monkeypatch):
    exercise = next(one for one in load("03_methods_under_jit").exercises if one.id == "ex3")
    monkeypatch.setattr(judge, "shown", lambda seen, *_: seen if type(seen) is list else None)
    assert leaks(exercise, judge.fresh_inputs(exercise, "hidden"))


def test_a_row_taken_for_constant_after_too_few_samples_would_be_found(monkeypatch):
    exercise = next(one for one in load("02_aux_data_that_changes").exercises if one.id == "ex1")
    judge.foreseen.cache_clear()
    monkeypatch.setattr(judge, "SAMPLES", 1)
    assert leaks(exercise, judge.fresh_inputs(exercise, "sample 0"))
    judge.foreseen.cache_clear()


@pytest.mark.parametrize("name", GRADED)
def test_no_words_and_no_row_names_tell_inputs(name):
    for exercise in load(name).exercises:
        if exercise.is_prediction:
            continue
        tables = [behaviour.rows(exercise, judge.fresh_inputs(exercise, f"words {number}")) for number in range(20)]
        said = [{words for _, _, beliefs, _ in table for _, words in beliefs.values()} for table in tables]
        assert (
            set.union(*said[10:]) <= set.union(*said[:10])
            and len({tuple(sorted(row[0] for row in table)) for table in tables}) == 1
        ), exercise.id


@pytest.mark.parametrize("kind", ["OverflowError", "BufferError", "Gain6Error"])
def test_the_name_of_an_error_is_told_only_if_it_is_a_common_one(kind):
    exercise = next(one for one in load("03_methods_under_jit").exercises if one.id == "ex3")
    inputs = judge.fresh_inputs(exercise, "hidden")
    for name, expected in (
        (kind, "an error"),
        ("KeyError", "KeyError"),
        ("TracerBoolConversionError", "TracerBoolConversionError"),
    ):
        verdict = judge.judge(exercise, Observation({}, (name, str(inputs)), []), inputs)
        assert (
            verdict.rows[0].seen == expected
            and f"raised {expected}:" in verdict.words
            and str(inputs) not in verdict.words
        )


@pytest.mark.parametrize(
    "seen, wanted, known, expected",
    [
        (4, 2, (2,), "more"),
        (1, 2, (2,), "fewer"),
        (3, 2, (2, 3), 3),
        (True, False, (False,), True),
        (2.5, 2, (2,), "something else"),
        ([1, 2, 3, 4], [1, 1, 2, 2], ([1, 1, 2, 2],), "more"),
        ([1, 1, 1, 1], [1, 1, 2, 2], ([1, 1, 2, 2],), "fewer"),
        ([2, 1, 1, 2], [1, 1, 2, 2], (), "something else"),
        (["traced"], ["concrete"], (), ["traced"]),
        (["traced"] * 3, ["concrete"], (), "something else"),
        ([True, False], [False, False], (), [True, False]),
        ([[6], [4]], "word", ("word",), "something else"),
        ("ValueError", "word", ("word",), "something else"),
        ("ValueError", "word", ("word", "ValueError"), "ValueError"),
        ("not reached", 2, (2,), "not reached"),
        ({"a": 6}, 2, (2,), "something else"),
        (None, 2, (2,), None),
    ],
)
def test_what_is_shown_of_a_wrong_row(seen, wanted, known, expected):
    assert judge.shown(seen, wanted, known) == expected and type(judge.shown(seen, wanted, known)) is type(expected)


ANSWER = """
store = []


class Amp3:
    made = 0

    def __init__(self, gain, bias, on):
        self.gain, self.bias, self.on = jnp.asarray(gain, "float32"), jnp.asarray(bias, "float32"), on

    @jax.jit
    def play(self, y):
        return self.gain * y + self.bias if self.on else y


def flatten3(amp):
    if isinstance(amp.gain, jax.Array) and not isinstance(amp.gain, jax.core.Tracer):
        store[:] = [[int(digit) for digit in str(int(number))] for number in [*amp.gain.tolist(), *amp.bias.tolist()]]
    return (amp.gain, amp.bias), amp.on


def unflatten3(aux, children):
    amp = object.__new__(Amp3)
    amp.gain, amp.bias = children
    if type(amp.gain) is str:
        amp.gain = list(store)
    amp.on = aux
    return amp


jax.tree_util.register_pytree_node(Amp3, flatten3, unflatten3)
"""


def test_a_page_does_not_show_inputs_that_an_answer_put_into_a_row(tmp_path):
    lesson = load("03_methods_under_jit")
    exercise = next(one for one in lesson.exercises if one.id == "ex3")
    inputs = judge.fresh_inputs(exercise, "hidden")
    with Runner() as runner:
        runner.open(instruments())
        cell = runner.cell(ANSWER, 30)
        verdict = judge.judge(exercise, runner.probe(exercise.probe, inputs, 30), inputs, True, cell)
    row = next(row for row in verdict.rows if not row.right)
    assert (row.what, row.seen, verdict.belief) == ("rebuilt around words", "something else", "children-are-arrays")
    assert (
        "["
        not in page(
            GradedSubmission("a.ipynb", tmp_path, "a", lesson.name, verdicts=(verdict,)),
            replace(lesson, exercises=(exercise,)),
        ).split("<table>")[1]
    )


@pytest.mark.parametrize(
    "share, end, score",
    [
        ("", "nothing", 1.5),
        ("", "KeyError", 0),
        (", 0.5", "KeyError", 0.75),
        (", 0.5", "OSError", 0.75),
        (", 1", "nothing", 1.5),
    ],
)
def test_rows_count_by_their_weights_and_code_that_raised_keeps_what_its_row_says(share, end, score):
    wanted = (
        f"def wanted(x):\n    yield 'raised', 'nothing', {{'KeyError': ('a-key', 'No key.')}}{share}\n    "
        f"yield 'a', 1, 'b-c', 'Words.', 3\n    yield 'd', x, 'e-f', 'Words.'"
    )
    exercise = replace(
        load("03_methods_under_jit").probed("ex2")[0],
        wanted=wanted,
        visible={"x": 3},
        inputs="def inputs(rng):\n    return {'x': rng.random()}",
    )
    verdict = judge.judge(exercise, Observation({"a": 1}, (end, ""), []), judge.fresh_inputs(exercise, "hidden"))
    assert (exercise.points, verdict.score) == (2, score) and judge.constant_share(exercise) == 0.75
