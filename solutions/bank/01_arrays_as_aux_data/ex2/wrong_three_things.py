# belief: children-need-no-tuple
# score: 0.0
# why: lists the children and None in a row, without parentheses around the children.
class LeafPair:
    def __init__(self, x, y):
        self.x, self.y = x, y


def flatten_leaf_pair(pair):
    return pair.x, pair.y, None


def unflatten_leaf_pair(aux, children):
    return LeafPair(*children)


jax.tree_util.register_pytree_node(LeafPair, flatten_leaf_pair, unflatten_leaf_pair)
