# belief: unlisted-attribute-survives
# score: 0.55
# why: Believes that an attribute outlives the rebuilding.
class Tally:
    def __init__(self, dtype):
        self.dtype = dtype
        self.total = jnp.zeros((), dtype)
        self.count = jnp.zeros((), "int32")

    def add(self, x):
        new = tally_unflatten(self.dtype, (self.total + x.astype(self.dtype),))
        new.count = self.count + 1
        return new


def tally_flatten(tally):
    return (tally.total,), tally.dtype


def tally_unflatten(aux, children):
    tally = object.__new__(Tally)
    (tally.total,), tally.dtype = children, aux
    tally.count = jnp.zeros((), "int32")
    return tally


jax.tree_util.register_pytree_node(Tally, tally_flatten, tally_unflatten)
