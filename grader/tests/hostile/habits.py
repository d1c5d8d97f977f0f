"""Honest people with one habit each: every file here is right, and must get its points without a second look.

The habits sit where they can do harm: in the answers themselves, in cells that an answer reads, in scratch cells. Six
of them go to a person (`review`): each says why a teacher finds that fair. `!pip` lines name packages that are there.
"""

from __future__ import annotations

from grader.tests.hostile import FULL, GRADED, REVIEW, RIGHT, answered, case, code, index_of

HABITS = "honest habits"
POINTS = {"ex1": 2.0, "ex2": 3.0}


def habit(
    name: str,
    about: str,
    ex1: str = RIGHT["ex1"],
    ex2: str = RIGHT["ex2"],
    first=(),
    between=(),
    last=(),
    review: str = "",
) -> None:
    """A case: the right answers `ex1` and `ex2`, and cells of the learner's own.

    They stand after the setup cell, `between` the exercises, and at the end. `review` is the exercise that a person
    looks at; the others keep their points.
    """

    def make(notebook: dict) -> dict:
        cells = answered(notebook, RIGHT | {"ex1": ex1.strip("\n"), "ex2": ex2.strip("\n")})["cells"]
        for place, sources in ((len(cells), last), (index_of(notebook, "ex2"), between), (2, first)):
            cells[place:place] = [code(source.strip("\n")) for source in sources]
        return notebook

    make.__name__, make.__doc__ = name, about
    case(HABITS, FULL - POINTS.get(review, 0.0), (REVIEW,) if review else (GRADED,))(make)


# debuggers ----------------------------------------------------------------------------------------------------------
habit(
    "breakpoint_in_the_function",
    "Somebody debugs with breakpoint() and forgets the line in the function.",
    ex1="""
def total(v, k):
    s = jnp.sum(v)
    breakpoint()
    return s * k
""",
)

habit(
    "breakpoint_behind_a_switch",
    "Somebody switches the debugger on and off by a constant; the line is all that stands in the `if`.",
    ex1="""
DEBUG = False

def total(v, k):
    if DEBUG:
        breakpoint()
    return jnp.sum(v) * k
""",
)

habit(
    "pdb_in_one_line",
    "Somebody from plain Python types the old line with a semicolon, inside the inner function.",
    ex2="""
def twice(f):
    def g(x):
        import pdb; pdb.set_trace()
        return f(f(x))
    return g
""",
)

habit(
    "set_trace_of_ipython",
    "Somebody imports set_trace as the IPython guide says and leaves the call.",
    ex1="""
from IPython.core.debugger import set_trace

def total(v, k):
    set_trace()
    return jnp.sum(v) * k
""",
)

habit(
    "ipdb_that_is_not_there",
    "Somebody has ipdb at home; one line is active, one is commented out.",
    ex1="""
import ipdb

def total(v, k):
    # ipdb.set_trace()
    return jnp.sum(v) * k
""",
    ex2="""
def twice(f):
    def g(x):
        import ipdb; ipdb.set_trace()  # noqa
        return f(f(x))
    return g
""",
)

habit(
    "debugger_magics",
    "Somebody turns the automatic debugger on at the top of the answer, and enters it after an error.",
    ex1="""
%pdb on
%xmode Verbose
def total(v, k):
    return jnp.sum(v) * k
""",
    between=["total(1, 2, 3)", "%debug"],
)

habit(
    "jax_debug_print_in_both",
    "Somebody read JAX's page on debugging: jax.debug.print in every function.",
    ex1="""
def total(v, k):
    jax.debug.print("v = {v}, k = {}", k, v=v, ordered=True)
    return jnp.sum(v) * k
""",
    ex2="""
def twice(f):
    def g(x):
        y = f(x)
        jax.debug.print("after one step: {}", y)
        return f(y)
    return g
""",
)

habit(
    "jax_debug_breakpoint",
    "Somebody stops inside jit with jax.debug.breakpoint() and forgets it.",
    ex1="""
def total(v, k):
    out = jnp.sum(v) * k
    jax.debug.breakpoint()
    return out
""",
)

habit(
    "jax_debug_callback",
    "Somebody collects what passes through by a callback.",
    ex1="""
seen_values = []

def total(v, k):
    jax.debug.callback(lambda value: seen_values.append(value), v)
    jax.debug.callback(print, v)
    return jnp.sum(v) * k
""",
)


# magics -------------------------------------------------------------------------------------------------------------
habit(
    "times_the_whole_answer",
    "Somebody puts %%time on top of every cell.",
    ex1="""
%%time
def total(v, k):
    return jnp.sum(v) * k

total(jnp.arange(1000), 3)
""",
    ex2="""
%%time

def twice(f):
    return lambda x: f(f(x))
""",
)

habit(
    "captures_the_output",
    "Somebody hides the output of an answer with %%capture.",
    ex1="""
%%capture out
def total(v, k):
    return jnp.sum(v) * k

print(total(jnp.arange(3), 2))
""",
)

habit(
    "times_below_the_answer",
    "Somebody measures below the function, and keeps what was measured.",
    ex1="""
def total(v, k):
    return jnp.sum(v) * k

x = jnp.arange(1000)
%timeit -n 1 -r 1 total(x, 3).block_until_ready()
%time y = total(x, 3)
timing = %timeit -o -q -n 1 -r 1 total(x, 3)
print(y, timing.average)
""",
)

habit(
    "header_of_magics",
    "Somebody begins every cell with the same four magics.",
    ex1="""
%load_ext autoreload
%autoreload 2
%matplotlib inline
%config InlineBackend.figure_format = "retina"

def total(v, k):
    return jnp.sum(v) * k
""",
    ex2="""
%reload_ext autoreload
%config InteractiveShell.ast_node_interactivity = "all"
def twice(f):
    return lambda x: f(f(x))
""",
)

habit(
    "loads_an_extension_that_is_not_there",
    "Somebody's own set-up has tensorboard and a formatter; they load above the function.",
    ex1="""
%load_ext tensorboard
%load_ext nb_black
def total(v, k):
    return jnp.sum(v) * k
""",
    last=["%tensorboard --logdir runs"],
)

habit(
    "installs_in_the_answer",
    "Somebody on Colab installs what is missing in the cell that needs it.",
    ex1="""
!pip install -q equinox
%pip install --quiet jax
import equinox as eqx

def total(v, k):
    return jnp.sum(v) * k
""",
)

habit(
    "installs_if_the_import_fails",
    "Somebody installs inside `except ImportError`, as Colab's notebooks do.",
    ex2="""
try:
    import equinox as eqx
except ImportError:
    !pip install -q equinox
    import equinox as eqx

def twice(f):
    return lambda x: f(f(x))
""",
)

habit(
    "looks_at_the_machine",
    "Somebody looks which GPU there is, in the answer.",
    ex1="""
!nvidia-smi
def total(v, k):
    return jnp.sum(v) * k
!cat /proc/cpuinfo | head -3
""",
)

