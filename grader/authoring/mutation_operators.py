"""How a reference answer is broken: each operator takes one node of its syntax tree and yields what could stand there
instead.

They are the ways in which people get pytrees wrong (children swapped, a leaf in the aux data, a broken `==`, state on
the class, a result that is kept) and the ordinary slips (off by one, a condition turned round, a line forgotten).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

FUNCTIONS = (ast.FunctionDef, ast.Lambda)


class Place:
    """Where a node stands: its parents, and whether the learner writes it (`lines` are those of the solution regions).

    `asked` is the source of the probe: what is no part of the task (a gradient, a hash, a change in place) is not
    broken.
    """

    def __init__(self, tree: ast.Module, lines: set[int], asked: str = "grad( hash( it.items.append("):
        self.tree, self.lines, self.asked = tree, lines, asked
        self.changes = bool(
            re.search(r"\w\.\w+\.append\(|^ *(?!self\.)\w+\.\w+ [-+*]?= |\.\w+\[.*\] [-+*]?= ", asked, re.M)
        )
        self.up = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
        self.classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
        self.functions = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}

    def own(self, node) -> bool:
        return getattr(node, "lineno", 0) in self.lines

    def touches(self, node) -> bool:
        """Whether the learner writes any part of it."""
        return hasattr(node, "lineno") and not self.lines.isdisjoint(range(node.lineno, node.end_lineno + 1))

    def parents(self, node) -> Iterator[ast.AST]:
        while node in self.up:
            node = self.up[node]
            yield node

    def function(self, node):
        """The function around `node`, or None."""
        return next((one for one in self.parents(node) if isinstance(one, FUNCTIONS)), None)

    def is_method(self, node) -> bool:
        return isinstance(node, ast.FunctionDef) and isinstance(self.up.get(node), ast.ClassDef)

    def in_words(self, node) -> bool:
        """Whether `node` is only a docstring or the message of an error: changing it changes nothing that is asked
        for."""
        is_docstring = isinstance(self.up.get(node), ast.Expr)
        return is_docstring or any(isinstance(one, (ast.Raise, ast.Assert)) for one in self.parents(node))


def expression(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def statements(text: str) -> list[ast.stmt]:
    return ast.parse(text).body


def changed(node, **fields):
    """A copy of `node` with other fields; the parts are shared, which is fine: they are only read."""
    return type(node)(
        **dict(ast.iter_fields(node)) | fields,
        lineno=node.lineno,
        col_offset=node.col_offset,
    )


def parameters(function) -> list[str]:
    return [argument.arg for argument in function.args.posonlyargs + function.args.args]


def named(node) -> str:
    """The last part of a dotted name, "" if it is none."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def flattened(node) -> bool:
    """Whether `node` looks like what a flatten returns: (children, aux)."""
    return isinstance(node, ast.Tuple) and len(node.elts) == 2 and isinstance(node.elts[0], (ast.Tuple, ast.List))


# what a registration says --------------------------------------------------------------------------------------------
def swapped_order(node, place):
    """Two neighbours in a tuple or list exchanged: children, aux data, or the names that take them apart."""
    if place.own(node) and isinstance(node, (ast.Tuple, ast.List)):
        for i in range(len(node.elts) - 1):
            yield changed(node, elts=[*node.elts[:i], node.elts[i + 1], node.elts[i], *node.elts[i + 2 :]])


def dropped_child(node, place):
    """An element of a tuple or list left out."""
    if place.own(node) and isinstance(node, (ast.Tuple, ast.List)) and isinstance(node.ctx, ast.Load):
        for i in range(len(node.elts)):
            yield changed(node, elts=node.elts[:i] + node.elts[i + 1 :])


def registration(node, place):
    """What a call of `register_pytree_node` says: (number of children, whether there is aux data); None for another
    node."""
    if not (isinstance(node, ast.Call) and named(node.func) == "register_pytree_node" and len(node.args) == 3):
        return None
    flatten = place.functions.get(named(node.args[1]), node.args[1])
    returned = [one.value for one in ast.walk(flatten) if isinstance(one, ast.Return)] or [
        getattr(flatten, "body", None)
    ]
    if not flattened(returned[0]):
        return 1, True
    aux = returned[0].elts[1]
    return len(returned[0].elts[0].elts), not (isinstance(aux, ast.Constant) and aux.value is None)


