# belief: unflatten-need-not-return
# score: 0.2
# why: builds the object in unflatten and returns nothing.
class LeafPair:
    def __init__(self, x, y):
        self.x, self.y = x, y


def flatten_leaf_pair(pair):
    return (pair.x, pair.y), None


def unflatten_leaf_pair(aux, children):
    LeafPair(*children)


jax.tree_util.register_pytree_node(LeafPair, flatten_leaf_pair, unflatten_leaf_pair)