habit(
    "keeps_a_listing",
    "Somebody keeps the output of a command in a variable and prints it above the function.",
    ex1="""
files = !ls
print(len(files), "files here")

def total(v, k):
    return jnp.sum(v) * k
""",
)

habit(
    "asks_by_question_mark",
    "Somebody reads the help in the answer cell.",
    ex1="""
jnp.sum?
?jnp.cumsum
def total(v, k):
    return jnp.sum(v) * k
total??
""",
)

habit(
    "pastes_an_exported_script",
    "Somebody worked in a .py that nbconvert made, and pastes it back.",
    ex1="""
#!/usr/bin/env python
# coding: utf-8

# In[7]:


get_ipython().run_line_magic('matplotlib', 'inline')


# In[8]:


def total(v, k):
    return jnp.sum(v) * k


# In[ ]:


get_ipython().run_line_magic('timeit', '-n 1 -r 1 total(jnp.arange(3), 2)')
get_ipython().system('ls')
""",
)

habit(
    "environment_by_magic",
    "Somebody sets JAX's environment with %env.",
    ex1="""
%env JAX_TRACEBACK_FILTERING=off
%env XLA_PYTHON_CLIENT_PREALLOCATE=false
def total(v, k):
    return jnp.sum(v) * k
""",
)

habit(
    "cells_in_other_languages",
    "Somebody keeps notes in bash, HTML and LaTeX cells, and looks around in the shell.",
    first=[
        "%%bash\necho hello",
        "%%html\n<b>notes</b>",
        "%%latex\n$x^2$",
        "%%writefile notes_of_mine.txt\nask about jit",
    ],
    between=["%cd /tmp", "%who", "%history -n 1-2", "%lsmagic"],
    last=["%reset -f"],
)


# imports ------------------------------------------------------------------------------------------------------------
habit(
    "imports_all_that_colab_has",
    "Somebody begins every cell with the packages of every course; none is used.",
    ex1="""
import pandas as pd
import seaborn as sns, torch
import torch.nn.functional as F
import flax.linen as nn
import optax
from sklearn.model_selection import train_test_split
import tensorflow as tf; import tensorflow_datasets as tfds

def total(v, k):
    return jnp.sum(v) * k
""",
    ex2="""
import flax, optax
from flax.training import train_state
from einops import rearrange
def twice(f):
    return lambda x: f(f(x))
""",
)

habit(
    "imports_drive",
    "Somebody on Colab imports drive in the answer and has commented the mounting out.",
    ex1="""
from google.colab import drive
# drive.mount('/content/drive')

def total(v, k):
    return jnp.sum(v) * k
""",
    last=["from google.colab import drive\ndrive.mount('/content/drive', force_remount=True)"],
)

habit(
    "imports_the_standard_library",
    "Somebody's editor adds imports that nobody uses, those of doors among them.",
    ex1="""
import os, sys, gc, inspect, ctypes
import importlib
import subprocess, threading
from types import FunctionType, CodeType
from pathlib import Path
import pickle
def total(v, k):
    return jnp.sum(v) * k
""",
)

habit(
    "imports_a_file_of_their_own",
    "Somebody has a file of helpers beside the notebook; this answer needs none of them.",
    ex1="""
import my_helpers
from my_helpers import pretty
def total(v, k):
    return jnp.sum(v) * k
""",
)

habit(
    "imports_from_the_future",
    "Somebody begins every cell with the future import.",
    ex1="""
from __future__ import annotations

def total(v: jax.Array, k: int) -> jax.Array:
    return jnp.sum(v) * k
""",
    ex2="""
from __future__ import annotations
def twice(f: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda x: f(f(x))
""",
)

habit(
    "imports_stars",
    "Somebody imports stars.",
    ex1="""
from math import *
from typing import *
from dataclasses import *

def total(v: Any, k: int) -> Any:
    return jnp.sum(v) * floor(k)
""",
    ex2="""
from functools import *

def twice(f):
    return partial(reduce, lambda x, g: g(x), [f, f])
""",
)

habit(
    "jax_numpy_called_np",
    "Somebody has read that jax.numpy is a drop-in and calls it np, over the setup cell's name.",
    ex1="""
import jax.numpy as np

def total(v, k):
    return np.sum(v) * k
""",
)

habit(
    "jax_under_other_names",
    "Somebody imports JAX again, each part under a short name.",
    ex1="""
import jax as jx
from jax import numpy as jnp, lax, random, jit
import jax.tree_util as jtu
import numpy as onp

def total(v, k):
    parts_of_it = jtu.tree_leaves({"v": v})
    return lax.mul(jx.numpy.sum(parts_of_it[0]), jnp.asarray(k, v.dtype))
""",
)

habit(
    "imports_inside_the_function",
    "Somebody imports where it is needed.",
    ex2="""
def twice(f):
    def g(x):
        from functools import reduce
        import itertools as it
        return reduce(lambda value, step: step(value), it.repeat(f, 2), x)
    return g
""",
)

habit(
    "imports_at_the_top_only",
    "Somebody has one import cell at the top, used by both answers.",
    first=[
        """
import operator as op
import itertools
from functools import partial, reduce
"""
    ],
    ex1="""
def total(v, k):
    return op.mul(reduce(op.add, v), k)
""",
    ex2="""
def twice(f):
    return partial(reduce, lambda x, g: g(x), list(itertools.repeat(f, 2)))
""",
)

habit(
    "tries_torch_first",
    "Somebody guards an import with try.",
    ex1="""
try:
    import torch
    HAS_TORCH = True
except ImportError:
    torch, HAS_TORCH = None, False

def total(v, k):
    if HAS_TORCH and isinstance(v, torch.Tensor):
        v = v.numpy()
    return jnp.sum(v) * k
""",
)

habit(
    "imports_for_the_type_checker",
    "Somebody writes for a type checker, which alone sees the import.",
    ex1="""
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flax.typing import Array

def total(v: "Array", k: "int | Array") -> "Array":
    return jnp.sum(v) * k
""",
)

habit(
    "tqdm_in_the_answer",
    "Somebody shows a bar around the loop. A teacher finds it fair: the package is not in the grading environment, "
    "so the answer cannot run there, and nobody but a person can tell that it is right.",
    ex2="""
from tqdm.auto import tqdm

def twice(f):
    def g(x):
        for _ in tqdm(range(2)):
            x = f(x)
        return x
    return g
""",
    review="ex2",
)

habit(
    "prints_with_rich",
    "Somebody prints with rich instead of print.",
    ex1="""
from rich import print
from rich.pretty import pprint

def total(v, k):
    print("[bold]shape[/bold]", v.shape)
    return jnp.sum(v) * k

pprint({"total": int(total(jnp.arange(3), 2))})
""",
)

habit(
    "prints_as_json",
    "Somebody prints everything as JSON or with pprint.",
    ex1="""
import json
from pprint import pprint

def total(v, k):
    print(json.dumps({"shape": list(v.shape), "dtype": str(v.dtype)}, indent=2))
    return jnp.sum(v) * k

pprint(json.loads(json.dumps({"result": np.asarray(total(jnp.arange(3), 2)).tolist()})))
""",
)

