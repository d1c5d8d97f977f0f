# belief: gain-is-a-setting
# score: 0.7
# why: believes that what is set once is static
class Amp6(eqx.Module):
    gain: float = eqx.field(static=True)
    bias: jax.Array = eqx.field(converter=lambda number: jnp.asarray(number, "float32"))
    on: bool = eqx.field(static=True)

    def play(self, y):
        return self.gain * y + self.bias if self.on else y
