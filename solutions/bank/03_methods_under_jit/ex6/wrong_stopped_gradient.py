# belief: floats-have-gradients
# score: 0.93
# why: cuts the gradient off in the method
class Amp6(eqx.Module):
    gain: jax.Array = eqx.field(converter=lambda number: jnp.asarray(number, "float32"))
    bias: jax.Array = eqx.field(converter=lambda number: jnp.asarray(number, "float32"))
    on: bool = eqx.field(static=True)

    def play(self, y):
        return jax.lax.stop_gradient(self.gain) * y + self.bias if self.on else y
