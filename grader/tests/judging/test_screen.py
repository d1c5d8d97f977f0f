"""What the screen finds in a learner's cells, and what it must not find."""

import ast
import functools
import importlib
import json
import sys
import types
from pathlib import Path

import pytest

from grader.core.errors import CourseError
from grader.core.paths import lesson_names
from grader.judging import allowed, public_names, screen
from grader.judging.cell_text import parsed
from grader.lessons.bank import answers
from grader.lessons.source import instruments, load

LEADS_OUT = [
    # modules
    "import os.path as p, ctypes",
    "from sys import _getframe",
    "import sys\nsys._getframe()",
    "from jax._src import core",
    "from . import x",
    "from os import *",
    "import dataclasses\ndataclasses.sys",
    "import enum\nenum.bltns.exec('1')",
    "import contextlib\ncontextlib.sys",
    "m = jnp\nm.array = print",
    "jax.numpy.array = print",
    "(j := jax).numpy.array = print",
    "for m in (jnp,):\n    m.array = print",
    "del np.array",
    "f(jnp)",
    "x = [jnp][0]\nx.array = 1",
    "vars(jnp)['array'] = print",
    "object.__setattr__(jnp, 'array', print)",
    "setattr(jnp, 'array', print)",
    "import enum as e\nm = e\nm.sys",
    "with c() as jax.numpy.array:\n    pass",
    "jax.config.values['x'] = 1",
    "import matplotlib.pyplot as plt\nplt.sys",
    "from dataclasses import sys",
    "sys.modules['jax']",
    "os.system('ls')",
    "logging.sys",
    "subprocess.run('ls')",
    # attributes
    "f.__globals__",
    "f.__code__",
    "e.__traceback__",
    "print.__self__",
    "().__class__.__subclasses__()",
    "g.gi_frame",
    "x.f_back",
    "self.tb_frame",
    "x._trace",
    "import gc\ngc.get_objects()",
    "match f:\n    case object(__globals__=g):\n        pass",
    "class C:\n    __match_args__ = ('__globals__',)",
    "class C:\n    __slots__ = ('__array_' + 'interface__',)",
    "class C:\n    __class__ = jax.Array",
    "class C:\n    @property\n    def __class__(self):\n        return jax.Array",
    "class C:\n    def __del__(self):\n        pass",
    "C.__getattr__ = f",
    "setattr(C, '__getattr__', f)",
    "class C:\n    __getattr__ = f",
    "def f(sys):\n    import sys\nsys._getframe()",
    "class T(jax.core.Tracer):\n    pass",
    "class M(type):\n    pass",
    "class C(metaclass=M):\n    pass",
    "type('C', (), {})",
    "type.__setattr__(T, 'tolist', f)",
    "class C:\n    __annotations__ = {'x': int}",
    "class C:\n    __array_interface__ = {}",
    "x.__dict__['a'].__code__",
    "import warnings\nwarnings.catch_warnings()._module.sys",
    "w.sys",
    "w._sys",
    # names that are read from text
    "getattr(f, '__globals__')",
    "hasattr(f, 'gi_frame')",
    "exec('1')",
    "eval('1')",
    "compile('1', 'a', 'eval')",
    "globals()",
    "vars()",
    "__builtins__",
    "__import__('os')",
    "open('x')",
    "memoryview(b'')",
    "'{0.__globals__}'.format(f)",
    "'{x.gi_frame}'.format_map(d)",
    "t = '{0.' + '__globals__}'\nt.format(f)",
    "str.format('{0.__class__}', f)",
    "import torch",
    "import tqdm\ntqdm.tqdm(x)",
    "try:\n    import ctypes\nexcept ImportError:\n    pass",
    "import types\ntypes.SimpleNamespace(**d)",
    "import enum\nenum.Enum('E', {n: 1})",
    "get_ipython().user_ns",
    "t = type",
    "f(type)",
    "def getattr(a, b): ...",
    "type = 1",
    "import abc\nabc.ABCMeta('C', (), {})",
    "import dataclasses\ndataclasses.make_dataclass('C', [n])",
    "import inspect\ninspect.signature(f, eval_str=True)",
    "from functools import partial as p\nfrom types import FunctionType as p\np.x = 1",
    "import numpy as b\nimport json as b\nb.fromfile('x')",
    "C.__match_args__ = (n,)",
    "class C:\n    __match_args__: tuple = (n,)",
    "C.__module__ = 'operator'",
    "x.__dict__ |= d",
    "for x.__dict__ in d:\n    pass",
    "import logging\nlogging.basicConfig(filename='x')",
    "jnp.load(b, allow_pickle=True)",
    "jax.live_arrays()",
    "jax.lax.max_p",
    "import enum\nenum.global_enum(E)",
    "import jaxtyping\njaxtyping.install_import_hook('a')",
    "eqn.source_info.traceback.raw_frames()",
    "import contextlib\nr = contextlib.redirect_stdout(b)\nr._stream = 'modules'",
    "class A:\n    def f(self):\n        self._x = 1\nr._y",
    # annotations are code
    "def f(a: \"__import__('os')\"):\n    pass",
    "x: 'f.__globals__' = 1",
    "def f() -> \"eval('1')\":\n    pass",
    "def f(a: jnp):\n    pass",
    # memory
    "f = np.ndarray",
    "map(np.ndarray, x)",
    "class A(np.ndarray):\n    pass",
    "match object:\n    case object(__dict__=d):\n        pass",
    "jax.debug.breakpoint(backend='cli')",
    "import matplotlib.pyplot as plt\nplt.backend_registry",
    "np.ndarray((1,), 'O', b)",
    "np.recarray(1, buf=b)",
    "np.ndarray.__new__(a, b)",
    "a.resize(9, refcheck=False)",
    "f(buffer=b)",
    "np.lib.stride_tricks.as_strided(x)",
    "np.memmap('x')",
    "x.ctypes.data",
    "np.ctypeslib.as_array(p)",
    "np.fromfile('x')",
    "from numpy import memmap",
    "np.load('x', allow_pickle=True)",
]
FINE = [
    "signal = 1\ntypes = [signal]\nframe = types",
    "self.f_prev = 1",
    "import operator\noperator.add(1, 2)",
    "import types\nx = types.SimpleNamespace(a=1)\nx.b = 2",
    "from __future__ import annotations\ndef f(p: Pair) -> 'Pair':\n    pass",
    "import dataclasses\n[getattr(p, f.name) for f in dataclasses.fields(p)]",
    (
        "class P:\n    def g(self, aux, children):\n        new = object.__new__(P)\n        for name, value in "
        "zip(aux, children):\n            setattr(new, name, value)\n            object.__setattr__(new, name, "
        "value)\n        new.__dict__.update(zip(aux, children))\n        vars(new).update(x=1)\n        return new"
    ),
    "cls.__mro__",
    "import traceback\ntraceback.print_exc()",
    "import io\nb = io.BytesIO()\nnp.savez(b, x)",
    "jax.config.update('jax_enable_x64', True)",
    "isinstance(x, jax.core.Tracer)",
    "np.frombuffer(b'abcd', 'int32')",
    "library = {'np': np, 'jnp': jnp}\nlibrary['np'].add(1, 2)",
    "for m in (np, jnp):\n    m.add(1, 2)",
    "(np if a else jnp).add(1, 2)",
    "for name, m in (('np', np), ('jnp', jnp)):\n    print(name, m.add(1, 2))",
    "for name, m in {'np': np}.items():\n    print(name, m.pi)",
    "x: 'jax.Array' = 1\ndef f(a: 'np.ndarray | None') -> None:\n    pass",
    "'{:.3f} of {}'.format(1.0, 2)",
    "'{0.shape}'.format(x)",
    "t = 'a {}'\nt.format(1)",
    "print(f'{x.shape} {x!r:>10}')",
    "# sys._getframe and exec\n'exec(1) and __globals__'",
    (
        "class C:\n    def __getattr__(self, name):\n        if name.startswith('_'):\n            raise "
        "AttributeError(name)\n        return getattr(self.inner, name)"
    ),
    (
        "class C:\n    __slots__ = ('x', '_y')\n    def __eq__(self, other):\n        return self._y == other._y\n    "
        "__hash__ = None"
    ),
    "import abc\nclass C(abc.ABC):\n    @abc.abstractmethod\n    def f(self): ...",
    "import enum\nclass E(enum.Enum):\n    A = 1",
    "from typing import NamedTuple\nclass P(NamedTuple):\n    x: int\nP(1)._replace(x=2)",
    "class M(eqx.Module):\n    x: jax.Array\n    y: int = eqx.field(static=True)",
    "import functools\n@functools.wraps(f)\ndef g(*a): ...",
    "from functools import partial\npartial(f, 1)",
    "jax.jit(f).lower(x).compile()",
    "import os\nos.environ['XLA_FLAGS'] = ''",
    "IN_COLAB = 'google.colab' in sys.modules",
    "import operator\noperator.attrgetter('a.b')(x)\nf = operator.attrgetter",
    "isinstance(x, (type, np.ndarray))",
    "def f(cls: type) -> type:\n    pass",
    "type(x) is type(y) or type(x) is type",
    "jax.tree_util.register_dataclass(C, data_fields=[f.name for f in dataclasses.fields(C)], meta_fields=[])",
    "jitted.__wrapped__",
    "type(self)(1, 2, 3)",
    "type(x).__name__",
    "x.__class__.__name__",
    "help(x)\ndir(x)\nvars(x)",
    "if __name__ == '__main__':\n    pass",
    "Pair.method = f",
    "match p:\n    case Pair(x=1):\n        pass",
    "import matplotlib.pyplot as plt\nplt.plot([1])\nplt.show()",
    "from jaxtyping import Array, Float\ndef f(x: Float[Array, 'n m']): ...",
    "import re\nre.compile('a')",
    "import random\nrandom.random()",
    "await f()",
    "class C:\n    def __getattr__(self, name):\n        return self.parts[name]",
    "def f(sys, types):\n    return sys + types",
    "sys = 1\nprint(sys)",
    "try:\n    import torch\nexcept ImportError:\n    torch = None\nif torch:\n    torch.zeros(1)",
    "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from flax.typing import Array",
    "from functools import *\n@wraps(f)\ndef g(): ...",
    "import io\nnp.load(io.BytesIO())",
    "__author__ = 'me'",
    "import asyncio\nawait asyncio.sleep(0)",
    "import matplotlib.pyplot as plt\nplt.rcParams['a'] = 1\nplt.style.use('x')",
    "class C:\n    __slots__ = ('x', '__weakref__')",
    "for name in C.__annotations__:\n    pass",
    "jax.__version__, np.__version__",
    "@dataclasses.dataclass\nclass P:\n    _x: int\ndef g(p):\n    return p._x",
    "with jax.checking_leaks():\n    pass",
    "jax.debug.print('{}', x)",
    "from jax.tree_util import tree_map as tm\ntm(f, x)",
    "weakref.ref(x)" and "import weakref\nweakref.ref(x)",
]


