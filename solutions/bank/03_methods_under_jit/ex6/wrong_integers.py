# belief: any-number-is-float32
# score: 0.84
# why: converts to integers, which have no gradients
class Amp6(eqx.Module):
    gain: jax.Array = eqx.field(converter=jnp.int32)
    bias: jax.Array = eqx.field(converter=jnp.int32)
    on: bool = eqx.field(static=True)

    def play(self, y):
        return self.gain * y + self.bias if self.on else y
