# %% right base_class whole
class Static(eqx.Module):
    y: tuple = eqx.field(static=True, converter=lambda y: tuple(map(int, y)))


class EqxPair(Static):
    x: jax.Array

    def __init__(self, x, y):
        self.x = x
        self.y = tuple(map(int, y))


# %% right converter whole
class EqxPair(eqx.Module):
    x: jax.Array
    y: tuple = eqx.field(static=True, converter=lambda y: tuple(int(number) for number in y))


# %% right frozen_wrapper whole
import dataclasses


@dataclasses.dataclass(frozen=True)
class Numbers:
    values: tuple

    def __iter__(self):
        return iter(self.values)


class EqxPair(eqx.Module):
    x: jax.Array
    y: Numbers = eqx.field(static=True)

    def __init__(self, x, y):
        self.x = x
        self.y = y if isinstance(y, Numbers) else Numbers(tuple(int(v) for v in y))


# %% right post_init
class EqxPair(eqx.Module):
    def __init__(self, x, y):
        self.x, self.y = x, tuple(np.asarray(list(y)).tolist())

    ...


# %% wrong all_is_static all-is-static 0.0: marks both fields: believes that static=True is how equinox is told of a field.
class EqxPair(eqx.Module):
    x: jax.Array = eqx.field(static=True)
    ...


# %% wrong annotation annotation-decides 0.72 whole: believes that a tuple of int in the annotation makes a field static.
class EqxPair(eqx.Module):
    x: jax.Array
    y: "tuple[int, ...]"

    def __init__(self, x, y):
        self.x = x
        self.y = tuple(y)


# %% wrong assigned_after_init assigned-after-init 0.23 whole: converts on first use, and a Module is frozen by then.
class EqxPair(eqx.Module):
    x: jax.Array
    _y: object = eqx.field(static=True)

    def __init__(self, x, y):
        self.x = x
        self._y = tuple(np.asarray(list(y)).tolist())

    @property
    def y(self):
        self._y = tuple(int(number) for number in self._y)
        return self._y


# %% wrong computed_in_the_trace y-computed-in-the-trace 0.95 whole: keeps a lawful tuple, and hands it out through jax, which records.
class EqxPair(eqx.Module):
    x: jax.Array
    kept: tuple = eqx.field(static=True)

    def __init__(self, x, y):
        self.x = x
        self.kept = y if type(y) is tuple else tuple(int(number) for number in y)

    @property
    def y(self):
        traced = isinstance(self.x, jax.core.Tracer)
        return tuple(Number(number) for number in self.kept) if traced else self.kept


def Number(number):
    return jnp.asarray(number) + 0


# %% wrong deleted error 0.0 whole: deletes the class and hopes that nothing is checked.
class EqxPair(eqx.Module):
    x: jax.Array


del EqxPair


# %% wrong float_leaf another-leaf 0.8 whole: believes that a Module's array has to be a float, because grad takes only floats.
class EqxPair(eqx.Module):
    x: jax.Array = eqx.field(converter=lambda x: jnp.asarray(x, "float32"))
    y: tuple = eqx.field(converter=lambda y: tuple(int(number) for number in y), static=True)


# %% wrong floats float-is-as-good 0.9 whole: makes floats of whole numbers, which equal them and change the dtype of the result.
class EqxPair(eqx.Module):
    x: jax.Array
    y: tuple = eqx.field(static=True, converter=lambda y: tuple(float(number) for number in y))


# %% wrong hash_of_identity hash-of-identity 0.9 whole: writes __eq__ for what is kept in the static field and leaves the hash to the identity of the object.
class Box:
    def __init__(self, numbers):
        self.numbers = [int(number) for number in numbers]

    def __iter__(self):
        return iter(self.numbers)

    def __eq__(self, other):
        return isinstance(other, Box) and self.numbers == other.numbers

    __hash__ = object.__hash__


class EqxPair(eqx.Module):
    x: jax.Array
    y: Box = eqx.field(static=True)

    def __init__(self, x, y):
        self.x = x
        self.y = Box(y)


