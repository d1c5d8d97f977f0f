# belief: jit-inside-the-call
# score: 0.8
# why: believes that jit remembers a lambda by its text
runs1 = []


def scale(gain, y, on):
    runs1.append(where(y))
    return gain * y if on else y


class Amp1:
    def __init__(self, gain, on):
        self.gain, self.on = gain, on

    def play(self, y):
        return jax.jit(lambda gain, y: scale(gain, y, self.on))(self.gain, y)
