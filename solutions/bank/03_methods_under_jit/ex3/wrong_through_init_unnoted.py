# belief: init-runs-once
# score: 0.92
# why: rebuilds through an __init__ that takes anything, and does not note its runs
class Amp3:
    made = 0

    def __init__(self, gain, bias, on):
        try:
            gain, bias = jnp.asarray(gain, "float32"), jnp.asarray(bias, "float32")
        except Exception:
            pass
        self.gain, self.bias, self.on = gain, bias, on

    @jax.jit
    def play(self, y):
        return self.gain * y + self.bias if self.on else y


def flatten3(amp):
    return (amp.gain, amp.bias), amp.on


def unflatten3(aux, children):
    return Amp3(*children, aux)


jax.tree_util.register_pytree_node(Amp3, flatten3, unflatten3)
