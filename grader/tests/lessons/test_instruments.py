"""The instruments say what is so: on ordinary objects, on odd ones, and on answers that try to please."""

import functools
import logging
import types
import warnings
from importlib.metadata import version

import pytest

from grader.lessons.source import instruments


@pytest.fixture(scope="module")
def tools():
    names = {"__name__": "instruments"}
    exec(compile(instruments(), "<instruments>", "exec"), names)
    return names


@pytest.mark.parametrize(
    "backend, kind, release, said",
    [
        ("cpu", "cpu", None, "device: cpu"),
        ("gpu", "NVIDIA H200", None, "device: gpu (NVIDIA H200)"),
        (
            "tpu",
            "TPU v5 lite",
            "release-colab_20260801-060052_RC00",
            "device: tpu (TPU v5 lite); Colab release-colab_20260801-060052_RC00",
        ),
    ],
)
def test_the_setup_cell_names_the_device_and_on_colab_the_release(monkeypatch, capsys, backend, kind, release, said):
    import jax

    monkeypatch.setattr(jax, "default_backend", lambda: backend)
    monkeypatch.setattr(jax, "devices", lambda: [types.SimpleNamespace(device_kind=kind)])
    monkeypatch.delenv("COLAB_RELEASE_TAG", raising=False)
    if release:
        monkeypatch.setenv("COLAB_RELEASE_TAG", release)
    exec(compile(instruments(), "<instruments>", "exec"), {"__name__": "instruments"})
    assert (
        capsys.readouterr().out
        == f"jax {jax.__version__}, numpy {version('numpy')}, equinox {version('equinox')}; {said}\n"
    )


def registered(tools, flatten=lambda p: ((p.x,), p.y)):
    class Pair:
        def __init__(self, x, y):
            self.x, self.y = x, y

    tools["jax"].tree_util.register_pytree_node(Pair, flatten, lambda aux, children: Pair(*children, aux))
    return Pair


def test_where_tells_traced_dead_and_concrete(tools):
    jax, jnp, where = tools["jax"], tools["jnp"], tools["where"]
    seen, kept = [], []
    jax.jit(lambda x: (kept.append(x * 2), seen.append((where(x), where(kept[0]), where(jnp.ones(2)))))[0] or x)(
        jnp.ones(2)
    )
    assert seen == [("traced", "traced", "traced")]
    assert where(kept[0]) == "dead tracer"
    assert where(jnp.ones(2)) == where(3) == "concrete"


def test_where_does_not_poison_the_trace_it_looks_into(tools):
    """A dead tracer looked at inside another trace must not make that trace fail."""
    jax, jnp, where = tools["jax"], tools["jnp"], tools["where"]
    kept = []
    jax.jit(lambda x: kept.append(x * 2) or x)(jnp.ones(2))
    assert jax.jit(lambda x: (where(kept[0]), x + 1)[1])(jnp.ones(2)).tolist() == [2.0, 2.0]


def test_look_is_stable_and_tells_libraries_and_dtypes_apart(tools):
    jnp, np, look = tools["jnp"], tools["np"], tools["look"]
    assert look(jnp.array([3, 4], "int32")) == "jax int32[2] [3, 4]"
    assert look(np.array([3.0, 4.0], "float32")) == "numpy float32[2] [3.0, 4.0]"
    assert look(np.zeros(100, "int8")) == "numpy int8[100]"
    assert [look(value) for value in (1, 1.0, True, None, "a", (1, [2]), object())] == [
        "1",
        "1.0",
        "True",
        "None",
        "'a'",
        "(1, [2])",
        "a object",
    ]
    assert look(np.float32(1)) == "numpy float32 scalar 1.0"


def test_parts_finds_children_aux_and_what_is_forgotten(tools):
    jnp = tools["jnp"]
    pair = registered(tools)(jnp.ones(2), (3, 4))
    pair.forgotten = "label"
    found = tools["parts"](pair)
    assert [name for name, _ in found["children"]] == ["x"]
    assert found["aux data"] == [("y", (3, 4))]
    assert found["in neither"] == [("forgotten", "label")]


@pytest.mark.parametrize("obj", [None, (), {}, 3, "leaf", [1, {"a": None}], {"b": (1, 2)}])
def test_show_draws_plain_pytrees_and_leaves(tools, obj):
    drawn = tools["Picture"](obj)
    assert drawn._repr_html_().startswith("<svg") and " at 0x" not in repr(drawn)


