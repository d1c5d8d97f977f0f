# belief: spellings-are-equal
# score: 0.6
# why: All spellings mean the same, so they are equal.
class Cast:
    def __init__(self, x, dtype):
        self.x, self.dtype = x, dtype

    def __call__(self):
        return self.x.astype(self.dtype)


def cast_flatten(cast):
    return (cast.x,), cast.dtype


def cast_unflatten(aux, children):
    return Cast(*children, aux)


jax.tree_util.register_pytree_node(Cast, cast_flatten, cast_unflatten)
