# belief: wrong-answer
# score: 0.6
# why: converts the gain on the way, so that the dtype of the answer changes
runs1 = []


def scale(gain, y, on):
    runs1.append(where(y))
    return gain * y if on else y


fast_scale = jax.jit(scale, static_argnames="on")


class Amp1:
    def __init__(self, gain, on):
        self.gain, self.on = gain, on

    def play(self, y):
        return fast_scale(float(self.gain), y, on=self.on)
