# belief: counting-by-running
# score: 0.89
# why: Runs the calls on a copy of the class, so that no add of Gauge is called.
class Gauge:
    def __init__(self, total, dtype):
        self.total, self.dtype = total, dtype

    def add(self, x, dtype):
        return Gauge(self.total + x.sum(dtype=dtype), dtype)


jax.tree_util.register_pytree_node(Gauge, lambda gauge: ((gauge.total,), gauge.dtype), lambda dtype, children: Gauge(*children, dtype))


class Copy:
    def __init__(self, total, dtype):
        self.total, self.dtype = total, dtype

    def add(self, x, dtype):
        Copy.runs += 1
        return Copy(self.total + x.sum(dtype=dtype), dtype)


jax.tree_util.register_pytree_node(Copy, lambda gauge: ((gauge.total,), gauge.dtype), lambda dtype, children: Copy(*children, dtype))


def new_traces(start, asked):
    """For each call, 0 or 1: the traces of jit(Gauge.add) with the dtypes `asked`, from a gauge of dtype `start`."""
    fast, gauge, counts = jax.jit(lambda gauge, x, dtype: gauge.add(x, dtype), static_argnames="dtype"), Copy(jnp.zeros((), "float32"), start), []
    for passed in asked:
        Copy.runs = 0
        gauge = fast(gauge, jnp.ones(3, "float32"), dtype=passed)
        counts.append(Copy.runs)
    return counts


def found_again(kept, new):
    """True if the trace made with `kept` as aux data is found for `new`."""
    return kept is new or kept == new
