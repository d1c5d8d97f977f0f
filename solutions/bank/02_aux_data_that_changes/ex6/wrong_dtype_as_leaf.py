# belief: dtype-as-leaf
# score: 0.2
# why: Makes the dtype a child.
class Cast:
    def __init__(self, x, dtype):
        self.x, self.dtype = x, dtype

    def __call__(self):
        return self.x.astype(self.dtype)


def cast_flatten(cast):
    return (cast.x, cast.dtype), None


def cast_unflatten(aux, children):
    return Cast(*children)


jax.tree_util.register_pytree_node(Cast, cast_flatten, cast_unflatten)
