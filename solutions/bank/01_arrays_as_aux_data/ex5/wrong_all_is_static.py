# belief: all-is-static
# score: 0.56
# why: marks both as static, with x as a tuple, to get rid of the ValueError.
class Numbers(tuple):
    def __mul__(self, factor):
        return Numbers(number * factor for number in self)


class SimplePair(simple_pytree.Pytree):
    x = simple_pytree.static_field()
    y = simple_pytree.static_field()

    def __init__(self, x, y):
        self.x = Numbers(np.asarray(x).tolist())
        self.y = tuple(int(number) for number in y)
