# belief: wrong-result
# score: 0.7
# why: puts the length in front, believing that JAX needs it to tell two y apart, and that what else is in y does not matter.
class EqxPair(eqx.Module):
    x: jax.Array
    y: tuple = eqx.field(static=True)

    def __init__(self, x, y):
        self.x = x
        self.y = (len(y), *(int(number) for number in y))
