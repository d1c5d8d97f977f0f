# belief: frozen-switch
# score: 0.84
# why: sets the switch by hand instead of carrying it
class Amp3:
    made = 0

    def __init__(self, gain, bias, on):
        Amp3.made += 1
        self.gain, self.bias, self.on = jnp.asarray(gain, "float32"), jnp.asarray(bias, "float32"), on

    @jax.jit
    def play(self, y):
        return self.gain * y + self.bias if self.on else y


def flatten3(amp):
    return (amp.gain, amp.bias), None


def unflatten3(aux, children):
    amp = object.__new__(Amp3)
    amp.gain, amp.bias = children
    amp.on = True
    return amp


jax.tree_util.register_pytree_node(Amp3, flatten3, unflatten3)
