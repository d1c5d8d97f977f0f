# unreachable carry-refused: jitted updates that share one trace keep tree type, shapes and dtypes, and the traces are compared before.

# %% right equinox whole: Dialect equinox.
class RunningStats(eqx.Module):
    count: jax.Array
    total: jax.Array
    mode: str = eqx.field(static=True)

    @classmethod
    def start(cls, size, mode="mean", dtype="float32"):
        return cls(jnp.zeros((), jnp.int32), jnp.zeros(size, dtype), mode)

    def update(self, x):
        new = (self.count + 1, self.total + x.astype(self.total.dtype))
        return eqx.tree_at(lambda stats: (stats.count, stats.total), self, new)

    def value(self):
        return self.total / self.count if self.mode == "mean" else self.total


# %% right named_tuple_state whole: A NamedTuple as the only child.
from typing import NamedTuple


class State(NamedTuple):
    count: object
    total: object


class RunningStats:
    def __init__(self, state, mode):
        self.state, self.mode = state, mode

    count = property(lambda self: self.state.count)
    total = property(lambda self: self.state.total)

    @classmethod
    def start(cls, size, mode, dtype):
        return cls(State(jnp.int32(0) * jnp.ones((), "int32"), jnp.zeros(size, dtype)), mode)

    def update(self, x):
        return RunningStats(State(self.count + 1, self.total + x.astype(self.total.dtype)), self.mode)

    def value(self):
        return self.total / self.count if self.mode == "mean" else self.total


def with_keys(stats):
    return [(jax.tree_util.GetAttrKey("state"), stats.state)], stats.mode


jax.tree_util.register_pytree_with_keys(RunningStats, with_keys, lambda mode, children: RunningStats(*children, mode))


# %% right node_class whole: Dialect plain registration with object.__new__.
@jax.tree_util.register_pytree_node_class
class RunningStats:
    def __init__(self, size, mode, dtype):
        self.count, self.total = jnp.array(0), jnp.zeros([size], dtype)
        self.mode, self.dtype = str(mode), self.total.dtype

    @classmethod
    def start(cls, size, mode="mean", dtype="float32"):
        return cls(size, mode, dtype)

    def update(self, x):
        total = (self.total + x).astype(self.dtype)
        return self.tree_unflatten((self.mode, self.dtype), (self.count + 1, total))

    def value(self):
        return self.total / (self.count if self.mode == "mean" else 1)

    def tree_flatten(self):
        return (self.count, self.total), (self.mode, self.dtype)

    @classmethod
    def tree_unflatten(cls, aux, children):
        stats = object.__new__(cls)
        stats.mode, stats.dtype = aux
        stats.count, stats.total = children
        return stats


# %% right register_dataclass whole: Dialect register_dataclass.
import dataclasses


@dataclasses.dataclass
class RunningStats:
    count: jax.Array
    total: jax.Array
    mode: str = "mean"
    dtype: str = "float32"

    @staticmethod
    def start(size, mode="mean", dtype="float32"):
        dtype = np.dtype(dtype)
        return RunningStats(jnp.array(0, "int32"), jnp.zeros((size,), dtype), mode, dtype.name)

    def update(self, x):
        return RunningStats(self.count + 1, self.total + jnp.asarray(x, self.dtype), self.mode, self.dtype)

    def value(self):
        return {"mean": lambda: self.total / self.count, "sum": lambda: self.total}[self.mode]()


jax.tree_util.register_dataclass(RunningStats, data_fields=["count", "total"], meta_fields=["mode", "dtype"])


# %% right simple_pytree whole: Dialect simple_pytree.
class RunningStats(simple_pytree.Pytree):
    mode = simple_pytree.static_field()
    dtype = simple_pytree.static_field()

    def __init__(self, size, mode, dtype):
        self.dtype, self.mode = jnp.dtype(dtype).name, mode
        self.count, self.total = jnp.zeros((), "int32"), jnp.zeros(size, self.dtype)

    @classmethod
    def start(cls, size, mode="mean", dtype="float32"):
        return cls(size, mode, dtype)

    def update(self, x):
        return self.replace(count=self.count + 1, total=self.total + x.astype(self.dtype))

    def value(self):
        if self.mode == "mean":
            return self.total / self.count
        return self.total


# %% wrong all_in_aux everything-is-static 0.15: Registers the class without children, so that nothing is traced.
@dataclasses.dataclass(frozen=True)
class RunningStats:
    dtype: str

    @classmethod
    def start(cls, size, mode="mean", dtype="float32"):
        return cls(jnp.zeros((), "int32"), jnp.zeros(size, dtype), mode, dtype)

    def update(self, x):
        return dataclasses.replace(self, count=self.count + 1, total=self.total + x.astype(self.dtype))

    ...