def registered(node, flatten, unflatten, given=""):
    """The call with another flatten (of `children, aux`) and another unflatten (given `aux, children` and the old
    `u`)."""
    _, f, u = (ast.unparse(argument) for argument in node.args)
    return changed(
        node,
        args=[
            node.args[0],
            expression(f"lambda o, f={f}{given}: (lambda children, aux: {flatten})(*f(o))"),
            expression(f"lambda aux, children, u={u}: {unflatten}"),
        ],
    )


def leaf_to_aux(node, place):
    """A child becomes part of the aux data, consistently."""
    children, _ = registration(node, place) or (0, False)
    for i in range(children):
        yield registered(
            node,
            f"((*children[:{i}], *children[{i + 1}:]), (aux, children[{i}]))",
            f"u(aux[0], (*children[:{i}], aux[1], *children[{i}:]))",
        )
    if (
        place.own(node)
        and isinstance(node, ast.AnnAssign)
        and node.value is None
        and isinstance(place.up.get(node), ast.ClassDef)
    ):
        bases = {named(base) for base in place.up[node].bases}
        if "Module" in bases:
            yield changed(node, value=expression("eqx.field(static=True)"))
        if "Pytree" in bases:
            yield changed(node, value=expression("simple_pytree.static_field()"))
    if isinstance(node, ast.ClassDef) and place.touches(node) and "Pytree" in {named(base) for base in node.bases}:
        stored = {
            one.attr for one in ast.walk(node) if isinstance(one, ast.Attribute) and isinstance(one.ctx, ast.Store)
        }
        declared = {
            named(target)
            for one in node.body
            if isinstance(one, (ast.Assign, ast.AnnAssign))
            for target in getattr(one, "targets", [getattr(one, "target", None)])
        }
        for name in sorted(stored - declared):
            yield changed(node, body=[*node.body, *statements(f"{name} = simple_pytree.static_field()")])
    yield from moved_field(node, "data_fields", "meta_fields")


def aux_to_leaf(node, place):
    """The aux data becomes a child, consistently."""
    if registration(node, place) and registration(node, place)[1]:  # None as a child is no leaf
        yield registered(node, "((*children, aux), None)", "u(children[-1], tuple(children[:-1]))")
    if (
        isinstance(node, ast.AnnAssign)
        and place.own(node)
        and isinstance(node.value, ast.Call)
        and ("static" in ast.unparse(node.value))
    ):
        yield changed(node, value=None)
    yield from moved_field(node, "meta_fields", "data_fields")


def moved_field(node, source, target):
    """A name moved from one list of `register_dataclass` to the other."""
    lists = (
        {keyword.arg: keyword for keyword in node.keywords if isinstance(keyword.value, (ast.List, ast.Tuple))}
        if isinstance(node, ast.Call)
        else {}
    )
    if source in lists and target in lists:
        taken, given = lists[source].value, lists[target].value
        for i, item in enumerate(taken.elts):
            new = {
                source: changed(taken, elts=taken.elts[:i] + taken.elts[i + 1 :]),
                target: changed(given, elts=[*given.elts, item]),
            }
            yield changed(
                node,
                keywords=[ast.keyword(keyword.arg, new.get(keyword.arg, keyword.value)) for keyword in node.keywords],
            )


def order_of_unflatten(node, place):
    """unflatten takes the children backwards."""
    if registration(node, place) and registration(node, place)[0] > 1:
        yield registered(node, "(children, aux)", "u(aux, tuple(children)[::-1])")