@functools.cache
def before():
    """The cells of ours that stand above a learner's, parsed once: the screen changes none of them."""
    return [parsed(instruments()), parsed("import dataclasses")]


def found(source, listed=None):
    return screen.read({"a": parsed(source)}, listed or allowed.standard(), before()).get("a", ())


@pytest.mark.parametrize("source", LEADS_OUT)
def test_what_leads_out_is_found(source):
    assert found(source)


@pytest.mark.parametrize("source", FINE)
def test_what_people_write_is_not(source):
    assert parsed(source) is not None and found(source) == ()


@pytest.mark.parametrize("name", lesson_names())
def test_no_answer_of_the_bank_is_found(name):
    lesson = load(name)
    told = {
        (exercise.id, answer.name): findings
        for exercise in lesson.probed()
        for answer in answers(lesson, exercise)
        if (findings := found(answer.source))
    }
    assert told == {}


def test_a_finding_names_the_line_and_repeats_little_of_the_file():
    (one,) = found("x = 1\n\n\nimport " + "a" * 500)
    assert one.line == 4 and len(one.what) == screen.QUOTED
    assert found("def f(\n        a: 'x.__globals__'):\n    pass")[0].line == 2


def test_names_of_one_cell_are_known_in_the_others():
    cells = {
        "a": parsed("import numpy as q\nclass P:\n    def __init__(self):\n        self._x = 1"),
        "b": parsed("q.array = 1\nP()._x\nP()._y"),
    }
    assert [(key, one.line) for key, ones in screen.read(cells, allowed.standard(), []).items() for one in ones] == [
        ("b", 1),
        ("b", 3),
    ]


