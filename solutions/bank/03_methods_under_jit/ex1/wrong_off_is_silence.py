# belief: wrong-when-off
# score: 0.8
# why: believes that an amplifier that is switched off gives silence
runs1 = []


def scale(gain, y, on):
    runs1.append(where(y))
    return gain * y if on else y


fast_scale = jax.jit(scale, static_argnames="on")


class Amp1:
    def __init__(self, gain, on):
        self.gain, self.on = gain, on

    def play(self, y):
        return fast_scale(self.gain, y, on=True) if self.on else 0 * y
