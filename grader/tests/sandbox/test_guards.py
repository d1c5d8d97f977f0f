"""What is refused while a learner's code runs, and what a check does not let itself be told."""

import pytest

from grader.lessons.source import instruments
from grader.sandbox.inside.guards import COMPUTED, COUNTED, DEFINE, HIDDEN, SET, leads_out
from grader.sandbox.runner_client import Runner

PROBE = """
def probe(see, x):
    see("answer", answer(jnp.array(x)))
    see("where", where(jax.jit(lambda v: v)(jnp.array(x))))
"""


@pytest.fixture(scope="module")
def runner():
    with Runner() as one:
        yield one


@pytest.fixture
def ask(runner):
    """`ask(cell, probe)` → (how the cell ended, what a probe then saw)."""

    def asked(source, probe=PROBE, guarded=True, hide=()):
        runner.open(instruments(), guarded, hide)
        run = runner.cell(source, 30)
        seen = runner.probe(probe, {"x": [1, 2]}, 30)
        runner.close()
        return run, seen

    return asked


@pytest.mark.parametrize(
    "name",
    [
        "__globals__",
        "__code__",
        "__subclasses__",
        "gi_frame",
        "f_back",
        "tb_frame",
        "__self__",
        "__array_interface__",
        "_getframe",
        "sys",
    ],
)
def test_names_that_lead_out(name):
    assert leads_out(name) and leads_out(name, DEFINE) and leads_out(name, SET)


@pytest.mark.parametrize("name", ["__init__", "__dict__", "f_prev", "x", "_x", "__eq__", "tb_size", "co"])
def test_names_that_do_not(name):
    assert not leads_out(name)


GLOBALS, INTERFACE = "'__glo' + 'bals__'", "'__array_' + 'interface__'"


@pytest.mark.parametrize(
    "source",
    [
        f"getattr(show, {GLOBALS})",
        f"hasattr(show, {GLOBALS})",
        f"class C:\n    pass\nsetattr(C, {INTERFACE}, {{}})",
        f"delattr(show, {GLOBALS})",
        f"list(map(getattr, [show], [{GLOBALS}]))",
        f"class C:\n    pass\nobject.__setattr__(C(), {INTERFACE}, {{}})",
        f"class C:\n    def __init__(self):\n        super().__setattr__({INTERFACE}, {{}})\nC()",
        f"class C:\n    pass\nC().__dict__[{INTERFACE}] = {{}}",
        f"class C:\n    pass\nC().__dict__.update({{{INTERFACE}: 1}})",
        f"class C:\n    pass\nvars(C())[{INTERFACE}] = 1",
        f"class C:\n    pass\nC().__dict__ = {{{INTERFACE}: 1}}",
        f"class C:\n    pass\nvars(C()).update(**{{{INTERFACE}: 1}})",
        "vars(object)['__subcl' + 'asses__']",
        "class S(str):\n    def startswith(self, *a):\n        return False\ngetattr(show, S('__glo' + 'bals__'))",
        "import typing\ntyping.get_type_hints(type('F', (), {'__annotations__': {'x': 'show.__glo' + 'bals__'}}))",
        "type(type)",
        "class C:\n    pass\ntype(C)",
        "C = type(np.zeros(1))\nC((1,), 'int32', np.zeros(9))",
        "type(show)(1, {})",
        "class C:\n    pass\nC.__class__",
        "getattr(object, '__cl' + 'ass__')",
        "import types\nN = types.SimpleNamespace\nN(**{'__array_' + 'interface__': 1})",
        "import enum\nclass E(enum.Enum):\n    pass\nE('F', {'__array_' + 'interface__': 1})",
        "class P:\n    pass\nsetattr(P, '__match_' + 'args__', ('x',))",
        "import typing\ndef f(x: \"eval('1')\"): ...\ntyping.get_type_hints(f)",
        "import dataclasses\ndataclasses.exec('def f(x):\\n    return x.__globals__', {}, {})",
        "import dataclasses\ndataclasses.make_dataclass('F', ['__array_' + 'interface__'])",
    ],
)
def test_names_that_are_worked_out_are_refused_and_told(ask, source):
    run, seen = ask(source)
    assert run.ended == "error" and "may not be used" in run.said and seen.warnings == [COMPUTED]


