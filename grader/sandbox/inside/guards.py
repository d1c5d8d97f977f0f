"""Attribute names that lead out of a learner's code, and builtins that refuse them where a name is worked out while the
code runs.

screen.py reads the text of a cell before it runs and uses the same lists. What no text shows is refused here:
`getattr(x, "__glo" + "bals__")`.
"""

import ast
import builtins
import enum
import sys
import types
from collections.abc import MutableMapping

# Dunder names that may be read. The others lead to code, frames, modules, memory, or all classes there are.
READ = frozenset(
    """
    __init__ __new__ __name__ __qualname__ __doc__ __class__ __dict__ __module__ __version__ __wrapped__ __func__
    __mro__ __bases__ __base__
    __post_init__ __check_init__ __init_subclass__ __set_name__ __setattr__ __delattr__ __eq__ __ne__ __lt__ __le__
    __gt__ __ge__ __hash__ __repr__
    __str__ __format__ __bool__ __int__ __float__ __index__ __complex__ __len__ __iter__ __next__ __reversed__
    __getitem__ __setitem__ __delitem__
    __contains__ __call__ __enter__ __exit__ __aenter__ __aexit__ __await__ __aiter__ __anext__ __copy__ __deepcopy__
    __replace__ __add__ __sub__ __mul__ __matmul__ __truediv__ __floordiv__ __mod__ __divmod__ __pow__ __neg__ __pos__
    __abs__ __invert__ __and__
    __or__ __xor__ __lshift__ __rshift__ __radd__ __rsub__ __rmul__ __rmatmul__ __rtruediv__ __rfloordiv__ __rmod__
    __rpow__ __rand__ __ror__
    __rxor__ __iadd__ __isub__ __imul__ __imatmul__ __itruediv__ __ior__ __iand__ __round__ __trunc__ __floor__ __ceil__
    __array__ __jax_array__
    __dataclass_fields__ __annotations__ __match_args__ __slots__ __members__ __class_getitem__ __sizeof__ __dir__
    __type_params__ __cause__ __notes__""".split()
)
# Those that a class may define: `__getattr__` only in forms that screen.py knows; no finalizer, nothing that NumPy
# takes for memory.
DEFINE = (
    READ - frozenset("__class__ __mro__ __bases__ __base__ __func__ __dict__ __annotations__ __module__".split())
) | frozenset("__getattr__ __array_priority__ __static_attributes__ __get__ __set__ __delete__".split())
# Those that a finished class or object may be given: not the ones by which Python itself reads attributes.
SET = DEFINE - frozenset("__match_args__ __slots__ __getattr__ __dataclass_fields__ __get__".split())
FRAMES = frozenset(
    name
    for kind in (
        types.FrameType,
        types.TracebackType,
        types.GeneratorType,
        types.CoroutineType,
        types.AsyncGeneratorType,
        types.CodeType,
    )
    for name in dir(kind)
    if name.split("_")[0] in ("f", "tb", "gi", "cr", "ag", "co")
)
# Names by which modules and what runs text are reached from other modules and objects, whatever the object is.
DOORS = frozenset(
    """sys builtins bltns importlib exec ctypes _getframe _module _src _sys _os _builtins _importlib _inspect _gc
    _thread _warnings _weakref
    user_ns as_strided memmap get_field vformat find_class set_custom_exc get_objects get_referrers get_referents
    raw_frames as_python_traceback attrname""".split()
)
RUNS_TEXT = frozenset(
    {
        "exec",
        "eval",
        "compile",
        "__import__",
        "globals",
        "locals",
        "open",
        "memoryview",
        "__builtins__",
        "__loader__",
        "__spec__",
        "get_ipython",
    }
)
MAKES = {
    types.FunctionType,
    types.CodeType,
    types.GenericAlias,
    types.ModuleType,
}  # and arrays over memory, see builtins_for
TEMPLATES = ("format", "format_map")  # whose text reads attributes: only where screen.py sees the text
BY_NAME = frozenset({"getattr", "setattr", "delattr", "hasattr", "vars", "type"})
# Libraries that run text which they are given.
EVALUATES = {
    "dataclasses": "exec",
    "typing": "eval",
    "typing_extensions": "eval",
    "annotationlib": "eval",
    "inspect": "eval",
    "jaxtyping._array_types": "eval",
}


