# belief: other-start-of-carry
# score: 0.9
# why: starts both with jnp.zeros(1), as the document does
class Tally:
    def __init__(self, dtype):
        self.dtype = dtype
        ### BEGIN SOLUTION
        self.total = jnp.zeros(1, dtype)
        self.count = jnp.zeros(1, "int32")
        ### END SOLUTION

    def add(self, x):
        ### BEGIN SOLUTION
        return tally_unflatten(self.dtype, (self.total + x.astype(self.dtype), self.count + 1))
        ### END SOLUTION


def tally_flatten(tally):
    ### BEGIN SOLUTION
    return (tally.total, tally.count), tally.dtype
    ### END SOLUTION


def tally_unflatten(aux, children):
    tally = object.__new__(Tally)
    ### BEGIN SOLUTION
    (tally.total, tally.count), tally.dtype = children, aux
    ### END SOLUTION
    return tally


jax.tree_util.register_pytree_node(Tally, tally_flatten, tally_unflatten)
