# belief: all-is-static
# score: 0.0
# why: marks both attributes: believes that static_field is how simple_pytree is told of an attribute.
class SimplePair(simple_pytree.Pytree):
    x = simple_pytree.static_field()
    y = simple_pytree.static_field()

    def __init__(self, x, y):
        self.x = x
        self.y = tuple(int(number) for number in y)