def leads_out(name, dunders=READ):
    """Whether an attribute of this name leads out of a learner's code; `dunders` are those that do not: READ, DEFINE or
    SET.
    """
    if name.startswith("__") and name.endswith("__") and len(name) > 4:
        return name not in dunders
    return name in FRAMES or name in DOORS


def names_in(code):
    """The names that a code object and those inside it use, attributes among them."""
    inner = [names_in(constant) for constant in code.co_consts if type(constant) is types.CodeType]
    return set(code.co_names).union(*inner)


# What is told of a session, beside comparison.py's sentences; anything else that comes out of it is a forgery.
COMPUTED = "a name was worked out by which code leads out of the notebook"
COUNTED = "a count of traces was changed"
HIDDEN = "it reached for what belongs to the grader"
UNUSUAL = "a setting of JAX was changed while a check ran"


class Refused(AttributeError):
    """A name that a learner's code worked out leads out."""


def make_check(warn):
    """`check(name, dunders)` raises Refused and calls `warn()` for what leads out, and for a name that is no plain
    word.
    """

    def check(name, dunders=READ):
        if type(name) is not str or leads_out(name, dunders) or name in TEMPLATES:
            warn()
            raise Refused("this attribute may not be used in a graded answer")

    return check


def names_by(check):
    """The builtins that take an attribute's name: which may be read, set or deleted is checked."""

    def checked(function, dunders=READ):
        def call(*arguments):
            for name in arguments[1:2]:
                check(name, dunders)
            return function(*arguments)

        return call

    def get(thing, name, *otherwise):
        check(name)
        value = getattr(thing, name, *otherwise)
        return class_of(check, value) if name == "__class__" else value

    return {
        "getattr": get,
        "hasattr": checked(hasattr),
        "setattr": checked(setattr, SET),
        "delattr": checked(delattr, SET),
    }


def class_of(check, kind):
    """A class, but not one that makes classes."""
    if issubclass(kind, type):
        check("__prepare__")
    return kind


def changing(check, data):
    """The dictionary of an object, where it is changed or a part of it is taken: by names that are checked."""

    class Checked(MutableMapping):
        def __getitem__(self, key):
            check(key)
            return data[key]

        def __setitem__(self, key, value):
            check(key, SET)
            data[key] = value

        def __delitem__(self, key):
            del data[key]

        def __iter__(self):
            return iter(data)

        def __len__(self):
            return len(data)

        def copy(self):
            return dict(data)

    return Checked()


def builtins_for(check):
    """The builtins of a learner's cells: names are checked, nothing waits for a person. Those in `<…>` are for
    `rewritten` alone.
    """
    own = dict(vars(builtins)) | names_by(check)
    get, arrays = own["getattr"], sys.modules["numpy"].ndarray

    def setting(thing):  # X.__setattr__, bound or not, to be called with (…, name, value)
        def call(*arguments):
            check(arguments[-2] if len(arguments) > 1 else None, SET)
            return thing.__setattr__(*arguments)

        return call

    def checked_keys(value):
        for key in list(value):
            check(key, SET)
        return value

    def asked(name):  # of an object's own __getattr__, whoever asks: NumPy does, for memory
        if type(name) is not str or leads_out(name):
            raise AttributeError(name)

    def calling(function):  # what stands before (…): no class that makes classes, functions or arrays over memory
        if isinstance(function, type) and (
            issubclass(function, type)
            or function in MAKES
            or function.__module__.startswith("numpy")
            and issubclass(function, arrays)
        ):
            check("__makes_what_leads_out__")
        return plain_namespace if function is types.SimpleNamespace else function

    def plain_namespace(*arguments, **named):
        for name in (*named, *(key for one in arguments for key in one)):
            check(name, SET)
        return types.SimpleNamespace(*arguments, **named)

    return own | {
        "input": lambda *_: "",
        "breakpoint": lambda *_, **__: None,
        "<get>": get,
        "<setting>": setting,
        "<type>": lambda thing: class_of(check, type(thing)),
        "<changing>": lambda data: changing(check, data),
        "<keys>": checked_keys,
        "<asked>": asked,
        "<calling>": calling,
    }