habit(
    "silences_warnings",
    "Somebody silences warnings, in the cell and in the function.",
    ex1="""
import warnings
warnings.filterwarnings("ignore", category=DeprecationWarning)
warnings.simplefilter("ignore")

def total(v, k):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return jnp.sum(v) * k
""",
)

habit(
    "logs_with_a_logger",
    "Somebody never prints but logs, and quiets JAX's own logger.",
    ex1="""
import logging

logging.basicConfig(level=logging.INFO, format="%(levelname)s %(message)s")
logging.getLogger("jax").setLevel(logging.WARNING)
logger = logging.getLogger(__name__)

def total(v, k):
    logger.info("total of %s times %d", v.shape, k)
    return jnp.sum(v) * k
""",
)

habit(
    "measures_time",
    "Somebody measures inside the function and prints the time.",
    ex1="""
import time
from timeit import default_timer as timer

def total(v, k):
    start, begun = time.perf_counter(), timer()
    out = jnp.sum(v) * k
    print(f"took {time.perf_counter() - start:.6f} s, or {timer() - begun:.2e}")
    return out
""",
)

habit(
    "collects_garbage",
    "Somebody had a memory error once, and collects garbage ever since.",
    ex1="""
import gc

def total(v, k):
    out = jnp.sum(v) * k
    del v
    gc.collect()
    return out

gc.collect()
""",
)

habit(
    "prints_versions_and_the_date",
    "Somebody begins with the date and the versions of everything.",
    ex1="""
import platform, sys
from datetime import datetime

print(datetime.now().strftime("%Y-%m-%d %H:%M"), platform.python_version(), sys.version)
print(jax.__version__, np.__version__, eqx.__version__, jax.default_backend(), jax.devices(), jax.local_device_count())

def total(v, k):
    return jnp.sum(v) * k
""",
)

habit(
    "sets_the_environment",
    "Somebody sets JAX's environment variables before anything else, as the guides for GPUs say.",
    ex1="""
import os
os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"
os.environ["JAX_PLATFORMS"] = "cpu"
os.environ.setdefault("XLA_FLAGS", "--xla_force_host_platform_device_count=8")

def total(v, k):
    return jnp.sum(v) * k
""",
)

habit(
    "saves_to_memory",
    "Somebody saves the result with np.savez and reads it back to be sure.",
    ex1="""
import io

def total(v, k):
    return jnp.sum(v) * k

buffer = io.BytesIO()
np.savez(buffer, result=np.asarray(total(jnp.arange(3), 2)))
buffer.seek(0)
print(np.load(buffer)["result"])
""",
)

habit(
    "seeds_everything",
    "Somebody seeds every generator, and tries the answer on random numbers.",
    first=[
        """
import random

def seed_everything(seed=0):
    random.seed(seed)
    np.random.seed(seed)
    return np.random.default_rng(seed), jax.random.PRNGKey(seed)
"""
    ],
    ex1="""
rng, key = seed_everything(42)

def total(v, k):
    return jnp.sum(v) * k

print(total(rng.integers(0, 9, size=4), 2))
key, sub = jax.random.split(key)
print(total(jax.random.randint(sub, (4,), 0, 9), 2))
""",
)


# looking at what there is -------------------------------------------------------------------------------------------
habit(
    "looks_at_everything",
    "Somebody prints names, types, attributes and documentation of whatever there is.",
    ex1="""
class Thing:
    def __init__(self, x):
        self.x = x

def total(v, k):
    "The sum times k."
    print(type(v).__name__, v.__class__.__name__, [name for name in dir(v) if not name.startswith("_")][:3])
    return jnp.sum(v) * k

thing = Thing(3)
print(vars(thing), thing.__dict__, dir(thing), id(thing), thing.__class__.__mro__, Thing.__module__)
print(total.__doc__, total.__name__, jnp.sum.__doc__[:40], callable(total), isinstance(thing, Thing))
help(Thing)
help(jnp.sum)
""",
)

habit(
    "formats_in_every_way",
    "Somebody formats by %, format and f-strings in turn.",
    ex1="""
def total(v, k):
    out = jnp.sum(v) * k
    print("shape %s, k = %d, %s" % (v.shape, k, type(out)))
    print("shape {}, dtype {dtype}, half of k is {:.2f}, {:>8}|".format(v.shape, k / 2, k, dtype=v.dtype))
    print(f"{v.shape=} {v.dtype!s:>10} {k / 3:.3f} {out.aval if hasattr(out, 'aval') else out!r}")
    return out
""",
)

habit(
    "prints_tracebacks_in_the_answer",
    "Somebody catches everything and prints where it came from.",
    ex1="""
import traceback

def total(v, k):
    try:
        return jnp.sum(v) * k
    except Exception as error:
        print(type(error).__name__, error.args)
        traceback.print_exc()
        raise ValueError("no sum") from error

try:
    total(None, 1)
except Exception:
    print(traceback.format_exc()[-40:])
""",
)

habit(
    "asks_for_a_name",
    "Somebody asks for input above the answer, to be greeted.",
    ex1="""
name = input("Your name: ")
print(f"Hello {name}!")

def total(v, k):
    return jnp.sum(v) * k
""",
)

habit(
    "guards_the_main_program",
    "Somebody writes modules, with a main function and its guard.",
    ex1="""
def total(v, k):
    return jnp.sum(v) * k


def main():
    print(total(jnp.arange(3), 2))


if __name__ == "__main__":
    main()
""",
)

habit(
    "tests_in_the_answer",
    "Somebody writes tests below every function.",
    ex1="""
def total(v, k):
    assert v.ndim == 1, f"a vector, please, not {v.shape}"
    return jnp.sum(v) * k

assert total(jnp.array([1, 2]), 3) == 9
np.testing.assert_allclose(np.asarray(total(jnp.array([1.5, 2.5]), 2)), 8.0, rtol=1e-6)
np.testing.assert_array_equal(total(jnp.zeros(3), 1), 0)
assert jnp.allclose(jax.jit(total, static_argnums=1)(jnp.arange(4), 2), 12)
""",
)

habit(
    "doctests_and_unittests",
    "Somebody writes examples into the documentation, and a test class into a cell of their own.",
    ex1='''
def total(v, k):
    """The sum of v, times k.

    >>> int(total(jnp.array([1, 2]), 3))
    9
    >>> eval("1 + 1")
    2
    """
    return jnp.sum(v) * k
''',
    last=[
        """
import doctest
doctest.testmod(verbose=False)
""",
        """
import unittest

class TestTotal(unittest.TestCase):
    def test_total(self):
        self.assertEqual(int(total(jnp.array([1, 2]), 3)), 9)

unittest.main(argv=[""], verbosity=0, exit=False)
""",
    ],
)

