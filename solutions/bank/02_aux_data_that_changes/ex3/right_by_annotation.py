# why: Sorts the fields by their annotation.
import dataclasses


@dataclasses.dataclass
class Meter:
    total: jax.Array
    gain: jax.Array  # to be trained
    unit: str
    dtype: str

    def add(self, x):
        return dataclasses.replace(self, total=self.total + (self.gain * x).sum(dtype=self.dtype))


meter_data = [field.name for field in dataclasses.fields(Meter) if field.type is not str]
meter_meta = [name for name in Meter.__dataclass_fields__ if name not in meter_data]
if meter_data is not None and meter_meta is not None:
    jax.tree_util.register_dataclass(Meter, data_fields=list(meter_data), meta_fields=list(meter_meta))
