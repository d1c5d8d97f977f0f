# belief: no-gradient
# score: 0.9
# why: Holds the gain back from the gradient, as it is a setting.
import dataclasses


@dataclasses.dataclass
class Meter:
    total: jax.Array
    gain: jax.Array  # to be trained
    unit: str
    dtype: str

    def add(self, x):
        return dataclasses.replace(self, total=self.total + (jax.lax.stop_gradient(self.gain) * x).sum(dtype=self.dtype))


meter_data = ["total", "gain"]
meter_meta = ["unit", "dtype"]
if meter_data is not None and meter_meta is not None:
    jax.tree_util.register_dataclass(Meter, data_fields=list(meter_data), meta_fields=list(meter_meta))
