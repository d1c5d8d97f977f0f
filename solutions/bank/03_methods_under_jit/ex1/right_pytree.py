# why: registers the class after all and lets a jitted method call scale
runs1 = []


def scale(gain, y, on):
    runs1.append(where(y))
    return gain * y if on else y


class Amp1:
    def __init__(self, gain, on):
        self.gain, self.on = gain, on

    @jax.jit
    def play(self, y):
        return scale(self.gain, y, self.on)


jax.tree_util.register_pytree_node(Amp1, lambda amp: ((amp.gain,), amp.on), lambda on, children: Amp1(*children, on))
