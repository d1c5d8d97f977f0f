class LeafPair:
    def __init__(self, x, y):
        self.__dict__.update(x=x, y=y)


def flatten_leaf_pair(pair):
    return [(jax.tree_util.GetAttrKey(name), getattr(pair, name)) for name in ("x", "y")], ("x", "y")


def unflatten_leaf_pair(aux, children):
    return LeafPair(**dict(zip(aux, children)))


jax.tree_util.register_pytree_with_keys(LeafPair, flatten_leaf_pair, unflatten_leaf_pair)
