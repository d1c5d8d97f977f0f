# unreachable scan-is-a-python-loop: jitted updates that share one trace keep treedef, shapes and dtypes, and the traces are compared before.

# %% right equinox whole: an equinox module and tree_at
class RunningMean(eqx.Module):
    mean: jax.Array
    count: jax.Array
    names: tuple = eqx.field(static=True)

    def update(self, row):
        new = (self.mean * self.count + row) / (self.count + 1), self.count + 1
        return eqx.tree_at(lambda state: (state.mean, state.count), self, new)

    def get(self, name):
        return dict(zip(self.names, self.mean))[name]


def running_mean(names):
    return RunningMean(jnp.zeros(len(names)), jnp.array(0, "int32"), tuple(names))


# %% right node_class_with_keys whole: a class decorated for keys, whose __init__ takes the names and is not run again
@jax.tree_util.register_pytree_with_keys_class
class RunningMean:
    def __init__(self, names):
        self.names = tuple(str(name) for name in names)
        self.mean, self.count = jnp.zeros(len(self.names)), jnp.zeros((), jnp.int32)

    def tree_flatten_with_keys(self):
        return [(jax.tree_util.GetAttrKey(key), getattr(self, key)) for key in ("count", "mean")], self.names

    @classmethod
    def tree_unflatten(cls, names, children):
        new = object.__new__(cls)
        new.names, (new.count, new.mean) = names, children
        return new

    def update(self, row):
        count = self.count + 1
        return self.tree_unflatten(self.names, (count, self.mean + (row - self.mean) / count))

    def get(self, name):
        return jnp.take(self.mean, self.names.index(name))


def running_mean(names):
    return RunningMean(names)


# %% right register_dataclass whole: a frozen dataclass with data and meta fields
import dataclasses


@dataclasses.dataclass(frozen=True)
class RunningMean:
    mean: jax.Array
    count: jax.Array
    names: tuple

    def update(self, row):
        count = self.count + 1
        return dataclasses.replace(self, mean=self.mean + (row - self.mean) / count, count=count)

    def get(self, name):
        return self.mean[self.names.index(name)]


jax.tree_util.register_dataclass(RunningMean, data_fields=["mean", "count"], meta_fields=["names"])


def running_mean(names):
    return RunningMean(jnp.zeros(len(names), "float32"), jnp.zeros((), "int32"), (*names,))


# %% right simple_pytree whole: simple_pytree and replace
class RunningMean(simple_pytree.Pytree):
    names: tuple = simple_pytree.static_field()

    def __init__(self, names):
        self.names = tuple(names)
        self.mean = jnp.zeros((len(self.names),), "float32")
        self.count = jnp.int32(0)

    def update(self, row):
        weight = 1 / (self.count + 1)
        return self.replace(mean=(1 - weight) * self.mean + weight * row, count=self.count + 1)

    def get(self, name):
        return self.mean[self.names.index(name)]


running_mean = RunningMean


# %% wrong attribute_missing rebuilt-by-itself 0.24: forgets the names while rebuilding
def rebuild(names, children):
    state = object.__new__(RunningMean)
    state.mean, state.count = children
    return state


jax.tree_util.register_pytree_node(RunningMean, lambda s: ((s.mean, s.count), s.names), rebuild)


# %% wrong changes_itself update-in-place 0.93: changes the state and returns it
class RunningMean:
    def update(self, row):
        self.count = self.count + 1
        self.mean = self.mean + (row - self.mean) / self.count
        return self

    ...


# %% wrong children_swapped children-find-their-names 0.65: swaps the children while rebuilding
jax.tree_util.register_pytree_node(RunningMean, lambda s: ((s.mean, s.count), s.names), lambda names, children: RunningMean(children[1], children[0], names))


# %% wrong class_deleted error 0 whole: deletes what is checked
class RunningMean:
    def __init__(self, mean, count, names):
        self.mean, self.count, self.names = mean, count, names

    def update(self, row):
        count = self.count + 1
        return RunningMean(self.mean + (row - self.mean) / count, count, self.names)

    def get(self, name):
        return self.mean[self.names.index(name)]


jax.tree_util.register_pytree_node(RunningMean, lambda s: ((s.mean, s.count), s.names), lambda names, children: RunningMean(*children, names))


