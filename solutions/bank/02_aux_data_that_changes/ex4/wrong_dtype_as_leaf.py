# belief: dtype-as-leaf
# score: 0.55
# why: All attributes are children.
class Tally:
    def __init__(self, dtype):
        self.dtype = dtype
        self.total = jnp.zeros((), dtype)
        self.count = jnp.zeros((), "int32")

    def add(self, x):
        return tally_unflatten(None, (self.total + x.astype(self.dtype), self.count + 1, self.dtype))


def tally_flatten(tally):
    return (tally.total, tally.count, tally.dtype), None


def tally_unflatten(aux, children):
    tally = object.__new__(Tally)
    tally.total, tally.count, tally.dtype = children
    return tally


jax.tree_util.register_pytree_node(Tally, tally_flatten, tally_unflatten)
