# why: hands over the traced settings in a dict and the switch apart
runs1 = []


def scale(gain, y, on):
    runs1.append(where(y))
    return gain * y if on else y


@functools.partial(jax.jit, static_argnums=0)
def run(on, settings, y):
    return scale(settings["gain"], y, on)


class Amp1:
    def __init__(self, gain, on):
        self.gain, self.on = gain, on

    def play(self, y):
        return run(self.on, {"gain": self.gain}, y)
