# belief: y-computed-in-the-trace
# score: 0.84
# why: keeps a lawful tuple, and hands it out through jax, which records.
class SimplePair(simple_pytree.Pytree):
    kept = simple_pytree.static_field()

    def __init__(self, x, y):
        self.x, self.kept = x, tuple(int(number) for number in y)

    @property
    def y(self):
        return list(jnp.array(self.kept))
