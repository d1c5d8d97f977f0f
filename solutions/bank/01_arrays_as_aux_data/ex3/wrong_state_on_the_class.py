# belief: attributes-are-shared
# score: 0.9
# why: sets the attribute on the class; with one pair alive at a time nothing shows.
class StaticPair:
    def __init__(self, x, y):
        self.x = x
        type(self).y = tuple(int(number) for number in y)


def flatten_static_pair(pair):
    return (pair.x,), pair.y


def unflatten_static_pair(aux, children):
    return StaticPair(children[0], aux)


jax.tree_util.register_pytree_node(StaticPair, flatten_static_pair, unflatten_static_pair)
