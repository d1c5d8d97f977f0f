class SimplePair(simple_pytree.Pytree):
    numbers = simple_pytree.static_field()

    def __init__(self, x, y):
        self.x = x
        self.numbers = np.asarray(list(y), "int64").tobytes()

    @property
    def y(self):
        return np.frombuffer(self.numbers, "int64")
