# belief: hash-of-identity
# score: 0.9
# why: writes __eq__ for what is kept in the static field and leaves the hash to the identity of the object.
class Box:
    def __init__(self, numbers):
        self.numbers = [int(number) for number in numbers]

    def __iter__(self):
        return iter(self.numbers)

    def __eq__(self, other):
        return isinstance(other, Box) and self.numbers == other.numbers

    __hash__ = object.__hash__


class EqxPair(eqx.Module):
    x: jax.Array
    y: Box = eqx.field(static=True)

    def __init__(self, x, y):
        self.x = x
        self.y = Box(y)
