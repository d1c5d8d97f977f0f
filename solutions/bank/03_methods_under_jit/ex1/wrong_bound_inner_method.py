# belief: captured-attribute-follows
# score: 0.4
# why: keeps a jitted bound method and expects it to follow
runs1 = []


def scale(gain, y, on):
    runs1.append(where(y))
    return gain * y if on else y


class Amp1:
    def __init__(self, gain, on):
        self.gain, self.on = gain, on
        self.play = jax.jit(self.inner)

    def inner(self, y):
        return scale(self.gain, y, self.on)
