# belief: wrong-result
# score: 0.7
# why: keeps the running sums of y, believing that any form will do that tells one y from another.
class SimplePair(simple_pytree.Pytree):
    y = simple_pytree.static_field()

    def __init__(self, x, y):
        self.x = x
        self.y = tuple(int(number) for number in np.cumsum(np.asarray(y)))
