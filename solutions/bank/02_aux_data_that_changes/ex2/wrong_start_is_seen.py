# belief: start-is-traced
# score: 0.78
# why: Takes the start for the first dtype that was traced.
@jax.tree_util.register_pytree_node_class
class Gauge:
    def __init__(self, total, dtype):
        self.total, self.dtype = total, dtype

    def add(self, x, dtype):
        return Gauge(self.total + x.sum(dtype=dtype), dtype)

    def tree_flatten(self):
        return (self.total,), self.dtype

    @classmethod
    def tree_unflatten(cls, dtype, children):
        return cls(*children, dtype)


def new_traces(start, asked):
    """For each call, 0 or 1: the traces of jit(Gauge.add) with the dtypes `asked`, from a gauge of dtype `start`."""
    seen, counts = {start}, []
    for passed in asked:
        counts.append(int(passed not in seen))
        seen.add(passed)
    return counts


def found_again(kept, new):
    """True if the trace made with `kept` as aux data is found for `new`."""
    return kept is new or kept == new
