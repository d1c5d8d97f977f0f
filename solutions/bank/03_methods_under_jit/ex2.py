# unreachable one-trace-each: the hashes and every == that the cache can ask for are compared by hand in the rows before.

# %% right array_equal_and_dtype whole: compares with np.array_equal and dtype; the hash is coarse, which is lawful
class Taps:
    def __init__(self, weights, on):
        self.weights, self.on = np.array(weights), on

    def play(self, y):
        return jnp.asarray(self.weights) * y if self.on else y

    def __eq__(self, other):
        return (isinstance(other, Taps) and self.on == other.on and self.weights.dtype == other.weights.dtype
                and np.array_equal(self.weights, other.weights))

    def __hash__(self):
        return hash((self.weights.shape, self.on))


# %% right base_class whole: puts the two methods into a base class that compares what key() returns
class ByKey:
    def __eq__(self, other):
        return type(self) is type(other) and self.key() == other.key()

    def __hash__(self):
        return hash(self.key())


class Taps(ByKey):
    def __init__(self, weights, on):
        self.weights, self.on = np.array(weights), on

    def play(self, y):
        return jnp.asarray(self.weights) * y if self.on else y

    def key(self):
        return tuple(self.weights.ravel().tolist()), self.weights.shape, str(self.weights.dtype), self.on


# %% right lambdas whole: writes both methods as lambdas over one function
def facts(taps):
    return taps.weights.tobytes(), taps.weights.shape, taps.weights.dtype, taps.on


class Taps:
    def __init__(self, weights, on):
        self.weights, self.on = np.array(weights), on

    def play(self, y):
        return jnp.asarray(self.weights) * y if self.on else y

    __eq__ = lambda self, other: isinstance(other, Taps) and facts(self) == facts(other)
    __hash__ = lambda self: hash(facts(self))


# %% right nested_list_text whole: takes the text of the nested list, which tells shape and int from float
class Taps:
    def __init__(self, weights, on):
        self.weights, self.on = np.array(weights), on

    def play(self, y):
        return jnp.asarray(self.weights) * y if self.on else y

    def __hash__(self):
        return hash((str(self.weights.tolist()), self.on))

    def __eq__(self, other):
        if not isinstance(other, Taps):
            return NotImplemented
        return (str(self.weights.tolist()), self.on) == (str(other.weights.tolist()), other.on)


# %% wrong always_equal everything-is-equal 0.25 whole: silences the complaint with an == that always agrees
class Taps:
    def __init__(self, weights, on):
        self.weights, self.on = np.array(weights), on

    def play(self, y):
        return jnp.asarray(self.weights) * y if self.on else y

    def __eq__(self, other):
        return True

    def __hash__(self):
        return 0


# %% wrong answer_from_memory wrong-program 0.92 whole: answers with the weights of the first object that was ever made
facts = lambda taps: (taps.weights.tobytes(), taps.weights.shape, taps.weights.dtype.str, taps.on)


class Taps:
    def __init__(self, weights, on):
        self.weights, self.on = np.array(weights), on
        Taps.first = getattr(Taps, "first", self.weights)

    def play(self, y):
        return jnp.asarray(Taps.first) * y if self.on else y

    def __eq__(self, other):
        return type(other) is Taps and facts(self) == facts(other)

    def __hash__(self):
        return hash(facts(self))


# %% wrong arrays_compared_as_one arrays-compare-as-one 0.2 whole: compares the arrays with == inside a tuple
facts = lambda taps: (taps.weights.tobytes(), taps.weights.shape, taps.weights.dtype.str, taps.on)


class Taps:
    def __init__(self, weights, on):
        self.weights, self.on = np.array(weights), on

    def play(self, y):
        return jnp.asarray(self.weights) * y if self.on else y

    def __eq__(self, other):
        return type(other) is Taps and (self.weights, self.on) == (other.weights, other.on)

    def __hash__(self):
        return hash(facts(self))


