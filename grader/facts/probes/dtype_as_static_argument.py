"""jnp.float32, then np.float32, as one static argument: how many traces?

symptom: one trace more than expected, after one spelling of a dtype was replaced by another
portable: pass np.dtype(…) everywhere
"""
import jax
import jax.numpy as jnp
import numpy as np


def observe():
    traces = []
    fast = jax.jit(lambda x, dtype: traces.append(dtype) or x, static_argnums=1)
    fast(1.0, jnp.float32)
    fast(1.0, np.float32)
    return f"{len(traces)} trace" + "s" * (len(traces) > 1)
