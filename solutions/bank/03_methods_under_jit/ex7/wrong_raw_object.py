# belief: any-class-will-do
# score: 0.3
# why: leaves the library out and registers nothing
class Amp7(object):
    def __init__(self, gain, bias, on):
        self.gain, self.bias, self.on = jnp.asarray(gain, "float32"), jnp.asarray(bias, "float32"), on

    def play(self, y):
        return self.gain * y + self.bias if self.on else y

    def louder(self, by):
        return Amp7(self.gain + by, self.bias, self.on)
