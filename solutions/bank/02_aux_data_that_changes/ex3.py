# %% right by_annotation: Sorts the fields by their annotation.
meter_data = [field.name for field in dataclasses.fields(Meter) if field.type is not str]
meter_meta = [name for name in Meter.__dataclass_fields__ if name not in meter_data]


# %% right metadata: Marks by a set.
static = {"unit", "dtype"}
meter_data = [field.name for field in dataclasses.fields(Meter) if field.name not in static]
meter_meta = sorted(static)


# %% right other_order: The order of the names plays no part.
meter_data = ("gain", "total")
meter_meta = ("dtype", "unit")


# %% right split_text whole: A text, split.
import dataclasses


@dataclasses.dataclass
class Meter:
    total: jax.Array
    gain: jax.Array  # to be trained
    unit: str
    dtype: str

    def add(self, x):
        return dataclasses.replace(self, total=self.total + (self.gain * x).sum(dtype=self.dtype))


meter_data, meter_meta = "total gain".split(), "unit dtype".split()

if meter_data is not None and meter_meta is not None:
    jax.tree_util.register_dataclass(Meter, data_fields=list(meter_data), meta_fields=list(meter_meta))


# %% wrong changed_places other-leaves 0.4: What changes is data (the dtype), what is set is meta (the gain).
meter_data = ["total", "dtype"]
meter_meta = ["unit", "gain"]


# %% wrong dtype_is_data static-as-leaf 0.4: The dtype changes, so it is data.
meter_data = ["total", "gain", "dtype"]
meter_meta = ["unit"]


# %% wrong everything_data everything-is-data 0.4: All fields are data.
meter_data = ["total", "gain", "unit", "dtype"]
meter_meta = []


# %% wrong everything_meta everything-is-static 0.4: All fields are meta, so that nothing is traced.
meter_data = []
meter_meta = ["total", "gain", "unit", "dtype"]


# %% wrong forgotten unlisted-field-survives 0.2: A label needs no mention.
meter_meta = ["dtype"]


# %% wrong gain_is_a_setting array-in-aux 0.4: gain is a setting, and settings are meta.
meter_data = ["total"]
meter_meta = ["unit", "dtype", "gain"]


# %% wrong gain_untrained no-gradient 0.9: Holds the gain back from the gradient, as it is a setting.
@dataclasses.dataclass
class Meter:
    def add(self, x):
        return dataclasses.replace(self, total=self.total + (jax.lax.stop_gradient(self.gain) * x).sum(dtype=self.dtype))

    ...


# %% wrong names_in_one_text text-is-a-list 0.3: writes the names as one text, as some libraries take them
meter_data = "total gain"
meter_meta = "unit dtype"


# %% wrong swapped lists-swapped 0.4: Meta is what is measured.
meter_data = ["unit", "dtype"]
meter_meta = ["total", "gain"]


# %% wrong unit_is_class_state unit-changed 0.9: Overwrites the unit when a Meter is built.
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


# %% wrong gain_forgotten other-total 0.7: rewrites add and leaves out the gain.
@dataclasses.dataclass
class Meter:
    def add(self, x):
        return dataclasses.replace(self, total=self.total + x.sum(dtype=self.dtype))

    ...


# %% wrong one_dtype traces-of-meta 0.9: wants all sums in float32, whatever is asked for.
@dataclasses.dataclass
class Meter:
    def __post_init__(self):
        self.dtype = "float32"

    ...
