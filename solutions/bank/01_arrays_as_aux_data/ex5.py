# %% right base_class whole
class Static(simple_pytree.Pytree):
    y: tuple = simple_pytree.static_field()


class SimplePair(Static):
    def __init__(self, x, y):
        self.x, self.y = x, tuple(np.asarray(list(y)).tolist())


# %% right dataclass whole
import dataclasses


@dataclasses.dataclass
class SimplePair(simple_pytree.Pytree):
    x: jax.Array
    y: tuple = simple_pytree.static_field()

    def __post_init__(self):
        self.y = tuple(int(number) for number in self.y)


# %% right field_without_node whole
class SimplePair(simple_pytree.Pytree):
    y = simple_pytree.field(pytree_node=False)

    def __init__(self, x, y):
        self.y = tuple(map(int, y))
        self.x = x


# %% right property whole
class SimplePair(simple_pytree.Pytree):
    numbers = simple_pytree.static_field()

    def __init__(self, x, y):
        self.x = x
        self.numbers = np.asarray(list(y), "int64").tobytes()

    @property
    def y(self):
        return np.frombuffer(self.numbers, "int64")


# %% wrong all_is_static all-is-static 0.0 whole: marks both attributes: believes that static_field is how simple_pytree is told of an attribute.
class SimplePair(simple_pytree.Pytree):
    x = simple_pytree.static_field()
    y = simple_pytree.static_field()

    def __init__(self, x, y):
        self.x = x
        self.y = tuple(int(number) for number in y)


# %% wrong annotation assigned-means-static 0.72 whole: believes that an annotated attribute that holds a tuple is static.
class SimplePair(simple_pytree.Pytree):
    y: tuple

    def __init__(self, x, y):
        self.x, self.y = x, tuple(y)


# %% wrong assigned_after_init assigned-after-init 0.23 whole: converts y when it is first read, and a Pytree is frozen by then.
class SimplePair(simple_pytree.Pytree):
    kept = simple_pytree.static_field()
    ready = simple_pytree.static_field()

    def __init__(self, x, y):
        self.x, self.kept, self.ready = x, tuple(np.asarray(list(y)).tolist()), False

    @property
    def numbers(self):
        if not self.ready:
            self.kept, self.ready = tuple(int(number) for number in self.kept), True
        return self.kept

    y = numbers


# %% wrong computed_in_the_trace y-computed-in-the-trace 0.84 whole: keeps a lawful tuple, and hands it out through jax, which records.
class SimplePair(simple_pytree.Pytree):
    kept = simple_pytree.static_field()

    def __init__(self, x, y):
        self.x, self.kept = x, tuple(int(number) for number in y)

    @property
    def y(self):
        return list(jnp.array(self.kept))


# %% wrong deleted error 0.0 whole: deletes the class and hopes that nothing is checked.
class SimplePair(simple_pytree.Pytree):
    pass


del SimplePair


# %% wrong floats float-is-as-good 0.9 whole: makes floats of whole numbers, which equal them and change the dtype of the result.
class SimplePair(simple_pytree.Pytree):
    y = simple_pytree.static_field()

    def __init__(self, x, y):
        self.x = x
        self.y = tuple(float(number) for number in y)


# %% wrong hash_of_identity hash-of-identity 0.9 whole: writes __eq__ for what is kept in the static attribute and leaves the hash to the identity of the object.
class Box:
    def __init__(self, numbers):
        self.numbers = [int(number) for number in numbers]

    def __iter__(self):
        return iter(self.numbers)

    def __eq__(self, other):
        return isinstance(other, Box) and self.numbers == other.numbers

    __hash__ = object.__hash__


class SimplePair(simple_pytree.Pytree):
    y = simple_pytree.static_field()

    def __init__(self, x, y):
        self.x = x
        self.y = Box(y)


# %% wrong identity_of_aux identity-of-aux 0.78 whole: wraps y in an object without __eq__, which Python compares by identity.
class Box:
    def __init__(self, numbers):
        self.numbers = [int(number) for number in numbers]

    def __iter__(self):
        return iter(self.numbers)


class SimplePair(simple_pytree.Pytree):
    y = simple_pytree.static_field()

    def __init__(self, x, y):
        self.x, self.y = x, Box(y)


