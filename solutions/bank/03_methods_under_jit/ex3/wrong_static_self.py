# belief: only-one-is-data
# score: 0.7
# why: makes the whole object static, by its values
class Amp3:
    made = 0

    def __init__(self, gain, bias, on):
        Amp3.made += 1
        self.gain, self.bias, self.on = jnp.asarray(gain, "float32"), jnp.asarray(bias, "float32"), on

    @jax.jit
    def play(self, y):
        return self.gain * y + self.bias if self.on else y


def flatten3(amp):
    return (), (tuple(amp.gain.tolist()), tuple(amp.bias.tolist()), amp.on)


def unflatten3(aux, children):
    amp = object.__new__(Amp3)
    amp.gain, amp.bias, amp.on = np.array(aux[0], "float32"), np.array(aux[1], "float32"), aux[2]
    return amp


jax.tree_util.register_pytree_node(Amp3, flatten3, unflatten3)
