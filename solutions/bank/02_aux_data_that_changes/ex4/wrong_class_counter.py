# belief: update-in-place
# score: 0.37
# why: Counts on the class, once for each trace.
class Tally:
    count = 0

    def __init__(self, dtype):
        self.dtype = dtype
        self.total = jnp.zeros((), dtype)

    def add(self, x):
        Tally.count += 1
        return tally_unflatten(self.dtype, (self.total + x.astype(self.dtype),))


def tally_flatten(tally):
    return (tally.total,), tally.dtype


def tally_unflatten(aux, children):
    tally = object.__new__(Tally)
    (tally.total,), tally.dtype = children, aux
    return tally


jax.tree_util.register_pytree_node(Tally, tally_flatten, tally_unflatten)
