# belief: self-is-an-argument-like-any
# score: 0
# why: believes that jit knows what self is
runs1 = []


def scale(gain, y, on):
    runs1.append(where(y))
    return gain * y if on else y


class Amp1:
    def __init__(self, gain, on):
        self.gain, self.on = gain, on

    @jax.jit
    def play(self, y):
        return scale(self.gain, y, self.on)
