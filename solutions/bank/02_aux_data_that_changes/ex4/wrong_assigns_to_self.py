# belief: update-in-place
# score: 0.73
# why: Changes self and returns it: right under jit only.
class Tally:
    def __init__(self, dtype):
        self.dtype = dtype
        self.total = jnp.zeros((), dtype)
        self.count = jnp.zeros((), "int32")

    def add(self, x):
        self.total += x.astype(self.dtype)
        self.count += 1
        return self


def tally_flatten(tally):
    return (tally.total, tally.count), tally.dtype


def tally_unflatten(aux, children):
    tally = object.__new__(Tally)
    (tally.total, tally.count), tally.dtype = children, aux
    return tally


jax.tree_util.register_pytree_node(Tally, tally_flatten, tally_unflatten)
