# belief: children-of-children
# score: 0.9
# why: believes that each number is a leaf of its own.
class LeafPair:
    def __init__(self, x, y):
        self.x, self.y = x, y


def flatten_leaf_pair(pair):
    return (list(pair.x), list(pair.y)), None


def unflatten_leaf_pair(aux, children):
    return LeafPair(*map(jnp.stack, children))


jax.tree_util.register_pytree_node(LeafPair, flatten_leaf_pair, unflatten_leaf_pair)
