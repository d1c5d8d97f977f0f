"""Attribute names that lead out of a learner's code, and builtins that refuse them where a name is worked out while the code runs.

screen.py reads the text of a cell before it runs and uses the same lists. What no text shows is refused here: `getattr(x, "__glo" + "bals__")`.
"""
import ast
import builtins
import sys
import types
from collections import UserDict

# Dunder names that may be read. The others lead to code, frames, modules, memory, or all classes there are.
READ = frozenset("""
    __init__ __new__ __name__ __qualname__ __doc__ __class__ __dict__ __module__ __version__ __wrapped__ __func__ __mro__ __bases__ __base__
    __post_init__ __check_init__ __init_subclass__ __set_name__ __setattr__ __delattr__ __eq__ __ne__ __lt__ __le__ __gt__ __ge__ __hash__ __repr__
    __str__ __format__ __bool__ __int__ __float__ __index__ __complex__ __len__ __iter__ __next__ __reversed__ __getitem__ __setitem__ __delitem__
    __contains__ __call__ __enter__ __exit__ __aenter__ __aexit__ __await__ __aiter__ __anext__ __get__ __set__ __delete__ __copy__ __deepcopy__
    __replace__ __add__ __sub__ __mul__ __matmul__ __truediv__ __floordiv__ __mod__ __divmod__ __pow__ __neg__ __pos__ __abs__ __invert__ __and__
    __or__ __xor__ __lshift__ __rshift__ __radd__ __rsub__ __rmul__ __rmatmul__ __rtruediv__ __rfloordiv__ __rmod__ __rpow__ __rand__ __ror__
    __rxor__ __iadd__ __isub__ __imul__ __imatmul__ __itruediv__ __ior__ __iand__ __round__ __trunc__ __floor__ __ceil__ __array__ __jax_array__
    __dataclass_fields__ __annotations__ __match_args__ __slots__ __members__ __class_getitem__ __sizeof__ __dir__ __type_params__ __cause__ __notes__
    __future__ __all__ __main__""".split())
# Those that a class may define: `__getattr__` only in forms that screen.py knows; no finalizer, nothing that NumPy takes for memory.
DEFINE = (READ - {"__class__", "__mro__", "__bases__", "__base__", "__func__", "__dict__", "__annotations__"}) | {"__getattr__", "__array_priority__", "__static_attributes__"}
FRAMES = frozenset(name for kind in (types.FrameType, types.TracebackType, types.GeneratorType, types.CoroutineType, types.AsyncGeneratorType, types.CodeType)
                   for name in dir(kind) if name.split("_")[0] in ("f", "tb", "gi", "cr", "ag", "co"))
# Names by which modules and what runs text are reached from other modules and objects, whatever the object is.
DOORS = frozenset("""sys builtins bltns importlib exec ctypes _getframe _module _src _sys _os _builtins _importlib _inspect _gc _thread _warnings _weakref
    user_ns as_strided memmap get_field vformat find_class set_custom_exc get_objects get_referrers get_referents""".split())
RUNS_TEXT = frozenset({"exec", "eval", "compile", "__import__", "globals", "locals", "open", "memoryview", "__builtins__", "__loader__", "__spec__", "get_ipython"})
EVALUATES = {"dataclasses": "exec", "typing": "eval", "annotationlib": "eval", "jaxtyping._array_types": "eval"}  # libraries that run text which they are given


def leads_out(name, defined=False):
    """Whether an attribute of this name leads out of a learner's code; `defined`: whether a class may not define it."""
    if name.startswith("__") and name.endswith("__") and len(name) > 4:
        return name not in (DEFINE if defined else READ)
    return name in FRAMES or name in DOORS


def names_in(code):
    """The names that a code object and those inside it use, attributes among them."""
    inner = [names_in(constant) for constant in code.co_consts if type(constant) is types.CodeType]
    return set(code.co_names).union(*inner)


