# belief: scalars-are-no-arrays
# score: 0.78
# why: takes the elements of a jax array for numbers; each of them is a 0-d array in the aux data.
class EqxPair(eqx.Module):
    x: jax.Array
    y: tuple = eqx.field(static=True)

    def __init__(self, x, y):
        self.x = x
        self.y = tuple(y)
