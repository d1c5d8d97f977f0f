# belief: order-is-free
# score: 0.9
# why: sorts y, believing that the order of static numbers is nobody's business.
class SimplePair(simple_pytree.Pytree):
    y = simple_pytree.static_field()

    def __init__(self, x, y):
        self.x, self.y = x, tuple(sorted(int(number) for number in y))
