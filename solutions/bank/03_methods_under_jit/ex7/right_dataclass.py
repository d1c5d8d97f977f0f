# why: a dataclass that converts after its __init__
import dataclasses


@dataclasses.dataclass
class Amp7(simple_pytree.Pytree):
    gain: jax.Array
    bias: jax.Array
    on: bool = simple_pytree.static_field()

    def __post_init__(self):
        self.gain, self.bias = jnp.asarray(self.gain, "float32"), jnp.asarray(self.bias, "float32")

    def play(self, y):
        return self.gain * y + self.bias if self.on else y

    def louder(self, by):
        return dataclasses.replace(self, gain=self.gain + by)