def running_mean(names):
    return RunningMean(jnp.zeros(len(names), "float32"), jnp.zeros((), "int32"), tuple(names))


del running_mean


# %% wrong count_in_aux count-is-a-setting 0.59: keeps the count as aux data
jax.tree_util.register_pytree_node(RunningMean, lambda s: ((s.mean,), (s.count, s.names)), lambda aux, children: RunningMean(*children, *aux))


def running_mean(names):
    return RunningMean(jnp.zeros(len(names), "float32"), 0, tuple(names))


# %% wrong count_of_python dtype-comes-later 0.95: starts the count as a Python 0 that stays weakly typed
def running_mean(names):
    return RunningMean(jnp.zeros(len(names), "float32"), 0, tuple(names))


# %% wrong count_of_shape_one dtype-comes-later 0.97: starts the count with an array of one number
def running_mean(names):
    return RunningMean(jnp.zeros(len(names), "float32"), jnp.zeros(1, "int32"), tuple(names))


# %% wrong get_asks_for_a_number traced-numbers-are-numbers 0.6: lets get give back a Python number
class RunningMean:
    def get(self, name):
        return float(self.mean[self.names.index(name)])

    ...


# %% wrong get_is_a_constant order-does-not-matter 0.89: get returns the mean of the first name
class RunningMean:
    def get(self, name):
        return self.mean[0]

    ...


# %% wrong gradient_stopped row-is-a-constant 0.94: takes the row for a constant
class RunningMean:
    def update(self, row):
        count = self.count + 1
        return RunningMean(self.mean + (jax.lax.stop_gradient(row) - self.mean) / count, count, self.names)

    ...


# %% wrong gradient_stopped_when_rebuilt row-is-a-constant 0.95: Cuts the mean off whenever the state is rebuilt: without jit in between no gradient is missing.
def rebuild(names, children):
    mean, count = children
    return RunningMean(jax.lax.stop_gradient(mean), count, names)


jax.tree_util.register_pytree_node(RunningMean, lambda s: ((s.mean, s.count), s.names), rebuild)


# %% wrong init_converts init-gets-arrays 0.94: converts in __init__, through which it rebuilds
class RunningMean:
    def __init__(self, mean, count, names):
        self.mean, self.count = jnp.asarray(mean, "float32"), jnp.asarray(count, "int32")
        self.names = names

    ...


# %% wrong keeps_the_callers_list a-mutation-is-seen 0.86: keeps the caller's list as aux data and expects changes to be seen
def running_mean(names):
    return RunningMean(jnp.zeros(len(names), "float32"), jnp.zeros((), "int32"), names)


# %% wrong last_row last-row-is-mean 0.86: keeps the last row instead of the mean
class RunningMean:
    def update(self, row):
        return RunningMean(jnp.asarray(row), self.count + 1, self.names)

    ...


# %% wrong list_as_aux jit-would-refuse-a-list 0.94: believes that JAX would complain if a list were no good as aux data
def running_mean(names):
    return RunningMean(jnp.zeros(len(names), "float32"), jnp.zeros((), "int32"), list(names))


# %% wrong mean_in_aux array-in-aux-8 0: keeps the mean as aux data, as only the count goes up
jax.tree_util.register_pytree_node(RunningMean, lambda s: ((s.count,), (s.mean, s.names)), lambda aux, children: RunningMean(aux[0], *children, aux[1]))


# %% wrong mean_not_returned counting-is-enough 0.8: puts the new count into the new state and forgets the mean
class RunningMean:
    def update(self, row):
        return RunningMean(self.mean, self.count + 1, self.names)

    ...


# %% wrong names_always_equal names-equal-everything 0.94: wraps the names in an object that equals everything
class Same:
    def __init__(self, names):
        self.names = names

    def __eq__(self, other):
        return True

    def __hash__(self):
        return 0


class RunningMean:
    def __init__(self, mean, count, names):
        self.mean, self.count, self.names = mean, count, names

    def update(self, row):
        count = self.count + 1
        return RunningMean(self.mean + (row - self.mean) / count, count, self.names)

    def get(self, name):
        return self.mean[self.names.index(name)]


