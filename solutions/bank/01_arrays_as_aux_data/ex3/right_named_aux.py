from typing import NamedTuple


class Settings(NamedTuple):
    y: tuple


class StaticPair:
    def __init__(self, x, y):
        self.x, self.settings = x, Settings(tuple(int(number) for number in y))

    y = property(lambda self: self.settings.y)


def unflatten_static_pair(aux, children):
    pair = StaticPair.__new__(StaticPair)
    pair.x, pair.settings = children[0], aux
    return pair


jax.tree_util.register_pytree_with_keys(
    StaticPair, lambda pair: (((jax.tree_util.GetAttrKey("x"), pair.x),), pair.settings), unflatten_static_pair)
