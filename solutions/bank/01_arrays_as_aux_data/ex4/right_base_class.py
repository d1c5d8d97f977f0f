class Static(eqx.Module):
    y: tuple = eqx.field(static=True, converter=lambda y: tuple(map(int, y)))


class EqxPair(Static):
    x: jax.Array

    def __init__(self, x, y):
        self.x = x
        self.y = tuple(map(int, y))
