"""jnp.float32, then np.float32, as one static argument passed by keyword: how many traces?

symptom: one trace more than before, after one spelling of a dtype was replaced by another
portable: pass np.dtype(…) everywhere
"""
import jax
import jax.numpy as jnp
import numpy as np


def observe():
    traces = []
    fast = jax.jit(lambda x, dtype: traces.append(dtype) or x, static_argnames="dtype")
    fast(1.0, dtype=jnp.float32)
    fast(1.0, dtype=np.float32)
    return f"{len(traces)} trace" + "s" * (len(traces) > 1)