def equality_of_aux(node, place):
    """The aux data equal to everything, equal to nothing but itself, or without a hash."""
    if registration(node, place):
        kind = ", Aux=type('Aux', (), {'__init__': lambda s, v: setattr(s, 'v', v)%s})"
        yield registered(node, "(children, Aux(aux))", "u(aux.v, children)", kind % "")
        if registration(node, place)[1]:  # where there is none, all are equal anyway
            yield registered(
                node,
                "(children, Aux(aux))",
                "u(aux.v, children)",
                kind % ", '__eq__': lambda s, o: True, '__hash__': lambda s: 0",
            )
        if registration(node, place)[1] and "hash(" in place.asked:  # JAX itself never asks for it
            yield registered(node, "(children, [aux])", "u(aux[0], children)")


def cut_gradient(node, place):
    """A child that lets no gradient through when it is rebuilt."""
    children, _ = registration(node, place) or (0, False)
    for i in range(children if "grad(" in place.asked else 0):
        yield registered(
            node,
            "(children, aux)",
            f"u(aux, (*children[:{i}], jax.lax.stop_gradient(children[{i}]), *children[{i + 1}:]))",
        )


# equality, hash, identity ---------------------------------------------------------------------------------------------
def broken_eq(node, place):
    """`__eq__` says always yes, always no, or goes by identity."""
    if place.is_method(node) and place.touches(node) and node.name == "__eq__":
        first, second = parameters(node)[:2]
        for said in ("True", "False", f"{first} is {second}"):
            yield changed(node, body=statements(f"return {said}"))


def broken_hash(node, place):
    """`__hash__` goes by identity, is the same for all, or is not there."""
    if place.is_method(node) and place.touches(node) and node.name == "__hash__":
        for said in (f"id({parameters(node)[0]})", "0"):
            yield changed(node, body=statements(f"return {said}"))
        yield statements("__hash__ = None")[0]


def identity_for_equality(node, place):
    """`is` for `==`, and the other way round."""
    swaps = {ast.Eq: ast.Is, ast.NotEq: ast.IsNot, ast.Is: ast.Eq, ast.IsNot: ast.NotEq}
    if place.own(node) and isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in swaps:
        if not any(
            isinstance(side, ast.Constant) for side in (node.left, node.comparators[0])
        ):  # Python keeps one object of each
            yield changed(node, ops=[swaps[type(node.ops[0])]()])


# dtypes and forms -----------------------------------------------------------------------------------------------------
DTYPES = {
    "float32": "float16",
    "int32": "int16",
    "float16": "float32",
    "bfloat16": "float16",
    "float64": "float16",
    "int64": "int16",
    "uint8": "int8",
    "int8": "int16",
}


def wrong_dtype(node, place):
    """Another dtype; a conversion to float for one to int."""
    if place.own(node):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in DTYPES:
            yield ast.Constant(DTYPES[node.value])
        if isinstance(node, ast.Attribute) and node.attr in DTYPES:
            yield changed(node, attr=DTYPES[node.attr])
        is_annotation = getattr(place.up.get(node), "annotation", None) is node
        if (
            isinstance(node, ast.Name)
            and isinstance(node.ctx, ast.Load)
            and node.id in ("int", "float", "bool")
            and not is_annotation
        ):
            yield ast.Name("float" if node.id == "int" else "int", ast.Load())


def unwrapped(node, place):
    """A call of one argument replaced by that argument: a conversion or a copy forgotten."""
    if (
        place.own(node)
        and isinstance(node, ast.Call)
        and len(node.args) == 1
        and not node.keywords
        and not place.in_words(node)
    ):
        if (
            not isinstance(node.args[0], ast.Starred)
            and not isinstance(place.up.get(node), ast.Expr)
            and named(node.func) != "__new__"
        ):
            yield node.args[0]


# state that stays -----------------------------------------------------------------------------------------------------
def state_on_class(node, place):
    """An attribute set on the class instead of the object."""
    function = place.function(node)
    if (
        place.own(node)
        and isinstance(node, ast.Assign)
        and function is not None
        and place.is_method(function)
        and parameters(function)
    ):
        first = parameters(function)[0]
        for i, target in enumerate(node.targets):
            parts = target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target]
            for j, part in enumerate(parts):
                if isinstance(part, ast.Attribute) and named(part.value) == first:
                    new = ast.Attribute(expression(f"type({first})"), part.attr, ast.Store())
                    whole = (
                        changed(target, elts=[*parts[:j], new, *parts[j + 1 :]])
                        if parts is not None and len(parts) > 1
                        else new
                    )
                    yield changed(node, targets=[*node.targets[:i], whole, *node.targets[i + 1 :]])


