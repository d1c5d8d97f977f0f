# belief: list-in-aux
# score: 0.95
# why: a static list compares well and has no hash.
class SimplePair(simple_pytree.Pytree):
    y = simple_pytree.static_field()

    def __init__(self, x, y):
        self.x = x
        self.y = [int(number) for number in y]
