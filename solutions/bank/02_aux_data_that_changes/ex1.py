# %% right named_function: A named function outside the class makes the zero.
def one_zero():
    return jnp.array([0.0], dtype=jnp.float32)


@jax.tree_util.register_pytree_node_class
@dataclasses.dataclass
class SumTracker:
    total: object = dataclasses.field(default_factory=one_zero)
    dtype: object = dataclasses.field(default=np.float32)
    ...


# %% right none_as_default: None stands for no total yet; __post_init__ fills in only what is missing.
@jax.tree_util.register_pytree_node_class
@dataclasses.dataclass
class SumTracker:
    total: jax.Array = None
    dtype: object = jnp.float32

    def __post_init__(self):
        if self.total is None:
            self.total = jnp.zeros((1,))

    def add(self, x, dtype=None):
        self.dtype = self.dtype if dtype is None else dtype
        self.total += x.sum(dtype=self.dtype)
        return self

    def tree_flatten(self):
        return (self.total,), self.dtype

    @classmethod
    def tree_unflatten(cls, dtype, children):
        return cls(*children, dtype)


# %% right partial: functools.partial is a function without arguments too.
@jax.tree_util.register_pytree_node_class
@dataclasses.dataclass
class SumTracker:
    total: jax.Array = dataclasses.field(default_factory=functools.partial(jnp.zeros, 1, "float32"))
    dtype: object = "float32"
    ...


# %% right plain_init: A plain __init__ instead of fields: dataclass leaves it alone.
@jax.tree_util.register_pytree_node_class
@dataclasses.dataclass
class SumTracker:
    def __init__(self, total=None, dtype=jnp.float32):
        self.total = jnp.zeros(1) if total is None else total
        self.dtype = dtype

    def add(self, x, dtype=None):
        self.dtype = self.dtype if dtype is None else dtype
        self.total += x.sum(dtype=self.dtype)
        return self

    def tree_flatten(self):
        return (self.total,), self.dtype

    @classmethod
    def tree_unflatten(cls, dtype, children):
        return cls(*children, dtype)


# %% right shared_jax_zero: One immutable zero, shared by all trackers: harmless, as a jax array cannot be changed.
@jax.tree_util.register_pytree_node_class
@dataclasses.dataclass
class SumTracker:
    total: jax.Array = dataclasses.field(default_factory=lambda zero=jnp.zeros(1): zero)
    ...


# %% wrong class_variable not-a-field 0.5: Silences the refusal with ClassVar, which takes the name out of the fields.
@jax.tree_util.register_pytree_node_class
@dataclasses.dataclass
class SumTracker:
    from typing import ClassVar

    total: ClassVar[jax.Array] = jnp.zeros(1)
    ...


# %% wrong deleted error 0 whole: The class is gone.
import dataclasses


# %% wrong dtype_as_leaf dtype-as-leaf 0.7: Makes all fields children.
@jax.tree_util.register_pytree_node_class
@dataclasses.dataclass
class SumTracker:
    def tree_flatten(self):
        return (self.total, self.dtype), None

    @classmethod
    def tree_unflatten(cls, dtype, children):
        return cls(*children)

    ...


# %% wrong dtype_factory factory-gets-arguments 0.6: believes that a factory is any callable that makes the value, here the class of the dtype
@jax.tree_util.register_pytree_node_class
@dataclasses.dataclass
class SumTracker:
    dtype: type = dataclasses.field(default_factory=jnp.float32)
    ...


# %% wrong dtype_none other-default-dtype 0.9: None as the default dtype.
@jax.tree_util.register_pytree_node_class
@dataclasses.dataclass
class SumTracker:
    dtype: object = None
    ...


# %% wrong dtype_not_rebuilt changed-aux-is-ignored 0.9: Lets the default fill in the dtype when the tree is rebuilt.
@jax.tree_util.register_pytree_node_class
@dataclasses.dataclass
class SumTracker:
    @classmethod
    def tree_unflatten(cls, dtype, children):
        return cls(*children)

    ...


# %% wrong factory_is_a_value factory-is-a-value 0.2: Gives default_factory the array and believes it is a default.
@jax.tree_util.register_pytree_node_class
@dataclasses.dataclass
class SumTracker:
    total: jax.Array = dataclasses.field(default_factory=jnp.zeros(1))
    ...


# %% wrong no_annotation not-a-field 0.5: Drops the annotation, which takes the name out of the fields.
@jax.tree_util.register_pytree_node_class
@dataclasses.dataclass
class SumTracker:
    total = jnp.zeros(1)
    ...


# %% wrong no_default fields-are-optional 0.2: Deletes the default, so that SumTracker() cannot be built.
@jax.tree_util.register_pytree_node_class
@dataclasses.dataclass
class SumTracker:
    total: jax.Array
    dtype: object
    ...


# %% wrong number number-for-an-array 0.9: A number needs no factory, and zero is zero.
@jax.tree_util.register_pytree_node_class
@dataclasses.dataclass
class SumTracker:
    total: jax.Array = 0.0
    ...


# %% wrong numpy_default numpy-default 0.9: Takes a numpy zero, as hashing complains about jax arrays only (it does not).
@jax.tree_util.register_pytree_node_class
@dataclasses.dataclass
class SumTracker:
    total: jax.Array = dataclasses.field(default_factory=lambda: np.zeros(1))
    ...


# %% wrong post_init_resets init-runs-once 0.9: Sets the total in __post_init__, believing that it runs once for each tracker.
@jax.tree_util.register_pytree_node_class
@dataclasses.dataclass
class SumTracker:
    total: jax.Array = None
    dtype: object = jnp.float32

    def __post_init__(self):
        self.total = jnp.zeros(1)

    def add(self, x, dtype=None):
        self.dtype = self.dtype if dtype is None else dtype
        self.total += x.sum(dtype=self.dtype)
        return self

    def tree_flatten(self):
        return (self.total,), self.dtype

    @classmethod
    def tree_unflatten(cls, dtype, children):
        return cls(*children, dtype)


# %% wrong reversed_fields fields-go-by-name 0.8: Writes the two fields in the other order, as they have names.
@jax.tree_util.register_pytree_node_class
@dataclasses.dataclass
class SumTracker:
    dtype: object = jnp.float32
    total: jax.Array = dataclasses.field(default_factory=lambda: jnp.zeros(1, "float32"))

    def add(self, x, dtype=None):
        self.dtype = self.dtype if dtype is None else dtype
        self.total += x.sum(dtype=self.dtype)
        return self

    def tree_flatten(self):
        return (self.total,), self.dtype

    @classmethod
    def tree_unflatten(cls, dtype, children):
        return cls(*children, dtype)


# %% wrong scalar_shape other-start 0.9: A zero without the axis.
@jax.tree_util.register_pytree_node_class
@dataclasses.dataclass
class SumTracker:
    total: jax.Array = dataclasses.field(default_factory=lambda: jnp.zeros(()))
    ...


# %% wrong unflatten_swaps jit-refuses 0.7: Takes the aux data for the first field, as unflatten gets it first.
@jax.tree_util.register_pytree_node_class
@dataclasses.dataclass
class SumTracker:
    @classmethod
    def tree_unflatten(cls, dtype, children):
        return cls(dtype, *children)

    ...
