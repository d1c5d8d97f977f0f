# belief: method-runs-fast-anyway
# score: 0.6
# why: takes the detour through the function and leaves jit away
runs1 = []


def scale(gain, y, on):
    runs1.append(where(y))
    return gain * y if on else y


fast_scale = scale


class Amp1:
    def __init__(self, gain, on):
        self.gain, self.on = gain, on

    def play(self, y):
        return fast_scale(self.gain, y, self.on)
