# belief: gradient-lost
# score: 0.95
# why: protects the gain from being trained, as louder sets it
class Amp7(simple_pytree.Pytree):
    on: bool = simple_pytree.static_field()

    def __init__(self, gain, bias, on):
        self.gain, self.bias, self.on = jnp.asarray(gain, "float32"), jnp.asarray(bias, "float32"), on

    def play(self, y):
        return jax.lax.stop_gradient(self.gain) * y + self.bias if self.on else y

    def louder(self, by):
        return self.replace(gain=self.gain + by)