# %% wrong identity_of_aux identity-of-aux 0.78 whole: wraps y in an object without __eq__, which Python compares by identity.
class Box:
    def __init__(self, numbers):
        self.numbers = [int(number) for number in numbers]

    def __iter__(self):
        return iter(self.numbers)


class EqxPair(eqx.Module):
    x: jax.Array
    y: Box = eqx.field(static=True)

    def __init__(self, x, y):
        self.x = x
        self.y = y if isinstance(y, Box) else Box(y)


# %% wrong key_and_class attributes-are-shared 0.9 whole: keeps y on the class, out of the tree, and a static key beside it so that JAX notices another y.
class EqxPair(eqx.Module):
    x: jax.Array
    key: str = eqx.field(static=True)

    def __init__(self, x, y):
        numbers = tuple(int(number) for number in y)
        self.x, self.key = x, str(numbers)
        EqxPair.y = numbers


# %% wrong length_beside wrong-result 0.7: puts the length in front, believing that JAX needs it to tell two y apart, and that what else is in y does not matter.
class EqxPair(eqx.Module):
    def __init__(self, x, y):
        self.x = x
        self.y = (len(y), *(int(number) for number in y))

    ...


# %% wrong list_for_x more-leaves 0.0: believes that a list is a leaf like an array.
class EqxPair(eqx.Module):
    def __init__(self, x, y):
        self.x = list(x)
        self.y = tuple(int(number) for number in y)

    ...


# %% wrong list_in_aux list-in-aux 0.95 whole: a static list compares well and has no hash.
class EqxPair(eqx.Module):
    x: jax.Array
    y: list = eqx.field(static=True)

    def __init__(self, x, y):
        self.x = x
        self.y = [int(number) for number in y]


# %% wrong module_equality static-makes-lawful 0.4 whole: gives the Module an __eq__, believing that JAX asks the object and not its aux data.
class EqxPair(eqx.Module):
    x: jax.Array
    y: np.ndarray = eqx.field(static=True, converter=np.asarray)

    def __eq__(self, other):
        return np.array_equal(self.y, other.y)

    def __hash__(self):
        return hash(self.y.tobytes())


# %% wrong scalars_of_jax scalars-are-no-arrays 0.78: takes the elements of a jax array for numbers; each of them is a 0-d array in the aux data.
class EqxPair(eqx.Module):
    def __init__(self, x, y):
        self.x = x
        self.y = tuple(y)

    ...


# %% wrong sorted order-is-free 0.78 whole: sorts y, believing that the order of static numbers is nobody's business.
class EqxPair(eqx.Module):
    x: jax.Array
    y: tuple = eqx.field(static=True, converter=lambda y: tuple(sorted(int(number) for number in y)))


# %% wrong stale_aux stale-aux 0.67 whole: silences the ValueError with an __eq__ that always says yes.
class Box(list):
    def __eq__(self, other):
        return True

    def __hash__(self):
        return 0


class EqxPair(eqx.Module):
    x: jax.Array
    y: Box = eqx.field(static=True)

    def __init__(self, x, y):
        self.x = x
        self.y = y if isinstance(y, Box) else Box(int(number) for number in y)


# %% wrong static_and_leaf annotation-decides 0.89 whole: keeps y twice, as a static tuple and as an array.
class EqxPair(eqx.Module):
    x: jax.Array
    y: tuple = eqx.field(static=True)
    y_array: jax.Array

    def __init__(self, x, y):
        self.x = x
        self.y = tuple(int(number) for number in y)
        self.y_array = jnp.array(self.y, "float32")


# %% wrong static_array static-makes-lawful 0.4 whole: believes that static=True is all that it takes.
class EqxPair(eqx.Module):
    x: jax.Array
    y: np.ndarray = eqx.field(static=True, converter=np.asarray)


# %% wrong tracer_to_int tracer-to-int 0.2 whole: converts y when it is read, which jit does with a tracer: the field was never marked as static.
class EqxPair(eqx.Module):
    x: jax.Array
    kept: jax.Array

    def __init__(self, x, y):
        self.x = x
        self.kept = jnp.asarray(y)

    @property
    def y(self):
        return tuple(int(number) for number in self.kept)
