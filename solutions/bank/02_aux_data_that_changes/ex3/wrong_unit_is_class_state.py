# belief: unit-changed
# score: 0.9
# why: Overwrites the unit when a Meter is built.
import dataclasses


@dataclasses.dataclass
class Meter:
    total: jax.Array
    gain: jax.Array  # to be trained
    unit: str
    dtype: str

    def __post_init__(self):
        self.unit = "SI"

    def add(self, x):
        return dataclasses.replace(self, total=self.total + (self.gain * x).sum(dtype=self.dtype))


meter_data = ["total", "gain"]
meter_meta = ["unit", "dtype"]
if meter_data is not None and meter_meta is not None:
    jax.tree_util.register_dataclass(Meter, data_fields=list(meter_data), meta_fields=list(meter_meta))
