# belief: wrong-answer-6
# score: 0.79
# why: forgets the bias in the computation
class Amp6(eqx.Module):
    gain: jax.Array = eqx.field(converter=lambda number: jnp.asarray(number, "float32"))
    bias: jax.Array = eqx.field(converter=lambda number: jnp.asarray(number, "float32"))
    on: bool = eqx.field(static=True)

    def play(self, y):
        return self.gain * y if self.on else y
