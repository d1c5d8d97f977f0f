import dataclasses


@dataclasses.dataclass
class SimplePair(simple_pytree.Pytree):
    x: jax.Array
    y: tuple = simple_pytree.static_field()

    def __post_init__(self):
        self.y = tuple(int(number) for number in self.y)
