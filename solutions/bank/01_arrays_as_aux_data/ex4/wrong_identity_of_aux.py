# belief: identity-of-aux
# score: 0.78
# why: wraps y in an object without __eq__, which Python compares by identity.
class Box:
    def __init__(self, numbers):
        self.numbers = [int(number) for number in numbers]

    def __iter__(self):
        return iter(self.numbers)


class EqxPair(eqx.Module):
    x: jax.Array
    y: Box = eqx.field(static=True)

    def __init__(self, x, y):
        self.x = x
        self.y = y if isinstance(y, Box) else Box(y)
