# belief: y-is-a-constant
# score: 0.9
# why: believes that y, once it was static, has to be shielded from gradients.
class LeafPair:
    def __init__(self, x, y):
        self.x, self.y = x, y


def unflatten_leaf_pair(aux, children):
    return LeafPair(children[0], jax.lax.stop_gradient(children[1]))


jax.tree_util.register_pytree_node(LeafPair, lambda pair: ((pair.x, pair.y), None), unflatten_leaf_pair)
