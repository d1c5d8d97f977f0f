# belief: flags-are-arrays
# score: 0.79
# why: keeps the switch as a leaf and avoids the if
class Amp6(eqx.Module):
    gain: jax.Array = eqx.field(converter=lambda number: jnp.asarray(number, "float32"))
    bias: jax.Array = eqx.field(converter=lambda number: jnp.asarray(number, "float32"))
    on: bool

    def play(self, y):
        return jnp.where(self.on, self.gain * y + self.bias, y)
