# belief: aux-may-count-along
# score: 0.9
# why: counts its changes in a static field
class Amp7(simple_pytree.Pytree):
    on: bool = simple_pytree.static_field()
    changes: int = simple_pytree.static_field()

    def __init__(self, gain, bias, on):
        self.gain, self.bias, self.on = jnp.asarray(gain, "float32"), jnp.asarray(bias, "float32"), on
        self.changes = 0

    def play(self, y):
        return self.gain * y + self.bias if self.on else y

    def louder(self, by):
        return self.replace(gain=self.gain + by, changes=self.changes + 1)