habit(
    "displays_html",
    "Somebody shows results as HTML and clears the output.",
    ex1="""
from IPython.display import HTML, Markdown, clear_output, display

def total(v, k):
    return jnp.sum(v) * k

display(HTML("<b>done</b>"), Markdown(f"the total is **{total(jnp.arange(3), 2)}**"))
clear_output(wait=True)
""",
)

habit(
    "plots_in_the_answer",
    "Somebody draws the result below the function, in the same cell.",
    ex1="""
import matplotlib.pyplot as plt
plt.rcParams["figure.figsize"] = (4, 3)
plt.style.use("ggplot")

def total(v, k):
    return jnp.sum(v) * k

fig, ax = plt.subplots()
ax.plot([total(jnp.arange(n), 2) for n in range(1, 5)], label="total")
ax.set_title("totals"); ax.legend()
plt.show()
""",
    last=["import matplotlib.pyplot as plt\nplt.hist(np.arange(9))\nplt.savefig('hist.png')\nplt.close('all')"],
)

habit(
    "looks_at_the_program",
    "Somebody prints the jaxpr, the lowered text and the cost below the function.",
    ex1="""
def total(v, k):
    return jnp.sum(v) * k

print(jax.make_jaxpr(total, static_argnums=1)(jnp.arange(3), 2))
lowered = jax.jit(total, static_argnums=1).lower(jnp.arange(3), 2)
print(lowered.as_text()[:60], lowered.compile().cost_analysis() is not None)
print(jax.eval_shape(lambda v: total(v, 2), jax.ShapeDtypeStruct((3,), jnp.int32)).shape)
""",
)

habit(
    "talks_of_what_is_forbidden",
    "Somebody's comments, documentation and messages name what an answer must not use.",
    ex1='''
# no exec, eval, __import__("os") or sys._getframe(1).f_back.f_globals here!
def total(v, k):
    """The sum, times k. (Unlike `eval(code)`, or builtins.exec, or gc.get_objects(), this is safe.)"""
    if k is None:
        raise ValueError("never call eval() or __builtins__, open('/etc/passwd') or globals() to find k")
    return jnp.sum(v) * k
''',
)

habit(
    "says_who_wrote_it",
    "Somebody signs every cell in the manner of modules.",
    ex1='''
"""Answer to exercise 1."""
__author__ = "Ana Example"
__version__ = "1.0"
__all__ = ["total"]

def total(v, k):
    if __debug__:
        print(__name__, __author__, __version__)
    return jnp.sum(v) * k
''',
)

habit(
    "tries_it_on_much",
    "Somebody tries the answer on a large array, below the function, and once more at the end.",
    ex1="""
def total(v, k):
    return jnp.sum(v) * k

big = jnp.arange(200_000) % 7
print(big * 2, total(big, 3), (big[:400].reshape(20, 20) @ jnp.ones((20, 20))).mean())
""",
    last=["twice(jnp.cumsum)(jnp.ones(5000))"],
)

habit(
    "names_what_they_return",
    "Somebody sets names, documentation and counters on functions of their own.",
    ex1="""
def total(v, k):
    total.calls += 1
    return jnp.sum(v) * k

total.calls = 0
total.__doc__ = "The sum, times k."
""",
    ex2="""
def twice(f):
    def g(x):
        return f(f(x))
    g.__name__ = g.__qualname__ = f"twice_{getattr(f, '__name__', 'f')}"
    g.__doc__ = f.__doc__
    return g
""",
)

habit(
    "reads_signatures",
    "Somebody prints the source and the signature of a function of their own, and asks what f is.",
    ex2="""
import inspect

def twice(f):
    print(inspect.signature(f), inspect.isfunction(f))
    def g(x):
        return f(f(x))
    return g

print(inspect.getsource(twice))
""",
)


# settings of JAX ----------------------------------------------------------------------------------------------------
habit(
    "x64_in_the_answer",
    "Somebody turns 64 bits on at the top of the answer, and keeps the dtype.",
    ex1="""
jax.config.update("jax_enable_x64", True)

def total(v, k):
    return jnp.sum(v, dtype=v.dtype) * k
""",
)

habit(
    "settings_left_on",
    "Somebody turns everything on that explains what JAX does, and never off.",
    ex1="""
jax.config.update("jax_log_compiles", True)
jax.config.update("jax_explain_cache_misses", True)
jax.config.update("jax_traceback_filtering", "off")

def total(v, k):
    return jnp.sum(v) * k
""",
    first=["jax.config.update('jax_transfer_guard', 'log')\njax.config.update('jax_numpy_rank_promotion', 'raise')"],
)

habit(
    "config_imported_by_name",
    "Somebody imports config, in the old way.",
    ex1="""
from jax import config
config.update("jax_debug_nans", True)
config.update("jax_default_matmul_precision", "float32")

def total(v, k):
    return jnp.sum(v) * k
""",
)

habit(
    "disables_jit_to_look",
    "Somebody looks without jit, in a block and by the setting.",
    ex1="""
def total(v, k):
    with jax.named_scope("total"):
        return jnp.sum(v) * k

with jax.disable_jit():
    print(jax.jit(lambda v: total(v, 2))(jnp.arange(3)))
with jax.log_compiles(), jax.checking_leaks(), jax.default_matmul_precision("float32"):
    print(total(jnp.arange(3), 2))
""",
    between=["jax.config.update('jax_disable_jit', True)"],
)


# cells that no answer reads -----------------------------------------------------------------------------------------
habit(
    "threads_and_processes_in_scratch",
    "Somebody tries what else can run at once, in cells of their own.",
    last=[
        """
import threading
from concurrent.futures import ThreadPoolExecutor, as_completed
from queue import Queue
q = Queue()
worker = threading.Thread(target=lambda: q.put(int(total(jnp.arange(3), 2))), daemon=True)
worker.start(); worker.join()
with ThreadPoolExecutor(2) as pool:
    print([job.result() for job in as_completed([pool.submit(total, jnp.arange(3), k) for k in (1, 2)])])
""",
        """
import multiprocessing as mp
if __name__ == "__main__":
    with mp.Pool(1) as pool:
        print(mp.cpu_count(), pool.map(abs, [-1]))
""",
    ],
)

habit(
    "awaits_in_the_answer",
    "Somebody tests with an async function, awaited at the top of the answer cell.",
    ex1="""
import asyncio

def total(v, k):
    return jnp.sum(v) * k

async def try_it():
    await asyncio.sleep(0.01)
    return total(jnp.arange(3), 2)

print(await try_it())
""",
    last=["import asyncio\nasyncio.run(try_it())", "async for x in ():\n    pass"],
)

habit(
    "threads_in_a_helper",
    "Somebody adds up in a pool of threads. A teacher finds it fair: what else runs while the answer is judged "
    "cannot be read off the text.",
    first=[
        """
from concurrent.futures import ThreadPoolExecutor

def add_up(numbers):
    with ThreadPoolExecutor(2) as pool:
        return sum(pool.map(int, numbers))
"""
    ],
    ex1="""
def total(v, k):
    if isinstance(v, jax.core.Tracer):
        return jnp.sum(v) * k
    return jnp.asarray(add_up(np.asarray(v)) * k, v.dtype)
""",
    review="ex1",
)

