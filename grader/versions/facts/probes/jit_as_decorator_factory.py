"""`@jax.jit(static_argnums=…)` above a function.

symptom: TypeError that jit misses its argument `fun`, in code copied from newer documentation
portable: functools.partial(jax.jit, static_argnums=…)
"""
import jax


def observe():
    jax.jit(static_argnums=0)(lambda n: n + 1)(1)
    return "works"