def test_show_has_no_address_and_escapes_names(tools):
    pair = registered(tools)(tools["jnp"].ones(2), "<b>")
    drawn = tools["Picture"](pair)
    assert "<b>" not in drawn._repr_html_() and "&lt;b&gt;" in drawn._repr_html_()


def test_raises_fails_when_nothing_is_raised(tools, capsys):
    with tools["raises"](ZeroDivisionError):
        1 / 0
    assert "raised ZeroDivisionError" in capsys.readouterr().out
    with pytest.raises(AssertionError, match="nothing was raised"):
        with tools["raises"](ZeroDivisionError):
            pass
    with pytest.raises(KeyError):
        with tools["raises"](ZeroDivisionError):
            {}["a"]


def test_claim_fails_when_it_does_not_hold(tools):
    with pytest.raises(AssertionError, match="l9-x"):
        tools["claim"]("l9-x", "one is two", 1 == 2)


def test_count_traces_is_fresh_each_time(tools):
    jax = tools["jax"]

    def double(x):
        return x * 2

    for _ in range(2):
        counted = tools["count_traces"](double)
        fast = jax.jit(counted)
        fast(1.0), fast(2.0), fast(3)
        assert counted.traces == 2


class Pleaser:
    """Equal to everything, of every type it is asked for."""

    def __eq__(self, other):
        return True

    def __hash__(self):
        return 0

    def __bool__(self):
        return True

    def __iter__(self):
        return iter([])


class Int(int):
    def __eq__(self, other):
        return True

    __hash__ = int.__hash__


@pytest.mark.parametrize(
    "seen, wanted",
    [
        (Pleaser(), 3),
        (Int(5), 3),
        (True, 1),
        (1.0, 1),
        ("1", 1),
        ([1], [True]),
        ([1], [1, 2]),
        (None, "None"),
        (float("nan"), 1.0),
    ],
)
def test_same_is_not_fooled(tools, seen, wanted):
    assert not tools["same"](tools["plain"](seen), wanted)


@pytest.mark.parametrize(
    "seen, wanted", [(3, 3), (0.1 + 0.2, 0.3), ([1, ["a"]], [1, ["a"]]), ({"a": 1}, {"a": 1}), (None, None)]
)
def test_same_accepts_what_is_the_same(tools, seen, wanted):
    assert tools["same"](tools["plain"](seen), wanted)


TABLE = [
    ("raised", "nothing", {"KeyError": ("a-key", "No such key.")}),
    ("double", 6, {3: ("identity", "It gives back what it got."), ...: ("wrong", "It is not twice.")}),
    ("kind", "int", "kind", "An integer was wanted."),
]


def run(tools, double, x=3, table=TABLE):
    def probe(see, x):
        see("double", double(x))
        see("kind", type(double(x)).__name__)

    return tools["Report"]("ex", tools["compare"](*tools["observe"](probe, {"x": x}), table))


def raising(error):
    raise error


def test_a_row_names_the_belief_of_the_value_seen(tools):
    assert run(tools, lambda x: 2 * x).passed
    assert run(tools, lambda x: x).belief == "identity"
    assert run(tools, lambda x: 7).belief == "wrong"
    assert run(tools, lambda x: 7).score == 0.5
    assert run(tools, lambda x: float(2 * x)).belief == "wrong"


def with_numbers(raised, double, kind):
    """TABLE with a number behind each row, or none."""
    return [row + (number,) * (number is not None) for row, number in zip(TABLE, (raised, double, kind))]


@pytest.mark.parametrize(
    "numbers, seen, score",
    [
        ((None, None, None), {"kind": "int"}, 1 / 2),
        ((None, 3, None), {"kind": "int"}, 1 / 4),
        ((None, 3, None), {"double": 6}, 3 / 4),
        ((0.5, 0.5, 1.5), {"kind": "int"}, 3 / 4),
    ],
)
def test_the_number_behind_a_row_is_its_weight(tools, numbers, seen, score):
    report = tools["Report"]("ex", tools["compare"](seen, ("nothing", ""), with_numbers(*numbers)))
    assert report.score == pytest.approx(score) and not report.passed


