# belief: places-do-not-matter
# score: 0.8
# why: hands over y first, because a product is the same either way
runs1 = []  # notes each run of the body of scale, and whether y was traced


def scale(gain, y, on):  # leave this as it is
    runs1.append(where(y))
    return gain * y if on else y


### BEGIN SOLUTION
fast_scale = jax.jit(scale, static_argnames="on")
### END SOLUTION


class Amp1:
    def __init__(self, gain, on):
        self.gain, self.on = gain, on

    def play(self, y):
        ### BEGIN SOLUTION
        return fast_scale(y, self.gain, self.on)
        ### END SOLUTION
