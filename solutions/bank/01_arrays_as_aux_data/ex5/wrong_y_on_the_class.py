# belief: stale-aux
# score: 0.67
# why: keeps y on the class: in neither part of the tree, and one for all pairs.
class SimplePair(simple_pytree.Pytree):
    def __init__(self, x, y):
        self.x = x
        type(self).y = tuple(int(number) for number in y)