# %% wrong broadcast_comparison numbers-are-all 0.92 whole: compares with .all() after broadcasting
class Taps:
    def __init__(self, weights, on):
        self.weights, self.on = np.array(weights), on

    def play(self, y):
        return jnp.asarray(self.weights) * y if self.on else y

    def __eq__(self, other):
        return isinstance(other, Taps) and self.on == other.on and self.weights.dtype == other.weights.dtype and bool((self.weights == other.weights).all())

    def __hash__(self):
        return hash(self.on)


# %% wrong bytes_alone numbers-are-all 0.92 whole: believes that the bytes say all about an array
class Taps:
    def __init__(self, weights, on):
        self.weights, self.on = np.array(weights), on

    def play(self, y):
        return jnp.asarray(self.weights) * y if self.on else y

    def __eq__(self, other):
        return type(other) is Taps and (self.weights.tobytes(), self.weights.dtype, self.on) == (other.weights.tobytes(), other.weights.dtype, other.on)

    def __hash__(self):
        return hash((self.weights.tobytes(), self.on))


# %% wrong bytes_and_switch bytes-are-the-array 0.93: believes that the bytes say all about an array
class Taps:
    def identity(self):
        return self.weights.tobytes(), self.on

    ...


# %% wrong bytes_of_zeros bytes-are-the-array 0.93 whole: leaves the dtype out, because other numbers have other bytes
class Taps:
    def __init__(self, weights, on):
        self.weights, self.on = np.array(weights), on

    def play(self, y):
        return jnp.asarray(self.weights) * y if self.on else y

    def __eq__(self, other):
        return type(other) is Taps and (self.weights.tobytes(), self.weights.shape, self.on) == (other.weights.tobytes(), other.weights.shape, other.on)

    def __hash__(self):
        return hash((self.weights.tobytes(), self.on))


# %% wrong default_identity identity-is-equality 0.75 whole: believes that Python's own == compares the attributes
class Taps:
    def __init__(self, weights, on):
        self.weights, self.on = np.array(weights), on

    def play(self, y):
        return jnp.asarray(self.weights) * y if self.on else y

    __eq__ = object.__eq__
    __hash__ = object.__hash__


# %% wrong eq_alone eq-brings-its-hash 0.1 whole: believes that a class keeps its hash when it defines __eq__
facts = lambda taps: (taps.weights.tobytes(), taps.weights.shape, taps.weights.dtype.str, taps.on)


class Taps:
    def __init__(self, weights, on):
        self.weights, self.on = np.array(weights), on

    def play(self, y):
        return jnp.asarray(self.weights) * y if self.on else y

    def __eq__(self, other):
        return type(other) is Taps and facts(self) == facts(other)


# %% wrong equal_by_hash everything-is-equal 0.59 whole: takes equal hashes for equality, with a coarse hash
class Taps:
    def __init__(self, weights, on):
        self.weights, self.on = np.array(weights), on

    def play(self, y):
        return jnp.asarray(self.weights) * y if self.on else y

    def __eq__(self, other):
        return isinstance(other, Taps) and hash(self) == hash(other)

    def __hash__(self):
        return hash((self.weights.shape, self.weights.dtype.str, self.on))


# %% wrong full_hash_decides hash-decides 0.93 whole: takes equal hashes for equal objects, with a hash of everything
class Taps:
    def __init__(self, weights, on):
        self.weights, self.on = np.array(weights), on

    def play(self, y):
        return jnp.asarray(self.weights) * y if self.on else y

    def __eq__(self, other):
        return isinstance(other, Taps) and hash(self) == hash(other)

    def __hash__(self):
        return hash((self.weights.shape, self.weights.dtype.str, self.weights.tobytes(), self.on))


# %% wrong hash_by_id hash-is-free 0.84 whole: compares by value and hashes by identity
facts = lambda taps: (taps.weights.tobytes(), taps.weights.shape, taps.weights.dtype.str, taps.on)


class Taps:
    def __init__(self, weights, on):
        self.weights, self.on = np.array(weights), on

    def play(self, y):
        return jnp.asarray(self.weights) * y if self.on else y

    def __eq__(self, other):
        return type(other) is Taps and facts(self) == facts(other)

    def __hash__(self):
        return id(self)


