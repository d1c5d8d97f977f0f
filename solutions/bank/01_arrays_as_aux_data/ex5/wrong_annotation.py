# belief: assigned-means-static
# score: 0.72
# why: believes that an annotated attribute that holds a tuple is static.
class SimplePair(simple_pytree.Pytree):
    y: tuple

    def __init__(self, x, y):
        self.x, self.y = x, tuple(y)
