# belief: jit-inside-the-call
# score: 0.8
# why: jits scale itself at each call, which finds the old traces and still is not jitted once
runs1 = []


def scale(gain, y, on):
    runs1.append(where(y))
    return gain * y if on else y




class Amp1:
    def __init__(self, gain, on):
        self.gain, self.on = gain, on

    def play(self, y):
        return jax.jit(scale, static_argnames="on")(self.gain, y, self.on)
