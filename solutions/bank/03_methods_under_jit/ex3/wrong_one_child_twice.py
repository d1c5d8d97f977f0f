# belief: wrong-answer-3
# score: 0.8
# why: takes the first child for both attributes
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
    amp = object.__new__(Amp3)
    amp.gain = amp.bias = children[0]
    amp.on = aux
    return amp


jax.tree_util.register_pytree_node(Amp3, flatten3, unflatten3)
