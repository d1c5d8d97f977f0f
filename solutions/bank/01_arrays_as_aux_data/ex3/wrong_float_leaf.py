# belief: another-leaf
# score: 0.8
# why: believes that a leaf has to be a float, because grad takes only floats.
class StaticPair:
    def __init__(self, x, y):
        self.x = jnp.asarray(x, "float32")
        self.y = tuple(int(number) for number in y)


def flatten_static_pair(pair):
    return (pair.x,), pair.y


def unflatten_static_pair(aux, children):
    return StaticPair(children[0], aux)


jax.tree_util.register_pytree_node(StaticPair, flatten_static_pair, unflatten_static_pair)
