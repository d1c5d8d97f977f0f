# belief: unflatten-is-init
# score: 0.3
# why: lets flatten give the aux data first, as unflatten takes it
class Tally:
    def __init__(self, dtype):
        self.dtype = dtype
        ### BEGIN SOLUTION
        self.total = jnp.zeros((), dtype)
        self.count = jnp.zeros((), "int32")
        ### END SOLUTION

    def add(self, x):
        ### BEGIN SOLUTION
        return tally_unflatten(self.dtype, (self.total + x.astype(self.dtype), self.count + 1))
        ### END SOLUTION


def tally_flatten(tally):
    ### BEGIN SOLUTION
    return tally.dtype, (tally.total, tally.count)
    ### END SOLUTION


def tally_unflatten(aux, children):
    tally = object.__new__(Tally)
    ### BEGIN SOLUTION
    (tally.total, tally.count), tally.dtype = children, aux
    ### END SOLUTION
    return tally


jax.tree_util.register_pytree_node(Tally, tally_flatten, tally_unflatten)
