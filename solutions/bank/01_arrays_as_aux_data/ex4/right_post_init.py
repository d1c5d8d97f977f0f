class EqxPair(eqx.Module):
    x: jax.Array
    y: tuple = eqx.field(static=True)

    def __init__(self, x, y):
        self.x, self.y = x, tuple(np.asarray(list(y)).tolist())
