# belief: y-is-no-child
# score: 0.5
# why: keeps y on the class, where neither flatten nor the gradient can see it.
class LeafPair:
    def __init__(self, x, y):
        self.x = x
        LeafPair.y = y


def unflatten_leaf_pair(aux, children):
    pair = object.__new__(LeafPair)
    pair.x = children[0]
    return pair


jax.tree_util.register_pytree_node(LeafPair, lambda pair: ((pair.x,), None), unflatten_leaf_pair)
