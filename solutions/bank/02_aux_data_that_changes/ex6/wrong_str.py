# belief: any-fact-is-a-spelling
# score: 0.4
# why: str() brings anything into one form.
class Cast:
    def __init__(self, x, dtype):
        self.x, self.dtype = x, dtype

    def __call__(self):
        return self.x.astype(self.dtype)


def cast_flatten(cast):
    return (cast.x,), str(cast.dtype)


def cast_unflatten(aux, children):
    return Cast(*children, aux)


jax.tree_util.register_pytree_node(Cast, cast_flatten, cast_unflatten)
