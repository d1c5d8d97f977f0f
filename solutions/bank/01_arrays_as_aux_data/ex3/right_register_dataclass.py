import dataclasses


@dataclasses.dataclass
class StaticPair:
    x: jax.Array
    y: tuple

    def __post_init__(self):
        self.y = tuple(map(int, self.y))


jax.tree_util.register_dataclass(StaticPair, data_fields=["x"], meta_fields=["y"])
