# why: declares the field by pytree_node=False
class Amp7(simple_pytree.Pytree):
    on = simple_pytree.field(pytree_node=False)

    def __init__(self, gain, bias, on):
        self.gain, self.bias, self.on = jnp.asarray(gain, "float32"), jnp.asarray(bias, "float32"), on

    def play(self, y):
        return self.gain * y + self.bias if self.on else y

    def louder(self, by):
        new = {"gain": self.gain + by}
        return self.replace(**new)
