# belief: equal-to-everything
# score: 0.72
# why: Believes that aux data does not take part in the key at all.
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
    pairs = list(zip([start, *asked], asked))
    return [1 if pair not in pairs[:i] else 0 for i, pair in enumerate(pairs)]


def found_again(kept, new):
    """True if the trace made with `kept` as aux data is found for `new`."""
    return True