jax.tree_util.register_pytree_node(RunningMean, lambda s: ((s.mean, s.count), Same(s.names)), lambda same, children: RunningMean(*children, same.names))


# %% wrong names_are_leaves words-may-be-leaves 0: makes all attributes children
jax.tree_util.register_pytree_node(RunningMean, lambda s: ((s.mean, s.count, s.names), None), lambda aux, children: RunningMean(*children))


# %% wrong names_never_equal equal-names-differ 0.86: wraps the names in an object that goes by identity
class Same:
    def __init__(self, names):
        self.names = names

    def __eq__(self, other):
        return self is other

    def __hash__(self):
        return 0


class RunningMean:
    def __init__(self, mean, count, names):
        self.mean, self.count, self.names = mean, count, names

    def update(self, row):
        count = self.count + 1
        return RunningMean(self.mean + (row - self.mean) / count, count, self.names)

    def get(self, name):
        return self.mean[self.names.index(name)]


jax.tree_util.register_pytree_node(RunningMean, lambda s: ((s.mean, s.count), Same(s.names)), lambda same, children: RunningMean(*children, same.names))


# %% wrong names_not_given_out rebuilt-by-itself 0.5: gives no names out of flatten, and expects them back
jax.tree_util.register_pytree_node(RunningMean, lambda s: ((s.mean, s.count), None), lambda names, children: RunningMean(*children, names))


# %% wrong names_on_the_class the-class-keeps-the-words 0.95: sets the names on the class, which all states share
class RunningMean:
    def __init__(self, mean, count, names):
        self.mean, self.count, type(self).names = mean, count, names

    def update(self, row):
        count = jnp.asarray(self.count + 1, "int32")
        return RunningMean(self.mean + (row - self.mean) / count, count, self.names)

    ...


# %% wrong names_sorted order-does-not-matter 0.95: sorts the names, so that equal sets of names share a trace
def running_mean(names):
    return RunningMean(jnp.zeros(len(names), "float32"), jnp.zeros((), "int32"), tuple(sorted(names)))


# %% wrong not_registered any-class-will-do 0.1 whole: forgets the registration
class RunningMean:
    def __init__(self, mean, count, names):
        self.mean, self.count, self.names = mean, count, names

    def update(self, row):
        count = self.count + 1
        return RunningMean(self.mean + (row - self.mean) / count, count, self.names)

    def get(self, name):
        return self.mean[self.names.index(name)]





def running_mean(names):
    return RunningMean(jnp.zeros(len(names), "float32"), jnp.zeros((), "int32"), tuple(names))


# %% wrong python_zeros dtype-comes-later 0.83: starts with Python numbers, whose types change at the first update
class RunningMean:
    def update(self, row):
        count = jnp.asarray(self.count + 1, "int32")
        return RunningMean(self.mean + (row - self.mean) / count, count, self.names)

    ...


def running_mean(names):
    return RunningMean(jnp.zeros(len(names), "float32"), 0, tuple(names))


# %% wrong rebuild_returns_the_old rebuilding-returns-the-old 0.47: hands the state over as aux data and returns it
jax.tree_util.register_pytree_node(RunningMean, lambda s: ((s.mean, s.count), s), lambda s, children: s)


# %% wrong returns_itself_unchanged count-stands-still 0.79: computes the new values and returns the old state
class RunningMean:
    def update(self, row):
        count = self.count + 1
        mean = self.mean + (row - self.mean) / count
        return self

    ...


# %% wrong sum_instead_of_mean wrong-mean-8 0.8: adds the rows up and never divides
class RunningMean:
    def update(self, row):
        return RunningMean(self.mean + row, self.count + 1, self.names)

    ...


# %% wrong through_numpy numbers-are-cut-off 0.5: computes with numpy
class RunningMean:
    def update(self, row):
        count = self.count + 1
        return RunningMean(self.mean + (np.asarray(row) - self.mean) / count, count, self.names)

    ...


# %% wrong names_in_capitals names-in-other-words 0.9: writes all names in capitals, so that they are found however they are typed.
class RunningMean:
    def get(self, name):
        return self.mean[self.names.index(name.upper())]

    ...


def running_mean(names):
    return RunningMean(jnp.zeros(len(names), "float32"), jnp.zeros((), "int32"), tuple(name.upper() for name in names))
