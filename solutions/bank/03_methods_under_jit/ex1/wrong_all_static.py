# belief: every-setting-is-static
# score: 0.8
# why: believes that settings have to be static
runs1 = []


def scale(gain, y, on):
    runs1.append(where(y))
    return gain * y if on else y


fast_scale = jax.jit(scale, static_argnames=("gain", "on"))


class Amp1:
    def __init__(self, gain, on):
        self.gain, self.on = gain, on

    def play(self, y):
        return fast_scale(gain=self.gain, y=y, on=self.on)
