# belief: list-in-aux
# score: 0.95
# why: a static list compares well and has no hash.
class EqxPair(eqx.Module):
    x: jax.Array
    y: list = eqx.field(static=True)

    def __init__(self, x, y):
        self.x = x
        self.y = [int(number) for number in y]