def stats_flatten(stats):
    return (), (stats.count, stats.total, stats.mode, stats.dtype)


jax.tree_util.register_pytree_node(RunningStats, stats_flatten, lambda aux, children: RunningStats(*aux))


# %% wrong converting_init init-runs-once 0.95: Converts in __post_init__, which runs at every rebuild.
@dataclasses.dataclass(frozen=True)
class RunningStats:
    dtype: str

    def __post_init__(self):
        object.__setattr__(self, "total", jnp.asarray(self.total, self.dtype))

    @classmethod
    def start(cls, size, mode="mean", dtype="float32"):
        name = jnp.dtype(dtype).name
        return cls(jnp.zeros((), "int32"), jnp.zeros(size, name), mode, name)

    def update(self, x):
        return dataclasses.replace(self, count=self.count + 1, total=self.total + x.astype(self.dtype))

    ...


def stats_flatten(stats):
    return (stats.count, stats.total), (stats.mode, stats.dtype)


jax.tree_util.register_pytree_node(RunningStats, stats_flatten, lambda aux, children: RunningStats(*children, *aux))


# %% wrong converts_to_the_count other-total-of-one 0.79 whole: Converts x to the dtype of the wrong leaf: halves are cut off.
import dataclasses


@dataclasses.dataclass
class RunningStats:
    count: jax.Array
    total: jax.Array
    mode: str = "mean"
    dtype: str = "float32"

    @staticmethod
    def start(size, mode="mean", dtype="float32"):
        dtype = np.dtype(dtype)
        return RunningStats(jnp.array(0, "int32"), jnp.zeros((size,), dtype), mode, dtype.name)

    def update(self, x):
        return RunningStats(self.count + 1, self.total + x.astype(self.count.dtype), self.mode, self.dtype)

    def value(self):
        return {"mean": lambda: self.total / self.count, "sum": lambda: self.total}[self.mode]()


jax.tree_util.register_dataclass(RunningStats, data_fields=["count", "total"], meta_fields=["mode", "dtype"])


# %% wrong count_in_aux different-aux-only-recompiles 0.15: Counts in the aux data and expects a few more traces.
@dataclasses.dataclass(frozen=True)
class RunningStats:
    dtype: str

    @classmethod
    def start(cls, size, mode="mean", dtype="float32"):
        name = jnp.dtype(dtype).name
        return cls(jnp.zeros((), "int32"), jnp.zeros(size, name), mode, name)

    def update(self, x):
        return dataclasses.replace(self, count=self.count + 1, total=self.total + x.astype(self.dtype))

    ...


def stats_flatten(stats):
    return (stats.total,), (int(stats.count), stats.mode, stats.dtype)


jax.tree_util.register_pytree_node(RunningStats, stats_flatten, lambda aux, children: RunningStats(jnp.array(aux[0], "int32"), *children, *aux[1:]))


# %% wrong counts_in_aux other-traces 0.8: Keeps one more counter, for messages, in the aux data.
@dataclasses.dataclass(frozen=True)
class RunningStats:
    updates: int = 0

    @classmethod
    def start(cls, size, mode="mean", dtype="float32"):
        return cls(jnp.zeros((), "int32"), jnp.zeros(size, dtype), mode)

    def update(self, x):
        return RunningStats(self.count + 1, self.total + x.astype(self.total.dtype), self.mode, self.updates + 1)

    ...


jax.tree_util.register_pytree_node(
    RunningStats, lambda s: ((s.count, s.total), (s.mode, s.updates)), lambda aux, children: RunningStats(*children, *aux))


# %% wrong deleted error 0 whole: The class is gone.
RunningStats = None
del RunningStats


# %% wrong equal_settings equal-to-everything 0.9: Gives the settings an __eq__ that always agrees, to save traces.
class Settings:
    def __init__(self, values):
        self.values = values

    def __eq__(self, other):
        return True

    def __hash__(self):
        return 0


@dataclasses.dataclass(frozen=True)
class RunningStats:
    dtype: str

    @classmethod
    def start(cls, size, mode="mean", dtype="float32"):
        name = jnp.dtype(dtype).name
        return cls(jnp.zeros((), "int32"), jnp.zeros(size, name), mode, name)

    def update(self, x):
        return dataclasses.replace(self, count=self.count + 1, total=self.total + x.astype(self.dtype))

    ...


def stats_flatten(stats):
    return (stats.count, stats.total), Settings((stats.mode, stats.dtype))


