# belief: attributes-are-shared
# score: 0.9
# why: keeps y on the class, out of the tree, and a static key beside it so that JAX notices another y.
class EqxPair(eqx.Module):
    x: jax.Array
    key: str = eqx.field(static=True)

    def __init__(self, x, y):
        numbers = tuple(int(number) for number in y)
        self.x, self.key = x, str(numbers)
        EqxPair.y = numbers
