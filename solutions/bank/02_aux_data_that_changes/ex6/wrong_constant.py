# belief: any-dtype-will-do
# score: 0.5
# why: One dtype for all: no trace is ever lost.
class Cast:
    def __init__(self, x, dtype):
        self.x, self.dtype = x, dtype

    def __call__(self):
        return self.x.astype(self.dtype)


def cast_flatten(cast):
    return (cast.x,), "float16"


def cast_unflatten(aux, children):
    return Cast(*children, aux)


jax.tree_util.register_pytree_node(Cast, cast_flatten, cast_unflatten)
