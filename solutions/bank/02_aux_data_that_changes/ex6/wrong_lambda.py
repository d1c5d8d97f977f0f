# belief: aux-by-identity
# score: 0.8
# why: Wraps the dtype in a function, made anew at every flatten.
class Cast:
    def __init__(self, x, dtype):
        self.x, self.dtype = x, dtype

    def __call__(self):
        return self.x.astype(self.dtype)


def cast_flatten(cast):
    return (cast.x,), lambda: jnp.dtype(cast.dtype)


def cast_unflatten(aux, children):
    return Cast(*children, aux())


jax.tree_util.register_pytree_node(Cast, cast_flatten, cast_unflatten)
