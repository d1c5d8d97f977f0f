# belief: tracer-to-int
# score: 0.2
# why: converts y when it is read, which jit does with a tracer: the field was never marked as static.
class EqxPair(eqx.Module):
    x: jax.Array
    kept: jax.Array

    def __init__(self, x, y):
        self.x = x
        self.kept = jnp.asarray(y)

    @property
    def y(self):
        return tuple(int(number) for number in self.kept)
