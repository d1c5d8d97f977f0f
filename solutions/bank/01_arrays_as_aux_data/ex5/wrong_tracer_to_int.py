# belief: tracer-to-int
# score: 0.2
# why: converts y when it is read, which jit does with a tracer: the attribute was never marked as static.
class SimplePair(simple_pytree.Pytree):
    def __init__(self, x, y):
        self.x, self.numbers = x, jnp.asarray(y)

    @property
    def y(self):
        return tuple(int(number) for number in self.numbers)
