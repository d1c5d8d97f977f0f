# belief: growing-tree
# score: 0.5
# why: Keeps all that was seen in a list of leaves.
class Tally:
    def __init__(self, dtype):
        self.dtype = dtype
        self.seen = []

    total = property(lambda self: sum(self.seen, jnp.zeros((), self.dtype)))
    count = property(lambda self: len(self.seen))

    def add(self, x):
        return tally_unflatten(self.dtype, [*self.seen, x.astype(self.dtype)])


def tally_flatten(tally):
    return tuple(tally.seen), tally.dtype


def tally_unflatten(aux, children):
    tally = object.__new__(Tally)
    tally.seen, tally.dtype = list(children), aux
    return tally


jax.tree_util.register_pytree_node(Tally, tally_flatten, tally_unflatten)
