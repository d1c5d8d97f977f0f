# belief: annotation-decides
# score: 0.72
# why: believes that a tuple of int in the annotation makes a field static.
class EqxPair(eqx.Module):
    x: jax.Array
    y: "tuple[int, ...]"

    def __init__(self, x, y):
        self.x = x
        self.y = tuple(y)
