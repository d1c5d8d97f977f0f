# why: keeps both arrays in one dict as the only child
class Amp3:
    made = 0

    def __init__(self, gain, bias, on):
        Amp3.made += 1
        self.gain, self.bias, self.on = jnp.asarray(gain, "float32"), jnp.asarray(bias, "float32"), on

    @jax.jit
    def play(self, y):
        return self.gain * y + self.bias if self.on else y


def rebuild(on, children):
    amp = object.__new__(Amp3)
    amp.__dict__ = dict(children[0], on=on)
    return amp


jax.tree_util.register_pytree_node(Amp3, lambda amp: (({"gain": amp.gain, "bias": amp.bias},), amp.on), rebuild)
