class Static(simple_pytree.Pytree):
    y: tuple = simple_pytree.static_field()


class SimplePair(Static):
    def __init__(self, x, y):
        self.x, self.y = x, tuple(np.asarray(list(y)).tolist())
