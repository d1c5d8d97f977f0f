# belief: mutable-is-simpler
# score: 0.8
# why: asks for a mutable class and changes it
class Amp7(simple_pytree.Pytree, mutable=True):
    on: bool = simple_pytree.static_field()

    def __init__(self, gain, bias, on):
        self.gain, self.bias, self.on = jnp.asarray(gain, "float32"), jnp.asarray(bias, "float32"), on

    def play(self, y):
        return self.gain * y + self.bias if self.on else y

    def louder(self, by):
        self.gain += by
        return self