KEPT = "(lambda f: (lambda kept: lambda *a, **k: kept[0] if kept else (kept.append(f(*a, **k)), kept[0])[1])([]))"


def kept_result(node, place):
    """The first result returned for ever, or one result for each set of arguments."""
    if isinstance(node, ast.FunctionDef) and place.touches(node) and node.name != "__init__":
        for keep in [KEPT] + ["functools.cache"] * place.changes:  # without a change in place a cache is lawful
            yield changed(node, decorator_list=[*node.decorator_list, expression(keep)])
    if isinstance(node, ast.Lambda) and place.own(node):
        yield ast.Call(expression(KEPT), [node], [])


def updated_in_place(node, place):
    """The old object changed and returned, where a new one was made."""
    function = place.function(node)
    if not (
        place.own(node)
        and isinstance(node, ast.Call)
        and isinstance(function, ast.FunctionDef)
        and parameters(function)
    ):
        return
    first = parameters(function)[0]
    if named(node.func) in ("replace", "_replace"):
        owner = node.args[0] if node.args else getattr(node.func, "value", None)
        if owner is not None and node.keywords and all(keyword.arg for keyword in node.keywords):
            sets = ", ".join(
                f"object.__setattr__({ast.unparse(owner)}, {keyword.arg!r}, {ast.unparse(keyword.value)})"
                for keyword in node.keywords
            )
            yield expression(f"[{sets}, {ast.unparse(owner)}][-1]")
    made = ast.unparse(node.func)
    if made in (f"type({first})", f"{first}.__class__") or made in {one.name for one in place.classes}:
        if isinstance(place.up.get(node), ast.Return) and not function.name.startswith(("unflatten", "tree_unflatten")):
            yield expression(
                f"[{first}.__init__({', '.join(map(ast.unparse, [*node.args, *node.keywords]))}), {first}][-1]"
            )


# ordinary slips -------------------------------------------------------------------------------------------------------
def constant_returned(node, place):
    """None, or an argument as it came, instead of the result."""
    function = place.function(node)
    if place.own(node) and isinstance(node, ast.Return) and node.value is not None and function is not None:
        yield changed(node, value=ast.Constant(None))
        for name in parameters(function)[:2]:
            yield changed(node, value=ast.Name(name, ast.Load()))


def other_argument(node, place):
    """A parameter used where another one was meant."""
    function = place.function(node)
    if place.own(node) and isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and function is not None:
        names = parameters(function)
        if node.id in names and len(names) > 1:
            yield ast.Name(names[(names.index(node.id) + 1) % len(names)], ast.Load())


def other_attribute(node, place):
    """An attribute used where another one of the same object was meant."""
    if (
        place.own(node)
        and isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Load)
        and isinstance(node.value, ast.Name)
    ):
        function = place.function(node)
        if (
            function is not None
            and node.value.id in parameters(function)
            and not (isinstance(place.up.get(node), ast.Call) and place.up[node].func is node)
        ):
            names = sorted(
                {
                    one.attr
                    for one in ast.walk(place.tree)
                    if isinstance(one, ast.Attribute)
                    and isinstance(one.value, ast.Name)
                    and one.value.id in (node.value.id, "self")
                    and not (isinstance(place.up.get(one), ast.Call) and place.up[one].func is one)
                }
            )
            if len(names) > 1:
                yield changed(node, attr=names[(names.index(node.attr) + 1) % len(names)])


def off_by_one(node, place):
    """A number one too large; a border in or out."""
    if (
        place.own(node)
        and isinstance(node, ast.Constant)
        and type(node.value) in (int, float)
        and not place.in_words(node)
    ):
        yield ast.Constant(node.value + 1)
    borders = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}
    if place.own(node) and isinstance(node, ast.Compare) and type(node.ops[0]) in borders:
        yield changed(node, ops=[borders[type(node.ops[0])](), *node.ops[1:]])


