# belief: init-may-convert
# score: 0.9
# why: converts x when the Cast is made
class Cast:
    def __init__(self, x, dtype):
        self.x, self.dtype = jnp.asarray(x, dtype), dtype

    def __call__(self):
        return self.x.astype(self.dtype)


def cast_flatten(cast):
    ### BEGIN SOLUTION
    return (cast.x,), jnp.dtype(cast.dtype).name
    ### END SOLUTION


def cast_unflatten(aux, children):
    ### BEGIN SOLUTION
    return Cast(*children, aux)
    ### END SOLUTION


jax.tree_util.register_pytree_node(Cast, cast_flatten, cast_unflatten)
