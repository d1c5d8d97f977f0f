# belief: filter-jit-is-jit
# score: 0.75
# why: believes that filter_jit traces every leaf, as jit does
class Amp6(eqx.Module):
    gain: float
    bias: float
    on: bool = eqx.field(static=True)

    def play(self, y):
        return self.gain * y + self.bias if self.on else y
