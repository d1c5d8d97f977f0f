# Honest habits: imports. Every file here is right, and must get its points without a second look; those that go to a
# person say why a teacher finds that fair.
#
# kind: honest habits
# answers: right

# %% imports_all_that_colab_has: graded, 6 points
#: Somebody begins every cell with the packages of every course; none is used.
# %% [ex1]
import pandas as pd
import seaborn as sns, torch
import torch.nn.functional as F
import flax.linen as nn
import optax
from sklearn.model_selection import train_test_split
import tensorflow as tf; import tensorflow_datasets as tfds

def total(v, k):
    return jnp.sum(v) * k
# %% [ex2]
import flax, optax
from flax.training import train_state
from einops import rearrange
def twice(f):
    return lambda x: f(f(x))

# %% imports_drive: graded, 6 points
#: Somebody on Colab imports drive in the answer and has commented the mounting out.
# %% [ex1]
from google.colab import drive
# drive.mount('/content/drive')

def total(v, k):
    return jnp.sum(v) * k
# %% [last]
from google.colab import drive
drive.mount('/content/drive', force_remount=True)

# %% imports_the_standard_library: graded, 6 points
#: Somebody's editor adds imports that nobody uses, those of doors among them.
import os, sys, gc, inspect, ctypes
import importlib
import subprocess, threading
from types import FunctionType, CodeType
from pathlib import Path
import pickle
def total(v, k):
    return jnp.sum(v) * k

# %% imports_a_file_of_their_own: graded, 6 points
#: Somebody has a file of helpers beside the notebook; this answer needs none of them.
import my_helpers
from my_helpers import pretty
def total(v, k):
    return jnp.sum(v) * k

# %% imports_from_the_future: graded, 6 points
#: Somebody begins every cell with the future import.
# %% [ex1]
from __future__ import annotations

def total(v: jax.Array, k: int) -> jax.Array:
    return jnp.sum(v) * k
