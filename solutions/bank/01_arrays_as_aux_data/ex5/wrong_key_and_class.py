# belief: attributes-are-shared
# score: 0.9
# why: keeps y on the class, out of the tree, and a static key beside it so that JAX notices another y.
class SimplePair(simple_pytree.Pytree):
    key = simple_pytree.static_field()

    def __init__(self, x, y):
        numbers = tuple(int(number) for number in y)
        self.x, self.key = x, str(numbers)
        SimplePair.y = numbers
