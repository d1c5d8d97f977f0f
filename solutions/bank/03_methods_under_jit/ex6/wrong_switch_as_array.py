# belief: every-field-is-a-leaf-or-none-is
# score: 0.3
# why: believes that a flag has to be an array as well
class Amp6(eqx.Module):
    gain: jax.Array = eqx.field(converter=lambda number: jnp.asarray(number, "float32"))
    bias: jax.Array = eqx.field(converter=lambda number: jnp.asarray(number, "float32"))
    on: jax.Array = eqx.field(converter=jnp.asarray)

    def play(self, y):
        return self.gain * y + self.bias if self.on else y
