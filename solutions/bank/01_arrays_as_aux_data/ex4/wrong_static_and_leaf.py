# belief: annotation-decides
# score: 0.89
# why: keeps y twice, as a static tuple and as an array.
class EqxPair(eqx.Module):
    x: jax.Array
    y: tuple = eqx.field(static=True)
    y_array: jax.Array

    def __init__(self, x, y):
        self.x = x
        self.y = tuple(int(number) for number in y)
        self.y_array = jnp.array(self.y, "float32")
