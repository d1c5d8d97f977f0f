# belief: python-counts-each-step
# score: 0.91
# why: Reads the count as a constant of the trace.
class Tally:
    def __init__(self, dtype):
        self.dtype = dtype
        self.total = jnp.zeros((), dtype)
        self.count = jnp.zeros((), "int32")

    def add(self, x):
        count = self.count + 1 if where(self.count) == "concrete" else jnp.ones((), "int32")
        return tally_unflatten(self.dtype, (self.total + x.astype(self.dtype), count))


def tally_flatten(tally):
    return (tally.total, tally.count), tally.dtype


def tally_unflatten(aux, children):
    tally = object.__new__(Tally)
    (tally.total, tally.count), tally.dtype = children, aux
    return tally


jax.tree_util.register_pytree_node(Tally, tally_flatten, tally_unflatten)
