# belief: parentheses-make-a-tuple
# score: 0.0
# why: returns the tuple of children only; JAX takes its two entries for children and aux data.
class LeafPair:
    def __init__(self, x, y):
        self.x, self.y = x, y


def flatten_leaf_pair(pair):
    return (pair.x, pair.y)


def unflatten_leaf_pair(aux, children):
    return LeafPair(*children)


jax.tree_util.register_pytree_node(LeafPair, flatten_leaf_pair, unflatten_leaf_pair)