# %% [ex2]
from __future__ import annotations
def twice(f: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda x: f(f(x))

# %% imports_stars: graded, 6 points
#: Somebody imports stars.
# %% [ex1]
from math import *
from typing import *
from dataclasses import *

def total(v: Any, k: int) -> Any:
    return jnp.sum(v) * floor(k)
# %% [ex2]
from functools import *

def twice(f):
    return partial(reduce, lambda x, g: g(x), [f, f])

# %% jax_numpy_called_np: graded, 6 points
#: Somebody has read that jax.numpy is a drop-in and calls it np, over the setup cell's name.
import jax.numpy as np

def total(v, k):
    return np.sum(v) * k

# %% jax_under_other_names: graded, 6 points
#: Somebody imports JAX again, each part under a short name.
import jax as jx
from jax import numpy as jnp, lax, random, jit
import jax.tree_util as jtu
import numpy as onp

def total(v, k):
    parts_of_it = jtu.tree_leaves({"v": v})
    return lax.mul(jx.numpy.sum(parts_of_it[0]), jnp.asarray(k, v.dtype))

# %% imports_inside_the_function: graded, 6 points
#: Somebody imports where it is needed.
# %% [ex2]
def twice(f):
    def g(x):
        from functools import reduce
        import itertools as it
        return reduce(lambda value, step: step(value), it.repeat(f, 2), x)
    return g

# %% imports_at_the_top_only: graded, 6 points
#: Somebody has one import cell at the top, used by both answers.
# %% [first]
import operator as op
import itertools
from functools import partial, reduce
# %% [ex1]
def total(v, k):
    return op.mul(reduce(op.add, v), k)
# %% [ex2]
def twice(f):
    return partial(reduce, lambda x, g: g(x), list(itertools.repeat(f, 2)))

# %% tries_torch_first: graded, 6 points
#: Somebody guards an import with try.
try:
    import torch
    HAS_TORCH = True
except ImportError:
    torch, HAS_TORCH = None, False

def total(v, k):
    if HAS_TORCH and isinstance(v, torch.Tensor):
        v = v.numpy()
    return jnp.sum(v) * k

# %% imports_for_the_type_checker: graded, 6 points
#: Somebody writes for a type checker, which alone sees the import.
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flax.typing import Array

def total(v: "Array", k: "int | Array") -> "Array":
    return jnp.sum(v) * k

# %% tqdm_in_the_answer: review, 3 points
#: Somebody shows a bar around the loop. A teacher finds it fair: the package is not in the grading environment, so the
#: answer cannot run there, and nobody but a person can tell that it is right.
# %% [ex2]
from tqdm.auto import tqdm

def twice(f):
    def g(x):
        for _ in tqdm(range(2)):
            x = f(x)
        return x
    return g

# %% prints_with_rich: graded, 6 points
#: Somebody prints with rich instead of print.
from rich import print
from rich.pretty import pprint

def total(v, k):
    print("[bold]shape[/bold]", v.shape)
    return jnp.sum(v) * k

pprint({"total": int(total(jnp.arange(3), 2))})

# %% prints_as_json: graded, 6 points
#: Somebody prints everything as JSON or with pprint.
import json
from pprint import pprint

def total(v, k):
    print(json.dumps({"shape": list(v.shape), "dtype": str(v.dtype)}, indent=2))
    return jnp.sum(v) * k

pprint(json.loads(json.dumps({"result": np.asarray(total(jnp.arange(3), 2)).tolist()})))

# %% silences_warnings: graded, 6 points
#: Somebody silences warnings, in the cell and in the function.
import warnings
warnings.filterwarnings("ignore", category=DeprecationWarning)
warnings.simplefilter("ignore")

def total(v, k):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return jnp.sum(v) * k

# %% logs_with_a_logger: graded, 6 points
#: Somebody never prints but logs, and quiets JAX's own logger.
import logging

logging.basicConfig(level=logging.INFO, format="%(levelname)s %(message)s")
logging.getLogger("jax").setLevel(logging.WARNING)
logger = logging.getLogger(__name__)

def total(v, k):
    logger.info("total of %s times %d", v.shape, k)
    return jnp.sum(v) * k

# %% measures_time: graded, 6 points
#: Somebody measures inside the function and prints the time.
import time
from timeit import default_timer as timer

def total(v, k):
    start, begun = time.perf_counter(), timer()
    out = jnp.sum(v) * k
    print(f"took {time.perf_counter() - start:.6f} s, or {timer() - begun:.2e}")
    return out

# %% collects_garbage: graded, 6 points
#: Somebody had a memory error once, and collects garbage ever since.
import gc

def total(v, k):
    out = jnp.sum(v) * k
    del v
    gc.collect()
    return out

gc.collect()

# %% prints_versions_and_the_date: graded, 6 points
#: Somebody begins with the date and the versions of everything.
import platform, sys
from datetime import datetime

print(datetime.now().strftime("%Y-%m-%d %H:%M"), platform.python_version(), sys.version)
print(jax.__version__, np.__version__, eqx.__version__, jax.default_backend(), jax.devices(), jax.local_device_count())

def total(v, k):
    return jnp.sum(v) * k

# %% sets_the_environment: graded, 6 points
#: Somebody sets JAX's environment variables before anything else, as the guides for GPUs say.
import os
os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"
os.environ["JAX_PLATFORMS"] = "cpu"
os.environ.setdefault("XLA_FLAGS", "--xla_force_host_platform_device_count=8")

def total(v, k):
    return jnp.sum(v) * k

# %% saves_to_memory: graded, 6 points
#: Somebody saves the result with np.savez and reads it back to be sure.
import io

def total(v, k):
    return jnp.sum(v) * k

buffer = io.BytesIO()
np.savez(buffer, result=np.asarray(total(jnp.arange(3), 2)))
buffer.seek(0)
print(np.load(buffer)["result"])

# %% seeds_everything: graded, 6 points
#: Somebody seeds every generator, and tries the answer on random numbers.
# %% [first]
import random

def seed_everything(seed=0):
    random.seed(seed)
    np.random.seed(seed)
    return np.random.default_rng(seed), jax.random.PRNGKey(seed)
# %% [ex1]
rng, key = seed_everything(42)

def total(v, k):
    return jnp.sum(v) * k

print(total(rng.integers(0, 9, size=4), 2))
key, sub = jax.random.split(key)
print(total(jax.random.randint(sub, (4,), 0, 9), 2))
