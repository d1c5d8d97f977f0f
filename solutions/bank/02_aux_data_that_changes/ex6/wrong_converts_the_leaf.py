# belief: flatten-may-compute
# score: 0.9
# why: Converts x in flatten and reads the dtype off it.
class Cast:
    def __init__(self, x, dtype):
        self.x, self.dtype = x, dtype

    def __call__(self):
        return self.x.astype(self.dtype)


def cast_flatten(cast):
    return (cast.x.astype(cast.dtype),), None


def cast_unflatten(aux, children):
    return Cast(*children, children[0].dtype)


jax.tree_util.register_pytree_node(Cast, cast_flatten, cast_unflatten)
