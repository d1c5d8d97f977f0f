# belief: identity-of-aux
# score: 0.85
# why: wraps y in an object without __eq__, which Python compares by identity.
class Box:
    def __init__(self, numbers):
        self.numbers = [int(number) for number in numbers]

    def __iter__(self):
        return iter(self.numbers)


class StaticPair:
    def __init__(self, x, y):
        self.x, self.y = x, y if isinstance(y, Box) else Box(y)


jax.tree_util.register_pytree_node(StaticPair, lambda pair: ((pair.x,), pair.y), lambda aux, children: StaticPair(children[0], aux))
