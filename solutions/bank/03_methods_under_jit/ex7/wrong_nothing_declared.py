# belief: bool-is-static-anyway
# score: 0.4
# why: believes that a bool is static by itself
class Amp7(simple_pytree.Pytree):
    def __init__(self, gain, bias, on):
        self.gain, self.bias, self.on = jnp.asarray(gain, "float32"), jnp.asarray(bias, "float32"), on

    def play(self, y):
        return self.gain * y + self.bias if self.on else y

    def louder(self, by):
        return self.replace(gain=self.gain + by)