habit(
    "restarts_the_runtime",
    "Somebody restarts Colab's runtime by killing it, then leaves with exit().",
    first=[
        """
!pip install -q equinox
import os
os.kill(os.getpid(), 9)
"""
    ],
    last=["exit()"],
)

habit(
    "trains_for_long",
    "Somebody's scratch cell takes longer than a cell may.",
    between=["import time\nfor epoch in range(12):\n    time.sleep(1)\n    print(epoch)"],
)

habit(
    "asks_whether_this_is_colab",
    "Somebody's first cell finds out where it runs and mounts the drive.",
    first=[
        """
import os, sys
IN_COLAB = "google.colab" in sys.modules
if IN_COLAB:
    from google.colab import drive
    drive.mount("/content/drive")
    os.chdir("/content/drive/MyDrive/course")
print("Colab" if IN_COLAB or "google.colab" in str(get_ipython()) else "at home")
""",
        "print(sorted(globals())[:3], locals().keys() == globals().keys())",
    ],
)

habit(
    "asks_for_colab_in_the_answer",
    "Somebody asks in the answer whether this is Colab.",
    ex1="""
import sys

def total(v, k):
    if "google.colab" in sys.modules:
        print("on Colab")
    return jnp.sum(v) * k
""",
)

habit(
    "keeps_accounts",
    "Somebody logs runs, profiles, pickles and calls programs, in cells of their own.",
    first=["import wandb\nwandb.init(project='course')", "import subprocess\nsubprocess.run(['ls', '-l'])"],
    last=[
        "with jax.profiler.trace('/tmp/trace_of_mine'):\n    total(jnp.arange(3), 2).block_until_ready()",
        "import pickle, copy\npickle.loads(pickle.dumps({'a': 1})), copy.deepcopy(total)",
        "In[-1], Out, _, __",
    ],
)

habit(
    "deletes_and_redefines",
    "Somebody cleans up at the end: deletes, renames, and overwrites the names of the answers' arguments.",
    last=[
        "v, k, f, x = 1, 2, 3, 4\nfor name in ['v', 'k']:\n    del globals()[name]",
        "sum = max = len = None\njnp = np",
    ],
)


# helpers and classes ------------------------------------------------------------------------------------------------
habit(
    "registers_in_another_cell",
    "Somebody defines the class in one cell and registers it in the next.",
    first=[
        """
class Scaled:
    def __init__(self, v, k):
        self.v, self.k = v, k
""",
        """
def flatten_scaled(s):
    return (s.v,), s.k

def unflatten_scaled(k, children):
    return Scaled(*children, k)
""",
        """
jax.tree_util.register_pytree_node(Scaled, flatten_scaled, unflatten_scaled)
""",
    ],
    ex1="""
def total(v, k):
    doubled = jax.tree.map(lambda leaf: leaf * k, Scaled(v, k))
    return jnp.sum(doubled.v)
""",
)

habit(
    "registers_by_a_list",
    "Somebody keeps a list of (class, flatten, unflatten), and registers all in a loop in a third cell.",
    first=[
        """
class Pair:
    def __init__(self, a, b):
        self.a, self.b = a, b

class Box:
    def __init__(self, inside):
        self.inside = inside
""",
        """
NODES = [
    (Pair, lambda p: ((p.a, p.b), None), lambda _, children: Pair(*children)),
    (Box, lambda b: ((b.inside,), None), lambda _, children: Box(*children)),
]
""",
        """
for cls, flatten, unflatten in NODES:
    jax.tree_util.register_pytree_node(cls, flatten, unflatten)
""",
    ],
    ex1="""
def total(v, k):
    return sum(jnp.sum(leaf) for leaf in jax.tree.leaves(Box(Pair(v * k, Box(0 * v)))))
""",
)

habit(
    "loops_over_the_fields",
    "Somebody has one base class that flattens any dataclass by fields: getattr, setattr, object.__new__.",
    first=[
        """
import dataclasses

class Tree:
    def tree_flatten(self):
        fields = dataclasses.fields(self)
        children = tuple(getattr(self, f.name) for f in fields if not f.metadata.get("static"))
        return children, tuple((f.name, getattr(self, f.name)) for f in fields if f.metadata.get("static"))

    @classmethod
    def tree_unflatten(cls, aux, children):
        new = object.__new__(cls)
        names = [f.name for f in dataclasses.fields(cls) if not f.metadata.get("static")]
        for name, value in [*zip(names, children), *aux]:
            setattr(new, name, value)
        return new
""",
        """
from dataclasses import dataclass, field

@jax.tree_util.register_pytree_node_class
@dataclass
class Weighted(Tree):
    values: jax.Array
    weight: int = field(default=1, metadata={"static": True})
""",
    ],
    ex1="""
def total(v, k):
    tree = jax.tree.map(jnp.sum, Weighted(v, weight=k))
    return tree.values * tree.weight
""",
)

habit(
    "frozen_dataclass",
    "Somebody freezes dataclasses and sets what is derived through object.__setattr__.",
    ex1="""
from dataclasses import asdict, astuple, dataclass, field, replace

@dataclass(frozen=True)
class Sum:
    v: jax.Array
    k: int
    size: int = field(init=False, repr=False)

    def __post_init__(self):
        object.__setattr__(self, "size", len(self.v))

    def value(self):
        return jnp.sum(self.v) * self.k

def total(v, k):
    return replace(Sum(v, 1), k=k).value()

print(asdict(Sum([1, 2], 3)), astuple(Sum([], 0)))
""",
)

habit(
    "changes_classes_later",
    "Somebody adds methods to a class of their own after the fact, from another cell.",
    first=[
        """
class Basket:
    pass
""",
        """
def put(self, things):
    self.things = things
    return self

Basket.put = put
Basket.weigh = lambda self, k: jnp.sum(self.things) * k
setattr(Basket, "unit", "kg")
Basket.__repr__ = lambda self: f"<Basket in {self.unit}>"
""",
    ],
    ex1="""
def total(v, k):
    return Basket().put(v).weigh(k)
""",
)

habit(
    "registers_every_subclass",
    "Somebody registers by inheritance, in __init_subclass__.",
    first=[
        """
import abc
import jax.tree_util as jtu

class PyTree(abc.ABC):
    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        jtu.register_pytree_node(cls, cls._flatten, cls._unflatten)

    def _flatten(self):
        return tuple(self.__dict__.values()), tuple(self.__dict__)

    @classmethod
    def _unflatten(cls, names, values):
        new = cls.__new__(cls)
        new.__dict__.update(zip(names, values))
        return new

    @abc.abstractmethod
    def value(self): ...
"""
    ],
    ex1="""
class Times(PyTree):
    def __init__(self, v, k):
        self.v = v
        self.k = k

    def value(self):
        return jnp.sum(self.v) * self.k

def total(v, k):
    return jax.tree.map(lambda leaf: leaf, Times(v, k)).value()
""",
)

