"""What the names of a notebook stand for: modules, classes of the learner's own, other names of a module."""

from __future__ import annotations

import ast
import functools
from collections import defaultdict
from dataclasses import dataclass

from grader.judging.allowed import Allowed
from grader.judging.cell_text import bound_by, dotted, parsed
from grader.lessons.source import instruments

OURS = ("jax", "jax.numpy", "numpy", "equinox", "simple_pytree")  # modules of the setup cell that an answer uses


@dataclass(frozen=True)
class Context:
    """What the cells that run together make known: names bound to modules and to attributes of modules, and underscored
    attributes of the learner's.
    """

    modules: dict  # name → frozenset of modules that it may stand for
    attributes: dict  # name → frozenset of attributes of modules, module.attribute
    own: frozenset  # underscored attributes that their classes set or define
    texts: dict  # name → the constant text that it is bound to, once


def modules_in(node: ast.AST, modules: dict) -> frozenset:
    """The modules that an expression of names, choices, displays and their parts may stand for or hold."""
    if isinstance(node, ast.Name):
        return modules.get(node.id, frozenset())
    parts = {
        ast.IfExp: ("body", "orelse"),
        ast.Tuple: ("elts",),
        ast.List: ("elts",),
        ast.Dict: ("values",),
        ast.Subscript: ("value",),
    }.get(type(node), ())
    found = [
        part
        for name in parts
        for part in (getattr(node, name) if isinstance(getattr(node, name), list) else [getattr(node, name)])
    ]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("values", "items"):
        found = [node.func.value]
    return frozenset().union(*(modules_in(part, modules) for part in found))


def aliases(nodes: list[ast.AST], modules: dict) -> dict:
    """`modules` and the names that are bound to them by assignments and loops: `library = {"np": np, "jnp": jnp}`."""
    found = dict(modules)
    binding = [node for node in nodes if isinstance(node, (ast.Assign, ast.For, ast.comprehension))]
    for _ in range(3):  # an alias of an alias
        for node in binding:
            if isinstance(node, ast.Assign):
                pairs = [(target, node.value) for target in node.targets]
            else:
                of_tuples = (
                    isinstance(node.target, ast.Tuple)
                    and isinstance(node.iter, (ast.Tuple, ast.List))
                    and all(isinstance(one, ast.Tuple) for one in node.iter.elts)
                )
                pairs = (
                    [
                        (
                            target,
                            ast.Tuple([one.elts[place] for one in node.iter.elts if len(one.elts) > place], ast.Load()),
                        )
                        for place, target in enumerate(node.target.elts)
                    ]
                    if of_tuples
                    else [(node.target.elts[-1] if isinstance(node.target, ast.Tuple) else node.target, node.iter)]
                )
            for target, value in pairs:
                if isinstance(target, ast.Name) and (held := modules_in(value, found)):
                    found[target.id] = found.get(target.id, frozenset()) | held
    return found


def own_names(kind: ast.ClassDef) -> set[str]:
    """Attributes that a class of the learner's has: defined in it, set on `self`, `cls` or on what `__new__` gave, or
    in its slots.
    """
    found = {one.name for one in kind.body if isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef))}
    found |= {
        name.id
        for one in kind.body
        for name in ast.walk(one)
        if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)
    }
    found |= {
        word.value
        for one in kind.body
        if isinstance(one, ast.Assign)
        for word in ast.walk(one.value)
        if isinstance(word, ast.Constant) and isinstance(word.value, str)
    }
    made = {
        node.targets[0].id
        for node in ast.walk(kind)
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and isinstance(node.value, ast.Call)
        and isinstance(node.value.func, ast.Attribute)
        and node.value.func.attr == "__new__"
    }
    for node in ast.walk(kind):
        if (
            isinstance(node, ast.Attribute)
            and isinstance(node.ctx, ast.Store)
            and dotted(node.value) in {"self", "cls", *made}
        ):
            found.add(node.attr)
        elif (
            isinstance(node, ast.Call)
            and dotted(node.func).endswith("setattr")
            or isinstance(node, ast.Call)
            and getattr(node.func, "attr", "") == "__setattr__"
        ):
            found |= {
                one.value for one in node.args[-2:-1] if isinstance(one, ast.Constant) and isinstance(one.value, str)
            }
    return found


def context_of(trees: list[ast.Module], allowed: Allowed, hide: tuple[str, ...] = ()) -> Context:
    """What the cells with these syntax trees make known; the setup cell's modules called `hide` are not there."""
    modules, attributes, own, texts, stored = defaultdict(frozenset), defaultdict(frozenset), set(), {}, []
    nodes = [node for tree in trees for node in ast.walk(tree)]  # once: most of them are the setup cell's
    for node in nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                if (name := bound_by(node, alias)) not in hide:
                    modules[name] |= {alias.name if alias.asname else alias.name.split(".")[0]}
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                names = allowed.modules.get(node.module) or () if alias.name == "*" else (alias.name,)
                for one in names:
                    known = modules if allowed.module(whole) else attributes
                    known[alias.asname or one] |= {f"{node.module}.{one}"}
        elif isinstance(node, ast.ClassDef):
            own |= own_names(node)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            stored.append(node.id)
        elif isinstance(node, ast.arg):
            stored.append(node.arg)
        if (
            isinstance(node, ast.Assign)
            and isinstance(node.targets[0], ast.Name)
            and isinstance(node.value, ast.Constant)
        ):
            texts[node.targets[0].id] = node.value.value
    own = frozenset(name for name in own if name.startswith("_") and not name.endswith("__"))
    return Context(
        aliases(nodes, modules),
        dict(attributes),
        own,
        {name: text for name, text in texts.items() if stored.count(name) == 1},
    )


@functools.cache
def setup_modules() -> dict[str, str]:
    """Modules that the setup cell imports for itself: name → module."""
    imports = [node for node in ast.walk(parsed(instruments())) if isinstance(node, ast.Import)]
    found = {bound_by(node, alias): alias.name for node in imports for alias in node.names}
    return {name: module for name, module in found.items() if module not in OURS}
