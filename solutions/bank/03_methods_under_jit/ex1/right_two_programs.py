# why: one jitted program for each position of the switch
runs1 = []


def scale(gain, y, on):
    runs1.append(where(y))
    return gain * y if on else y


programs = {on: jax.jit(functools.partial(scale, on=on)) for on in (True, False)}


class Amp1:
    def __init__(self, gain, on):
        self.gain, self.on = gain, on

    def play(self, y):
        return programs[self.on](self.gain, y)