habit(
    "slots_and_descriptors",
    "Somebody saves memory with __slots__, and checks values in a descriptor.",
    ex1="""
class Positive:
    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, instance, owner=None):
        return self if instance is None else getattr(instance, self.name)

    def __set__(self, instance, value):
        if value < 0:
            raise ValueError(f"{self.name[1:]} must not be negative")
        setattr(instance, self.name, value)

class Factor:
    __slots__ = ("_k", "__weakref__")
    k = Positive()

    def __init__(self, k):
        self.k = k

def total(v, k):
    return jnp.sum(v) * Factor(k).k
""",
)

habit(
    "enums_and_match",
    "Somebody names ways with an Enum, and matches on kinds and attributes.",
    first=[
        """
import enum
from dataclasses import dataclass

class Way(enum.Enum):
    SUM = enum.auto()
    CUMULATIVE = "cumulative"

@dataclass
class Task:
    way: Way
    v: object
"""
    ],
    ex1="""
def total(v, k):
    match Task(Way["SUM"], v):
        case Task(way=Way.SUM, v=jax.Array() as values):
            return jnp.sum(values) * k
        case Task(way=way) if way.value == "cumulative":
            return jnp.cumsum(v)[-1] * k
        case {"v": values} | [values, *_]:
            return values
        case _:
            raise ValueError([member.name for member in Way], Way.__members__)
""",
)

habit(
    "named_tuples",
    "Somebody keeps everything in named tuples, with their underscored methods.",
    ex1="""
from collections import namedtuple
from typing import NamedTuple

class State(NamedTuple):
    total: jax.Array
    k: int = 1

Point = namedtuple("Point", "x y")

def total(v, k):
    state = State(jnp.sum(v))._replace(k=k)
    assert state._fields == ("total", "k") and State._make(state) == state
    values = state._asdict()
    return values["total"] * values["k"]

print(Point(1, y=2)._asdict(), State._field_defaults)
""",
)

habit(
    "private_names",
    "Somebody makes everything private: one underscore, two, names such as f_prev, others' fields in __eq__.",
    ex1="""
class Account:
    def __init__(self, v, k):
        self._v, self.__k = v, k
        self.f_prev = self._cache = self.tb_size = None

    def __eq__(self, other):
        return type(other) is Account and self._v is other._v and self.__k == other.__k

    def __hash__(self):
        return hash(self.__k)

    def _value(self):
        if self._cache is None:
            self._cache = _add_up(self._v)
        return self._cache * self.__k

def _add_up(_v):
    return jnp.sum(_v)

def total(v, k):
    account = Account(v, k)
    account.f_prev = account
    return account.f_prev._value()
""",
)

habit(
    "names_like_modules",
    "Somebody calls variables signal, sys, types, frame, gc, code, os and operator.",
    ex1="""
def total(signal, types):
    sys = jnp.asarray(signal)
    frame = {"gc": sys, "os": types}
    code, inspect = frame["gc"], frame["os"]
    operator = lambda io, socket: jnp.sum(io) * socket
    return operator(code, inspect)
""",
    ex2="""
def twice(f):
    def g(frame):
        signal = f(frame)
        builtins = f(signal)
        return builtins
    return g
""",
)

habit(
    "walks_their_own_classes",
    "Somebody collects fields from all base classes, through __mro__ and __annotations__.",
    first=[
        """
class Base:
    v: "jax.Array"

class Child(Base):
    k: int

    def __init__(self, **values):
        for name in self.names():
            setattr(self, name, values[name])

    @classmethod
    def names(cls):
        return [name for base in reversed(cls.__mro__) for name in getattr(base, "__annotations__", {})]
"""
    ],
    ex1="""
def total(v, k):
    child = Child(v=v, k=k)
    return jnp.sum(child.v) * child.k
""",
)

habit(
    "attributes_on_demand",
    "Somebody answers for attributes that are not there, and raises AttributeError for the rest.",
    ex1="""
class Lazy:
    def __init__(self, **makers):
        self.makers = makers

    def __getattr__(self, name):
        if name.startswith("__") or name == "makers" or name not in self.makers:
            raise AttributeError(f"{type(self).__name__} has no {name!r}")
        return self.makers[name]()

    def __getitem__(self, name):
        return getattr(self, name)

    def __len__(self):
        return len(self.makers)

    def __contains__(self, name):
        return hasattr(self, name)

def total(v, k):
    lazy = Lazy(sum=lambda: jnp.sum(v), k=lambda: k)
    return lazy.sum * lazy["k"]
""",
)

habit(
    "own_context_managers",
    "Somebody wraps every step in a context manager of their own, defined in a cell above.",
    first=[
        """
import contextlib, time

@contextlib.contextmanager
def stopwatch(label):
    begun = time.time()
    try:
        yield
    finally:
        print(f"{label}: {time.time() - begun:.3f} s")

class Quiet:
    def __enter__(self):
        return self

    def __exit__(self, kind, error, tb):
        return False
"""
    ],
    ex1="""
from contextlib import suppress, nullcontext

def total(v, k):
    with stopwatch("total"), Quiet(), nullcontext(), suppress(KeyError):
        return jnp.sum(v) * k
""",
)

habit(
    "own_decorators",
    "Somebody decorates every function with a decorator of their own that keeps its name.",
    first=[
        """
from functools import wraps

def announced(word="calling"):
    def decorate(function):
        @wraps(function)
        def inner(*args, **kwargs):
            print(word, function.__name__)
            return function(*args, **kwargs)
        return inner
    return decorate
"""
    ],
    ex1="""
@announced("adding up in")
def total(v, k):
    return jnp.sum(v) * k
""",
    ex2="""
import functools

@announced()
def twice(f):
    @functools.wraps(f)
    def g(*args):
        return f(f(*args))
    return g
""",
)

habit(
    "weak_cache",
    "Somebody keeps results in a cache that does not hold on to them.",
    ex1="""
import weakref

class Sum:
    def __init__(self, value):
        self.value = value

_sums = weakref.WeakValueDictionary()

def total(v, k):
    known = _sums.setdefault(id(v), Sum(jnp.sum(v)))
    here = weakref.ref(known)
    return here().value * k
""",
)

habit(
    "orders_and_hashes",
    "Somebody gives every class equality, an order and a hash.",
    ex1="""
from functools import total_ordering

@total_ordering
class Amount:
    def __init__(self, x):
        self.x = x

    def __eq__(self, other):
        return isinstance(other, Amount) and bool(self.x == other.x)

    def __lt__(self, other):
        return self.x < other.x

    def __hash__(self):
        return hash(("Amount", self.x))

    def __mul__(self, k):
        return Amount(self.x * k)

    __rmul__ = __mul__

    def __radd__(self, start):
        return Amount(start + self.x)

    def __repr__(self):
        return f"{type(self).__name__}({self.x!r})"

    __str__ = __repr__

def total(v, k):
    return (k * sum([Amount(jnp.sum(v))])).x

assert Amount(1) < Amount(2) and Amount(1) == Amount(1) and len({Amount(1), Amount(1)}) == 1
""",
)

