# unreachable carry-may-change: jitted calls that share one trace keep treedef, shapes and dtypes, and the traces are compared before.

# %% right copy_then_assign: changes a shallow copy
del unflatten5
import copy


class Tally:
    def add(self, y):
        new = copy.copy(self)
        new.total = self.total + y
        new.count = self.count + 1
        return new, new.total / new.count

    ...


jax.tree_util.register_pytree_node(Tally, lambda tally: ((tally.total, tally.count), None), lambda aux, children: Tally(*children))


# %% right named_tuple whole: a NamedTuple is a pytree already, and _replace copies
from typing import NamedTuple


class Tally(NamedTuple):
    total: jax.Array = jnp.zeros((), "float32")
    count: jax.Array = jnp.zeros((), "int32")

    @jax.jit
    def add(self, y):
        new = self._replace(total=self.total + y, count=self.count + 1)
        return new, new.total / new.count


# %% right old_in_place_code_in_a_pure_shell whole: keeps the assignments, but on a rebuilt copy
class Tally:
    def __init__(self, total=None, count=None):
        self.total = jnp.zeros((), "float32") if total is None else total
        self.count = jnp.zeros((), "int32") if count is None else count

    def add(self, y):
        leaves, treedef = jax.tree_util.tree_flatten(self)
        new = jax.tree_util.tree_unflatten(treedef, leaves)
        new.total += y
        new.count += 1
        return new, new.total / new.count


jax.tree_util.register_pytree_node(Tally, lambda tally: ((tally.total, tally.count), None), lambda aux, children: Tally(*children))


# %% right tree_map_sum whole: adds two tallies leaf by leaf
class Tally:
    def __init__(self, total=None, count=None):
        self.total = jnp.zeros((), "float32") if total is None else total
        self.count = jnp.zeros((), "int32") if count is None else count

    def add(self, y):
        new = jax.tree_util.tree_map(jnp.add, self, Tally(y, jnp.ones((), "int32")))
        return (new, new.total / new.count)


jax.tree_util.register_pytree_node(Tally, lambda tally: ((tally.total, tally.count), None), lambda aux, children: Tally(*children))


# %% wrong asks_for_the_number traced-numbers-are-numbers 0.5 whole: turns traced values into Python numbers
class Tally:
    def __init__(self, total=None, count=None):
        self.total = jnp.zeros((), "float32") if total is None else total
        self.count = jnp.zeros((), "int32") if count is None else count

    def add(self, y):
        new = Tally(jnp.float32(float(self.total) + float(y)), self.count + 1)
        return new, new.total / new.count


jax.tree_util.register_pytree_node(Tally, lambda tally: ((tally.total, tally.count), None), lambda aux, children: Tally(*children))


# %% wrong assigns_to_self jitted-method-updates-self 0 whole: believes that a jitted method may update self
class Tally:
    def __init__(self, total=None, count=None):
        self.total = jnp.zeros((), "float32") if total is None else total
        self.count = jnp.zeros((), "int32") if count is None else count

    def add(self, y):
        self.total += y
        self.count += 1
        return self.total / self.count


jax.tree_util.register_pytree_node(Tally, lambda tally: ((tally.total, tally.count), None), lambda aux, children: Tally(*children))


# %% wrong calls_in_aux aux-counts-for-free 0.75 whole: keeps one more counter in the aux data
class Tally:
    def __init__(self, total=None, count=None, calls=0):
        self.total = jnp.zeros((), "float32") if total is None else total
        self.count = jnp.zeros((), "int32") if count is None else count
        self.calls = calls

    def add(self, y):
        new = Tally(self.total + y, self.count + 1, self.calls + 1)
        return new, new.total / new.count


jax.tree_util.register_pytree_node(Tally, lambda tally: ((tally.total, tally.count), tally.calls), lambda calls, children: Tally(*children, calls))


# %% wrong constant jitted-method-updates-self 0.15 whole: returns a constant
class Tally:
    count = jnp.zeros((), "int32")

    def add(self, y):
        return 5.0


# %% wrong count_becomes_float wrong-count 0.63 whole: lets the count become a float
class Tally:
    def __init__(self, total=None, count=None):
        self.total = jnp.zeros((), "float32") if total is None else total
        self.count = jnp.zeros((), "int32") if count is None else count

    def add(self, y):
        new = Tally(self.total + y, self.count + 1.0)
        return new, new.total / new.count


