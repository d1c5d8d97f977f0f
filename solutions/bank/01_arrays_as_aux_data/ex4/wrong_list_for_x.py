# belief: more-leaves
# score: 0.0
# why: believes that a list is a leaf like an array.
class EqxPair(eqx.Module):
    x: jax.Array
    y: tuple = eqx.field(static=True)

    def __init__(self, x, y):
        self.x = list(x)
        self.y = tuple(int(number) for number in y)
