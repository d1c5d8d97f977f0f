# %% right bytes whole
@jax.tree_util.register_pytree_node_class
class StaticPair:
    def __init__(self, x, y):
        self.x = x
        self.packed = np.asarray(list(y), "int32").tobytes()

    @property
    def y(self):
        return np.frombuffer(self.packed, "int32")

    def tree_flatten(self):
        return (self.x,), {"packed": self.packed}["packed"]

    @classmethod
    def tree_unflatten(cls, aux, children):
        pair = object.__new__(cls)
        pair.x, pair.packed = children[0], aux
        return pair


# %% right convert_in_flatten
class StaticPair:
    def __init__(self, x, y):
        self.x, self.y = x, y


def flatten_static_pair(pair):
    return [pair.x], tuple(np.asarray(pair.y).tolist())


def unflatten_static_pair(aux, children):
    return StaticPair(*children, aux)


# %% right frozen_wrapper whole
class Frozen:
    """A read-only array with value equality."""

    def __init__(self, numbers):
        self.numbers = np.array(numbers)

    def __iter__(self):
        return iter(self.numbers)

    def __eq__(self, other):
        return type(other) is Frozen and self.key() == other.key()

    def __hash__(self):
        return hash(self.key())

    def key(self):
        return self.numbers.shape, self.numbers.tobytes()


class StaticPair:
    def __init__(self, x, y):
        self.x, self.y = x, y if isinstance(y, Frozen) else Frozen(np.asarray(y, "int32"))


jax.tree_util.register_pytree_node(StaticPair, lambda pair: ((pair.x,), pair.y), lambda aux, children: StaticPair(children[0], aux))


# %% right named_aux whole
from typing import NamedTuple


class Settings(NamedTuple):
    y: tuple


class StaticPair:
    def __init__(self, x, y):
        self.x, self.settings = x, Settings(tuple(int(number) for number in y))

    y = property(lambda self: self.settings.y)


def unflatten_static_pair(aux, children):
    pair = StaticPair.__new__(StaticPair)
    pair.x, pair.settings = children[0], aux
    return pair


jax.tree_util.register_pytree_with_keys(
    StaticPair, lambda pair: (((jax.tree_util.GetAttrKey("x"), pair.x),), pair.settings), unflatten_static_pair)


# %% right register_dataclass whole
import dataclasses


@dataclasses.dataclass
class StaticPair:
    x: jax.Array
    y: tuple

    def __post_init__(self):
        self.y = tuple(map(int, self.y))


jax.tree_util.register_dataclass(StaticPair, data_fields=["x"], meta_fields=["y"])


# %% wrong all_in_aux all-is-static 0.02: reads "static" for the whole pair: both attributes go into the aux data.
class StaticPair:
    def __init__(self, x, y):
        self.x, self.y = x, tuple(int(number) for number in y)


def flatten_static_pair(pair):
    return (), (pair.x, pair.y)


def unflatten_static_pair(aux, children):
    return StaticPair(*aux)


# %% wrong array_in_aux array-in-aux 0.23 whole: believes that an array in aux data is fine, because the first call works.
class StaticPair:
    def __init__(self, x, y):
        self.x, self.y = x, jnp.asarray(y)


jax.tree_util.register_pytree_node(StaticPair, lambda pair: ((pair.x,), pair.y), lambda aux, children: StaticPair(children[0], aux))


# %% wrong computed_in_the_trace y-computed-in-the-trace 0.86 whole: keeps a lawful tuple and hands its numbers out through jax, whose operations are recorded.
class Late:
    def __init__(self, numbers):
        self.numbers = numbers

    def __iter__(self):
        return iter(jnp.array(self.numbers))

    def __eq__(self, other):
        return isinstance(other, Late) and self.numbers == other.numbers

    def __hash__(self):
        return hash(self.numbers)


class StaticPair:
    def __init__(self, x, y):
        self.x, self.y = x, y if isinstance(y, Late) else Late(tuple(int(number) for number in y))


jax.tree_util.register_pytree_node(StaticPair, lambda pair: ((pair.x,), pair.y), lambda aux, children: StaticPair(children[0], aux))


# %% wrong computed_on_the_way tracer-to-int 0.3 whole: turns the tuple back into a jax array in unflatten; inside jit that is a tracer.
class StaticPair:
    def __init__(self, x, y):
        self.x, self.y = x, tuple(int(number) for number in y)


