# belief: another-leaf
# score: 0.8
# why: makes x a numpy array, believing that nothing of numpy is traced.
class SimplePair(simple_pytree.Pytree):
    y = simple_pytree.static_field()

    def __init__(self, x, y):
        self.x = np.asarray(x)
        self.y = tuple(int(number) for number in y)
