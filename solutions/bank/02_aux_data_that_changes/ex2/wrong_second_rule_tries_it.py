# belief: counting-by-running
# score: 0.53
# why: Has the second rule try it: two calls, and a look at how many traces there were.
class Gauge:
    def __init__(self, total, dtype):
        self.total, self.dtype = total, dtype

    def add(self, x, dtype):
        return Gauge(self.total + x.sum(dtype=dtype), dtype)


jax.tree_util.register_pytree_node(Gauge, lambda gauge: ((gauge.total,), gauge.dtype), lambda dtype, children: Gauge(*children, dtype))


def new_traces(start, asked):
    """For each call, 0 or 1: the traces of jit(Gauge.add) with the dtypes `asked`, from a gauge of dtype `start`."""
    pairs = list(zip([start, *asked], asked))
    return [int(pair not in pairs[:i]) for i, pair in enumerate(pairs)]


def found_again(kept, new):
    """True if the trace made with `kept` as aux data is found for `new`."""
    class Held:
        def __init__(self, aux):
            self.aux = aux

    jax.tree_util.register_pytree_node(Held, lambda held: ((), held.aux), lambda aux, _: Held(aux))
    body = count_traces(lambda held: 0)
    jax.eval_shape(jax.jit(body), Held(kept)), jax.eval_shape(jax.jit(body), Held(new))
    return body.traces == 1
