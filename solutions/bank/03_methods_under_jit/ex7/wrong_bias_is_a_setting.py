# belief: other-leaves
# score: 0.85
# why: keeps the bias as a tuple in a static field, as it is set once
class Amp7(simple_pytree.Pytree):
    on: bool = simple_pytree.static_field()
    bias: tuple = simple_pytree.static_field()

    def __init__(self, gain, bias, on):
        self.gain, self.bias, self.on = jnp.asarray(gain, "float32"), tuple(bias), on

    def play(self, y):
        return self.gain * y + jnp.asarray(self.bias, "float32") if self.on else y

    def louder(self, by):
        return self.replace(gain=self.gain + by)
