class StaticPair:
    def __init__(self, x, y):
        self.x, self.y = x, y


def flatten_static_pair(pair):
    return [pair.x], tuple(np.asarray(pair.y).tolist())


def unflatten_static_pair(aux, children):
    return StaticPair(*children, aux)


jax.tree_util.register_pytree_node(StaticPair, flatten_static_pair, unflatten_static_pair)
