"""What a check compares before and after: the tables of libraries, the pytree registry and the settings of JAX.

Names in the sentences are those that the libraries had; nothing that a learner's code named is repeated.
"""
import contextlib
import itertools
import operator
import sys
import types

PACKAGES = ("jax", "jaxlib", "numpy", "equinox", "simple_pytree", "jaxtyping")
MODULES = ("builtins", "math", "html", "functools", "contextlib", "warnings", "traceback", "re", "random", "logging", "dataclasses", "typing", "collections",
           "abc", "enum", "copy", "operator", "itertools", "types", "ast", "linecache")
BEHAVIOUR = (types.FunctionType, types.BuiltinFunctionType, property, classmethod, staticmethod, types.MethodDescriptorType, types.WrapperDescriptorType,
             types.MemberDescriptorType, types.GetSetDescriptorType)
LOOSE = frozenset({"showwarning", "_showwarnmsg_impl", "formatwarning", "__annotations__", "__annotate__", "__annotate_func__", "__firstlineno__"})


class Table:
    """One namespace as it was: a module's, a class's, or a table of functions in a module."""

    def __init__(self, name, mapping, kind, owner=None):
        self.name, self.mapping, self.kind, self.owner = name, mapping, kind, owner
        self.values, self.size = list(mapping.values()), len(mapping)
        self.before = {key: value for key, value in mapping.items() if key not in LOOSE and (callable(value) or isinstance(value, (types.ModuleType, *BEHAVIOUR)))}

    def differences(self, of_library):
        now = self.mapping
        for key, value in self.before.items():
            if now.get(key) is not value:
                yield f"{self.name}.{key} was replaced" if self.kind != "table" else f"an entry of {self.name} was replaced"
        if self.kind != "table" and len(now) != self.size:
            for key in now.keys() - self.before.keys():
                shadows = self.kind == "module" and key in BUILTINS and now[key] is not BUILTINS[key]
                behaves = self.kind == "class" and key not in LOOSE and isinstance(now[key], BEHAVIOUR)
                if (shadows or behaves) and not any(now[key] is value for value in self.values) and not of_library(now[key]):
                    yield f"{self.name} was given something of its own"


BUILTINS = dict(vars(sys.modules["builtins"]))


def tables():
    """The namespaces that are compared: modules of libraries and their classes, a few modules of Python's, tables of JAX's own functions."""
    found, classes = [], {}
    for name in sorted(sys.modules):
        module, package = sys.modules[name], name.split(".")[0]
        if not isinstance(module, types.ModuleType) or package not in PACKAGES and name not in MODULES:
            continue
        found.append(Table(name, vars(module), "module"))
        for attribute, value in list(vars(module).items()):
            if isinstance(value, type) and str(getattr(value, "__module__", "")).split(".")[0] in PACKAGES and value.__flags__ & (1 << 9):
                classes[id(value)] = value
            elif type(value) is dict and value and package == "jax" and all(map(callable, value.values())):
                found.append(Table(f"{name}.{attribute}", value, "table"))
    return found + [Table(f"{one.__module__}.{one.__qualname__}", vars(one), "class", one) for one in classes.values()]


def make_comparison(in_library):
    """`changed() → [sentence]`: which tables are not as they were when this was called. `in_library(file's name)` tells what may add to them."""
    same, chained, is_ = tables(), itertools.chain.from_iterable, operator.is_
    registry = getattr(sys.modules.get("jax._src.tree_util"), "_registry", {})
    registered, known = set(registry), {id(one.owner) for one in same if one.owner is not None}
    differing = []

    def of_library(value):
        value = getattr(value, "fget", None) or getattr(value, "__func__", value)
        return type(value) is not types.FunctionType or in_library(value.__code__.co_filename)

    def arrange():
        return [one.mapping for one in same], [one.size for one in same], list(chained(one.values for one in same))

    mappings, sizes, values = arrange()

    def changed():
        nonlocal same, mappings, sizes, values
        if list(map(len, mappings)) != sizes or not all(map(is_, chained(one.values() for one in mappings), values)):
            parted = [(one, len(one.mapping) == one.size and all(map(is_, one.mapping.values(), one.values))) for one in same]
            differing.extend(one for one, still in parted if not still)
            same = [one for one, still in parted if still]
            mappings, sizes, values = arrange()
        signs = [sign for one in differing for sign in one.differences(of_library)]
        if any(kind.__module__ == "builtins" or id(kind) in known for kind in registry.keys() - registered):
            signs.append("a type that is not the learner's was registered as a pytree")
        return signs

    return changed


def make_settings():
    """`usual() → context` in which every setting of JAX is as it was when this was called, whatever the notebook has set."""
    config = sys.modules["jax._src.config"]
    states = [one for one in vars(config).values() if callable(one) and hasattr(type(one), "value") and not isinstance(one, type)]
    flags, update = dict(config.config.values), config.config.update
    before = [one.value for one in states]

    def differs(one, other):
        return one is not other and not (type(one) is type(other) and type(one) in (bool, int, str, float, tuple) and one == other)

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

    return usual
