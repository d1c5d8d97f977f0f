# belief: modules-may-be-changed
# score: 0
# why: assigns to a finished module
class Amp6(eqx.Module):
    gain: float
    bias: float
    on: bool = eqx.field(static=True)

    def __check_init__(self):
        self.gain = jnp.asarray(self.gain, "float32")

    def play(self, y):
        return self.gain * y + self.bias if self.on else y
