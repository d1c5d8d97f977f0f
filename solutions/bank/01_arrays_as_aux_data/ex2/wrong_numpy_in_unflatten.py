# belief: unflatten-gets-numbers
# score: 0.26
# why: tidies up in unflatten with numpy, believing that it is given arrays.
class LeafPair:
    def __init__(self, x, y):
        self.x, self.y = x, y


def unflatten_leaf_pair(aux, children):
    return LeafPair(*map(np.asarray, children))


jax.tree_util.register_pytree_node(LeafPair, lambda pair: ((pair.x, pair.y), None), unflatten_leaf_pair)