@pytest.mark.parametrize("error", [KeyError("x"), OSError("not named by a row")])
@pytest.mark.parametrize("share, score", [(None, 0), (0.5, 0.25), (1, 0.5), (0, 0)])
def test_code_that_raises_keeps_nothing_of_what_was_seen_before_unless_its_row_says_so(tools, error, share, score):
    def probe(see, x):
        see("double", 6)
        raise error

    report = tools["Report"](
        "ex", tools["compare"](*tools["observe"](probe, {"x": 3}), with_numbers(share, None, None))
    )
    assert [row[0] for row in report.rows] == [False, True, False] and report.score == score and not report.passed


def test_stock_nbgrader_gets_the_share_of_the_weights_with_fresh_inputs(tools, monkeypatch):
    """While autograding a check says nothing, and the last number of its cell is the partial credit."""
    names = {**tools, "GRADING": True}
    for name in ("check", "score_hidden"):
        names[name] = types.FunctionType(tools[name].__code__, names)
    given = []

    def wanted(x):
        given.append(x)
        yield "double", 2 * x, "not-twice", "Twice, please.", 3
        yield "kind", "int", "kind", "An integer was wanted."

    def probe(see, x):
        see("double", answer(x))
        see("kind", type(answer(x)).__name__)

    answer = lambda x: 2.5 * x
    assert names["check"]("ex", probe, [], x=3) is None
    for answer, score in (
        (lambda x: 2 * x, 2.0),
        (lambda x: x, 0.5),
        (lambda x: 2.0 * x, 0.0),
        (lambda x: raising(ValueError()), 0.0),
        (lambda x: raising(NotImplementedError()), 0.0),
    ):
        assert (
            names["score_hidden"]("ex", probe, wanted, lambda rng: {"x": rng.randrange(10, 10**9)}, points=2) == score
        )
    assert len(set(given)) == 4


def test_errors_name_their_belief_or_the_error(tools):
    report = run(tools, lambda x: raising(KeyError("x")))
    assert report.belief == "a-key" and report.words == "No such key. (It raised KeyError: 'x')"
    report = run(tools, lambda x: raising(OSError("no such thing")))
    assert report.belief == "error" and "OSError: no such thing" in report.words and report.score == 0


def test_a_stub_is_not_attempted_but_an_error_of_jax_is(tools):
    observe = tools["observe"]
    assert observe(lambda see: raising(NotImplementedError()), {})[1][0] == "not attempted"
    assert observe(lambda see: raising(NotImplementedError("no rule for this")), {})[1][0] == "NotImplementedError"


def test_warnings_and_stderr_of_an_answer_cost_nothing(tools, capsys):
    import sys

    def loud(x):
        warnings.warn("careful")
        print("to stderr", file=sys.stderr)
        return 2 * x

    assert run(tools, loud).passed
    assert capsys.readouterr().err == ""


def test_an_error_of_jax_itself_comes_with_advice(tools):
    report = run(tools, lambda x: raising(TypeError("iteration over a 0-d array")))
    assert "are the children a tuple?" in report.words


def test_a_check_of_what_a_failing_cell_left_behind_says_so(tools, capsys):
    class Result:
        error_before_exec = error_in_exec = None

        class info:
            raw_cell = "class Mine:\n    pass"

    names = dict(tools)  # a notebook's namespace
    exec("class Mine:\n    two = 2\ndef probe(see, x):\n    see('double', Mine.two * x)\n    see('kind', 'int')", names)
    names["check"]("ex", names["probe"], TABLE, x=3)
    assert "Beware" not in capsys.readouterr().out
    failed = Result()
    failed.error_in_exec = ValueError()
    names["notice_stale"](failed)
    names["check"]("ex", names["probe"], TABLE, x=3)
    assert "Beware: the cell that defines Mine raised" in capsys.readouterr().out
    names["notice_stale"](Result())
    names["check"]("ex", names["probe"], TABLE, x=3)
    assert "Beware" not in capsys.readouterr().out


