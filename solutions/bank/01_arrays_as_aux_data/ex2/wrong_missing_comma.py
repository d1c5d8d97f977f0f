# belief: parentheses-make-a-tuple
# score: 0.6
# why: writes (pair.x), pair.y: without the comma that is x itself as the children, and y as aux data.
class LeafPair:
    def __init__(self, x, y):
        self.x, self.y = x, y


def flatten_leaf_pair(pair):
    return (pair.x), pair.y


def unflatten_leaf_pair(aux, children):
    return LeafPair(jnp.stack(children), aux)


jax.tree_util.register_pytree_node(LeafPair, flatten_leaf_pair, unflatten_leaf_pair)
