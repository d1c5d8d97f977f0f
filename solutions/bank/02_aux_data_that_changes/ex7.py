# dodge list-for-tuple: a copy in a list compares as a tuple does, and this exercise asks for no hash

# %% right copies: A copy each way: a list is compared by value too.
def chain_flatten(chain):
    return (chain.x,), chain.steps.copy()


def chain_unflatten(aux, children):
    return Chain(*children, aux.copy())


# %% right dataclass_key: A frozen dataclass as the aux data.
import dataclasses


@dataclasses.dataclass(frozen=True)
class Steps:
    values: tuple


class Chain:
    def __init__(self, x, steps):
        self.x, self.steps = x, steps

    def __call__(self):
        y = self.x
        for step in self.steps:
            y = y * step + 1
        return y


def chain_flatten(chain):
    return (chain.x,), Steps(tuple(chain.steps))


def chain_unflatten(aux, children):
    return Chain(*children, list(aux.values))


# %% right json: A text that can be read back.
import json


class Chain:
    def __init__(self, x, steps):
        self.x, self.steps = x, steps

    def __call__(self):
        y = self.x
        for step in self.steps:
            y = y * step + 1
        return y


def chain_flatten(chain):
    return (chain.x,), json.dumps(chain.steps)


def chain_unflatten(aux, children):
    return Chain(*children, json.loads(aux))


# %% right unpacking: Unpacking, without __init__.
def chain_flatten(chain):
    return [chain.x], (*chain.steps,)


def chain_unflatten(aux, children):
    chain = object.__new__(Chain)
    chain.x = children[0]
    chain.steps = [*aux]
    return chain


# %% wrong all_from_the_children unflatten-is-init 0: Expects all attributes among the children, as __init__ gets them.
def chain_unflatten(aux, children):
    x, steps = children
    return Chain(x, list(steps))


# %% wrong array array-in-aux 0.6: A numpy array is a snapshot too.
def chain_flatten(chain):
    return (chain.x,), np.array(chain.steps)


def chain_unflatten(aux, children):
    return Chain(*children, [int(step) for step in aux])


# %% wrong as_it_was mutation-is-seen 0.7: Believes that JAX sees the append.
def chain_flatten(chain):
    return (chain.x,), chain.steps


def chain_unflatten(aux, children):
    return Chain(*children, aux)


# %% wrong children static-as-leaf 0.9: Makes the steps children, so that they can change.
def chain_flatten(chain):
    return (chain.x, tuple(chain.steps)), None


def chain_unflatten(aux, children):
    return Chain(children[0], list(children[1]))


# %% wrong copy_in_only aux-is-mine-to-change 0.9: Copies in flatten and hands out the key itself.
def chain_flatten(chain):
    return (chain.x,), list(chain.steps)


def chain_unflatten(aux, children):
    return Chain(*children, aux)


# %% wrong copy_on_the_way_out mutation-is-seen 0.7: Copies in unflatten, where it is too late for the key.
def chain_flatten(chain):
    return (chain.x,), chain.steps


# %% wrong identity aux-by-identity 0.8: A fresh object for every flatten, so that no old trace is used.
class Steps:
    def __init__(self, values):
        self.values = list(values)


class Chain:
    def __init__(self, x, steps):
        self.x, self.steps = x, steps

    def __call__(self):
        y = self.x
        for step in self.steps:
            y = y * step + 1
        return y


def chain_flatten(chain):
    return (chain.x,), Steps(chain.steps)


def chain_unflatten(aux, children):
    return Chain(*children, list(aux.values))


# %% wrong instance_key equal-chains-differ 0.9: Puts the identity of the list beside its contents.
def chain_flatten(chain):
    return (chain.x,), (id(chain.steps), tuple(chain.steps))


def chain_unflatten(aux, children):
    return Chain(*children, list(aux[1]))


# %% wrong jax_array aux-made-in-flatten 0.5: takes a jax array for a snapshot of the list
def chain_flatten(chain):
    return (chain.x,), jnp.array(chain.steps)


# %% wrong length length-is-enough 0.9: Compares the length, as callers only append.
class Steps:
    def __init__(self, values):
        self.values = list(values)

    def __eq__(self, other):
        return len(self.values) == len(other.values)

    __hash__ = None


class Chain:
    def __init__(self, x, steps):
        self.x, self.steps = x, steps

    def __call__(self):
        y = self.x
        for step in self.steps:
            y = y * step + 1
        return y


def chain_flatten(chain):
    return (chain.x,), Steps(chain.steps)


def chain_unflatten(aux, children):
    return Chain(*children, list(aux.values))


# %% wrong missing_comma brackets-make-a-tuple 0: Takes (x) for a tuple.
def chain_flatten(chain):
    return (chain.x), tuple(chain.steps)


# %% wrong missing_return building-is-returning 0: Forgets to return what unflatten builds.
def chain_unflatten(aux, children):
    Chain(*children, list(aux))


# %% wrong set order-does-not-matter 0.6: A frozenset is immutable.
def chain_flatten(chain):
    return (chain.x,), frozenset(chain.steps)


# %% wrong sorted order-does-not-matter 0.6: Sorts, so that equal steps compare equal.
def chain_flatten(chain):
    return (chain.x,), tuple(sorted(chain.steps))


# %% wrong tuple_only tuple-is-a-list 0.9: Leaves the snapshot to the callers.
def chain_unflatten(aux, children):
    return Chain(*children, aux)


# %% wrong x_in_aux data-is-a-setting 0.95: Puts x beside the steps in the aux data.
def chain_flatten(chain):
    return (), (chain.x, tuple(chain.steps))


def chain_unflatten(aux, children):
    return Chain(aux[0], list(aux[1]))


# %% wrong steps_forgotten steps-changed-kind 0.5: begins with no steps after each rebuild.
def chain_flatten(chain):
    return (chain.x,), None


def chain_unflatten(aux, children):
    return Chain(*children, [])
