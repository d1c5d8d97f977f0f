# belief: all-is-static
# score: 0.0
# why: reads "static" for the whole pair: both attributes go into the aux data.
class StaticPair:
    def __init__(self, x, y):
        self.x, self.y = x, tuple(int(number) for number in y)


def flatten_static_pair(pair):
    return (), (pair.x, pair.y)


def unflatten_static_pair(aux, children):
    return StaticPair(*aux)


jax.tree_util.register_pytree_node(StaticPair, flatten_static_pair, unflatten_static_pair)
