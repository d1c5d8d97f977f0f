# belief: unflatten-is-init
# score: 0.1
# why: Copies Box's unflatten, whose __init__ takes the child too.
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
    return Tally(*children, aux)


jax.tree_util.register_pytree_node(Tally, tally_flatten, tally_unflatten)
