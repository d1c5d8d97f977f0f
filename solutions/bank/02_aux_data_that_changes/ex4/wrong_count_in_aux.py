# belief: different-aux-only-recompiles
# score: 0.5
# why: Counts with a Python int in the aux data and expects a few more traces.
class Tally:
    def __init__(self, dtype):
        self.dtype = dtype
        self.total = jnp.zeros((), dtype)
        self.count = 0

    def add(self, x):
        return tally_unflatten((self.count + 1, self.dtype), (self.total + x.astype(self.dtype),))


def tally_flatten(tally):
    return (tally.total,), (tally.count, tally.dtype)


def tally_unflatten(aux, children):
    tally = object.__new__(Tally)
    (tally.total,), (tally.count, tally.dtype) = children, aux
    return tally


jax.tree_util.register_pytree_node(Tally, tally_flatten, tally_unflatten)
