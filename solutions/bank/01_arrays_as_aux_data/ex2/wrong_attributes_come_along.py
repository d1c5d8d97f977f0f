# belief: attributes-come-along
# score: 0.13
# why: lists x only, believing that the other attributes travel with the object.
class LeafPair:
    def __init__(self, x, y):
        self.x, self.y = x, y


def unflatten_leaf_pair(aux, children):
    pair = object.__new__(LeafPair)
    pair.x = children[0]
    return pair


jax.tree_util.register_pytree_node(LeafPair, lambda pair: ((pair.x,), None), unflatten_leaf_pair)
