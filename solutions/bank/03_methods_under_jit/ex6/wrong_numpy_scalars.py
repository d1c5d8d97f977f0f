# belief: any-number-is-float32
# score: 0.93
# why: takes a numpy number for an array of jax
class Amp6(eqx.Module):
    gain: np.float32 = eqx.field(converter=np.float32)
    bias: np.float32 = eqx.field(converter=np.float32)
    on: bool = eqx.field(static=True)

    def play(self, y):
        return self.gain * y + self.bias if self.on else y
