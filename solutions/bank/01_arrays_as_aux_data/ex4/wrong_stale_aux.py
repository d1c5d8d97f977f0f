# belief: stale-aux
# score: 0.67
# why: silences the ValueError with an __eq__ that always says yes.
class Box(list):
    def __eq__(self, other):
        return True

    def __hash__(self):
        return 0


class EqxPair(eqx.Module):
    x: jax.Array
    y: Box = eqx.field(static=True)

    def __init__(self, x, y):
        self.x = x
        self.y = y if isinstance(y, Box) else Box(int(number) for number in y)
