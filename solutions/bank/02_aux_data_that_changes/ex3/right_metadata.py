# why: Marks by a set.
import dataclasses


@dataclasses.dataclass
class Meter:
    total: jax.Array
    gain: jax.Array  # to be trained
    unit: str
    dtype: str

    def add(self, x):
        return dataclasses.replace(self, total=self.total + (self.gain * x).sum(dtype=self.dtype))


static = {"unit", "dtype"}
meter_data = [field.name for field in dataclasses.fields(Meter) if field.name not in static]
meter_meta = sorted(static)
if meter_data is not None and meter_meta is not None:
    jax.tree_util.register_dataclass(Meter, data_fields=list(meter_data), meta_fields=list(meter_meta))
