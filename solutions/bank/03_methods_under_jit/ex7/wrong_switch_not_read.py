# belief: switch-unread
# score: 0.95
# why: declares the switch and does not use it
class Amp7(simple_pytree.Pytree):
    on: bool = simple_pytree.static_field()

    def __init__(self, gain, bias, on):
        self.gain, self.bias, self.on = jnp.asarray(gain, "float32"), jnp.asarray(bias, "float32"), on

    def play(self, y):
        return self.gain * y + self.bias

    def louder(self, by):
        return self.replace(gain=self.gain + by)
