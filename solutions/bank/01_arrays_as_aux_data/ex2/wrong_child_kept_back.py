# belief: child-kept-back
# score: 0.51
# why: hands y in as a child and uses the first y that it has seen, to have it concrete.
class LeafPair:
    def __init__(self, x, y):
        self.x, self.y = x, y


FIRST = {}


def flatten_leaf_pair(pair):
    FIRST.setdefault("y", pair.y)
    return (pair.x, pair.y), None


def unflatten_leaf_pair(aux, children):
    return LeafPair(children[0], FIRST["y"])


jax.tree_util.register_pytree_node(LeafPair, flatten_leaf_pair, unflatten_leaf_pair)
