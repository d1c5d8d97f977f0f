# belief: init-runs-once
# score: 0.8
# why: believes that __init__ runs only when a user makes an object
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
    return Amp3(*children, aux)


jax.tree_util.register_pytree_node(Amp3, flatten3, unflatten3)
