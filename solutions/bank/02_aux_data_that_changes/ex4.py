# %% right copy: copy.copy and assignments to the copy.
import copy


class Tally:
    def add(self, x):
        new = copy.copy(self)
        new.total = (self.total + x).astype(self.dtype)
        new.count = self.count + 1
        return new

    ...


# %% right dict_of_leaves whole: The state is one dict, one child with two leaves.
class Tally:
    def __init__(self, dtype, state=None):
        self.dtype = dtype
        self.state = {"total": jnp.zeros((), dtype), "count": jnp.zeros((), jnp.int32)} if state is None else state

    total = property(lambda self: self.state["total"])
    count = property(lambda self: self.state["count"])

    def add(self, x):
        state = {"total": jnp.add(self.total, x).astype(self.dtype), "count": self.count + 1}
        return Tally(self.dtype, state)


jax.tree_util.register_pytree_node(Tally, lambda t: ((t.state,), t.dtype), lambda dtype, children: Tally(dtype, *children))


# %% right node_class whole: register_pytree_node_class, with a vars dict.
@jax.tree_util.register_pytree_node_class
class Tally:
    def __init__(self, dtype):
        self.dtype, self.total, self.count = dtype, jnp.array(0, dtype), jnp.array(0)

    def add(self, x):
        new = Tally(self.dtype)
        vars(new).update(total=self.total + jnp.asarray(x, self.dtype), count=self.count + 1)
        return new

    def tree_flatten(self):
        return [self.total, self.count], self.dtype

    @classmethod
    def tree_unflatten(cls, dtype, children):
        new = cls.__new__(cls)
        new.total, new.count = children
        new.dtype = dtype
        return new


# %% right with_keys whole: register_pytree_with_keys.
class Tally:
    def __init__(self, dtype):
        self.dtype = dtype
        self.total = jnp.zeros((), dtype)
        self.count = jnp.zeros((), "int32")

    def add(self, x):
        return tally_unflatten(self.dtype, (self.total + x.astype(self.dtype), self.count + 1))


def tally_flatten(tally):
    key = jax.tree_util.GetAttrKey
    return ((key("total"), tally.total), (key("count"), tally.count)), tally.dtype


def tally_unflatten(aux, children):
    tally = object.__new__(Tally)
    (tally.total, tally.count), tally.dtype = children, aux
    return tally


jax.tree_util.register_pytree_with_keys(Tally, tally_flatten, tally_unflatten)


# %% wrong adds_one other-first-total 0.9: Adds the step instead of x.
class Tally:
    def add(self, x):
        return tally_unflatten(self.dtype, (self.total + 1, self.count + 1))

    ...


# %% wrong arrays_of_one other-start-of-carry 0.9: starts both with jnp.zeros(1), as the document does
class Tally:
    def __init__(self, dtype):
        self.dtype = dtype
        self.total = jnp.zeros(1, dtype)
        self.count = jnp.zeros(1, "int32")

    ...


# %% wrong assigns_to_self update-in-place 0.73: Changes self and returns it: right under jit only.
class Tally:
    def add(self, x):
        self.total += x.astype(self.dtype)
        self.count += 1
        return self

    ...


# %% wrong aux_data_first unflatten-is-init 0.3: lets flatten give the aux data first, as unflatten takes it
def tally_flatten(tally):
    return tally.dtype, (tally.total, tally.count)


# %% wrong class_count state-on-the-class 0.09: Keeps the count of a new Tally on the class: it is 0 for all of them, and a tracer for all when one is made in a trace.
class Tally:
    def __init__(self, dtype):
        self.dtype = dtype
        self.total = jnp.zeros((), dtype)
        type(self).count = jnp.zeros((), "int32")

    ...


# %% wrong class_counter update-in-place 0.37: Counts on the class, once for each trace.
class Tally:
    count = 0

    def __init__(self, dtype):
        self.dtype = dtype
        self.total = jnp.zeros((), dtype)

    def add(self, x):
        Tally.count += 1
        return tally_unflatten(self.dtype, (self.total + x.astype(self.dtype),))


def tally_flatten(tally):
    return (tally.total,), tally.dtype


def tally_unflatten(aux, children):
    tally = object.__new__(Tally)
    (tally.total,), tally.dtype = children, aux
    return tally


# %% wrong class_state state-on-the-class 0.09: Keeps the start on the class.
class Tally:
    def __init__(self, dtype):
        self.dtype = dtype
        Tally.total = jnp.zeros((), dtype)
        self.count = jnp.zeros((), "int32")

    ...


# %% wrong count_in_aux different-aux-only-recompiles 0.5: Counts with a Python int in the aux data and expects a few more traces.
class Tally:
    def __init__(self, dtype):
        self.dtype = dtype
        self.total = jnp.zeros((), dtype)
        self.count = 0

    def add(self, x):
        return tally_unflatten((self.count + 1, self.dtype), (self.total + x.astype(self.dtype),))


def tally_flatten(tally):
    return (tally.total,), (tally.count, tally.dtype)


def tally_unflatten(aux, children):
    tally = object.__new__(Tally)
    (tally.total,), (tally.count, tally.dtype) = children, aux
    return tally


# %% wrong count_left_out unlisted-attribute-survives 0.55: Believes that an attribute outlives the rebuilding.
class Tally:
    def add(self, x):
        new = tally_unflatten(self.dtype, (self.total + x.astype(self.dtype),))
        new.count = self.count + 1
        return new

    ...


def tally_flatten(tally):
    return (tally.total,), tally.dtype


def tally_unflatten(aux, children):
    tally = object.__new__(Tally)
    (tally.total,), tally.dtype = children, aux
    tally.count = jnp.zeros((), "int32")
    return tally


