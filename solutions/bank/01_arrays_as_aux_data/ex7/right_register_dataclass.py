import dataclasses


@dataclasses.dataclass
class Interval:
    low: jax.Array
    high: jax.Array
    unit: str


jax.tree_util.register_dataclass(Interval, data_fields=("high", "low"), meta_fields=("unit",))
