# belief: assigned-after-init
# score: 0.23
# why: converts on first use, and a Module is frozen by then.
class EqxPair(eqx.Module):
    x: jax.Array
    _y: object = eqx.field(static=True)

    def __init__(self, x, y):
        self.x = x
        self._y = tuple(np.asarray(list(y)).tolist())

    @property
    def y(self):
        self._y = tuple(int(number) for number in self._y)
        return self._y
