# belief: pair-without-order
# score: 0.9
# why: keeps the two dtypes of a call as a set, because it believes that only which two met counts
class Gauge:
    def __init__(self, total, dtype):
        self.total, self.dtype = total, dtype

    def add(self, x, dtype):
        return Gauge(self.total + x.sum(dtype=dtype), dtype)


jax.tree_util.register_pytree_node(Gauge, lambda gauge: ((gauge.total,), gauge.dtype), lambda dtype, children: Gauge(*children, dtype))


def new_traces(start, asked):
    """For each call, 0 or 1: the traces of jit(Gauge.add) with the dtypes `asked`, from a gauge of dtype `start`."""
    ### BEGIN SOLUTION
    keys, now, counts = set(), start, []
    for passed in asked:
        key = frozenset((now, passed))
        counts.append(int(key not in keys))
        keys.add(key)
        now = passed
    return counts
    ### END SOLUTION


def found_again(kept, new):
    """True if the trace made with `kept` as aux data is found for `new`."""
    ### BEGIN SOLUTION
    return kept is new or kept == new
    ### END SOLUTION
