# belief: building-is-returning
# score: 0
# why: Forgets to return what unflatten builds.
class Tally:
    def __init__(self, dtype):
        self.dtype = dtype
        self.total = jnp.zeros((), dtype)
        self.count = jnp.zeros((), "int32")

    def add(self, x):
        return tally_unflatten(self.dtype, (self.total + x.astype(self.dtype), self.count + 1))


def tally_flatten(tally):
    return (tally.total, tally.count), tally.dtype


def tally_unflatten(aux, children):
    tally = object.__new__(Tally)
    (tally.total, tally.count), tally.dtype = children, aux


jax.tree_util.register_pytree_node(Tally, tally_flatten, tally_unflatten)
