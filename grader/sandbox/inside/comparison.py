"""What a check compares before, while and after it sees something: tables of libraries, the pytree registry, settings
of JAX.

What is told is which of SENTENCES are true: nothing that a learner's code named or worked out is repeated.
"""

import contextlib
import itertools
import operator
import sys
import types

PACKAGES = ("jax", "jaxlib", "numpy", "equinox", "simple_pytree", "jaxtyping")
MODULES = (
    "builtins",
    "inspect",
    "math",
    "html",
    "functools",
    "contextlib",
    "warnings",
    "traceback",
    "re",
    "random",
    "logging",
    "dataclasses",
    "typing",
    "collections",
    "abc",
    "enum",
    "copy",
    "operator",
    "itertools",
    "types",
    "ast",
    "linecache",
)
BEHAVIOUR = (
    types.FunctionType,
    types.BuiltinFunctionType,
    property,
    classmethod,
    staticmethod,
    types.MethodDescriptorType,
    types.WrapperDescriptorType,
    types.MemberDescriptorType,
    types.GetSetDescriptorType,
)
NEAR = (
    "jax",
    "jax.numpy",
    "jax.core",
    "jax.lax",
    "jax.tree_util",
    "numpy",
)  # modules that are compared whenever something is seen
REPLACED = {name: f"a part of {name} was replaced or added" for name in (*PACKAGES, *MODULES)}
REGISTERED = "a type that is not the learner's was registered as a pytree"
LOOSE = frozenset(
    {
        "showwarning",
        "_showwarnmsg_impl",
        "formatwarning",
        "__annotations__",
        "__annotate__",
        "__annotate_func__",
        "__firstlineno__",
    }
)


class Table:
    """One namespace as it was: a module's, a class's, or a table of functions in a module."""

    def __init__(self, name, mapping, kind, owner=None):
        self.name, self.mapping, self.kind, self.owner = name, mapping, kind, owner
        self.values, self.size = list(mapping.values()), len(mapping)
        self.before = {
            key: value
            for key, value in mapping.items()
            if key not in LOOSE and (callable(value) or isinstance(value, (types.ModuleType, *BEHAVIOUR)))
        }

    def differs(self, of_library):
        """Whether a part was replaced, or one was added that does something."""
        now = self.mapping
        if any(now.get(key) is not value for key, value in self.before.items()):
            return True
        for key in now.keys() - self.before.keys() if self.kind != "table" and len(now) != self.size else ():
            shadows = self.kind == "module" and key in BUILTINS and now[key] is not BUILTINS[key]
            behaves = self.kind == "class" and key not in LOOSE and isinstance(now[key], BEHAVIOUR)
            if (
                (shadows or behaves)
                and not any(now[key] is value for value in self.values)
                and not of_library(now[key])
            ):
                return True
        return False


BUILTINS = dict(vars(sys.modules["builtins"]))


def tables():
    """The namespaces that are compared: modules of libraries and their classes, a few modules of Python's, tables of
    JAX's own functions.
    """
    found, classes = [], {}
    for name in sorted(sys.modules):
        module, package = sys.modules[name], name.split(".")[0]
        if not isinstance(module, types.ModuleType) or package not in PACKAGES and name not in MODULES:
            continue
        found.append(Table(name, vars(module), "module"))
        for attribute, value in list(vars(module).items()):
            if (
                isinstance(value, type)
                and str(getattr(value, "__module__", "")).split(".")[0] in PACKAGES
                and value.__flags__ & (1 << 9)
            ):
                classes[id(value)] = value
            elif attribute.endswith("_p") and type(value).__name__ == "Primitive":
                found.append(Table(f"{name}.{attribute}", vars(value), "class"))
            elif type(value) is dict and value and package == "jax" and all(map(callable, value.values())):
                found.append(Table(f"{name}.{attribute}", value, "table"))
    return found + [Table(f"{one.__module__}.{one.__qualname__}", vars(one), "class", one) for one in classes.values()]


def watch(same, of_library):
    """`told() → [sentence]`: which of these tables are not as they were when this was called."""
    differing = []

    def arrange():
        return [one.mapping for one in same], [one.size for one in same], list(chained(one.values for one in same))

    mappings, sizes, values = arrange()

    def still(one):
        return len(one.mapping) == one.size and all(map(operator.is_, one.mapping.values(), one.values))

    def told():
        nonlocal same, mappings, sizes, values
        now = chained(one.values() for one in mappings)
        if list(map(len, mappings)) != sizes or not all(map(operator.is_, now, values)):
            differing.extend(one for one in same if not still(one))
            same = [one for one in same if still(one)]
            mappings, sizes, values = arrange()
        return [sentence_on(one.name) for one in differing if one.differs(of_library)]

    return told


def chained(parts):
    return itertools.chain.from_iterable(parts)


def sentence_on(name):
    return REPLACED[next(one for one in REPLACED if name == one or name.startswith(one + "."))]


def make_comparison(in_library, near_classes=()):
    """`changed(near) → [sentence]`: which tables are not as they were when this was called; with `near` only of what a
    check itself calls.

    `in_library(file's name)` tells whose functions may be added.
    """
    registry = getattr(sys.modules.get("jax._src.tree_util"), "_registry", {})
    registered = set(registry)

    def of_library(value):
        value = getattr(value, "fget", None) or getattr(value, "__func__", value)
        return type(value) is not types.FunctionType or in_library(value.__code__.co_filename)

    everything = tables()
    known = {id(one.owner) for one in everything if one.owner is not None}
    all_told = watch(everything, of_library)
    near_told = watch([one for one in everything if one.name in NEAR or one.owner in near_classes], of_library)

    def changed(near=False):
        if near:
            return near_told()
        new = registry.keys() - registered
        return all_told() + [REGISTERED] * any(kind.__module__ == "builtins" or id(kind) in known for kind in new)

    return changed


def make_settings():
    """`usual() → context` in which every setting of JAX is as it was when this was called, whatever the notebook has
    set; and `unusual() → whether one is not`.
    """
    config = sys.modules["jax._src.config"]
    states = [
        one
        for one in vars(config).values()
        if callable(one) and hasattr(type(one), "value") and not isinstance(one, type)
    ]
    flags, update = dict(config.config.values), config.config.update
    before = [one.value for one in states]

    def differs(one, other):
        return one is not other and not (
            type(one) is type(other) and type(one) in (bool, int, str, float, tuple) and one == other
        )

    @contextlib.contextmanager
    def usual():
        for name, value in flags.items():
            if differs(config.config.values.get(name), value):
                update(name, value)
        with contextlib.ExitStack() as stack:
            for state, value in zip(states, before):
                if differs(state.value, value):
                    stack.enter_context(state(value))
            yield

    def unusual():
        return any(differs(state.value, value) for state, value in zip(states, before))

    return usual, unusual
