# belief: everything-is-data
# score: 0.4
# why: All fields are data.
import dataclasses


@dataclasses.dataclass
class Meter:
    total: jax.Array
    gain: jax.Array  # to be trained
    unit: str
    dtype: str

    def add(self, x):
        return dataclasses.replace(self, total=self.total + (self.gain * x).sum(dtype=self.dtype))


meter_data = ["total", "gain", "unit", "dtype"]
meter_meta = []
if meter_data is not None and meter_meta is not None:
    jax.tree_util.register_dataclass(Meter, data_fields=list(meter_data), meta_fields=list(meter_meta))
