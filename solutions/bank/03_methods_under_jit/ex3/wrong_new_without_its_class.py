# belief: error
# score: 0.1
# why: calls Amp3.__new__ without the class
class Amp3:
    made = 0

    def __init__(self, gain, bias, on):
        Amp3.made += 1
        self.gain, self.bias, self.on = jnp.asarray(gain, "float32"), jnp.asarray(bias, "float32"), on

    @jax.jit
    def play(self, y):
        return self.gain * y + self.bias if self.on else y


def flatten3(amp):
    return (amp.gain, amp.bias), amp.on


def unflatten3(aux, children):
    amp = Amp3.__new__()
    amp.gain, amp.bias = children
    amp.on = aux
    return amp


jax.tree_util.register_pytree_node(Amp3, flatten3, unflatten3)