# %% wrong counts_in_python python-counts-each-step 0.91: Reads the count as a constant of the trace.
class Tally:
    def add(self, x):
        count = self.count + 1 if where(self.count) == "concrete" else jnp.ones((), "int32")
        return tally_unflatten(self.dtype, (self.total + x.astype(self.dtype), count))

    ...


# %% wrong dtype_as_leaf dtype-as-leaf 0.55: All attributes are children.
class Tally:
    def add(self, x):
        return tally_unflatten(None, (self.total + x.astype(self.dtype), self.count + 1, self.dtype))

    ...


def tally_flatten(tally):
    return (tally.total, tally.count, tally.dtype), None


def tally_unflatten(aux, children):
    tally = object.__new__(Tally)
    tally.total, tally.count, tally.dtype = children
    return tally


# %% wrong dtype_from_total dtype-lost 0.91: Gives the dtype of the total instead of the dtype that was asked for, as an object.
def tally_unflatten(aux, children):
    tally = object.__new__(Tally)
    (tally.total, tally.count), tally.dtype = children, aux
    tally.dtype = jnp.zeros((), aux).dtype
    return tally


# %% wrong equal_dtypes equal-to-everything 0.95: Wraps the dtype in aux data that says it equals every other.
class Name:
    def __init__(self, name):
        self.name = name

    def __eq__(self, other):
        return True

    def __hash__(self):
        return 0


class Tally:
    def __init__(self, dtype):
        self.dtype = dtype
        self.total = jnp.zeros((), dtype)
        self.count = jnp.zeros((), "int32")

    def add(self, x):
        return tally_unflatten(self.dtype, (self.total + x.astype(self.dtype), self.count + 1))


def tally_flatten(tally):
    return (tally.total, tally.count), Name(tally.dtype)


def tally_unflatten(aux, children):
    tally = object.__new__(Tally)
    (tally.total, tally.count), tally.dtype = children, getattr(aux, "name", aux)
    return tally


# %% wrong float_count other-start-of-carry 0.9: Counts in float32, as jnp.zeros gives it.
class Tally:
    def __init__(self, dtype):
        self.dtype = dtype
        self.total = jnp.zeros((), dtype)
        self.count = jnp.zeros(())

    ...


# %% wrong history growing-tree 0.5: Keeps all that was seen in a list of leaves.
class Tally:
    def __init__(self, dtype):
        self.dtype = dtype
        self.seen = []

    total = property(lambda self: sum(self.seen, jnp.zeros((), self.dtype)))
    count = property(lambda self: len(self.seen))

    def add(self, x):
        return tally_unflatten(self.dtype, [*self.seen, x.astype(self.dtype)])


def tally_flatten(tally):
    return tuple(tally.seen), tally.dtype


def tally_unflatten(aux, children):
    tally = object.__new__(Tally)
    tally.seen, tally.dtype = list(children), aux
    return tally


# %% wrong init_with_children unflatten-is-init 0.1: Copies Box's unflatten, whose __init__ takes the child too.
def tally_unflatten(aux, children):
    return Tally(*children, aux)


# %% wrong keeps_the_mean other-totals 0.95: Takes the total for a mean that follows along: after one x both are x.
class Tally:
    def add(self, x):
        return tally_unflatten(self.dtype, (self.total + ((x - self.total) / (self.count + 1)).astype(self.dtype), self.count + 1))

    ...


# %% wrong missing_comma brackets-make-a-tuple 0: Takes (x) for a tuple.
def tally_flatten(tally):
    return (tally.total), (tally.count, tally.dtype)


# %% wrong missing_return building-is-returning 0: Forgets to return what unflatten builds.
def tally_unflatten(aux, children):
    tally = object.__new__(Tally)
    (tally.total, tally.count), tally.dtype = children, aux


# %% wrong no_conversion carry-dtype-drifts 0.55: Adds x as it comes.
class Tally:
    def add(self, x):
        return tally_unflatten(self.dtype, (self.total + x, self.count + 1))

    ...


# %% wrong python_numbers python-number-from-tracer 0.82: Keeps the count a Python int by force.
class Tally:
    def add(self, x):
        return tally_unflatten(self.dtype, (self.total + x.astype(self.dtype), jnp.array(int(self.count) + 1, "int32")))

    ...


# %% wrong python_start carry-starts-as-number 0.55: Starts with Python numbers: the first add makes them arrays.
class Tally:
    def __init__(self, dtype):
        self.dtype = dtype
        self.total = 0.0
        self.count = 0

    def add(self, x):
        return tally_unflatten(self.dtype, ((self.total + x).astype(self.dtype), self.count + 1))


# %% wrong returns_nothing add-returns-nothing 0.28: Changes self and returns nothing, as list.append does.
class Tally:
    def add(self, x):
        self.total += x.astype(self.dtype)
        self.count += 1

    ...


# %% wrong shape_of_one other-start-of-carry 0.73: Starts the total as an array of one number.
class Tally:
    def __init__(self, dtype):
        self.dtype = dtype
        self.total = jnp.zeros(1, dtype)
        self.count = jnp.zeros((), "int32")

    ...


# %% wrong total_becomes_a_row carry-refused 0.75: Adds a row of one number, as a total of shape [1] prints almost alike.
class Tally:
    def add(self, x):
        return tally_unflatten(self.dtype, (self.total + x.astype(self.dtype).reshape(1), self.count + 1))

    ...


# %% wrong unflatten_starts_anew unflatten-starts-anew 0.8: Builds a new Tally from the aux data and drops the children.
def tally_unflatten(aux, children):
    return Tally(aux)
