# belief: more-leaves
# score: 0.0
# why: believes that a list is a leaf like an array.
class SimplePair(simple_pytree.Pytree):
    y = simple_pytree.static_field()

    def __init__(self, x, y):
        self.x = list(x)
        self.y = tuple(int(number) for number in y)
