"""Make public_names.json: for each module that an answer may use, its public attributes that may be used.

    python -m grader.judging.public_names

It writes the table of docs/safety.md too. Taken from each module's own list (`__all__`), or from what it holds that
is public and no module; what leads out is left out by name, with the reason. Names that are there already are kept:
learners have older versions too. `"*"` in a list says that `from module import *` is fine.
"""

from __future__ import annotations

import importlib
import json
import re
import types
import warnings
from pathlib import Path

from grader.core.paths import ROOT
from grader.sandbox.inside.guards import DEFINE

PATH, SAFETY = Path(__file__).parent / "public_names.json", ROOT / "docs" / "safety.md"
BEGIN, END = "<!-- lists: python -m grader.judging.public_names -->", "<!-- end of lists -->"
WHOLE = """
    jax.numpy jax.numpy.linalg jax.numpy.fft jax.random jax.lax jax.lax.linalg jax.nn jax.nn.initializers
    jax.tree_util jax.tree jax.errors jax.dtypes jax.typing jax.debug jax.flatten_util jax.scipy jax.scipy.linalg
    jax.scipy.special jax.scipy.stats jax.scipy.signal jax.sharding jax.ad_checkpoint jax.custom_derivatives jax
    numpy numpy.linalg numpy.random numpy.fft numpy.typing equinox equinox.nn simple_pytree dataclasses functools
    math cmath typing typing_extensions itertools collections collections.abc enum abc copy time pprint random
    string textwrap numbers fractions decimal statistics json datetime operator html re heapq bisect struct hashlib
    base64 uuid calendar matplotlib.pyplot scipy.special scipy.linalg scipy.stats
""".split()
# Of these modules only a few attributes may be used: the others lead to frames, to memory, to files or to other
# processes.
PARTS = {
    "jaxtyping": (
        "Array ArrayLike Bool BFloat16 Complex Float Float16 Float32 Float64 Inexact Int Int8 Int16 Int32 Int64 "
        "Integer Key Num Num PRNGKeyArray PyTree PyTreeDef Real Scalar ScalarLike Shaped UInt UInt8 UInt32 jaxtyped"
    ),
    "jax.core": "Tracer ShapedArray get_aval Jaxpr ClosedJaxpr concrete_or_error",
    "jax.experimental": "enable_x64 io_callback",
    "numpy.testing": (
        "assert_allclose assert_array_equal assert_array_almost_equal assert_almost_equal assert_equal assert_raises "
        "assert_array_less assert_"
    ),
    "warnings": "warn filterwarnings simplefilter catch_warnings resetwarnings",
    "contextlib": "contextmanager suppress nullcontext ExitStack closing ContextDecorator",
    "types": (
        "SimpleNamespace MappingProxyType MethodType NoneType FunctionType LambdaType BuiltinFunctionType ModuleType "
        "UnionType"
    ),
    "traceback": "print_exc format_exc",
    "io": "BytesIO StringIO",
    "logging": (
        "getLogger basicConfig debug info warning error exception critical log DEBUG INFO WARNING ERROR CRITICAL "
        "NOTSET captureWarnings disable"
    ),
    "gc": "collect enable disable isenabled",
    "weakref": "ref proxy WeakValueDictionary WeakKeyDictionary WeakSet",
    "inspect": (
        "signature isclass isfunction ismethod isbuiltin Parameter Signature getdoc ismodule isabstract cleandoc "
        "getsource"
    ),
    "sys": (
        "getsizeof getrefcount version version_info maxsize float_info byteorder platform getrecursionlimit intern "
        "stdout stderr"
    ),
    "os": "environ getcwd cpu_count linesep sep getenv getpid",
    "os.path": "join basename dirname exists isfile isdir splitext abspath",
    "platform": "python_version system machine platform processor",
    "timeit": "default_timer",
    "IPython.display": "display HTML Markdown Latex SVG clear_output JSON Pretty",
    "tqdm": "tqdm trange",
    "tqdm.auto": "tqdm trange",
    "tqdm.notebook": "tqdm trange",
    "rich": "print",
    "rich.pretty": "pprint",
    "asyncio": "run sleep gather",
    "matplotlib.pyplot.style": "use context available",
    "matplotlib.style": "use context available",
    "jax.profiler": "annotate_function TraceAnnotation",
    "matplotlib": "rc rcParams",
    "IPython": "version_info",
}
# Why a public attribute may not be used.
DENIED = {
    "numpy": {
        "memory": "memmap",
        "files, and objects made of them": "fromfile loadtxt genfromtxt fromregex DataSource",
        "calls back from within": "seterrcall geterrcall",
        "runs or shows code": "test info source lookfor show_config show_runtime get_include "
        "ctypeslib lib f2py testing core",
    },
    "dataclasses": {
        "makes a class of any names": "make_dataclass",
    },
    "enum": {
        "changes a module": "global_enum global_str global_flag_repr global_enum_repr",
    },
    "jax.numpy": {
        "files": "load save savez fromfile",
    },
    "jax.tree_util": {
        "another registry": "default_registry",
    },
    "jax": {
        "shows what others hold": "live_arrays",
        "another use of the machine": "clear_backends monitoring distributed extend interpreters "
        "ffi dlpack profiler stages",
    },
    "string": {
        "reads attributes by text": "Formatter",
    },
    "typing": {
        "text that is evaluated": "ForwardRef evaluate_forward_ref",
    },
    "typing_extensions": {
        "text that is evaluated": "ForwardRef evaluate_forward_ref",
    },
    "matplotlib.pyplot": {
        "waits for a person": "ginput waitforbuttonpress",
        "imports by text": "backend_registry switch_backend",
    },
    "jax.debug": {
        "waits for a person": "breakpoint",
    },
    "scipy.stats": {
        "runs text": "rv_continuous rv_discrete rv_histogram make_distribution",
    },
    "operator": {
        "reads and calls by what is given": "call",
    },
}

