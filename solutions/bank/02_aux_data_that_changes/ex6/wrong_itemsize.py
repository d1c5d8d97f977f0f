# belief: as-many-bytes-is-equal
# score: 0.8
# why: Compares what decides about memory.
class Key:
    def __init__(self, dtype):
        self.dtype = jnp.dtype(dtype)

    def __eq__(self, other):
        return self.dtype.itemsize == other.dtype.itemsize

    def __hash__(self):
        return self.dtype.itemsize


class Cast:
    def __init__(self, x, dtype):
        self.x, self.dtype = x, dtype

    def __call__(self):
        return self.x.astype(self.dtype)


def cast_flatten(cast):
    return (cast.x,), Key(cast.dtype)


def cast_unflatten(aux, children):
    return Cast(*children, aux.dtype)


jax.tree_util.register_pytree_node(Cast, cast_flatten, cast_unflatten)