class Rewriter(ast.NodeTransformer):
    """Where a cell reads or writes by a name that no text shows, what is meant is checked first."""

    @staticmethod
    def of_an_object(node):
        """Whether `node` is the dictionary of an object: `x.__dict__` or `vars(x)`."""
        by_call = (
            isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "vars" and node.args
        )
        return by_call or isinstance(node, ast.Attribute) and node.attr == "__dict__"

    @staticmethod
    def call(name, *nodes):
        made = ast.Call(ast.Name(name, ast.Load()), list(nodes), [])
        return ast.copy_location(made, nodes[0])

    def part_of(self, node):
        """An attribute or an item of `node.value`; of an object's dictionary by names that are checked."""
        inside = self.of_an_object(node.value)
        self.generic_visit(node)
        if inside:
            node.value = self.call("<changing>", node.value)
        return node

    visit_Subscript = part_of

    def visit_Attribute(self, node):
        node = self.part_of(node)
        if isinstance(node.ctx, ast.Load) and node.attr == "__setattr__":
            return self.call("<setting>", node.value)
        if isinstance(node.ctx, ast.Load) and node.attr == "__class__":
            return self.call("<get>", node.value, ast.copy_location(ast.Constant(node.attr), node))
        return node

    def visit_Call(self, node):
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "type" and len(node.args) == 1 and not node.keywords:
            node.func.id = "<type>"
        elif not (isinstance(node.func, ast.Name) and node.func.id.startswith("<")):
            node.func = self.call("<calling>", node.func)
        return node

    def visit_Assign(self, node):
        self.generic_visit(node)
        if any(isinstance(target, ast.Attribute) and target.attr == "__dict__" for target in node.targets):
            node.value = self.call("<keys>", node.value)
        return node

    def visit_FunctionDef(self, node):
        self.generic_visit(node)
        if node.name == "__getattr__" and len(node.args.args) > 1:
            node.body.insert(
                0,
                ast.copy_location(
                    ast.Expr(
                        self.call("<asked>", ast.copy_location(ast.Name(node.args.args[1].arg, ast.Load()), node))
                    ),
                    node,
                ),
            )
        return node


def rewritten(tree):
    return ast.fix_missing_locations(Rewriter().visit(tree))


def guard_libraries(check):
    """Have text that libraries run for a learner (an annotation, a field's name) checked as it comes, before anything
    of it runs.
    """

    def reading(function, mode):
        def run(text, *names):
            code = text if type(text) is types.CodeType else compile(text, "<string>", mode)
            for name in names_in(code):
                if name != "__create_fn__" and not name.startswith("__dataclass_"):
                    check(
                        "__builtins__" if name in RUNS_TEXT | BY_NAME - {"type"} else name
                    )  # frozen dataclasses ask for a type
            return function(code, *names)

        return run

    for module, name in EVALUATES.items():
        if module in sys.modules:
            setattr(sys.modules[module], name, reading(getattr(builtins, name), name))
    naming_members(check)


def naming_members(check):
    """Names of an Enum that is made by a call are checked: they become attributes of a class."""
    make = enum.EnumType._create_

    def create(kind, class_name, names, **named):
        names = (
            names.replace(",", " ").split()
            if type(names) is str
            else list(names.items() if type(names) is dict else names)
        )
        for name in names:
            check(name if type(name) is str else name[0], SET)
        return make(kind, class_name, names, **named)

    enum.EnumType._create_ = create
