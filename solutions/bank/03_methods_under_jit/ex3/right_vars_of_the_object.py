# why: fills the instance's dict in one go
class Amp3:
    made = 0

    def __init__(self, gain, bias, on):
        Amp3.made += 1
        self.gain, self.bias, self.on = jnp.asarray(gain, "float32"), jnp.asarray(bias, "float32"), on

    @jax.jit
    def play(self, y):
        return self.gain * y + self.bias if self.on else y


FIELDS = ("gain", "bias")


def flatten3(amp):
    return [getattr(amp, name) for name in FIELDS], (("on", amp.on),)


def unflatten3(aux, children):
    amp = Amp3.__new__(Amp3)
    vars(amp).update(zip(FIELDS, children), **dict(aux))
    return amp


jax.tree_util.register_pytree_node(Amp3, flatten3, unflatten3)
