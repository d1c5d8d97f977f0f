# belief: array-in-aux
# score: 0.4
# why: Keeps an array of the dtype as a sample.
class Cast:
    def __init__(self, x, dtype):
        self.x, self.dtype = x, dtype

    def __call__(self):
        return self.x.astype(self.dtype)


def cast_flatten(cast):
    return (cast.x,), np.zeros(2, cast.dtype)


def cast_unflatten(aux, children):
    return Cast(*children, aux.dtype)


jax.tree_util.register_pytree_node(Cast, cast_flatten, cast_unflatten)
