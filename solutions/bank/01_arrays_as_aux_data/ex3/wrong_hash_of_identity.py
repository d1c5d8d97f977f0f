# belief: hash-of-identity
# score: 0.9
# why: writes __eq__ and leaves the hash to the identity of the object.
class Box:
    def __init__(self, numbers):
        self.numbers = [int(number) for number in numbers]

    def __iter__(self):
        return iter(self.numbers)

    def __eq__(self, other):
        return isinstance(other, Box) and self.numbers == other.numbers

    __hash__ = object.__hash__


class StaticPair:
    def __init__(self, x, y):
        self.x, self.y = x, y if isinstance(y, Box) else Box(y)


jax.tree_util.register_pytree_node(StaticPair, lambda pair: ((pair.x,), pair.y), lambda aux, children: StaticPair(children[0], aux))