# %% wrong key_and_class attributes-are-shared 0.9 whole: keeps y on the class, out of the tree, and a static key beside it so that JAX notices another y.
class SimplePair(simple_pytree.Pytree):
    key = simple_pytree.static_field()

    def __init__(self, x, y):
        numbers = tuple(int(number) for number in y)
        self.x, self.key = x, str(numbers)
        SimplePair.y = numbers


# %% wrong list_for_x more-leaves 0.0 whole: believes that a list is a leaf like an array.
class SimplePair(simple_pytree.Pytree):
    y = simple_pytree.static_field()

    def __init__(self, x, y):
        self.x = list(x)
        self.y = tuple(int(number) for number in y)


# %% wrong list_in_aux list-in-aux 0.95 whole: a static list compares well and has no hash.
class SimplePair(simple_pytree.Pytree):
    y = simple_pytree.static_field()

    def __init__(self, x, y):
        self.x = x
        self.y = [int(number) for number in y]


# %% wrong numpy_leaf another-leaf 0.8 whole: makes x a numpy array, believing that nothing of numpy is traced.
class SimplePair(simple_pytree.Pytree):
    y = simple_pytree.static_field()

    def __init__(self, x, y):
        self.x = np.asarray(x)
        self.y = tuple(int(number) for number in y)


# %% wrong running_sums wrong-result 0.7 whole: keeps the running sums of y, believing that any form will do that tells one y from another.
class SimplePair(simple_pytree.Pytree):
    y = simple_pytree.static_field()

    def __init__(self, x, y):
        self.x = x
        self.y = tuple(int(number) for number in np.cumsum(np.asarray(y)))


# %% wrong scalars_of_jax scalars-are-no-arrays 0.78 whole: takes the elements of a jax array for numbers; each of them is a 0-d array in the aux data.
class SimplePair(simple_pytree.Pytree):
    y = simple_pytree.static_field()

    def __init__(self, x, y):
        self.x = x
        self.y = tuple(y)


# %% wrong sorted order-is-free 0.9 whole: sorts y, believing that the order of static numbers is nobody's business.
class SimplePair(simple_pytree.Pytree):
    y = simple_pytree.static_field()

    def __init__(self, x, y):
        self.x, self.y = x, tuple(sorted(int(number) for number in y))


# %% wrong spelling_of_equinox assigned-means-static 0.72 whole: takes the metadata that equinox understands; simple_pytree has a word of its own.
import dataclasses


class SimplePair(simple_pytree.Pytree):
    y: tuple = dataclasses.field(metadata={"static": True})

    def __init__(self, x, y):
        self.x, self.y = x, tuple(int(number) for number in y)


# %% wrong stale_aux stale-aux 0.67 whole: silences the ValueError with an __eq__ that always says yes.
class Box(tuple):
    def __eq__(self, other):
        return True

    def __hash__(self):
        return 0


class SimplePair(simple_pytree.Pytree):
    y = simple_pytree.static_field()

    def __init__(self, x, y):
        self.x, self.y = x, Box(int(number) for number in y)


# %% wrong static_and_leaf assigned-means-static 0.89 whole: keeps y twice, as a static tuple and as an array.
class SimplePair(simple_pytree.Pytree):
    y = simple_pytree.static_field()

    def __init__(self, x, y):
        self.x = x
        self.y = tuple(int(number) for number in y)
        self.y_array = jnp.array(self.y)


# %% wrong static_array static-makes-lawful 0.4 whole: believes that static_field is all that it takes; nothing warns.
class SimplePair(simple_pytree.Pytree):
    y = simple_pytree.static_field()

    def __init__(self, x, y):
        self.x, self.y = x, np.asarray(y)


# %% wrong tracer_to_int tracer-to-int 0.2 whole: converts y when it is read, which jit does with a tracer: the attribute was never marked as static.
class SimplePair(simple_pytree.Pytree):
    def __init__(self, x, y):
        self.x, self.numbers = x, jnp.asarray(y)

    @property
    def y(self):
        return tuple(int(number) for number in self.numbers)


# %% wrong y_on_the_class stale-aux 0.67 whole: keeps y on the class: in neither part of the tree, and one for all pairs.
class SimplePair(simple_pytree.Pytree):
    def __init__(self, x, y):
        self.x = x
        type(self).y = tuple(int(number) for number in y)