jax.tree_util.register_pytree_node(StaticPair, lambda pair: ((pair.x,), pair.y), lambda aux, children: StaticPair(children[0], jnp.array(aux)))


# %% wrong constants wrong-result 0.56 whole: an attempt to fool the check: the numbers of the text instead of those given.
class StaticPair:
    def __init__(self, x, y):
        self.x = x
        self.y = (3, 4)


jax.tree_util.register_pytree_node(StaticPair, lambda pair: ((pair.x,), pair.y), lambda aux, children: StaticPair(children[0], aux))


# %% wrong deleted error 0.0 whole: deletes the class and hopes that nothing is checked.
class StaticPair:
    pass


del StaticPair


# %% wrong float_leaf another-leaf 0.8: believes that a leaf has to be a float, because grad takes only floats.
class StaticPair:
    def __init__(self, x, y):
        self.x = jnp.asarray(x, "float32")
        self.y = tuple(int(number) for number in y)


# %% wrong floats float-is-as-good 0.9 whole: makes floats of whole numbers, which equal them and change the dtype of the result.
class StaticPair:
    def __init__(self, x, y):
        self.x, self.y = x, tuple(float(number) for number in y)


jax.tree_util.register_pytree_node(StaticPair, lambda pair: ((pair.x,), pair.y), lambda aux, children: StaticPair(children[0], aux))


# %% wrong hash_of_identity hash-of-identity 0.9 whole: writes __eq__ and leaves the hash to the identity of the object.
class Box:
    def __init__(self, numbers):
        self.numbers = [int(number) for number in numbers]

    def __iter__(self):
        return iter(self.numbers)

    def __eq__(self, other):
        return isinstance(other, Box) and self.numbers == other.numbers

    __hash__ = object.__hash__


class StaticPair:
    def __init__(self, x, y):
        self.x, self.y = x, y if isinstance(y, Box) else Box(y)


jax.tree_util.register_pytree_node(StaticPair, lambda pair: ((pair.x,), pair.y), lambda aux, children: StaticPair(children[0], aux))


# %% wrong id_in_aux identity-of-aux 0.79 whole: adds the id of the pair to the aux data.
class StaticPair:
    def __init__(self, x, y):
        self.x, self.y = x, tuple(int(number) for number in y)


jax.tree_util.register_pytree_node(StaticPair, lambda pair: ((pair.x,), (pair.y, id(pair))), lambda aux, children: StaticPair(children[0], aux[0]))


# %% wrong identity_of_aux identity-of-aux 0.85 whole: wraps y in an object without __eq__, which Python compares by identity.
class Box:
    def __init__(self, numbers):
        self.numbers = [int(number) for number in numbers]

    def __iter__(self):
        return iter(self.numbers)


class StaticPair:
    def __init__(self, x, y):
        self.x, self.y = x, y if isinstance(y, Box) else Box(y)


jax.tree_util.register_pytree_node(StaticPair, lambda pair: ((pair.x,), pair.y), lambda aux, children: StaticPair(children[0], aux))


# %% wrong leaf_and_aux static-as-leaf 0.9: keeps y in both places and believes that more is safer.
class StaticPair:
    def __init__(self, x, y):
        self.x, self.y = x, tuple(int(number) for number in y)


def flatten_static_pair(pair):
    return (pair.x, jnp.array(pair.y)), pair.y


def unflatten_static_pair(aux, children):
    pair = object.__new__(StaticPair)
    pair.x, pair.y = children[0], aux
    return pair


# %% wrong length_in_aux stale-aux 0.78 whole: believes the document: only the shape of y matters to JAX.
class StaticPair:
    last = {}

    def __init__(self, x, y):
        self.x, self.y = x, tuple(int(number) for number in y)
        StaticPair.last[len(self.y)] = self.y


jax.tree_util.register_pytree_node(
    StaticPair, lambda pair: ((pair.x,), len(pair.y)), lambda aux, children: StaticPair(children[0], StaticPair.last[aux]))


# %% wrong list_in_aux list-in-aux 0.9 whole: a list compares well and has no hash.
class StaticPair:
    def __init__(self, x, y):
        self.x, self.y = x, [int(number) for number in y]


jax.tree_util.register_pytree_node(StaticPair, lambda pair: ((pair.x,), pair.y), lambda aux, children: StaticPair(children[0], aux))


