# belief: stale-aux
# score: 0.7
# why: silences the ValueError with an __eq__ that always says yes.
class Box:
    def __init__(self, numbers):
        self.numbers = [int(number) for number in numbers]

    def __iter__(self):
        return iter(self.numbers)

    def __eq__(self, other):
        return True

    def __hash__(self):
        return 0


class StaticPair:
    def __init__(self, x, y):
        self.x, self.y = x, y if isinstance(y, Box) else Box(y)


jax.tree_util.register_pytree_node(StaticPair, lambda pair: ((pair.x,), pair.y), lambda aux, children: StaticPair(children[0], aux))
