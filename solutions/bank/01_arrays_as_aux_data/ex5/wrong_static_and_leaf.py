# belief: assigned-means-static
# score: 0.89
# why: keeps y twice, as a static tuple and as an array.
class SimplePair(simple_pytree.Pytree):
    y = simple_pytree.static_field()

    def __init__(self, x, y):
        self.x = x
        self.y = tuple(int(number) for number in y)
        self.y_array = jnp.array(self.y)