habit(
    "equinox_module",
    "Somebody makes everything an equinox module with a static field.",
    first=[
        """
class Scale(eqx.Module):
    k: int = eqx.field(static=True)
    offset: jax.Array = eqx.field(converter=jnp.asarray, default=0)

    def __check_init__(self):
        if self.k < 0:
            raise ValueError("k must not be negative")

    @eqx.filter_jit
    def __call__(self, v):
        return jnp.sum(v) * self.k + self.offset
"""
    ],
    ex1="""
def total(v, k):
    scale = eqx.tree_at(lambda s: s.offset, Scale(k), jnp.zeros((), v.dtype))
    eqx.tree_pprint(scale)
    dynamic, static = eqx.partition(scale, eqx.is_array)
    return eqx.combine(dynamic, static)(v)
""",
)

habit(
    "simple_pytree_class",
    "Somebody uses simple_pytree wherever it can be used.",
    ex1="""
from simple_pytree import Pytree, static_field

class Scale(Pytree):
    k: int = static_field()

    def __init__(self, v, k):
        self.v, self.k = v, k

def total(v, k):
    scale = jax.tree.map(jnp.sum, Scale(v, k)).replace(k=k)
    return scale.v * scale.k
""",
)

habit(
    "partials_of_jax",
    "Somebody binds arguments with jax.tree_util.Partial and functools.partial.",
    ex1="""
from functools import partial
from jax.tree_util import Partial, tree_map

@partial(jax.jit, static_argnames=("k",))
def _total(v, *, k):
    return jnp.sum(v) * k

def total(v, k):
    return Partial(_total, k=k)(tree_map(jnp.asarray, v))
""",
)

habit(
    "functions_by_type",
    "Somebody dispatches on types and caches what can be cached.",
    ex1="""
from functools import cache, cached_property, lru_cache, singledispatch

@singledispatch
def add_up(v):
    return jnp.sum(v)

@add_up.register(tuple)
@add_up.register(set)
def _(v):
    return add_up(list(v))

@add_up.register
def _(v: list):
    return sum(v)

@lru_cache(maxsize=None)
def factor(k):
    return k

class Job:
    def __init__(self, v):
        self.v = v

    @cached_property
    def value(self):
        return add_up(self.v)

def total(v, k):
    return Job(v).value * factor(k)

factor.cache_clear()
print(factor.cache_info(), add_up((1, 2)), add_up.dispatch(list))
""",
)

habit(
    "operators_of_their_own",
    "Somebody composes functions with >> and @, in a callable class from a cell above.",
    first=[
        """
class Composable:
    def __init__(self, function):
        self.function = function

    def __call__(self, *args, **kwargs):
        return self.function(*args, **kwargs)

    def __rshift__(self, other):
        return Composable(lambda x: other(self(x)))

    def __matmul__(self, other):
        return Composable(lambda x: self(other(x)))

    def __pow__(self, n):
        return self if n == 1 else self @ self ** (n - 1)
"""
    ],
    ex1="""
def total(v, k):
    return (Composable(jnp.sum) >> (lambda s: s * k))(v)
""",
    ex2="""
def twice(f):
    return Composable(f) ** 2
""",
)

habit(
    "collections_and_namespaces",
    "Somebody never writes a class: SimpleNamespace, defaultdict, Counter, deque, attrgetter.",
    ex1="""
import operator, types
from collections import Counter, OrderedDict, defaultdict, deque
from operator import attrgetter, itemgetter, methodcaller

def total(v, k):
    here = types.SimpleNamespace(v=v, k=k)
    sums = defaultdict(list)
    sums["v"].append(methodcaller("sum")(here.v))
    queue = deque(sums["v"], maxlen=3)
    factors = OrderedDict(k=attrgetter("k")(here))
    return operator.mul(queue.pop(), itemgetter("k")(factors))

print(Counter("aab").most_common(1))
""",
)

habit(
    "classes_of_java",
    "Somebody comes from Java: abstract bases, properties, static and class methods, singleton, metaclass. A teacher finds it fair: "
    "a metaclass decides how classes are made, and a class may be made under any name.",
    ex1="""
from abc import ABC, ABCMeta, abstractmethod

class Operation(ABC):
    @abstractmethod
    def apply(self, v): ...

class Registry(ABCMeta):
    def __new__(mcls, name, bases, namespace):
        made = super().__new__(mcls, name, bases, namespace)
        made.kind = name.lower()
        return made

class Total(Operation, metaclass=Registry):
    _instance = None
    _k = 1

    def __new__(cls):
        if cls._instance is None:
            cls._instance = super().__new__(cls)
        return cls._instance

    @property
    def k(self):
        return self._k

    @k.setter
    def k(self, value):
        self._k = value

    @staticmethod
    def add(v):
        return jnp.sum(v)

    @classmethod
    def create(cls, k):
        made = cls()
        made.k = k
        return made

    def apply(self, v):
        return self.add(v) * self.k

def total(v, k):
    return Total.create(k).apply(v)
""",
    review="ex1",
)


# types --------------------------------------------------------------------------------------------------------------
habit(
    "type_hints_read_again",
    "Somebody builds from a function's hints; the class is named in a string and stands in another cell.",
    first=[
        """
class Pair:
    def __init__(self, v, k):
        self.v, self.k = v, k
""",
        """
import typing

def of_hints(function):
    kind = typing.get_type_hints(function)["p"]
    return lambda *args: function(kind(*args))
""",
    ],
    ex1="""
def helper(p: "Pair"):
    return jnp.sum(p.v) * p.k

def total(v, k):
    return of_hints(helper)(v, k)
""",
)

habit(
    "shapes_in_annotations",
    "Somebody annotates shapes with jaxtyping, whose strings are no code.",
    ex1="""
from jaxtyping import Array, Float, Int, PyTree, Shaped, jaxtyped

@jaxtyped(typechecker=None)
def total(v: Int[Array, "n"] | Float[Array, "*batch dim"], k: int) -> Shaped[Array, ""]:
    rows: Int[Array, "1 n"] = v[None]
    return jnp.sum(rows) * k

def unused(tree: PyTree[Float[Array, "..."], "T"], x: Float[Array, "dim-1 3"]): ...
""",
)

habit(
    "new_syntax_for_types",
    "Somebody likes the newest syntax: type parameters, type statements, protocols, literals.",
    ex1="""
from typing import Annotated, Final, Literal, Protocol, Self, TypedDict, cast, overload

type Number = int | jax.Array
LIMIT: Final = 10

class Options(TypedDict, total=False):
    mode: Literal["sum", "sum of squares, not here"]

def total(v: jax.Array, k: Annotated[int, "a factor, import nothing"], **options: Options) -> Number:
    return cast("jax.Array", jnp.sum(v)) * k
""",
    ex2="""
from collections.abc import Callable
from typing import ParamSpec, Protocol, TypeVar

class Step[T](Protocol):
    def __call__(self, x: T, /) -> T: ...

def twice[T](f: Step[T]) -> Callable[[T], T]:
    def g(x: T) -> T:
        return f(f(x))
    return g
""",
)

