# belief: own-body
# score: 0.6
# why: writes the sum anew instead of jitting scale
runs1 = []


def scale(gain, y, on):
    runs1.append(where(y))
    return gain * y if on else y


fast_scale = jax.jit(lambda gain, y, on: jnp.where(on, gain * y, y))


class Amp1:
    def __init__(self, gain, on):
        self.gain, self.on = gain, on

    def play(self, y):
        return fast_scale(self.gain, y, self.on)