jax.tree_util.register_pytree_node(Tally, lambda tally: ((tally.total, tally.count), None), lambda aux, children: Tally(*children))


# %% wrong fields_swapped places-do-not-matter 0.8: hands the new values over in the order count, total
class Tally:
    def add(self, y):
        new = Tally(self.count + 1, self.total + y)
        return new, new.total / new.count

    ...


# %% wrong forgets_the_past update-forgets-the-past 0.63 whole: starts the new tally from nothing
class Tally:
    def __init__(self, total=None, count=None):
        self.total = jnp.zeros((), "float32") if total is None else total
        self.count = jnp.zeros((), "int32") if count is None else count

    def add(self, y):
        new = Tally(jnp.zeros((), "float32") + y, jnp.ones((), "int32"))
        return new, new.total / new.count


jax.tree_util.register_pytree_node(Tally, lambda tally: ((tally.total, tally.count), None), lambda aux, children: Tally(*children))


# %% wrong list_of_two one-thing-comes-back 0.2 whole: returns a list for a pair
class Tally:
    def __init__(self, total=None, count=None):
        self.total = jnp.zeros((), "float32") if total is None else total
        self.count = jnp.zeros((), "int32") if count is None else count

    def add(self, y):
        total, count = self.total + y, self.count + 1
        return [Tally(total, count), total / count]


jax.tree_util.register_pytree_node(Tally, lambda tally: ((tally.total, tally.count), None), lambda aux, children: Tally(*children))


# %% wrong mean_of_the_last wrong-mean 0.88 whole: divides the last value instead of the total
class Tally:
    def __init__(self, total=None, count=None):
        self.total = jnp.zeros((), "float32") if total is None else total
        self.count = jnp.zeros((), "int32") if count is None else count

    def add(self, y):
        new = Tally(self.total + y, self.count + 1)
        return new, y / new.count


jax.tree_util.register_pytree_node(Tally, lambda tally: ((tally.total, tally.count), None), lambda aux, children: Tally(*children))


# %% wrong returns_changed_self self-may-change-if-returned 0.86 whole: believes that changing self is fine if it is returned as well
class Tally:
    def __init__(self, total=None, count=None):
        self.total = jnp.zeros((), "float32") if total is None else total
        self.count = jnp.zeros((), "int32") if count is None else count

    def add(self, y):
        self.total += y
        self.count += 1
        return self, self.total / self.count


jax.tree_util.register_pytree_node(Tally, lambda tally: ((tally.total, tally.count), None), lambda aux, children: Tally(*children))


# %% wrong returns_numbers any-object-will-do 0.29 whole: returns the new numbers instead of a tally
class Tally:
    def __init__(self, total=None, count=None):
        self.total = jnp.zeros((), "float32") if total is None else total
        self.count = jnp.zeros((), "int32") if count is None else count

    def add(self, y):
        total, count = self.total + y, self.count + 1
        return (total, count), total / count


jax.tree_util.register_pytree_node(Tally, lambda tally: ((tally.total, tally.count), None), lambda aux, children: Tally(*children))


# %% wrong returns_old_self returned-self-is-new 0.63 whole: believes that self has the new values once they are computed
class Tally:
    def __init__(self, total=None, count=None):
        self.total = jnp.zeros((), "float32") if total is None else total
        self.count = jnp.zeros((), "int32") if count is None else count

    def add(self, y):
        total, count = self.total + y, self.count + 1
        return self, total / count


jax.tree_util.register_pytree_node(Tally, lambda tally: ((tally.total, tally.count), None), lambda aux, children: Tally(*children))


# %% wrong tally_alone one-thing-comes-back 0.2 whole: returns the new tally without the mean
class Tally:
    def __init__(self, total=None, count=None):
        self.total = jnp.zeros((), "float32") if total is None else total
        self.count = jnp.zeros((), "int32") if count is None else count

    def add(self, y):
        total, count = self.total + y, self.count + 1
        return Tally(total, count)


jax.tree_util.register_pytree_node(Tally, lambda tally: ((tally.total, tally.count), None), lambda aux, children: Tally(*children))


# %% wrong total_becomes_int new-tally-may-differ 0.9: makes the total a whole number, as all that came were
class Tally:
    def add(self, y):
        new = Tally((self.total + y).astype("int32"), self.count + 1)
        return new, new.total / new.count

    ...