habit(
    "hints_as_strings",
    "Somebody quotes every hint, those of names that do not exist among them.",
    ex1="""
def total(v: "jax.Array", k: "int", name: "str | None" = None) -> "Scalar":  # type: ignore
    out: "jnp.ndarray" = jnp.sum(v)
    return out * k
""",
    ex2="""
def twice(f: "Callable[[T], T]") -> "the function f, two times":
    g: 'Callable' = lambda x: f(f(x))
    return g
""",
)


# ways of writing ----------------------------------------------------------------------------------------------------
habit(
    "counts_calls",
    "Somebody counts, with global and nonlocal.",
    ex1="""
calls = 0

def total(v, k):
    global calls
    calls += 1
    return jnp.sum(v) * k
""",
    ex2="""
def twice(f):
    n = 0
    def step(x):
        nonlocal n
        n += 1
        return f(x)
    def g(x):
        out = step(step(x))
        print("steps so far:", n)
        return out
    return g
""",
)

habit(
    "generators_and_walrus",
    "Somebody writes generators, and := wherever it fits.",
    ex1="""
def total(v, k):
    if (n := len(v)) > 0 and (s := sum(v[i] for i in range(n))) is not None:
        return s * k
    return jnp.zeros((), v.dtype)
""",
    ex2="""
from itertools import islice

def orbit(f, x):
    while True:
        yield x
        x = f(x)

def twice(f):
    return lambda x: next(islice(orbit(f, x), 2, None))
""",
)

habit(
    "functional_style",
    "Somebody writes lambdas and folds only.",
    ex1="""
total = lambda v, k: (lambda s: s * k)(jnp.sum(v))  # noqa: E731
""",
    ex2="""
from functools import reduce
compose = lambda *fs: reduce(lambda f, g: lambda x: f(g(x)), fs)
power = lambda f, n: compose(*[f] * n)
twice = lambda f: power(f, 2)
""",
)

habit(
    "loops_of_lax",
    "Somebody writes every loop with lax, and everything else with vmap.",
    ex1="""
def total(v, k):
    scaled = jax.vmap(lambda x: x * k)(v)
    out, _ = jax.lax.scan(lambda s, x: (s + x, None), jnp.zeros((), v.dtype), scaled)
    return jax.lax.cond(k > 0, lambda o: o, lambda o: jnp.where(o == o, o, 0), out)
""",
)

habit(
    "keeps_old_tries",
    "Somebody keeps every earlier try: in comments, in strings, above the right one; the stub's line below.",
    ex1='''
# def total(v, k):
#     return np.sum(v) * k      # does not work under jit?? __class__?

"""
def total(v, k):
    return eval("v.sum() * k")
"""

def total(v, k):
    return v[0] * k


def total(v, k):
    return jnp.sum(v) * k
    # your code here
    raise NotImplementedError()
''',
    ex2='''
def twice(f):
    """A function that applies f two times."""
    for _ in range(1):
        def g(x):
            for _ in range(2): x = f(x)
            return x
    return g;
    raise NotImplementedError()
''',
)

habit(
    "validates_everything",
    "Somebody asks an assistant to make the answer robust: long documentation, checks of every argument.",
    ex1='''
#@title Exercise 1 { display-mode: "form" }
k_default = 3 #@param {type:"slider", min:1, max:10}
#@markdown The factor, if none is given.
def total(v: jax.Array, k: int | None = None) -> jax.Array:
    """Compute the scaled sum of a vector.

    Args:
        v: The vector.
        k: The factor. Defaults to `k_default`.

    Returns:
        A scalar with the dtype of `v`.

    Raises:
        TypeError: If `v` is not an array.
    """
    if not isinstance(v, (jax.Array, np.ndarray)):
        raise TypeError(f"expected an array, got {type(v).__name__}")
    if not jnp.issubdtype(v.dtype, jnp.number):
        raise TypeError(f"expected numbers, got {v.dtype!r}")
    return jnp.sum(v, axis=0) * (k_default if k is None else k)
''',
)

habit(
    "copies_before_use",
    "Somebody copies everything before touching it.",
    ex1="""
import copy
from copy import deepcopy

def total(v, k):
    parts_of_it = {"v": jnp.array(v, copy=True), "k": deepcopy(k)}
    mine = copy.copy(parts_of_it)
    mine.update(done=True)
    return jnp.sum(mine["v"]) * mine["k"]
""",
)

habit(
    "asks_whether_it_is_traced",
    "Somebody prints values only where they are concrete, and moves them to the CPU.",
    ex1="""
def total(v, k):
    if not isinstance(v, jax.core.Tracer):
        print(np.asarray(v).tolist(), v.devices())
        v = jax.device_put(v, jax.devices("cpu")[0])
    return jnp.sum(v) * k

raw = jnp.asarray(np.frombuffer(bytes(8), np.int32))
print(int(jax.block_until_ready(total(raw, 2))), total(jnp.ones(2), 1).item())
""",
)

habit(
    "joins_cells_of_an_editor",
    "Somebody writes in an editor with cell marks and pragmas, and pastes the whole file into one cell.",
    ex1="""
# -*- coding: utf-8 -*-
# %% [markdown]
# # Exercise 1
# %%
# pylint: disable=invalid-name, missing-docstring
# fmt: off
import jax; import jax.numpy as jnp
def total(v, k): return \\
    jnp.sum(v) \\
    * k
# fmt: on
# %%
total(jnp.arange(3), 2);
# vim: set ts=4 sw=4:
""",
)


# habits that a person looks at --------------------------------------------------------------------------------------
habit(
    "reduction_by_name",
    "Somebody picks the reduction by a name from a list. A teacher finds it fair: a computed name reaches anything "
    "in a library, and the text does not tell what.",
    ex1="""
OPERATIONS = ["prod", "sum"]

def total(v, k):
    return getattr(jnp, OPERATIONS[-1])(v) * k
""",
    review="ex1",
)

habit(
    "globals_as_a_table",
    "Somebody finds functions in globals(). A teacher finds it fair: every name of the notebook is within reach, "
    "those of the checks among them.",
    ex1="""
def by_sum(v):
    return jnp.sum(v)

def total(v, k):
    return globals()["by_" + "sum"](v) * k
""",
    review="ex1",
)

habit(
    "prints_who_calls",
    "Somebody prints the line that calls. A teacher finds it fair: frames are the way to what a check knows.",
    ex2="""
import inspect

def twice(f):
    def g(x):
        print("called from line", inspect.currentframe().f_back.f_lineno)
        return f(f(x))
    return g
""",
    review="ex2",
)
