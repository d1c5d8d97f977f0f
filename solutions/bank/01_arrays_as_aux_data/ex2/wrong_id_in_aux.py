# belief: aux-names-the-object
# score: 0.9
# why: gives the treedef the id of the object, which Python uses again once the object is gone.
class LeafPair:
    def __init__(self, x, y):
        self.x, self.y = x, y


def flatten_leaf_pair(pair):
    return (pair.x, pair.y), id(pair)


def unflatten_leaf_pair(aux, children):
    return LeafPair(*children)


jax.tree_util.register_pytree_node(LeafPair, flatten_leaf_pair, unflatten_leaf_pair)
