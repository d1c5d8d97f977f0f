"""Read a learner's cells before they run, and say what in them could reach beyond an answer: deny by default.

A module is used only as `module.attribute`, and for each module the attributes that may be used are listed
(public_names.json). Of objects any public attribute may be used. Annotations are read as code, strings too; comments
and other strings are not read. What is found sends the exercise to review: nothing is said of what was meant.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

from grader.judging.allowed import Allowed, installed, may_import
from grader.judging.cell_text import bound_by, dotted, parsed
from grader.judging.context import Context, context_of, setup_modules
from grader.sandbox.inside.guards import BY_NAME as NAMED
from grader.sandbox.inside.guards import DEFINE, READ, RUNS_TEXT, SET, leads_out

QUOTED = 40  # characters of the file that a finding repeats at most
BY_NAME = NAMED | {"super", "isinstance", "issubclass", "object"}
NAMES = frozenset(
    {
        "__name__",
        "__doc__",
        "__file__",
        "__debug__",
        "__all__",
        "__author__",
        "__version__",
        "__date__",
        "__email__",
        "__license__",
    }
)  # dunder names of a notebook
ASKED = frozenset({"sys.modules"})  # may stand on the right of `in`
UNDERSCORED = frozenset(
    {"_replace", "_asdict", "_fields", "_make", "_field_defaults"}
)  # of named tuples, public by agreement
BASES = frozenset(
    {
        "equinox.Module",
        "simple_pytree.Pytree",
        "abc.ABC",
        "collections.OrderedDict",
        "collections.UserDict",
        "collections.UserList",
        "collections.Counter",
        "types.SimpleNamespace",
        "contextlib.ContextDecorator",
        "json.JSONEncoder",
        "equinox.Enumeration",
    }
)
BASE_MODULES = ("typing", "typing_extensions", "enum", "collections.abc", "numbers")
LOADS = ("numpy.load", "jax.numpy.load")  # with allow_pickle they run what a file says
LOGS = ("logging.basicConfig",)  # may write to any file
OVER_MEMORY = (
    "numpy.ndarray",
    "numpy.recarray",
    "numpy.record",
    "numpy.chararray",
    "numpy.matrix",
    "numpy.memmap",
)  # classes: named, but not called
KEYWORDS = frozenset(
    {"refcheck", "buffer", "buf", "allow_pickle", "eval_str", "namespace"}
)  # arguments by which memory is reached, or text is run
SETTABLE = ("os.environ", "matplotlib.pyplot.rcParams", "matplotlib.rcParams")


@dataclass(frozen=True)
class Finding:
    """`line` of a cell (from 1), and what stands there."""

    line: int
    what: str


class Reader(ast.NodeVisitor):
    """Reads one cell; `found` are its findings."""

    def __init__(self, allowed: Allowed, context: Context):
        self.allowed, self.context, self.found = allowed, context, []
        self.parents: list[ast.AST] = []
        self.line = 0  # of an annotation that is a string

    def say(self, node, what: str) -> None:
        self.found.append(Finding(self.line or getattr(node, "lineno", 1), what[:QUOTED]))

    def visit(self, node):
        self.parents.append(node)
        try:
            super().visit(node)
        finally:
            self.parents.pop()

    def above(self, levels: int = 1) -> ast.AST | None:
        return self.parents[-1 - levels] if len(self.parents) > levels else None

    # modules
    # -----------------------------------------------------------------------------------------------------------
    def visit_Import(self, node):
        for alias in node.names:
            if not may_import(self.allowed, node, alias) and not (
                self.guarded() and not installed(getattr(node, "module", None) or alias.name)
            ):
                missing = "" if installed(getattr(node, "module", None) or alias.name) else ": not installed here"
                self.say(
                    node,
                    (
                        f"import {alias.name}"
                        if isinstance(node, ast.Import)
                        else f"from {node.module} import {alias.name}"
                    )
                    + missing,
                )

    visit_ImportFrom = visit_Import

    def guarded(self) -> bool:
        """Whether what stands here may fail, or never runs: `try: import torch`, `if TYPE_CHECKING:`."""
        return any(
            isinstance(one, ast.Try) or isinstance(one, ast.If) and dotted(one.test).endswith("TYPE_CHECKING")
            for one in self.parents
        )

    def path(self, node: ast.AST) -> str:
        """What a chain of names stands for: a module, or module.attribute; "" for anything else."""
        name = dotted(node)
        first, _, rest = name.partition(".")
        base = next(iter(sorted(self.context.modules.get(first) or self.context.attributes.get(first) or ())), "")
        return f"{base}.{rest}" if base and rest else base or ""

    def visit_Name(self, node):
        name, parent, stored = node.id, self.above(), not isinstance(node.ctx, ast.Load)
        called = isinstance(parent, ast.Call) and parent.func is node
        if name.startswith("__") and name.endswith("__"):
            in_class = any(isinstance(one, ast.ClassDef) for one in self.parents)
            if name not in NAMES and (
                not in_class or leads_out(name, DEFINE if stored else READ) or stored and name == "__getattr__"
            ):
                self.say(node, name)
        elif name in RUNS_TEXT:
            self.say(node, name)
        elif not stored and name in self.context.modules:
            for module in sorted(self.context.modules[name]):
                self.used_module(node, module)
        elif not stored and name in self.context.attributes:
            for attribute in sorted(self.context.attributes[name]):
                self.used_attribute(node, attribute)
        elif name == "type" and not stored and not self.fine_type(node, parent, called):
            self.say(node, "type(…) that makes a class" if called else "type as a value")
        elif stored and name in BY_NAME:
            self.say(node, f"another {name}")
        elif name == "vars" and called and not parent.args:
            self.say(node, "vars()")

    def fine_type(self, node, parent, called: bool) -> bool:
        """Whether `type` asks for a class, or stands where classes are compared or told."""
        if called:
            return len(parent.args) == 1 and not parent.keywords and not isinstance(parent.args[0], ast.Starred)
        return self.only_named(node)

    def only_named(self, node, level: int = 1) -> bool:
        """Whether a class is only named at `node`: asked for, compared, or in an annotation."""
        around = [
            one for one in self.parents[: len(self.parents) - level] if not isinstance(one, (ast.Tuple, ast.BinOp))
        ]
        if self.line:  # in an annotation that is a string
            return True
        within = around[-1] if around else None
        asks = isinstance(within, ast.Call) and dotted(within.func) in ("isinstance", "issubclass")
        annotated = isinstance(within, ast.AnnAssign) and any(one is within.annotation for one in self.parents)
        return (
            asks
            or annotated
            or isinstance(within, (ast.Compare, ast.arg))
            or any(one is getattr(within, "returns", 0) for one in self.parents)
        )

    def used_module(self, node, module: str, level: int = 1) -> None:
        """A module stands at `node`: only an attribute of it may be used."""
        parent = self.above(level)
        while (
            isinstance(parent, (ast.IfExp, ast.Tuple, ast.List, ast.Dict))
            or isinstance(parent, ast.Subscript)
            and parent.value is node
        ):
            node, level = parent, level + 1
            parent = self.above(level)
        in_class = any(isinstance(one, ast.ClassDef) for one in self.parents) and not any(
            isinstance(one, (ast.FunctionDef, ast.Lambda)) for one in self.parents
        )
        held = (
            not in_class
            and isinstance(parent, ast.Assign)
            and all(isinstance(one, ast.Name) for one in parent.targets)
            or isinstance(parent, (ast.For, ast.comprehension))
            and parent.iter is node
        )
        if held or not installed(module):  # its names are known to stand for it: see `aliases`
            return
        if not (isinstance(parent, ast.Attribute) and parent.value is node):
            self.say(node, f"the module {module} as a value")
        elif parent.attr in ("values", "items") and isinstance(self.above(level + 1), ast.Call):
            pass  # of a dictionary of modules
        elif not isinstance(parent.ctx, ast.Load):
            self.say(parent, f"sets {dotted(parent)}")
        elif self.allowed.module(f"{module}.{parent.attr}"):
            self.used_module(parent, f"{module}.{parent.attr}", level + 1)
        elif f"{module}.{parent.attr}" in ASKED and isinstance(self.above(level + 1), ast.Compare):
            pass
        elif not self.allowed.module(module) or not self.allowed.attribute(module, parent.attr):
            self.say(parent, dotted(parent))
        else:
            self.used_attribute(parent, f"{module}.{parent.attr}", level + 1)

    def used_attribute(self, node, name: str, level: int = 1) -> None:
        """A module's attribute stands at `node`."""
        parent = self.above(level)
        top, above = node, parent
        while isinstance(above, (ast.Attribute, ast.Subscript)) and getattr(above, "value", None) is top:
            if not isinstance(above.ctx, ast.Load) and not name.startswith(SETTABLE):
                self.say(above, f"sets a part of {name}")
            if isinstance(above, ast.Attribute):
                self.attribute(above, above.attr, above.value, isinstance(above.ctx, ast.Load))
            level += 1
            top, above = above, self.above(level)
        if isinstance(parent, ast.Call) and parent.func is node:
            self.called(parent, name)
        elif name in (*LOADS, *LOGS):
            self.say(node, f"{name} as a value")
        if name in OVER_MEMORY and not self.only_named(node, level):
            self.say(node, f"{name} as a value")
        if name == "abc.ABCMeta" and not isinstance(parent, ast.keyword):
            self.say(node, name)
        if (
            isinstance(parent, ast.ClassDef)
            and node in parent.bases
            and name not in BASES
            and not name.startswith((*BASE_MODULES, "equinox.nn."))
        ):
            self.say(node, f"a class of {name}")

    def called(self, call: ast.Call, name: str) -> None:
        keywords = {one.arg for one in call.keywords}
        if name in LOADS and (len(call.args) > 1 or keywords - {"file", "mmap_mode"}):
            self.say(call, f"{name} with more than a file")
        elif name in LOGS and (call.args or keywords - {"level", "format", "datefmt", "force", "stream"}):
            self.say(call, f"{name} with more than a level and a format")
        elif name == "types.SimpleNamespace" and None in keywords:
            self.say(call, "types.SimpleNamespace(**…)")
        elif name.startswith("enum.") and len(call.args) + len(call.keywords) > 1:
            self.say(call, f"{name} that makes a class")

    # objects
    # -----------------------------------------------------------------------------------------------------------
    def visit_Attribute(self, node):
        if not self.path(node):
            self.attribute(node, node.attr, node.value, isinstance(node.ctx, ast.Load))
        self.generic_visit(node)

    def attribute(self, node, name: str, of: ast.AST | None, read: bool = True) -> None:
        """An object's attribute of this name is read, or set."""
        mine = isinstance(of, ast.Name) and of.id in ("self", "cls")
        dunder = name.startswith("__") and name.endswith("__")
        replaces = (
            name == "__dict__" and not read and isinstance(self.above(), ast.Assign) and node in self.above().targets
        )
        if leads_out(name, READ if read else SET) and not replaces:
            self.say(node, name)
        elif (
            name.startswith("_")
            and not dunder
            and not mine
            and name not in UNDERSCORED
            and name not in self.context.own
        ):
            self.say(node, name)
        elif name in ("format", "format_map") and of is not None:
            text = (
                of.value
                if isinstance(of, ast.Constant)
                else self.context.texts.get(of.id)
                if isinstance(of, ast.Name)
                else None
            )
            if not isinstance(text, str) or any(
                leads_out(part)
                for part in text.replace("}", ".")
                .replace("]", ".")
                .replace("[", ".")
                .replace("!", ".")
                .replace(":", ".")
                .split(".")
            ):
                self.say(node, "a template that is worked out, or leads out")

    def visit_MatchClass(self, node):
        for name in node.kwd_attrs:
            self.attribute(node, name, None)
            if name.startswith("__"):
                self.say(node, name)
        self.generic_visit(node)

    def visit_keyword(self, node):
        if node.arg in KEYWORDS:
            self.say(node, f"{node.arg}=…")
        self.generic_visit(node)

    def visit_Call(self, node):
        if (
            isinstance(node.func, ast.Name)
            and node.func.id in NAMED
            and len(node.args) > 1
            and isinstance(node.args[1], ast.Constant)
        ):
            self.attribute(
                node,
                node.args[1].value if isinstance(node.args[1].value, str) else "",
                node.args[0],
                node.func.id in ("getattr", "hasattr"),
            )
        self.generic_visit(node)

    def visit_FunctionDef(self, node):
        if node.name in BY_NAME:
            self.say(node, f"another {node.name}")
        if node.name.startswith("__") and node.name.endswith("__") and leads_out(node.name, DEFINE):
            self.say(node, f"defines {node.name}")
        self.generic_visit(node)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_ClassDef(self, node):
        for keyword in node.keywords:
            if keyword.arg == "metaclass" and self.path(keyword.value) != "abc.ABCMeta":
                self.say(node, "a metaclass")
        if any(isinstance(base, ast.Name) and base.id == "type" for base in node.bases):
            self.say(node, "a metaclass")
        for one in node.body:
            targets = getattr(one, "targets", None) or [getattr(one, "target", None)]
            names = [target.id for target in targets if isinstance(target, ast.Name)]
            if {"__slots__", "__match_args__"} & set(names) and getattr(one, "value", None) is not None:
                words = [part.value for part in ast.walk(one.value) if isinstance(part, ast.Constant)]
                plain = all(
                    isinstance(part, (ast.Constant, ast.Tuple, ast.List, ast.Set, ast.Load))
                    for part in ast.walk(one.value)
                )
                if not plain or any(
                    not isinstance(word, str) or leads_out(word, SET) and word not in ("__weakref__", "__dict__")
                    for word in words
                ):
                    self.say(one, f"{names[0]} with names that are worked out, or lead out")
        self.generic_visit(node)

    # annotations
    # -------------------------------------------------------------------------------------------------------
    def annotation(self, node: ast.AST | None) -> None:
        for text in (
            (one for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str))
            if node
            else ()
        ):
            tree = parsed(text.value.strip())
            if tree is not None:
                self.line = text.lineno
                self.visit(tree)
                self.line = 0

    def visit_AnnAssign(self, node):
        self.annotation(node.annotation)
        self.generic_visit(node)

    def visit_arg(self, node):
        self.annotation(node.annotation)
        self.generic_visit(node)

    def generic_visit(self, node):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            self.annotation(node.returns)
        super().generic_visit(node)


def hidden(trees: dict) -> tuple[str, ...]:
    """Names that the learner's cells use for something of their own, if modules of the setup cell have them too: their
    cells need not see those.
    """
    stored = {
        node.id
        for tree in trees.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)
    }
    stored |= {node.arg for tree in trees.values() for node in ast.walk(tree) if isinstance(node, ast.arg)}
    imported = {
        bound_by(node, alias)
        for tree in trees.values()
        for node in ast.walk(tree)
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for alias in node.names
    }
    return tuple(sorted(stored & setup_modules().keys() - imported))


def read(trees: dict, allowed: Allowed, trusted: list[ast.Module]) -> dict:
    """Cell → findings, for cells (key → syntax tree) that run together after `trusted` ones."""
    found = {}
    try:
        context = context_of([*trusted, *trees.values()], allowed, hidden(trees))
    except RecursionError:
        return {key: (Finding(1, "code that is nested too deeply to be read"),) for key in trees}
    for key, tree in trees.items():
        reader = Reader(allowed, context)
        try:
            reader.visit(tree)
        except RecursionError:
            reader.say(tree, "code that is nested too deeply to be read")
        found[key] = tuple(dict.fromkeys(reader.found))
    return {key: findings for key, findings in found.items() if findings}