class Refused(AttributeError):
    """A name that a learner's code worked out leads out."""


def make_check(warn):
    """`check(name)` raises Refused and calls `warn()` for what leads out, and for a name that is no plain word."""

    def check(name):
        if type(name) is not str or leads_out(name):
            warn()
            raise Refused("this attribute may not be used in a graded answer")

    return check


def builtins_for(check):
    """The builtins of a learner's cells: names are checked, nothing waits for a person. `<…>` are for `rewritten` alone."""
    own = dict(vars(builtins))

    def checked(function):
        def call(*arguments):
            for name in arguments[1:2]:
                check(name)
            return function(*arguments)

        return call

    def setting(function):  # X.__setattr__(…, name, value), bound or not
        def call(*arguments):
            check(arguments[-2] if len(arguments) > 1 else None)
            return function(*arguments)

        return call

    class Checked(UserDict):
        """The dictionary of an object, where it is changed."""

        def __init__(self, data):
            self.data = data

        def __setitem__(self, key, value):
            check(key)
            self.data[key] = value

        def __getitem__(self, key):
            check(key)
            return self.data[key]

    def checked_keys(value):
        for key in list(value):
            check(key)
        return value

    def asked(name):  # of an object's own __getattr__, whoever asks: NumPy does, for memory
        if type(name) is not str or leads_out(name):
            raise AttributeError(name)

    own |= {name: checked(own[name]) for name in ("getattr", "setattr", "delattr", "hasattr")}
    own |= {"input": lambda *_: "", "breakpoint": lambda *_, **__: None, "<setting>": setting, "<dict>": Checked, "<keys>": checked_keys, "<asked>": asked}
    return own


class Rewriter(ast.NodeTransformer):
    """Where a cell writes into an object by a name that it works out, the name is checked first."""

    @staticmethod
    def of_an_object(node):
        """Whether `node` is the dictionary of an object: `x.__dict__` or `vars(x)`."""
        by_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "vars" and node.args
        return by_call or isinstance(node, ast.Attribute) and node.attr == "__dict__"

    @staticmethod
    def call(name, node):
        return ast.copy_location(ast.Call(ast.Name(name, ast.Load()), [node], []), node)

    def visit_Attribute(self, node):
        inside = self.of_an_object(node.value)
        self.generic_visit(node)
        if inside:
            node.value = self.call("<dict>", node.value)
        return self.call("<setting>", node) if node.attr == "__setattr__" and isinstance(node.ctx, ast.Load) else node

    def visit_Subscript(self, node):
        inside = self.of_an_object(node.value)
        self.generic_visit(node)
        if inside:
            node.value = self.call("<dict>", node.value)
        return node

    def visit_Assign(self, node):
        self.generic_visit(node)
        if any(isinstance(target, ast.Attribute) and target.attr == "__dict__" for target in node.targets):
            node.value = self.call("<keys>", node.value)
        return node


    def visit_FunctionDef(self, node):
        self.generic_visit(node)
        if node.name == "__getattr__" and len(node.args.args) > 1:
            node.body.insert(0, ast.copy_location(ast.Expr(self.call("<asked>", ast.copy_location(ast.Name(node.args.args[1].arg, ast.Load()), node))), node))
        return node


def rewritten(tree):
    return ast.fix_missing_locations(Rewriter().visit(tree))


def guard_libraries(check):
    """Have text that libraries run for a learner (an annotation, a field's name) checked as it comes, before anything of it runs."""

    def reading(function, mode):
        def run(text, *names):
            code = text if type(text) is types.CodeType else compile(text, "<string>", mode)
            for name in names_in(code):
                if name != "__create_fn__" and not name.startswith("__dataclass_"):
                    check(name if name not in RUNS_TEXT else "__builtins__")
            return function(code, *names)

        return run

    for module, name in EVALUATES.items():
        if module in sys.modules:
            setattr(sys.modules[module], name, reading(getattr(builtins, name), name))
