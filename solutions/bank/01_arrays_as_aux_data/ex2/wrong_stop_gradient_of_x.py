# belief: x-needs-no-gradient
# score: 0.9
# why: believes that x is the input and y what is fitted, so that x has to be shielded from gradients.
class LeafPair:
    def __init__(self, x, y):
        self.x, self.y = x, y


def flatten_leaf_pair(pair):
    return (pair.x, pair.y), None


def unflatten_leaf_pair(aux, children):
    x, y = children
    return LeafPair(jax.lax.stop_gradient(x), y)


jax.tree_util.register_pytree_node(LeafPair, flatten_leaf_pair, unflatten_leaf_pair)
