# belief: text-is-a-list
# score: 0.3
# why: writes the names as one text, as some libraries take them
import dataclasses


@dataclasses.dataclass
class Meter:
    total: jax.Array
    gain: jax.Array  # to be trained
    unit: str
    dtype: str

    def add(self, x):
        return dataclasses.replace(self, total=self.total + (self.gain * x).sum(dtype=self.dtype))


### BEGIN SOLUTION
meter_data = "total gain"
meter_meta = "unit dtype"
### END SOLUTION
if meter_data is not None and meter_meta is not None:
    jax.tree_util.register_dataclass(Meter, data_fields=list(meter_data), meta_fields=list(meter_meta))
