# belief: weak-is-a-dtype
# score: 0.87
# why: believes that jnp.asarray gives a Python float a dtype
class Amp6(eqx.Module):
    gain: jax.Array
    bias: jax.Array
    on: bool = eqx.field(static=True)

    def __init__(self, gain, bias, on):
        self.gain, self.bias = jnp.asarray(gain), jnp.asarray(bias)
        self.on = on

    def play(self, y):
        return self.gain * y + self.bias if self.on else y
