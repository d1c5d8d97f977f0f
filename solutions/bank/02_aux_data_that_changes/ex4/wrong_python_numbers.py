# belief: python-number-from-tracer
# score: 0.82
# why: Keeps the count a Python int by force.
class Tally:
    def __init__(self, dtype):
        self.dtype = dtype
        self.total = jnp.zeros((), dtype)
        self.count = jnp.zeros((), "int32")

    def add(self, x):
        return tally_unflatten(self.dtype, (self.total + x.astype(self.dtype), jnp.array(int(self.count) + 1, "int32")))


def tally_flatten(tally):
    return (tally.total, tally.count), tally.dtype


def tally_unflatten(aux, children):
    tally = object.__new__(Tally)
    (tally.total, tally.count), tally.dtype = children, aux
    return tally


jax.tree_util.register_pytree_node(Tally, tally_flatten, tally_unflatten)