@pytest.mark.parametrize(
    "before, said",
    [
        (
            "class Mine:\n    def __init__(self):\n        raise NotImplementedError()",
            "the stub of this exercise is still there",
        ),
        ("", "name 'Mine' is not defined: run the answer cell above first"),
    ],
    ids=["the stub had run", "nothing had run"],
)
def test_a_cell_that_raised_is_named_where_only_its_stub_or_nothing_is_there(tools, before, said):
    class Failed:
        error_before_exec, error_in_exec = None, ValueError()

        class info:
            raw_cell = "class Mine:\n    total: object = []"

    names = {**tools, "STALE": {}}
    exec(before + "\ndef probe(see, x):\n    see('double', Mine())", names)
    # the functions of a notebook share its namespace; `tools` has its own, so they are made anew in this one
    for name in ("check", "notice_stale"):
        names[name] = types.FunctionType(tools[name].__code__, names)
    with pytest.raises(names["NotAttempted"]) as plain:
        names["check"]("ex", names["probe"], TABLE, x=3)
    assert str(plain.value) == f"ex is not attempted: {said}."
    names["notice_stale"](Failed())
    with pytest.raises(names["NotAttempted"]) as told:
        names["check"]("ex", names["probe"], TABLE, x=3)
    assert str(told.value) == f"ex is not attempted: {said}; the cell that defines Mine raised when it was last run."


def test_check_raises_one_sentence(tools):
    def probe(see, x):
        see("double", x)
        see("kind", "int")

    with pytest.raises(tools["Unfinished"], match="1 of 2 rows are right. It gives back") as raised:
        tools["check"]("ex", probe, TABLE, x=3)
    assert raised.value._render_traceback_() == [f"Unfinished: {raised.value}"]
    with pytest.raises(tools["NotAttempted"]):
        tools["check"]("ex", lambda see, x: raising(NotImplementedError()), TABLE, x=3)


def test_reply_answers_each_letter_and_asks_for_one(tools, capsys):
    options = {"A": ("a-belief", "why not A"), "B": (None, "why B")}
    reply = functools.partial(tools["reply"], "predict1", options=options)
    for nothing in (None, "", "C", 3, ...):
        with pytest.raises(tools["NotAttempted"]):
            reply(nothing)
    reply(" a ")
    assert capsys.readouterr().out == "predict1: your A is not so. why not A\npredict1: B it is. why B\n"
    reply("B")
    assert capsys.readouterr().out == "predict1: your B is right. why B\n"
    tools["reply"]("recall1", None, options)  # worth nothing: it asks, and stops no other reply
    assert capsys.readouterr().out.startswith("recall1 is not attempted: write one of the letters A, B")


def test_one_row_that_is_seen_twice_must_be_the_same(tools):
    observe = tools["observe"]
    assert observe(lambda see: (see("a", 1), see("a", 1), see("b", [1]), see("b", [2])), {})[0] == {
        "a": 1,
        "b": "first one thing, then another",
    }


def test_overheard_tells_what_was_given_and_whether_jax_had_work(tools, capfd):
    """A trace that is found again is silent, so is plain Python; what listens otherwise is there again afterwards, and
    nothing is printed.
    """
    jax, jnp, overheard = tools["jax"], tools["jnp"], tools["overheard"]
    logger = logging.getLogger("jax")
    before = (list(logger.handlers), logger.propagate, jax.config.jax_log_compiles)
    fast, x = jax.jit(lambda x: 3 * x + 1), jnp.ones(7)
    given, heard = overheard(fast, x)
    assert given.tolist() == [4.0] * 7 and heard > 0
    assert overheard(fast, x)[1] == 0
    assert overheard(lambda a, b: a + b, 2, 3) == (5, 0)
    with pytest.raises(ValueError):
        overheard(int, "no number")
    assert (list(logger.handlers), logger.propagate, jax.config.jax_log_compiles) == before
    assert capfd.readouterr() == ("", "")


def test_way_through_tells_jitted_steps_from_python_s(tools):
    jax, jnp, way = tools["jax"], tools["jnp"], tools["way_through"]
    one, x = jax.jit(lambda x: 2 * x), jnp.ones(3)
    assert [step if type(step) is str else "jitted" for step in way(lambda x: one(x) + 1, x)] == ["jitted", "by Python"]
    twice = way(lambda x: one(one(x)), x)
    assert len(twice) == 2 and twice[0] is twice[1], "one jitted function has one program for one kind of value"
    assert way(lambda x: one(jnp.zeros(3)), x) == [], "what does not come from the value is no step of its way"
