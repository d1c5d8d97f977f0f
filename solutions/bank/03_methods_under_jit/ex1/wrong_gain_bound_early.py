# belief: gain-is-captured
# score: 0.8
# why: binds the gain in __init__ and passes on only the switch
runs1 = []


def scale(gain, y, on):
    runs1.append(where(y))
    return gain * y if on else y


class Amp1:
    def __init__(self, gain, on):
        self.gain, self.on = gain, on
        self.fast = jax.jit(functools.partial(scale, gain), static_argnames="on")

    def play(self, y):
        return self.fast(y, on=self.on)
