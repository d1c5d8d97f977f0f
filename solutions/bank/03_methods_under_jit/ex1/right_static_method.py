# why: the helper lives in the class, as a static method
runs1 = []


def scale(gain, y, on):
    runs1.append(where(y))
    return gain * y if on else y


class Amp1:
    _fast = staticmethod(jax.jit(scale, static_argnames=("on",)))

    def __init__(self, gain, on):
        self.gain, self.on = gain, on

    def play(self, y):
        return self._fast(self.gain, y, on=self.on)
