# belief: all-is-static
# score: 0.0
# why: marks both fields: believes that static=True is how equinox is told of a field.
class EqxPair(eqx.Module):
    x: jax.Array = eqx.field(static=True)
    y: tuple = eqx.field(static=True)

    def __init__(self, x, y):
        self.x = x
        self.y = tuple(int(number) for number in y)
