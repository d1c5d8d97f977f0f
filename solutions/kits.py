"""Looks that the checks of many exercises share, each with its row. A check cell says which it uses:

    from kits import see_flatten, see_unflatten    # at its top: looks, for the probe
    from kits import flatten_row, unflatten_row    # between the hidden markers: rows, for `wanted`

The build puts the text of these functions, and of what they use from here, in the place of the import, so that a check
stands alone. A look takes `see` and fills one row of a fixed name. Everything works on the oldest JAX that the lessons run on.
"""
import sys

import jax
import numpy as np

from instruments import count_traces, overheard, plain


# Taking see_two ---------------------------------------------------------------------------------------------------------
def given_by_flatten(obj):
    """What the flatten function of `obj`'s class gives back; JAX has one message for all that it refuses.

    So the first function of Python that JAX calls is watched until it returns.
    """
    given, depth = [], [0]

    def watch(frame, event, value):
        depth[0] += {"call": 1, "return": -1}.get(event, 0)
        if event == "return" and depth[0] == 0:
            given.append(value)

    sys.setprofile(watch)
    try:
        jax.tree_util.default_registry.flatten_one_level(obj)
    except (TypeError, ValueError):
        if not given:
            raise
    finally:
        sys.setprofile(None)
    return given[0] if given else None


def see_flatten(see, obj):
    """Row "flatten gives": whether `obj` can be taken apart. Returns its leaves, None where there is no use in going on."""
    leaves = None
    if jax.tree_util.all_leaves([obj]):
        said = "not registered"
    else:
        try:
            children, _ = jax.tree_util.default_registry.flatten_one_level(obj)
            leaves = jax.tree_util.tree_leaves(obj)
            said = "an array for the children" if isinstance(children, (jax.Array, np.ndarray)) else "children and aux data"
        except (TypeError, ValueError):
            given = given_by_flatten(obj)
            many = type(given) in (tuple, list)
            said = "nothing" if given is None else f"{len(given)} values" if many else "one value"
            said = "no tuple of children" if many and len(given) == 2 else said
    see("flatten gives", said)
    return leaves if said == "children and aux data" else None


def flatten_row(weight=0.5):
    comma = "The children have to be a tuple: (x) is x, and (x,), with the comma, is a tuple."
    return "flatten gives", "children and aux data", {
        "nothing": ("return-is-optional", "flatten gives back None: it needs `return`."),
        "not registered": ("every-class-is-a-pytree", "JAX does not know the class, so that the whole object is one leaf: register it."),
        "an array for the children": ("parentheses-make-a-tuple", f"JAX takes the array for the tuple of children. {comma}"),
        "no tuple of children": ("parentheses-make-a-tuple", comma),
        ...: ("children-need-no-tuple", "flatten returns two values: the tuple of children, in parentheses of its own, and the aux data."),
    }, weight  # fmt: skip


# Rebuilding -----------------------------------------------------------------------------------------------------------
def see_unflatten(see, obj):
    """Row "unflatten gives". Returns `obj` rebuilt from its own leaves, None where it does not come back as one of its class.

    To be looked at before anything is jitted: an unflatten that gives an object of another registered class can end the
    process in the second call of a jitted function.
    """
    leaves, treedef = jax.tree_util.tree_flatten(obj)
    back = jax.tree_util.tree_unflatten(treedef, leaves)
    if type(back) is type(obj):
        see("unflatten gives", "an object of its class")
        return back
    other = "an object of another class" if hasattr(back, "__dict__") else "no object"
    see("unflatten gives", "nothing" if back is None else other)


def unflatten_row(weight=0.5):
    return "unflatten gives", "an object of its class", {
        "nothing": ("unflatten-need-not-return", "unflatten gives back None: it needs `return`."),
        "an object of another class": ("any-class-will-do", "unflatten gives back an object of another class: build the class that was registered."),
        ...: ("unflatten-gives-children", "unflatten has to give back an object of the class, with the children and the aux data in it."),
    }, weight  # fmt: skip


def see_words(see, obj, *names):
    """Row "rebuilt around words": where the leaves go when they are the words "leaf 1", "leaf 2" and so on.

    JAX rebuilds objects around things that are no numbers, too: in a jacobian, in `eval_shape`, in a map to words.
    """
    leaves, treedef = jax.tree_util.tree_flatten(obj)
    words = [f"leaf {number}" for number in range(1, len(leaves) + 1)]
    try:
        back = jax.tree_util.tree_unflatten(treedef, words)
    except NotImplementedError:
        raise
    except Exception as error:
        return see("rebuilt around words", f"refused with {type(error).__name__}")
    see("rebuilt around words", ", ".join(f"{name}: {plain(getattr(back, name, 'not there'))}" for name in names))


