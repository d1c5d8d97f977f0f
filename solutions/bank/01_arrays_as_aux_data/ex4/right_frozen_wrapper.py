import dataclasses


@dataclasses.dataclass(frozen=True)
class Numbers:
    values: tuple

    def __iter__(self):
        return iter(self.values)


class EqxPair(eqx.Module):
    x: jax.Array
    y: Numbers = eqx.field(static=True)

    def __init__(self, x, y):
        self.x = x
        self.y = y if isinstance(y, Numbers) else Numbers(tuple(int(v) for v in y))
