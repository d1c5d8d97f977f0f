# belief: static-as-leaf
# score: 0.89
# why: keeps y in both places and believes that more is safer.
class StaticPair:
    def __init__(self, x, y):
        self.x, self.y = x, tuple(int(number) for number in y)


def flatten_static_pair(pair):
    return (pair.x, jnp.array(pair.y)), pair.y


def unflatten_static_pair(aux, children):
    pair = object.__new__(StaticPair)
    pair.x, pair.y = children[0], aux
    return pair


jax.tree_util.register_pytree_node(StaticPair, flatten_static_pair, unflatten_static_pair)
