# belief: blank-may-stay-empty
# score: 0
# why: fills the second blank and leaves the first
runs1 = []


def scale(gain, y, on):
    runs1.append(where(y))
    return gain * y if on else y


fast_scale = None


class Amp1:
    def __init__(self, gain, on):
        self.gain, self.on = gain, on

    def play(self, y):
        return fast_scale(self.gain, y, self.on)
