# belief: every-field-is-a-leaf-or-none-is
# score: 0.3
# why: believes that a type annotation makes a field static
class Amp6(eqx.Module):
    gain: float
    bias: float
    on: bool

    def play(self, y):
        return self.gain * y + self.bias if self.on else y
