# belief: method-runs-fast-anyway
# score: 0.6
# why: jits nothing and writes the notes that a jitted body would have left
runs1 = []


def scale(gain, y, on):
    runs1.append(where(y))
    return gain * y if on else y


known = set()


def fast_scale(gain, y, on):
    if (on, y.shape) not in known:
        known.add((on, y.shape))
        runs1.append("traced")
    return gain * y if on else y


class Amp1:
    def __init__(self, gain, on):
        self.gain, self.on = gain, on

    def play(self, y):
        return fast_scale(self.gain, y, self.on)