# %% wrong missing_comma parentheses-make-a-tuple 0.0 whole: writes (pair.x), pair.y: without the comma x itself stands for the children.
class StaticPair:
    def __init__(self, x, y):
        self.x, self.y = x, tuple(int(number) for number in y)


jax.tree_util.register_pytree_node(StaticPair, lambda pair: ((pair.x), pair.y), lambda aux, children: StaticPair(children[0], aux))


# %% wrong numpy_array_in_aux array-in-aux 0.4 whole: believes that only jax arrays are a problem in aux data; numpy's == is no better.
class StaticPair:
    def __init__(self, x, y):
        self.x, self.y = x, np.asarray(y)


jax.tree_util.register_pytree_node(StaticPair, lambda pair: ((pair.x,), pair.y), lambda aux, children: StaticPair(children[0], aux))


# %% wrong scalars_of_jax scalars-are-no-arrays 0.79 whole: takes the elements of a jax array for numbers; they are arrays, and have no hash.
class StaticPair:
    def __init__(self, x, y):
        self.x, self.y = x, tuple(y)


jax.tree_util.register_pytree_node(StaticPair, lambda pair: ((pair.x,), pair.y), lambda aux, children: StaticPair(children[0], aux))


# %% wrong sorted order-is-free 0.9 whole: sorts y, so that equal sets of numbers share a trace.
class StaticPair:
    def __init__(self, x, y):
        self.x, self.y = x, tuple(sorted(int(number) for number in y))


jax.tree_util.register_pytree_node(StaticPair, lambda pair: ((pair.x,), pair.y), lambda aux, children: StaticPair(children[0], aux))


# %% wrong stale_aux stale-aux 0.7 whole: silences the ValueError with an __eq__ that always says yes.
class Box:
    def __init__(self, numbers):
        self.numbers = [int(number) for number in numbers]

    def __iter__(self):
        return iter(self.numbers)

    def __eq__(self, other):
        return True

    def __hash__(self):
        return 0


class StaticPair:
    def __init__(self, x, y):
        self.x, self.y = x, y if isinstance(y, Box) else Box(y)


jax.tree_util.register_pytree_node(StaticPair, lambda pair: ((pair.x,), pair.y), lambda aux, children: StaticPair(children[0], aux))


# %% wrong state_on_the_class attributes-are-shared 0.9: sets the attribute on the class; with one pair alive at a time nothing shows.
class StaticPair:
    def __init__(self, x, y):
        self.x = x
        type(self).y = tuple(int(number) for number in y)


# %% wrong static_as_leaf static-as-leaf 0.73 whole: takes the repair of exercise 2: then Python cannot read y.
class StaticPair:
    def __init__(self, x, y):
        self.x, self.y = x, y if isinstance(y, tuple) else tuple(y)


jax.tree_util.register_pytree_node(StaticPair, lambda pair: ((pair.x, pair.y), None), lambda aux, children: StaticPair(*children))


# %% wrong three_things children-need-no-tuple 0.0 whole: lists x, y and None in a row.
class StaticPair:
    def __init__(self, x, y):
        self.x, self.y = x, tuple(int(number) for number in y)


jax.tree_util.register_pytree_node(StaticPair, lambda pair: (pair.x, pair.y, None), lambda aux, children: StaticPair(children[0], aux))


# %% wrong tracer_to_int tracer-to-int 0.2 whole: makes y a child, and converts it to int whenever a pair is built, by JAX too.
class StaticPair:
    def __init__(self, x, y):
        self.x, self.y = x, tuple(int(number) for number in y)


jax.tree_util.register_pytree_node(StaticPair, lambda pair: ((pair.x, pair.y), None), lambda aux, children: StaticPair(*children))


# %% wrong another_class any-class-will-do 0.0: copies unflatten from another cell and leaves its class in it.
@jax.tree_util.register_pytree_node_class
class Copied:
    def __init__(self, *parts):
        self.parts = parts

    def tree_flatten(self):
        return self.parts[:1], None

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children)


def unflatten_static_pair(aux, children):
    return Copied(*children)


# %% wrong gives_children any-class-will-do 0.0: hands the children back, believing that JAX builds the object.
def unflatten_static_pair(aux, children):
    return children


# %% wrong unflatten_returns_nothing unflatten-need-not-return 0.0: builds the pair in unflatten and returns nothing.
def unflatten_static_pair(aux, children):
    StaticPair(children[0], aux)