@pytest.mark.parametrize(
    "source",
    [
        "y = x" + "[0]" * 1500,
        "y = " + "a if b else " * 1500 + "c",
        f"getattr(jnp.arange, 0x{'f' * 20000})",
        "x = " + "-" * 3000 + "1",
    ],
)
def test_monsters_end(source):
    tree = parsed(source)
    assert tree is None or screen.read({"a": tree}, allowed.standard(), []) is not None


def test_deep_nesting_is_found_and_ends():
    tree = ast.parse("x")
    for _ in range(5000):
        tree.body[0].value = ast.UnaryOp(ast.Not(), tree.body[0].value, lineno=1, col_offset=0)
    assert screen.read({"a": tree}, allowed.standard(), [])["a"]


def test_a_course_adds_to_the_lists():
    listed = allowed.allowed_by('allow = ["sqlite3", "pandas", "os.getcwdb"]', "allow.toml")
    assert (
        found("import sqlite3 as q\nq.connect(1)\nos.getcwdb()", listed) == ()
        and len(found("import sqlite3\nos.getcwdb()")) == 2
    )
    assert (
        found("import sqlite3 as q\nq._x\nq.exec", listed)
        and found("import pandas", listed)[0].what == "import pandas: not installed here"
        and found("os.system('ls')", listed)
    )