@pytest.mark.parametrize(
    "source",
    [
        (
            "class C:\n    def __init__(self):\n        self.a = 1\nc = C()\nfor name in ('a',):\n    setattr(c, name, "
            "getattr(c, name) + 1)\n    object.__setattr__(c, name, 3)\nc.__dict__.update(zip(['b'], [4]))\n"
            "vars(c)['d'] = 5\nc.__dict__ = dict(c.__dict__, e=6)\nassert vars(c) == {'a': 3, 'b': 4, 'd': 5, 'e': 6} "
            "and type(vars(c)) is dict and jax.tree_util.tree_leaves(c.__dict__) == [3, 4, 5, 6]"
        ),
        (
            "import dataclasses, typing\n@dataclasses.dataclass(frozen=True, order=True)\nclass D:\n    x: 'int'\n    "
            "y: list = dataclasses.field(default_factory=list)\nassert typing.get_type_hints(D) == {'x': int, 'y': "
            "list}"
        ),
        (
            "class C:\n    def __getattr__(self, name):\n        if name != 'x':\n            raise "
            "AttributeError\n    "
            "    return 1\nassert C().x == 1 and np.asarray(C()).shape == ()"
        ),
        "assert input('name') == ''\nbreakpoint()",
        "class M(eqx.Module):\n    x: jax.Array\n    y: int = eqx.field(static=True)\nM(jnp.ones(1), 2)",
    ],
)
def test_what_people_write_is_not(ask, source):
    run, seen = ask(source)
    assert (run.ended, seen.warnings) == ("ok", []), run.said


def test_memory_is_not_given_by_an_answer_for_any_name(ask):
    run, _ = ask(
        "class C:\n    def __getattr__(self, name):\n        if 'interface' not in name:\n            raise "
        "AttributeError\n        return {'data': (id(show), False), 'shape': (2,), 'typestr': '<u8', 'version': "
        "3}\nprint(np.asarray(C()).dtype)"
    )
    assert run.outputs[0]["text"] == "object\n"


def test_without_guards_the_code_runs_as_in_a_notebook(ask):
    run, seen = ask("def f(): ...\nprint(type(getattr(f, '__globals__')).__name__)", guarded=False)
    assert run.outputs[0]["text"] == "dict\n" and seen.warnings == []


@pytest.mark.parametrize(
    "source, warning",
    [
        ("jnp.array = lambda *a, **k: 0", "a part of jax was"),
        ("T = type(jnp.zeros(1))\nT.tolist = lambda self: [9]", "a part of jaxlib was"),
        ("np.ndarray.x = 1\n", ""),
        ("jax.tree_util.register_pytree_node(str, lambda s: ((), s), lambda s, _: s)", "registered as a pytree"),
        ("class C:\n    pass\njax.tree_util.register_pytree_node(C, lambda s: ((), s), lambda s, _: s)", ""),
        ("jnp.isinstance = lambda *a: True", "a part of jax was"),
        ("import math\nmath.isclose = lambda *a, **k: True", "a part of math was"),
        ("eqx.Module.__eq__ = lambda a, b: True", "a part of equinox was"),
        ("x = jax.numpy.linalg.norm(jnp.ones(3))\nimport scipy.special", ""),
    ],
)
def test_what_was_changed_in_libraries_is_told_in_fixed_words(ask, source, warning):
    _, seen = ask(source)
    assert bool(seen.warnings) == bool(warning) and (not warning or any(warning in told for told in seen.warnings))
    assert not any("lambda" in told or "9" in told for told in seen.warnings)


@pytest.mark.parametrize(
    "source",
    [
        "jax.config.update('jax_enable_x64', True)",
        "jax.config.update('jax_disable_jit', True)",
        "jax.disable_jit(True).__enter__()",
        "c = jax.ensure_compile_time_eval()\nc.__enter__()",
        "jax.config.update('jax_explain_cache_misses', True)",
        "jax.config.update('jax_numpy_rank_promotion', 'raise')",
        "jax.config.update('jax_transfer_guard', 'disallow')",
        "jax.config.update('jax_debug_nans', True)",
        "jax.checking_leaks().__enter__()",
        "jax.config.update('jax_default_matmul_precision', 'float32')",
        "jax.log_compiles().__enter__()",
    ],
)
def test_settings_of_jax_are_as_usual_for_a_check(ask, source):
    probe = """
def probe(see, x):
    see("dtype", str(jnp.array([1.0 for _ in x]).dtype))
    traced = []
    jax.jit(lambda v: traced.append(where(v)) or v + jnp.ones((1, 1)))(jnp.array(x))
    see("inside", traced)
    see("outside", look(jnp.array(x) / 0))
"""
    assert ask(source, probe)[1] == ask("", probe)[1]
    run, seen = ask(source, probe)
    assert seen.seen == {
        "dtype": "float32",
        "inside": ["traced"],
        "outside": "jax float32[2] [inf, inf]",
    } and seen.end == ("nothing", "")


