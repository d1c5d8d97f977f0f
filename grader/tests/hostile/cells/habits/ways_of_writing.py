# Honest habits: ways of writing. Every file here is right, and must get its points without a second look; those that
# go to a person say why a teacher finds that fair.
#
# kind: honest habits
# answers: right

# %% counts_calls: graded, 6 points
#: Somebody counts, with global and nonlocal.
# %% [ex1]
calls = 0

def total(v, k):
    global calls
    calls += 1
    return jnp.sum(v) * k
# %% [ex2]
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

# %% generators_and_walrus: graded, 6 points
#: Somebody writes generators, and := wherever it fits.
# %% [ex1]
def total(v, k):
    if (n := len(v)) > 0 and (s := sum(v[i] for i in range(n))) is not None:
        return s * k
    return jnp.zeros((), v.dtype)
# %% [ex2]
from itertools import islice

def orbit(f, x):
    while True:
        yield x
        x = f(x)

def twice(f):
    return lambda x: next(islice(orbit(f, x), 2, None))

# %% functional_style: graded, 6 points
#: Somebody writes lambdas and folds only.
# %% [ex1]
total = lambda v, k: (lambda s: s * k)(jnp.sum(v))  # noqa: E731
# %% [ex2]
from functools import reduce
compose = lambda *fs: reduce(lambda f, g: lambda x: f(g(x)), fs)
power = lambda f, n: compose(*[f] * n)
twice = lambda f: power(f, 2)

# %% loops_of_lax: graded, 6 points
#: Somebody writes every loop with lax, and everything else with vmap.
def total(v, k):
    scaled = jax.vmap(lambda x: x * k)(v)
    out, _ = jax.lax.scan(lambda s, x: (s + x, None), jnp.zeros((), v.dtype), scaled)
    return jax.lax.cond(k > 0, lambda o: o, lambda o: jnp.where(o == o, o, 0), out)

# %% keeps_old_tries: graded, 6 points
#: Somebody keeps every earlier try: in comments, in strings, above the right one; the stub's line below.
# %% [ex1]
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
# %% [ex2]
def twice(f):
    """A function that applies f two times."""
    for _ in range(1):
        def g(x):
            for _ in range(2): x = f(x)
            return x
    return g;
    raise NotImplementedError()

# %% validates_everything: graded, 6 points
#: Somebody asks an assistant to make the answer robust: long documentation, checks of every argument.
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

# %% copies_before_use: graded, 6 points
#: Somebody copies everything before touching it.
import copy
from copy import deepcopy

def total(v, k):
    parts_of_it = {"v": jnp.array(v, copy=True), "k": deepcopy(k)}
    mine = copy.copy(parts_of_it)
    mine.update(done=True)
    return jnp.sum(mine["v"]) * mine["k"]

# %% asks_whether_it_is_traced: graded, 6 points
#: Somebody prints values only where they are concrete, and moves them to the CPU.
def total(v, k):
    if not isinstance(v, jax.core.Tracer):
        print(np.asarray(v).tolist(), v.devices())
        v = jax.device_put(v, jax.devices("cpu")[0])
    return jnp.sum(v) * k

raw = jnp.asarray(np.frombuffer(bytes(8), np.int32))
print(int(jax.block_until_ready(total(raw, 2))), total(jnp.ones(2), 1).item())
