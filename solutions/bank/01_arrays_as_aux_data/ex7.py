# %% right by_name
def flatten_interval(interval):
    return ({"high": interval.high, "low": interval.low},), {"unit": interval.unit}


def unflatten_interval(aux, children):
    return Interval(**children[0], **aux)


# %% right equinox whole
class Interval(eqx.Module):
    low: jax.Array
    high: jax.Array
    unit: str = eqx.field(static=True)


# %% right high_first whole
class Interval:
    def __init__(self, low, high, unit):
        self.low, self.high, self.unit = low, high, unit


def flatten_interval(interval):
    return [(jax.tree_util.GetAttrKey("high"), interval.high), (jax.tree_util.GetAttrKey("low"), interval.low)], (interval.unit,)


def unflatten_interval(aux, children):
    high, low = children
    new = object.__new__(Interval)
    new.low, new.high, new.unit = low, high, *aux
    return new


jax.tree_util.register_pytree_with_keys(Interval, flatten_interval, unflatten_interval)


# %% right node_class whole
@jax.tree_util.register_pytree_node_class
class Interval:
    def __init__(self, low, high, unit):
        self.low, self.high, self.unit = low, high, unit

    def tree_flatten(self):
        return (self.low, self.high), self.unit

    @classmethod
    def tree_unflatten(cls, unit, children):
        return cls(*children, unit)


# %% right register_dataclass whole
import dataclasses


@dataclasses.dataclass
class Interval:
    low: jax.Array
    high: jax.Array
    unit: str


jax.tree_util.register_dataclass(Interval, data_fields=("high", "low"), meta_fields=("unit",))


# %% wrong aux_is_optional aux-is-optional 0.81 whole: fills in a default unit instead of using the aux data.
class Interval:
    def __init__(self, low, high, unit="m²"):
        self.low, self.high, self.unit = low, high, unit


jax.tree_util.register_pytree_node(Interval, lambda interval: ((interval.low, interval.high), None), lambda aux, children: Interval(*children))


# %% wrong aux_names_the_object aux-names-the-object 0.9 whole: wraps the unit in an object without __eq__.
class Unit:
    def __init__(self, name):
        self.name = name


class Interval:
    def __init__(self, low, high, unit):
        self.low, self.high, self.aux = low, high, unit if isinstance(unit, Unit) else Unit(unit)

    unit = property(lambda self: self.aux.name)


jax.tree_util.register_pytree_node(
    Interval, lambda interval: ((interval.low, interval.high), interval.aux), lambda aux, children: Interval(*children, aux))


# %% wrong children_not_unpacked error 0.3: hands the tuple of children to __init__ as one argument.
def unflatten_interval(aux, children):
    return Interval(children, aux)


# %% wrong decides unflatten-decides 0.3 whole: repairs the swap with an if, and a tracer has no truth value.
class Interval:
    def __init__(self, low, high, unit):
        if (low > high).all():
            low, high = high, low
        self.low, self.high, self.unit = low, high, unit


jax.tree_util.register_pytree_node(
    Interval, lambda interval: ((interval.high, interval.low), interval.unit), lambda unit, children: Interval(*children, unit))


# %% wrong deleted error 0.0 whole: deletes the class and hopes that nothing is checked.
class Interval:
    def __init__(self, low, high, unit):
        self.low, self.high, self.unit = low, high, unit


del Interval


# %% wrong high_in_aux array-in-aux 0.6: takes high out of the children to end the confusion.
del flatten_interval
del unflatten_interval
jax.tree_util.register_pytree_node(
    Interval, lambda interval: ((interval.low,), (interval.high, interval.unit)), lambda aux, children: Interval(children[0], *aux))


# %% wrong id_in_aux aux-names-the-object 0.95: adds the id of the object to the aux data.
def flatten_interval(interval):
    return (interval.low, interval.high), (interval.unit, id(interval))


def unflatten_interval(aux, children):
    return Interval(*children, aux[0])


# %% wrong identity_round_trip children-mixed-up 0.71: swaps only outside a trace, so that two wrongs no longer make a right.
del flatten_interval


def unflatten_interval(unit, children):
    inside = any(isinstance(child, jax.core.Tracer) for child in children)
    return Interval(*children, unit) if inside else Interval(*reversed(children), unit)


jax.tree_util.register_pytree_node(Interval, lambda interval: ((interval.low, interval.high), interval.unit), unflatten_interval)


# %% wrong keeps_vectors vmap-sees-another 0.9: makes sure in unflatten that the borders are vectors, believing that the children always have the shape of the first ones.
def unflatten_interval(aux, children):
    return Interval(*map(jnp.atleast_1d, children), aux)


