# belief: outside-jit-any-array-will-do
# score: 0.75
# why: was told by an error that numpy takes no tracers, and spares those alone: what has numbers becomes numpy.
class LeafPair:
    def __init__(self, x, y):
        self.x, self.y = x, y


def flatten_leaf_pair(pair):
    return (pair.x, pair.y), None


def unflatten_leaf_pair(aux, children):
    x, y = children
    return LeafPair(x, y if isinstance(y, jax.core.Tracer) else np.asarray(y))


jax.tree_util.register_pytree_node(LeafPair, flatten_leaf_pair, unflatten_leaf_pair)
