# belief: unflatten-is-init
# score: 0
# why: Expects all attributes among the children, as __init__ gets them.
class Cast:
    def __init__(self, x, dtype):
        self.x, self.dtype = x, dtype

    def __call__(self):
        return self.x.astype(self.dtype)


def cast_flatten(cast):
    return (cast.x,), jnp.dtype(cast.dtype).name


def cast_unflatten(aux, children):
    x, dtype = children
    return Cast(x, dtype)


jax.tree_util.register_pytree_node(Cast, cast_flatten, cast_unflatten)