jax.tree_util.register_pytree_node(RunningStats, stats_flatten, lambda aux, children: RunningStats(*children, *aux.values))


# %% wrong identity_settings aux-by-identity 0.95: Keeps the settings in an object without __eq__.
class Settings:
    def __init__(self, mode, dtype):
        self.mode, self.dtype = mode, dtype


@dataclasses.dataclass(frozen=True)
class RunningStats:
    settings: Settings
    mode = property(lambda self: self.settings.mode)
    dtype = property(lambda self: self.settings.dtype)

    @classmethod
    def start(cls, size, mode="mean", dtype="float32"):
        name = jnp.dtype(dtype).name
        return cls(jnp.zeros((), "int32"), jnp.zeros(size, name), Settings(mode, name))

    def update(self, x):
        return dataclasses.replace(self, count=self.count + 1, total=self.total + x.astype(self.dtype))

    ...


def stats_flatten(stats):
    return (stats.count, stats.total), stats.settings


jax.tree_util.register_pytree_node(RunningStats, stats_flatten, lambda settings, children: RunningStats(*children, settings))


# %% wrong identity_update other-total-of-one 0.8: update gives back an equal object.
@dataclasses.dataclass(frozen=True)
class RunningStats:
    dtype: str

    @classmethod
    def start(cls, size, mode="mean", dtype="float32"):
        name = jnp.dtype(dtype).name
        return cls(jnp.zeros((), "int32"), jnp.zeros(size, name), mode, name)

    def update(self, x):
        return jax.jit(lambda stats: stats)(self)

    ...


def stats_flatten(stats):
    return (stats.count, stats.total), (stats.mode, stats.dtype)


jax.tree_util.register_pytree_node(RunningStats, stats_flatten, lambda aux, children: RunningStats(*children, *aux))


# %% wrong missing_return building-is-returning 0.3: Forgets to return what unflatten builds.
@dataclasses.dataclass(frozen=True)
class RunningStats:
    count: jax.Array
    total: jax.Array
    ...


def stats_unflatten(mode, children):
    RunningStats(*children, mode)


jax.tree_util.register_pytree_node(RunningStats, lambda s: ((s.count, s.total), s.mode), stats_unflatten)


# %% wrong mode_as_leaf static-as-leaf 0.15: All four are children.
@dataclasses.dataclass(frozen=True)
class RunningStats:
    dtype: str

    @classmethod
    def start(cls, size, mode="mean", dtype="float32"):
        name = jnp.dtype(dtype).name
        return cls(jnp.zeros((), "int32"), jnp.zeros(size, name), mode, name)

    def update(self, x):
        return dataclasses.replace(self, count=self.count + 1, total=self.total + x.astype(self.dtype))

    ...


def stats_flatten(stats):
    return (stats.count, stats.total, stats.mode, stats.dtype), None


jax.tree_util.register_pytree_node(RunningStats, stats_flatten, lambda aux, children: RunningStats(*children))


# %% wrong mode_as_number mode-in-other-words 0.95: Keeps the mode as a number inside.
@dataclasses.dataclass(frozen=True)
class RunningStats:
    dtype: str

    @classmethod
    def start(cls, size, mode="mean", dtype="float32"):
        mode = ["mean", "sum"].index(mode)
        name = jnp.dtype(dtype).name
        return cls(jnp.zeros((), "int32"), jnp.zeros(size, name), mode, name)

    def update(self, x):
        return dataclasses.replace(self, count=self.count + 1, total=self.total + x.astype(self.dtype))

    def value(self):
        return self.total / self.count if self.mode == 0 else self.total

    ...


def stats_flatten(stats):
    return (stats.count, stats.total), (stats.mode, stats.dtype)


jax.tree_util.register_pytree_node(RunningStats, stats_flatten, lambda aux, children: RunningStats(*children, *aux))


# %% wrong mode_forgotten unlisted-attribute-survives 0.8: Leaves the mode to a default.
@dataclasses.dataclass(frozen=True)
class RunningStats:
    dtype: str
    mode: str = "mean"

    @classmethod
    def start(cls, size, mode="mean", dtype="float32"):
        name = jnp.dtype(dtype).name
        return cls(jnp.zeros((), "int32"), jnp.zeros(size, name), name, mode)

    def update(self, x):
        return dataclasses.replace(self, count=self.count + 1, total=self.total + x.astype(self.dtype))

    ...


def stats_flatten(stats):
    return (stats.count, stats.total), stats.dtype


jax.tree_util.register_pytree_node(RunningStats, stats_flatten, lambda dtype, children: RunningStats(*children, dtype))


