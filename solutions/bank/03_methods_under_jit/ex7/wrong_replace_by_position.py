# belief: replace-goes-by-place
# score: 0.1
# why: calls replace without the name of the field
class Amp7(simple_pytree.Pytree):
    on: bool = simple_pytree.static_field()

    def __init__(self, gain, bias, on):
        self.gain, self.bias, self.on = jnp.asarray(gain, "float32"), jnp.asarray(bias, "float32"), on

    def play(self, y):
        return self.gain * y + self.bias if self.on else y

    def louder(self, by):
        return self.replace(self.gain + by)
