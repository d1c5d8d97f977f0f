# belief: numbers-are-settings
# score: 0.7
# why: makes every field static
class Amp6(eqx.Module):
    gain: float = eqx.field(static=True)
    bias: float = eqx.field(static=True)
    on: bool = eqx.field(static=True)

    def play(self, y):
        return self.gain * y + self.bias if self.on else y