def arithmetic(node, place):
    """Another operation, or its operands exchanged; a sign lost; an update that replaces."""
    others = {
        ast.Add: ast.Sub,
        ast.Sub: ast.Add,
        ast.Mult: ast.Add,
        ast.Div: ast.Mult,
        ast.FloorDiv: ast.Mult,
        ast.Mod: ast.FloorDiv,
        ast.Pow: ast.Mult,
    }
    if not place.own(node):
        return
    if isinstance(node, (ast.BinOp, ast.AugAssign)) and type(node.op) in others:
        yield changed(node, op=others[type(node.op)]())
    if isinstance(node, ast.BinOp) and isinstance(
        node.op, (ast.Sub, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.MatMult)
    ):
        yield changed(node, left=node.right, right=node.left)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        yield node.operand
    if isinstance(node, ast.AugAssign):
        yield ast.Assign([node.target], node.value, lineno=node.lineno)


def condition(node, place):
    """A condition turned round, a part of it left out, and for or, True for False."""
    if not place.own(node):
        return
    if isinstance(node, (ast.If, ast.While, ast.IfExp)):
        yield changed(node, test=ast.UnaryOp(ast.Not(), node.test))
    if isinstance(node, ast.BoolOp):
        yield changed(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())
        for i in range(len(node.values)):
            rest = node.values[:i] + node.values[i + 1 :]
            yield rest[0] if len(rest) == 1 else changed(node, values=rest)
    if isinstance(node, ast.Constant) and type(node.value) is bool:
        yield ast.Constant(not node.value)


def removed_statement(node, place):
    """A statement or a method forgotten."""
    kinds = (
        ast.Assign,
        ast.AugAssign,
        ast.AnnAssign,
        ast.If,
        ast.For,
        ast.While,
        ast.With,
        ast.Raise,
        ast.Delete,
        ast.FunctionDef,
        ast.Expr,
    )
    if (
        place.own(node)
        and isinstance(node, kinds)
        and not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
    ):
        yield ast.Pass(lineno=node.lineno, col_offset=node.col_offset)


def swapped_arguments(node, place):
    """Two arguments of a call exchanged, or two values given by keyword."""
    if place.own(node) and isinstance(node, ast.Call):
        for i in range(len(node.args) - 1):
            yield changed(node, args=[*node.args[:i], node.args[i + 1], node.args[i], *node.args[i + 2 :]])
        for i in range(len(node.keywords) - 1):
            one, two = node.keywords[i : i + 2]
            pair = [ast.keyword(one.arg, two.value), ast.keyword(two.arg, one.value)]
            yield changed(node, keywords=[*node.keywords[:i], *pair, *node.keywords[i + 2 :]])


def dropped_keyword(node, place):
    """A keyword argument or a decorator forgotten."""
    if place.own(node) and isinstance(node, ast.Call):
        for i in range(len(node.keywords)):
            yield changed(node, keywords=node.keywords[:i] + node.keywords[i + 1 :])
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        for i, decorator in enumerate(node.decorator_list):
            if place.own(decorator):
                yield changed(node, decorator_list=node.decorator_list[:i] + node.decorator_list[i + 1 :])


def other_word(node, place):
    """Another word where a word is meant."""
    if (
        place.own(node)
        and isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and node.value not in DTYPES
        and not place.in_words(node)
    ):
        if not isinstance(place.up.get(node), (ast.JoinedStr, ast.FormattedValue)):
            yield ast.Constant(node.value + "_")


OPERATORS = (
    swapped_order,
    dropped_child,
    leaf_to_aux,
    aux_to_leaf,
    order_of_unflatten,
    equality_of_aux,
    cut_gradient,
    broken_eq,
    broken_hash,
    identity_for_equality,
    wrong_dtype,
    unwrapped,
    state_on_class,
    kept_result,
    updated_in_place,
    constant_returned,
    other_argument,
    other_attribute,
    off_by_one,
    arithmetic,
    condition,
    removed_statement,
    swapped_arguments,
    dropped_keyword,
    other_word,
)