STAR = (
    "math",
    "typing",
    "dataclasses",
    "enum",
    "collections",
    "collections.abc",
    "itertools",
    "functools",
    "jax.numpy",
    "jax.random",
    "jax.lax",
    "jax.nn",
    "jax.tree_util",
    "random",
    "copy",
    "statistics",
    "fractions",
    "equinox",
)


def public(module: types.ModuleType) -> list[str]:
    """The attributes that a module names as its own: `__all__`, or what is public; no modules."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of names that will go
        names = getattr(module, "__all__", None) or [name for name in dir(module) if not name.startswith("_")]
        return [
            name
            for name in names
            if not name.startswith("_")
            and not name.endswith("_p")
            and not isinstance(getattr(module, name, None), types.ModuleType)
        ]


def measured() -> dict[str, list[str]]:
    """Module → names, of the installed versions."""
    found = {}
    for name in WHOLE:
        found[name] = sorted(
            {*public(importlib.import_module(name))} - denied(name) | ({"*"} if name in STAR else set())
        )
    return found | {name: sorted({*names.split()}) for name, names in PARTS.items()}


def merged(old: dict, new: dict) -> dict:
    """New names beside the old ones; those of PARTS as they are, and none that is denied."""
    return {
        name: names
        if name in PARTS
        else sorted({one for one in (*old.get(name, ()), *names) if not one.endswith("_p")} - denied(name))
        for name, names in sorted(new.items())
    }


def denied(module: str) -> set[str]:
    return {one for words in DENIED.get(module, {}).values() for one in words.split()}


def text_of(lists: dict) -> str:
    return "{\n" + ",\n".join(f"{json.dumps(name)}: {json.dumps(names)}" for name, names in lists.items()) + "\n}\n"


# Rows of the table in docs/safety.md: what, a pattern of modules, why.
GROUPS = (
    (
        "JAX",
        r"jax(\.|$)",
        "what the course is about; another use of the machine, other registries, primitives and what others hold are "
        "left out",
    ),
    ("NumPy", r"numpy(\.|$)", "values and tests of one's own; memory, files and calls back are left out"),
    ("equinox, simple_pytree, jaxtyping", r"(equinox|simple_pytree|jaxtyping)(\.|$)", "the libraries of the lessons"),
    (
        "plots and displays",
        r"(matplotlib|IPython|rich|tqdm)(\.|$)",
        "people look at what they do; they work where the package is installed",
    ),
    ("SciPy", r"scipy\.", "it comes with JAX"),
    (
        "Python",
        r"",
        "what answers are written with; frames, code, files, processes, threads and text that is run are left out",
    ),
)


def table(lists: dict) -> str:
    """The lists for docs/safety.md: modules, why, and how many names of each; all of a short list."""
    rows, left = ["| what | modules, with the number of their names | why |", "| --- | --- | --- |"], dict(lists)
    for what, pattern, why in GROUPS:
        mine = {name: names for name, names in left.items() if re.match(pattern, name)}
        left = {name: names for name, names in left.items() if name not in mine}
        told = ", ".join(
            f"`{name}` ({', '.join(names) if len(names) <= 4 else len(names)})" for name, names in mine.items()
        )
        rows.append(f"| {what} | {told} | {why} |")
    dunders = " ".join(sorted(name.strip("_") for name in DEFINE))
    return "\n".join([*rows, "", f"Dunder names that a class may define: {dunders}.", ""])


def with_table(page: str, lists: dict) -> str:
    """docs/safety.md with the table of these lists in it."""
    before, rest = page.split(BEGIN)
    return before + BEGIN + "\n" + table(lists) + END + rest.split(END)[1]


if __name__ == "__main__":
    before = json.loads(PATH.read_text(encoding="utf-8")) if PATH.is_file() else {}
    found = merged(before, measured())
    PATH.write_text(text_of(found), encoding="utf-8")
    SAFETY.write_text(with_table(SAFETY.read_text(encoding="utf-8"), found), encoding="utf-8")