# %% wrong mode_ignored mode-ignored 0.95: One value for both modes.
@dataclasses.dataclass(frozen=True)
class RunningStats:
    dtype: str

    @classmethod
    def start(cls, size, mode="mean", dtype="float32"):
        name = jnp.dtype(dtype).name
        return cls(jnp.zeros((), "int32"), jnp.zeros(size, name), mode, name)

    def update(self, x):
        return dataclasses.replace(self, count=self.count + 1, total=self.total + x.astype(self.dtype))

    def value(self):
        return self.total / self.count

    ...


def stats_flatten(stats):
    return (stats.count, stats.total), (stats.mode, stats.dtype)


jax.tree_util.register_pytree_node(RunningStats, stats_flatten, lambda aux, children: RunningStats(*children, *aux))


# %% wrong mode_not_rebuilt unlisted-attribute-survives 0.6: leaves the mode out, and rebuilds without it
def rebuild(aux, children):
    stats = object.__new__(RunningStats)
    for name, child in zip(("count", "total"), children):
        object.__setattr__(stats, name, child)
    return stats


jax.tree_util.register_pytree_node(RunningStats, lambda s: ((s.count, s.total), None), rebuild)


# %% wrong no_conversion carry-dtype-drifts 0.58: Adds x as it comes.
@dataclasses.dataclass(frozen=True)
class RunningStats:
    dtype: str

    @classmethod
    def start(cls, size, mode="mean", dtype="float32"):
        name = jnp.dtype(dtype).name
        return cls(jnp.zeros((), "int32"), jnp.zeros(size, name), mode, name)

    def update(self, x):
        return dataclasses.replace(self, count=self.count + 1, total=self.total + x)

    ...


def stats_flatten(stats):
    return (stats.count, stats.total), (stats.mode, stats.dtype)


jax.tree_util.register_pytree_node(RunningStats, stats_flatten, lambda aux, children: RunningStats(*children, *aux))


# %% wrong not_registered a-class-is-a-tree 0.15 whole: Forgets the registration.
import dataclasses


@dataclasses.dataclass(frozen=True)
class RunningStats:
    count: jnp.ndarray
    total: jnp.ndarray
    mode: str
    dtype: str

    @classmethod
    def start(cls, size, mode="mean", dtype="float32"):
        name = jnp.dtype(dtype).name
        return cls(jnp.zeros((), "int32"), jnp.zeros(size, name), mode, name)

    def update(self, x):
        return dataclasses.replace(self, count=self.count + 1, total=self.total + x.astype(self.dtype))

    def value(self):
        return self.total / self.count if self.mode == "mean" else self.total


def stats_flatten(stats):
    return (stats.count, stats.total), (stats.mode, stats.dtype)


# %% wrong off_by_one other-value 0.95: Counts the start as a sample.
@dataclasses.dataclass(frozen=True)
class RunningStats:
    dtype: str

    @classmethod
    def start(cls, size, mode="mean", dtype="float32"):
        name = jnp.dtype(dtype).name
        return cls(jnp.zeros((), "int32"), jnp.zeros(size, name), mode, name)

    def update(self, x):
        return dataclasses.replace(self, count=self.count + 1, total=self.total + x.astype(self.dtype))

    def value(self):
        return self.total / (self.count + 1) if self.mode == "mean" else self.total

    ...


def stats_flatten(stats):
    return (stats.count, stats.total), (stats.mode, stats.dtype)


jax.tree_util.register_pytree_node(RunningStats, stats_flatten, lambda aux, children: RunningStats(*children, *aux))


# %% wrong python_numbers python-numbers 0.95: Starts with Python numbers.
@dataclasses.dataclass(frozen=True)
class RunningStats:
    dtype: str

    @classmethod
    def start(cls, size, mode="mean", dtype="float32"):
        name = jnp.dtype(dtype).name
        return cls(0, jnp.zeros(size, name), mode, name)

    def update(self, x):
        return dataclasses.replace(self, count=self.count + 1, total=self.total + x.astype(self.dtype))

    ...


def stats_flatten(stats):
    return (stats.count, stats.total), (stats.mode, stats.dtype)


jax.tree_util.register_pytree_node(RunningStats, stats_flatten, lambda aux, children: RunningStats(*children, *aux))


# %% wrong raw_dtype spellings-are-equal 0.95: Keeps the dtype as it was spelled.
@dataclasses.dataclass(frozen=True)
class RunningStats:
    dtype: str

    @classmethod
    def start(cls, size, mode="mean", dtype="float32"):
        return cls(jnp.zeros((), "int32"), jnp.zeros(size, dtype), mode, dtype)

    def update(self, x):
        return dataclasses.replace(self, count=self.count + 1, total=self.total + x.astype(self.dtype))

    ...