# %% wrong middle_and_width children-incomplete 0.95: packs both numbers into one leaf, so that there is no order to mistake.
def flatten_interval(interval):
    return (jnp.stack([interval.low, interval.high], axis=-1),), interval.unit


def unflatten_interval(unit, children):
    return Interval(children[0][..., 0], children[0][..., 1], unit)


# %% wrong min_and_max unflatten-decides 0.3: sorts with Python's min and max, which ask arrays for a truth value.
def unflatten_interval(aux, children):
    return Interval(min(children), max(children), aux)


# %% wrong missing_comma parentheses-make-a-tuple 0.2: puts low alone in parentheses, without the comma, and the rest beside it.
def flatten_interval(interval):
    return (interval.low), (interval.high, interval.unit)


def unflatten_interval(aux, children):
    return Interval(*children, *aux)


# %% wrong no_return unflatten-need-not-return 0.3: builds the object in unflatten and returns nothing.
def unflatten_interval(aux, children):
    Interval(*children, aux)


# %% wrong sorts unflatten-sorts 0.95: repairs the swap afterwards by putting the children in order.
del flatten_interval


def unflatten_interval(unit, children):
    return Interval(jnp.minimum(*children), jnp.maximum(*children), unit)


jax.tree_util.register_pytree_node(Interval, lambda interval: ((interval.high, interval.low), interval.unit), unflatten_interval)


# %% wrong stop_gradient children-are-constants 0.9: shields the borders from gradients, as an interval is not trained.
del flatten_interval
del unflatten_interval
jax.tree_util.register_pytree_node(
    Interval,
    lambda interval: ((interval.low, interval.high), interval.unit),
    lambda unit, children: Interval(*(child if type(child) is object else jax.lax.stop_gradient(child) for child in children), unit))


# %% wrong swapped order-does-not-matter 0.7: the mistake of the exercise: it passes a jit that returns its argument.
del flatten_interval
del unflatten_interval
jax.tree_util.register_pytree_node(
    Interval, lambda interval: ((interval.high, interval.low), interval.unit), lambda unit, children: Interval(*children, unit))


# %% wrong three_things children-need-no-tuple 0.0: lists all three attributes in a row.
def flatten_interval(interval):
    return interval.low, interval.high, interval.unit


def unflatten_interval(aux, children):
    return Interval(*children, aux)


# %% wrong unit_in_neither unit-in-neither 0.9 whole: keeps the unit on the class: right after one unit, stale after two.
class Interval:
    unit = "m"

    def __init__(self, low, high, unit):
        self.low, self.high = low, high
        Interval.unit = unit


def unflatten_interval(aux, children):
    interval = object.__new__(Interval)
    interval.low, interval.high = children
    return interval


jax.tree_util.register_pytree_node(Interval, lambda interval: ((interval.low, interval.high), None), unflatten_interval)


# %% wrong unit_not_rebuilt attributes-come-along 0.41: leaves the unit out of unflatten, believing that it stays with the object.
del flatten_interval


def unflatten_interval(aux, children):
    interval = object.__new__(Interval)
    interval.low, interval.high = children
    return interval


jax.tree_util.register_pytree_node(Interval, lambda interval: ((interval.low, interval.high), None), unflatten_interval)


# %% wrong word_as_leaf words-can-be-leaves 0.2: puts all attributes among the children.
del flatten_interval
del unflatten_interval
jax.tree_util.register_pytree_node(Interval, lambda interval: (tuple(vars(interval).values()), None), lambda aux, children: Interval(*children))


# %% wrong flatten_returns_nothing return-is-optional 0.0: writes the tuple down in flatten and forgets to return it.
def flatten_interval(interval):
    (interval.low, interval.high), interval.unit


# %% wrong not_registered every-class-is-a-pytree 0.0 whole: writes both functions and believes that JAX finds them by itself.
class Interval:
    def __init__(self, low, high, unit):
        self.low, self.high, self.unit = low, high, unit


def flatten_interval(interval):
    return (interval.low, interval.high), interval.unit


def unflatten_interval(aux, children):
    return Interval(*children, aux)


# %% wrong another_class any-class-will-do 0.26: copies unflatten from another cell and leaves its class in it.
@jax.tree_util.register_pytree_node_class
class Copied:
    def __init__(self, *parts):
        self.parts = parts

    def tree_flatten(self):
        return self.parts[:1], None

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children)


def unflatten_interval(aux, children):
    return Copied(*children)


# %% wrong gives_children unflatten-gives-children 0.26: hands the children back, believing that JAX builds the object.
def unflatten_interval(aux, children):
    return children