@pytest.mark.parametrize(
    "source, saw",
    [
        ("where = look = lambda v: 'traced'\ndef answer(v):\n    return 1", 1),
        (
            "class Liar:\n    __class__ = jax.Array\n    dtype, shape, size = 'int32', (), 1\ndef answer(v):\n    "
            "return Liar()",
            "a Liar",
        ),
        (
            "class T(jax.core.Tracer):\n    def __init__(self):\n        pass\n    aval = None\ndef answer(v):\n    "
            "return T()",
            "a T",
        ),
        ("def answer(v):\n    return 'jax int32[] 3'", "the words 'jax int32[] 3'"),
        ("class L(list):\n    pass\ndef answer(v):\n    return L([1])", "a L"),
        ("def answer(v):\n    return where(v)", "concrete"),
        ("def answer(v):\n    return look(v)", "the words 'jax int32[2] [1, 2]'"),
        ("class N(np.ndarray):\n    pass\ndef answer(v):\n    return np.zeros(1).view(N)", "a N"),
    ],
)
def test_a_probe_uses_its_own_instruments_and_believes_no_class(ask, source, saw):
    assert ask(source)[1].seen == {"answer": saw, "where": "concrete"}


def test_a_count_that_was_changed_is_told(ask):
    probe = (
        "def probe(see, x):\n    @count_traces\n    def f(v):\n        return v\n    answer(f)\n    "
        "see('traces', f.traces)"
    )
    assert ask("def answer(f):\n    f(1)", probe)[1].warnings == []
    assert ask("def answer(f):\n    f.traces = 2", probe)[1].warnings == [COUNTED]


def test_names_are_kept_for_a_probe_later(runner):
    runner.open(instruments())
    runner.cell("def helper():\n    return 1\ndef answer(v):\n    return helper()", 30)
    runner.keep("ex1")
    runner.cell("def helper():\n    return 2", 30)
    assert runner.probe(PROBE, {"x": [1]}, 30, at="ex1").seen["answer"] == 1
    runner.close()


def test_modules_of_the_setup_cell_can_be_hidden(ask):
    assert ask("print(sys)", hide=("sys",))[0].said == "NameError: name 'sys' is not defined"
    assert ask("show(jnp.ones(1))", hide=("sys", "html"))[0].ended == "ok"


def test_future_annotations_stay_for_the_cells_that_follow(runner):
    runner.open(instruments())
    assert runner.cell("from __future__ import annotations", 30).ended == "ok"
    assert runner.cell("def f(x: NotThere): ...", 30).ended == "ok"
    assert runner.cell("import asyncio\nawait asyncio.sleep(0)\nx = 1", 30).ended == "ok" and runner.value("x") == 1
    runner.close()


REACH = """
def frames():
    one = sys._getframe()
    while one is not None:
        yield one
        one = one.f_back

def answer(v):
    {what}
    return 1
"""


@pytest.mark.parametrize(
    "what",
    [
        "list(frames())[-1].f_locals['see']('answer', 2)",
        "[f for f in frames() if 'see' in f.f_locals][0]",
        "sys._getframe(2).f_locals['see']('answer', 2)",
        "sys._getframe(1).f_globals['look'] = 1",
        "import types\n    [f for f in (sys._getframe(n) for n in range(9)) if f.f_locals.get('see')][0]",
        "where.__globals__['look'] = 1",
        "where.__closure__[0]",
        "where.__code__ = answer.__code__",
        "import gc\n    gc.get_objects()",
        (
            "try:\n        where(None, None)\n    except TypeError as error:\n        "
            "error.__traceback__.tb_next.tb_frame.f_locals['see']"
        ),
    ],
)
def test_who_reaches_for_our_frames_and_functions_finds_nothing(ask, what):
    """Without a screen and without guards, as if every way to read an attribute stood open."""
    _, seen = ask(
        REACH.format(what=what),
        "def probe(see, x):\n    see('answer', answer(1))\n    see('look', look(1))",
        guarded=False,
    )
    assert seen.seen.get("answer") in (1, None) and seen.seen.get("look") in ("the words '1'", "1", None)


@pytest.mark.parametrize(
    "what",
    [
        "where.__closure__",
        "sys._getframe(1).f_locals",
        "setattr(where, '__code__', answer.__code__)",
        "setattr(where, '__defaults__', (1,))",
    ],
)
def test_and_is_told_of(ask, what):
    _, seen = ask(REACH.format(what=what), "def probe(see, x):\n    see('answer', answer(1))", guarded=False)
    assert seen.warnings == [HIDDEN]


def test_tracebacks_and_logs_go_through_our_frames(ask):
    source = (
        "import traceback, logging\ndef answer(f):\n    try:\n        f(1)\n    except ZeroDivisionError:\n    "
        "    traceback.print_exc()\n        logging.getLogger().warning('x')\n    return 1"
    )
    _, seen = ask(source, "def probe(see, x):\n    see('answer', answer(lambda v: v / 0))")
    assert (seen.seen, seen.end, seen.warnings) == ({"answer": 1}, ("nothing", ""), [])
