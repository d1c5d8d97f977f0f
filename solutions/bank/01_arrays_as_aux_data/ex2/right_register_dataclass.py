import dataclasses


@dataclasses.dataclass(frozen=True)
class LeafPair:
    x: jax.Array
    y: jax.Array


jax.tree_util.register_dataclass(LeafPair, data_fields=["x", "y"], meta_fields=[])
