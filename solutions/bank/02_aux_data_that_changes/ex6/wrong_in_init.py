# belief: gate-in-init
# score: 0.9
# why: Canonicalises in __init__ and takes what comes later as it is.
class Cast:
    def __init__(self, x, dtype):
        self.x, self.dtype = x, jnp.dtype(dtype).name

    def __call__(self):
        return self.x.astype(self.dtype)


def cast_flatten(cast):
    return (cast.x,), cast.dtype


def cast_unflatten(aux, children):
    return Cast(*children, aux)


jax.tree_util.register_pytree_node(Cast, cast_flatten, cast_unflatten)