def words_row(*names, weight=1):
    """`names` are the attributes in the order of their leaves."""
    put = lambda order: ", ".join(f"{name}: leaf {number}" for name, number in zip(names, order))
    numbers = range(1, len(names) + 1)
    swapped = {put(reversed(numbers)): ("order-does-not-matter", "unflatten puts the children in each other's places: take them in the order in which flatten gave them.")}
    return "rebuilt around words", put(numbers), {
        **(swapped if len(names) > 1 else {}),
        ...: ("children-are-numbers", "unflatten has to put every child, whatever it is, where flatten took it from: it converts nothing, checks nothing, and takes nothing from elsewhere."),
    }, weight  # fmt: skip


def see_two(see, make, first, second, *names):
    """Row "the first of two": attributes `names` of an object after another was made; `first` and `second` are what `make` takes.

    Returns whether they stayed; if not, a tracer of a later look would be set for all objects.
    """
    one = make(*first)
    before = [plain(getattr(one, name, "not there")) for name in names]
    make(*second)
    after = [plain(getattr(one, name, "not there")) for name in names]
    see("the first of two", after)
    return before == after


def two_row(values, weight=1):
    return "the first of two", values, "attributes-are-shared", "An attribute that is set on the class is one for all objects: set it on the object.", weight


# Calling --------------------------------------------------------------------------------------------------------------
def see_traces(see, function, *calls):
    """Row "traces after each call" of the jitted `function`; `calls` are tuples of arguments. Returns what the calls gave.

    What the calls are given stays alive, so that no id is used twice.
    """
    counted = count_traces(function)
    fast, results, traces = jax.jit(counted), [], []
    for arguments in calls:
        results.append(fast(*arguments))
        traces.append(counted.traces)
    see("traces after each call", ", ".join(map(str, traces)))
    return results


def traces_row(*wanted, weight=1):
    """`wanted` are the traces so far after each call, such as 1, 1, 2, 2."""
    told = ", ".join(map(str, wanted))
    each = ", ".join(str(number) for number in range(1, len(wanted) + 1))
    once = ", ".join("1" for _ in wanted)
    beliefs = {
        each: ("identity-of-aux", "Every call is traced anew: equal aux data has to share a trace, and yours says that it differs."),
        once: ("stale-aux", "Other aux data was given the program of the first: yours says that it is equal."),
        ...: ("traces-differ", "Equal aux data has to share a trace, and other aux data needs one of its own."),
    }
    return "traces after each call", told, {seen: belief for seen, belief in beliefs.items() if seen != told}, weight


def see_again(see, run):
    """Row "the same once more": whether JAX traces or compiles anything when `run()` is done a second time."""
    run()
    see("the same once more", "traced again" if overheard(run)[1] else "nothing is traced")


def again_row(weight=1):
    return "the same once more", "nothing is traced", "each-state-is-static", (
        "The same calls are traced again the second time: something that changes with every call is static, so that each state costs a program."
    ), weight


def see_slopes(see, function, obj, *names):
    """Row "gradient in NAME" for each name: of `function` of `obj`, without jit and with it."""
    found = [jax.grad(one)(obj) for one in (function, jax.jit(function))]
    for name in names:
        see(f"gradient in {name}", [plain(getattr(slope, name, "not there")) for slope in found])


def slope_row(name, wanted, weight=1):
    return f"gradient in {name}", [wanted] * 2, "gradient-is-stopped", f"The gradient has to reach {name}: nothing on its way may stop it or copy it.", weight


def see_vmap(see, function, *objects):
    """Row "under vmap": what `function` gives for each of `objects`, which are stacked to one and see_vmap."""
    stacked = jax.tree_util.tree_map(lambda *leaves: jax.numpy.stack(leaves), *objects)
    see("under vmap", plain(jax.vmap(function)(stacked)))


def vmap_row(wanted, weight=1):
    return "under vmap", wanted, "rank-is-fixed", "Under vmap a child has one axis more while the object is rebuilt: unflatten must not look at its shape.", weight
