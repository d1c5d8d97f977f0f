# why: decorates the class, which carries both functions as methods
@jax.tree_util.register_pytree_node_class
class Amp3:
    made = 0

    def __init__(self, gain, bias, on):
        Amp3.made += 1
        self.gain, self.bias, self.on = jnp.asarray(gain, "float32"), jnp.asarray(bias, "float32"), on

    @jax.jit
    def play(self, y):
        return self.gain * y + self.bias if self.on else y

    def tree_flatten(self):
        return (self.bias, self.gain), {"on": self.on}

    @classmethod
    def tree_unflatten(cls, aux, children):
        amp = super().__new__(cls)
        amp.bias, amp.gain = children
        amp.on = aux["on"]
        return amp