# %% wrong hash_of_the_array arrays-have-a-hash 0.1 whole: follows the recipe hash((self.x, self.flag)) with an array
class Taps:
    def __init__(self, weights, on):
        self.weights, self.on = np.array(weights), on

    def play(self, y):
        return jnp.asarray(self.weights) * y if self.on else y

    def __eq__(self, other):
        return type(other) is Taps and np.array_equal(self.weights, other.weights) and self.on == other.on

    def __hash__(self):
        return hash((self.weights, self.on))


# %% wrong misspelt_tobytes error 0.1 whole: misspells tobytes
class Taps:
    def __init__(self, weights, on):
        self.weights, self.on = np.array(weights), on

    def play(self, y):
        return jnp.asarray(self.weights) * y if self.on else y

    def __eq__(self, other):
        return isinstance(other, Taps) and hash(self) == hash(other)

    def __hash__(self):
        return hash((self.weights.shape, self.weights.dtype.str, self.weights.tobyte(), self.on))


# %% wrong no_type_check only-my-kind-is-compared 0.75 whole: believes that == only ever meets objects of its own class
facts = lambda taps: (taps.weights.tobytes(), taps.weights.shape, taps.weights.dtype.str, taps.on)


class Taps:
    def __init__(self, weights, on):
        self.weights, self.on = np.array(weights), on

    def play(self, y):
        return jnp.asarray(self.weights) * y if self.on else y

    def __eq__(self, other):
        return facts(self) == facts(other)

    def __hash__(self):
        return hash(facts(self))


# %% wrong printed_numbers text-is-the-array 0.93 whole: takes str of the array for its content
class Taps:
    def __init__(self, weights, on):
        self.weights, self.on = np.array(weights), on

    def play(self, y):
        return jnp.asarray(self.weights) * y if self.on else y

    def __hash__(self):
        return hash((str(self.weights), self.weights.dtype, self.on))

    def __eq__(self, other):
        if not isinstance(other, Taps):
            return NotImplemented
        return (str(self.weights), self.weights.dtype, self.on) == (str(other.weights), other.weights.dtype, other.on)


# %% wrong strangers_are_equal anything-is-taps 0.92 whole: says yes to whatever cannot be compared
facts = lambda taps: (taps.weights.tobytes(), taps.weights.shape, taps.weights.dtype.str, taps.on)


class Taps:
    def __init__(self, weights, on):
        self.weights, self.on = np.array(weights), on

    def play(self, y):
        return jnp.asarray(self.weights) * y if self.on else y

    def __eq__(self, other):
        try:
            return facts(self) == facts(other)
        except AttributeError:
            return True

    def __hash__(self):
        return hash(facts(self))


# %% wrong switch_forgotten switch-does-not-matter 0.8 whole: believes that only the numbers identify the object
facts = lambda taps: (taps.weights.tobytes(), taps.weights.shape, taps.weights.dtype.str, taps.on)


class Taps:
    def __init__(self, weights, on):
        self.weights, self.on = np.array(weights), on

    def play(self, y):
        return jnp.asarray(self.weights) * y if self.on else y

    def __eq__(self, other):
        return type(other) is Taps and facts(self)[:3] == facts(other)[:3]

    def __hash__(self):
        return hash(facts(self)[:3])


# %% wrong text_of_the_array text-is-the-array 0.93 whole: takes repr of the array for its content
class Taps:
    def __init__(self, weights, on):
        self.weights, self.on = np.array(weights), on

    def play(self, y):
        return jnp.asarray(self.weights) * y if self.on else y

    def __hash__(self):
        return hash((repr(self.weights), self.on))

    def __eq__(self, other):
        if not isinstance(other, Taps):
            return NotImplemented
        return (repr(self.weights), self.on) == (repr(other.weights), other.on)


# %% wrong values_alone one-is-1.0 0.92 whole: believes that equal numbers are equal whatever their dtype
class Taps:
    def __init__(self, weights, on):
        self.weights, self.on = np.array(weights), on

    def play(self, y):
        return jnp.asarray(self.weights) * y if self.on else y

    def __eq__(self, other):
        return type(other) is Taps and np.array_equal(self.weights, other.weights) and self.on == other.on

    def __hash__(self):
        return hash(self.on)
