# belief: any-fact-is-a-spelling
# score: 0.5
# why: gives out numpy's number of the dtype, which no array function takes for it
class Cast:
    def __init__(self, x, dtype):
        self.x, self.dtype = x, dtype

    def __call__(self):
        return self.x.astype(self.dtype)


def cast_flatten(cast):
    ### BEGIN SOLUTION
    return (cast.x,), jnp.dtype(cast.dtype).num
    ### END SOLUTION


def cast_unflatten(aux, children):
    ### BEGIN SOLUTION
    return Cast(*children, aux)
    ### END SOLUTION


jax.tree_util.register_pytree_node(Cast, cast_flatten, cast_unflatten)
