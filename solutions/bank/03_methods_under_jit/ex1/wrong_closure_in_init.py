# belief: captured-attribute-follows
# score: 0.4
# why: jits once in __init__ and expects the closure to follow
runs1 = []


def scale(gain, y, on):
    runs1.append(where(y))
    return gain * y if on else y


class Amp1:
    def __init__(self, gain, on):
        self.gain, self.on = gain, on
        self.fast = jax.jit(lambda y: scale(self.gain, y, self.on))

    def play(self, y):
        return self.fast(y)
