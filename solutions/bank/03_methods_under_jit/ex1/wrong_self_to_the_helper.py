# belief: self-is-an-argument-like-any
# score: 0
# why: moves the body into a function, but still hands over the instance
runs1 = []


def scale(gain, y, on):
    runs1.append(where(y))
    return gain * y if on else y


fast_scale = jax.jit(lambda amp, y: scale(amp.gain, y, amp.on))


class Amp1:
    def __init__(self, gain, on):
        self.gain, self.on = gain, on

    def play(self, y):
        return fast_scale(self, y)
