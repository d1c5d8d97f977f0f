# belief: frozen-gain
# score: 0.95
# why: keeps what flatten gave, believing that an object is taken apart once
class Amp3:
    made = 0

    def __init__(self, gain, bias, on):
        Amp3.made += 1
        self.gain, self.bias, self.on = jnp.asarray(gain, "float32"), jnp.asarray(bias, "float32"), on

    @jax.jit
    def play(self, y):
        return self.gain * y + self.bias if self.on else y


def flatten3(amp):
    if not hasattr(amp, "kept"):
        amp.kept = amp.gain, amp.bias
    return amp.kept, amp.on


def unflatten3(aux, children):
    amp = object.__new__(Amp3)
    amp.gain, amp.bias = children
    amp.on = aux
    return amp


jax.tree_util.register_pytree_node(Amp3, flatten3, unflatten3)