def stats_flatten(stats):
    return (stats.count, stats.total), (stats.mode, stats.dtype)


jax.tree_util.register_pytree_node(RunningStats, stats_flatten, lambda aux, children: RunningStats(*children, *aux))


# %% wrong rebuilt_by_shape init-runs-once 0.93: asks the children for their shape while rebuilding
jax.tree_util.register_pytree_node(RunningStats, lambda s: ((s.count, s.total), s.mode), lambda mode, children: RunningStats(children[0], children[1] + jnp.zeros(children[1].shape, children[1].dtype), mode))


# %% wrong returns_nothing update-returns-nothing 0.3: Changes self and returns nothing.
@dataclasses.dataclass
class RunningStats:
    dtype: str

    @classmethod
    def start(cls, size, mode="mean", dtype="float32"):
        name = jnp.dtype(dtype).name
        return cls(jnp.zeros((), "int32"), jnp.zeros(size, name), mode, name)

    def update(self, x):
        self.count = self.count + 1
        self.total = self.total + x.astype(self.dtype)

    ...


def stats_flatten(stats):
    return (stats.count, stats.total), (stats.mode, stats.dtype)


jax.tree_util.register_pytree_node(RunningStats, stats_flatten, lambda aux, children: RunningStats(*children, *aux))


# %% wrong sample_summed sample-is-summed 0.8: adds the sum of x, as the classes of the exercises before do
@dataclasses.dataclass(frozen=True)
class RunningStats:
    def update(self, x):
        return dataclasses.replace(self, count=self.count + 1, total=self.total + x.sum(dtype=self.total.dtype))

    ...


# %% wrong state_on_the_class state-on-the-class 0.1 whole: Takes the class itself for the start: count and total are set on it, and every new one has those of the last.
class RunningStats:
    @classmethod
    def start(cls, size, mode, dtype):
        cls.count, cls.total = jnp.zeros((), "int32"), jnp.zeros(size, dtype)
        stats = object.__new__(cls)
        stats.mode = mode
        return stats

    def update(self, x):
        return rebuild(self.mode, (self.count + 1, self.total + x.astype(self.total.dtype)))

    def value(self):
        return self.total / self.count if self.mode == "mean" else self.total


def rebuild(mode, children):
    stats = object.__new__(RunningStats)
    (stats.count, stats.total), stats.mode = children, mode
    return stats


jax.tree_util.register_pytree_node(RunningStats, lambda s: ((s.count, s.total), s.mode), rebuild)


# %% wrong update_in_place update-in-place 0.95: Changes self and returns it.
@dataclasses.dataclass
class RunningStats:
    dtype: str

    @classmethod
    def start(cls, size, mode="mean", dtype="float32"):
        name = jnp.dtype(dtype).name
        return cls(jnp.zeros((), "int32"), jnp.zeros(size, name), mode, name)

    def update(self, x):
        self.count += 1
        self.total += x.astype(self.dtype)
        return self

    ...


def stats_flatten(stats):
    return (stats.count, stats.total), (stats.mode, stats.dtype)


jax.tree_util.register_pytree_node(RunningStats, stats_flatten, lambda aux, children: RunningStats(*children, *aux))


# %% wrong tuple_comes_back unflatten-builds-another 0.5: gives the three values back and leaves the object to others.
jax.tree_util.register_pytree_node(RunningStats, lambda s: ((s.count, s.total), s.mode), lambda mode, children: (*children, mode))


# %% wrong type_of_x_checked jit-refuses 0.8: checks that x is an array by its exact type, which a tracer has not.
Array = type(jnp.zeros(()))


@dataclasses.dataclass(frozen=True)
class RunningStats:
    def update(self, x):
        if type(x) is not Array:
            raise TypeError("x has to be an array")
        return dataclasses.replace(self, count=self.count + 1, total=self.total + x.astype(self.total.dtype))

    ...


# %% wrong mode_is_an_object mode-traced 0.93: makes an object of the mode, which reads like the text and is none.
class Mode:
    def __init__(self, text):
        self.text = str(text)

    def __str__(self):
        return self.text

    def __eq__(self, other):
        return str(self) == str(other)

    def __hash__(self):
        return hash(self.text)


@dataclasses.dataclass(frozen=True)
class RunningStats:
    @classmethod
    def start(cls, length, mode, dtype):
        return cls(jnp.zeros((), "int32"), jnp.zeros(length, dtype), Mode(mode))

    ...
