class LeafPair:
    def __init__(self, x, y):
        self.x, self.y = x, y


def flatten_leaf_pair(pair):
    return (vars(pair),), None


def unflatten_leaf_pair(aux, children):
    pair = object.__new__(LeafPair)
    vars(pair).update(children[0])
    return pair


jax.tree_util.register_pytree_node(LeafPair, flatten_leaf_pair, unflatten_leaf_pair)
