# why: inherits the arrays from another module
def array(value):
    return jnp.array(value, dtype="float32")


class Line(eqx.Module):
    gain: jax.Array = eqx.field(converter=array)
    bias: jax.Array = eqx.field(converter=array)


class Amp6(Line):
    on: bool = eqx.field(static=True)

    def play(self, y):
        return self.gain * y + self.bias if self.on else y
