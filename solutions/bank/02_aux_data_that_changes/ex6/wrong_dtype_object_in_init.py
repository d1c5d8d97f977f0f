# belief: gate-in-init
# score: 0.9
# why: makes one spelling where the Cast is made, and believes that nobody assigns another
class Cast:
    def __init__(self, x, dtype):
        self.x, self.dtype = x, jnp.dtype(dtype)

    def __call__(self):
        return self.x.astype(self.dtype)


def cast_flatten(cast):
    ### BEGIN SOLUTION
    return (cast.x,), cast.dtype
    ### END SOLUTION


def cast_unflatten(aux, children):
    ### BEGIN SOLUTION
    return Cast(*children, aux)
    ### END SOLUTION


jax.tree_util.register_pytree_node(Cast, cast_flatten, cast_unflatten)