@pytest.mark.parametrize(
    "text", ["allow = 1", "allow = [1]", 'allow = ["a b"]', "allow", "allow = []\nmore = 1", 'deny = ["x"]']
)
def test_a_list_that_is_none_is_refused_in_one_sentence(text):
    with pytest.raises(CourseError, match=r"write it as allow = \["):
        allowed.allowed_by(text, "mine.toml")


def test_a_list_that_cannot_be_read_is_named(tmp_path):
    for path, data in ((tmp_path / "none.toml", None), (tmp_path / "odd.toml", b"\xff")):
        if data:
            path.write_bytes(data)
        with pytest.raises(CourseError, match=path.name):
            allowed.text_of_course(path)


def test_the_lists_are_those_of_the_installed_versions():
    """`python -m grader.judging.public_names` brings them up to date, with Python 3.12: another has other names in its
    own modules.
    """
    before = json.loads(public_names.PATH.read_text())
    merged = public_names.merged(before, public_names.measured())
    compared = [
        name for name in merged if sys.version_info[:2] == (3, 12) or name.split(".")[0] not in sys.stdlib_module_names
    ]
    assert {name: merged[name] for name in compared} == {
        name: before[name] for name in compared
    } and merged.keys() == before.keys()
    assert public_names.text_of(before) == public_names.PATH.read_text()


def test_the_page_tells_the_lists_as_they_are():
    page = public_names.SAFETY.read_text()
    assert public_names.with_table(page, json.loads(public_names.PATH.read_text())) == page
    assert public_names.with_table(page, {"math": ["pi"]}) != page


def importable(module):
    """matplotlib.pyplot.style is a module, and is imported under another name."""
    return module != "matplotlib.pyplot.style" and importlib.import_module(module)


def test_no_listed_name_is_a_module():
    """It would be a way into what that module imports."""
    found = [
        f"{module}.{name}"
        for module, names in json.loads(public_names.PATH.read_text()).items()
        if allowed.installed(module) and importable(module)
        for name in names
        if name != "*" and isinstance(getattr(importlib.import_module(module), name, None), types.ModuleType)
    ]
    assert found == []


def test_no_list_holds_what_leads_out():
    lists = allowed.standard().modules
    assert not {
        (module, name)
        for module, names in lists.items()
        for name in names
        if name.startswith("_") and name != "__version__"
    }
    for module, names in (
        ("sys", "_getframe modules settrace"),
        ("numpy", "memmap fromfile ctypeslib"),
        ("gc", "get_objects"),
        ("operator", "call"),
        ("typing", "ForwardRef"),
    ):
        assert not set(names.split()) & lists[module]
    assert Path(allowed.LISTS).stat().st_size < 100_000
