# belief: switch-unread
# score: 0.9
# why: declares the switch and does not use it
class Amp6(eqx.Module):
    gain: jax.Array = eqx.field(converter=lambda number: jnp.asarray(number, "float32"))
    bias: jax.Array = eqx.field(converter=lambda number: jnp.asarray(number, "float32"))
    on: bool = eqx.field(static=True)

    def play(self, y):
        return self.gain * y + self.bias
