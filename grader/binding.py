"""Bind for good the names that a check uses: functions, classes and modules become constants of its code.

What stands in a namespace or in a cell of a closure can be replaced while a check runs, and put back before anybody compares. The
constants of a code object cannot be replaced. Loaded into a namespace of its own by runner.py; it uses C functions alone, so that
it works whatever a notebook has done to the library's modules.
"""
import _ast
import types

MARK = "bound for good"  # stands in a frozenset among the constants, with the number of what it stands for
FIELDS = {kind: kind._fields for kind in vars(_ast).values() if isinstance(kind, type) and issubclass(kind, _ast.AST)}
FUNCTIONS = (_ast.FunctionDef, _ast.AsyncFunctionDef, _ast.Lambda)
SCOPES = (*FUNCTIONS, _ast.ClassDef, _ast.ListComp, _ast.SetComp, _ast.DictComp, _ast.GeneratorExp)
PATTERNS = {(_ast.MatchClass, "cls"), (_ast.MatchValue, "value"), (_ast.MatchMapping, "keys")}  # where Python wants names, not constants
ONLY_AST = 0x400  # ast.PyCF_ONLY_AST


def nodes(tree, inside=False):
    """(node, whether in a function, class or comprehension) of all that is below `tree`, itself included."""
    if type(tree) is list:
        for item in tree:
            yield from nodes(item, inside)
    elif type(tree) in FIELDS:
        yield tree, inside
        for name in FIELDS[type(tree)]:
            yield from nodes(getattr(tree, name, None), inside or type(tree) in SCOPES and name not in ("decorator_list", "bases", "returns"))


def name_bound(node):
    """The name that a node binds, an argument's or an import's too, or None."""
    kind = type(node)
    if kind is _ast.Name:
        return node.id if type(node.ctx) is not _ast.Load else None
    if kind is _ast.arg:
        return node.arg
    if kind is _ast.alias:
        return (node.asname or node.name).split(".")[0]
    if kind in (_ast.FunctionDef, _ast.AsyncFunctionDef, _ast.ClassDef, _ast.ExceptHandler, _ast.MatchAs, _ast.MatchStar):
        return node.name
    return node.rest if kind is _ast.MatchMapping else None


def bindable(value):
    """Whether a value may stand among constants: it is true, and nobody calculates with it."""
    return callable(value) or isinstance(value, types.ModuleType)


def replaced(node, found, marks, outside):
    """`node` with constants for what `found(name)` knows; `outside`: whether code that runs at once is left as it is.

    `marks` collects what the constants stand for: (name, attribute, …).
    """
    if type(node) is list:
        return [replaced(item, found, marks, outside) for item in node]
    if type(node) not in FIELDS:
        return node
    path, inner = [], node
    while type(inner) is _ast.Attribute and type(inner.ctx) is _ast.Load:
        path.append(inner.attr)
        inner = inner.value
    if not outside and type(inner) is _ast.Name and type(inner.ctx) is _ast.Load:
        value, taken = found(inner.id), [inner.id]
        if value is None:
            return node
        while path and isinstance(value, types.ModuleType) and bindable(getattr(value, path[-1], None)):
            value = getattr(value, path[-1])
            taken.append(path.pop())
        marks.append(tuple(taken))
        place = {"lineno": node.lineno, "col_offset": node.col_offset, "end_lineno": node.end_lineno, "end_col_offset": node.end_col_offset}
        constant = _ast.Constant(frozenset({MARK, len(marks) - 1}), **place)
        # Python warns of a constant that is called, not of one that was chosen.
        new = _ast.IfExp(_ast.Constant(True, **place), constant, _ast.Constant(None, **place), **place)
        for attribute in reversed(path):
            new = _ast.Attribute(new, attribute, _ast.Load(), **place)
        return new
    for name in FIELDS[type(node)]:
        if hasattr(node, name) and (type(node), name) not in PATTERNS:
            setattr(node, name, replaced(getattr(node, name), found, marks, outside and not (type(node) in FUNCTIONS and name == "body")))
    return node


def filled(constant, value_of):
    """A code object, or a constant of one, with what its marks stand for."""
    if type(constant) is types.CodeType:
        return constant.replace(co_consts=tuple(filled(one, value_of) for one in constant.co_consts))
    if type(constant) is frozenset and MARK in constant:
        return value_of(*(one for one in constant if one != MARK))
    return type(constant)(filled(one, value_of) for one in constant) if type(constant) in (tuple, frozenset) else constant


def value_at(path, known):
    value = known[path[0]]
    for attribute in path[1:]:
        value = getattr(value, attribute)
    return value


def bind(source, filename, known):
    """The code of a program in which the names of `known` that it does not bind itself are constants; and the other names in it.

    Arguments called `see` get another name: the one that is `known` counts.
    """
    tree, marks, own, left = compile(source, filename, "exec", ONLY_AST), [], set(), set()
    for node, _ in nodes(tree):
        if type(node) is _ast.arg and node.arg == "see":
            node.arg = "_see"
        own.add(name_bound(node))

    def found(name):
        if name not in own:
            if bindable(known.get(name)):
                return known[name]
            left.add(name)
        return None

    left |= {inner.id for node, _ in nodes(tree) for kind, name in PATTERNS if type(node) is kind for inner, _ in nodes(getattr(node, name)) if type(inner) is _ast.Name}
    tree = replaced(tree, found, marks, False)
    return filled(compile(tree, filename, "exec"), lambda index: value_at(marks[index], known)), left | own - {None}


def bind_module(source, filename, names, builtins):
    """Run a module's source in `names` so that its functions find each other, what it imports and `builtins` among their constants."""
    first = dict(names)
    exec(compile(source, filename, "exec"), first)
    tree, marks = compile(source, filename, "exec", ONLY_AST), []
    inner, known = {name_bound(node) for node, inside in nodes(tree) if inside or type(node) is _ast.arg}, {**builtins, **{name: value for name, value in first.items() if name not in names}}
    tree = replaced(tree, lambda name: known[name] if name not in inner and bindable(known.get(name)) else None, marks, True)
    exec(compile(tree, filename, "exec"), names)
    now, done = {**builtins, **names}, set()

    def fill(thing):
        if isinstance(thing, type):
            if thing.__module__ == names["__name__"]:
                for part in list(vars(thing).values()):
                    fill(part)
            return
        for part in (getattr(thing, "__wrapped__", None), getattr(thing, "__func__", None), getattr(thing, "fget", None)):
            if part is not None:
                fill(part)
        if type(thing) is types.FunctionType and thing.__code__.co_filename == filename and thing not in done:
            done.add(thing)
            thing.__code__ = filled(thing.__code__, lambda index: value_at(marks[index], now))

    for value in list(names.values()):
        fill(value)
