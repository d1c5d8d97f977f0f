"""Dodges: answers that do not do what is asked, tried on every exercise by themselves.

Each takes the reference answer and cheats in one way that needs no thought about the exercise: a constant, the input
given back, an object equal to everything, a class without its base. A check has to reject each that changes what the
answer does. One that cannot matter is recorded in the exercise's bank file: `# dodge NAME: why it is no dodge here`.
"""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from grader.authoring.mutation import Supply, judged, solution_lines
from grader.judging.judge import PASSED, Verdict, fresh_inputs
from grader.lessons.bank import bank_file
from grader.lessons.source import Exercise, Lesson
from grader.sandbox.runner_client import RUNNER

RECORDED = re.compile(r"# dodge (?P<name>[a-z-]+): (?P<why>\S.*)")
EQUAL = """
class EqualToEverything:
    def __init__(self, value):
        self.value = value

    def __eq__(self, other):
        return True

    def __hash__(self):
        return 0

    def __getattr__(self, name):
        return getattr(self.value, name)

    def __iter__(self):
        return iter(self.value)

    def __getitem__(self, place):
        return self.value[place]
"""


@dataclass(frozen=True)
class Dodge:
    """One cheat: its name, what it does in words, and the source of the answer."""

    name: str
    words: str
    source: str


def own_functions(tree: ast.Module, lines: set[int]) -> Iterator[ast.FunctionDef]:
    """Functions and methods whose body the learner writes, but for `__init__`, which gives nothing back."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name != "__init__":
            if not lines.isdisjoint(range(node.lineno, node.end_lineno + 1)):
                yield node


def returning(tree: ast.Module, lines: set[int], value: Callable[[ast.FunctionDef], str]) -> bool:
    """Let every function of the learner's return one thing; whether there was one."""
    functions = list(own_functions(tree, lines))
    for function in functions:
        function.body = ast.parse(f"return {value(function)}").body
    return bool(functions)


def constant(tree, lines):
    """every function gives back 1"""
    return returning(tree, lines, lambda function: "1")


def identity(tree, lines):
    """every function gives back its first argument"""

    def first(function):
        names = [one.arg for one in function.args.args if one.arg not in ("self", "cls")]
        return (names or ["self" if function.args.args else "None"])[0]

    return returning(tree, lines, first)


def equal_to_everything(tree, lines):
    """what unflatten finds as aux data is equal to everything"""
    changed = False
    for node in ast.walk(tree):
        if isinstance(node, ast.Return) and node.lineno in lines and isinstance(node.value, ast.Tuple):
            if len(node.value.elts) == 2 and isinstance(node.value.elts[0], (ast.Tuple, ast.List)):
                aux = node.value.elts[1]
                node.value.elts[1] = ast.Call(ast.Name("EqualToEverything", ast.Load()), [aux], [])
                changed = True
    if changed:
        tree.body[:0] = ast.parse(EQUAL).body
    return changed


def without_base(tree, lines):
    """the class inherits from nothing"""
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef) and node.lineno in lines]
    classes = [node for node in nodes if node.bases]
    for node in classes:
        node.bases = []
    return bool(classes)


def words_by_identity(tree, lines):
    """words are compared with `is`"""
    changed = False
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and node.lineno in lines and isinstance(node.ops[0], (ast.Eq, ast.NotEq)):
            sides = node.left, *node.comparators
            if any(isinstance(one, ast.Constant) and isinstance(one.value, str) for one in sides):
                node.ops[0] = ast.Is() if isinstance(node.ops[0], ast.Eq) else ast.IsNot()
                changed = True
    return changed


def on_the_class(tree, lines):
    """attributes are set on the class instead of the object"""
    changed = False
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and node.lineno in lines:
            if isinstance(node.value, ast.Name) and node.value.id == "self":
                node.value = ast.parse("type(self)", mode="eval").body
                changed = True
    return changed


def global_copy(tree, lines):
    """what the first call worked out is kept in a global and given back by every later one"""
    functions = [one for one in own_functions(tree, lines) if not one.name.startswith("__")]
    for function in functions:
        function.decorator_list.append(ast.Name("given_once", ast.Load()))
    if functions:
        tree.body[:0] = ast.parse(
            "def given_once(function):\n"
            "    kept = []\n"
            "    def again(*args, **kwargs):\n"
            "        if not kept:\n"
            "            kept.append(function(*args, **kwargs))\n"
            "        return kept[0]\n"
            "    return again\n"
        ).body
    return bool(functions)


def list_for_tuple(tree, lines):
    """what has to be a tuple is a list"""
    changed = False
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "tuple" and node.lineno in lines:
            node.func.id, changed = "list", True
    return changed


def float_for_int(tree, lines):
    """whole numbers become float"""
    changed = False
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "int" and node.lineno in lines:
            node.func.id, changed = "float", True
    return changed


def static_method(tree, lines):
    """methods are static and take the last object that was made"""
    changed = False
    for node in ast.walk(tree):
        if not isinstance(node, ast.ClassDef):
            continue
        for method in node.body:
            plain = isinstance(method, ast.FunctionDef) and not method.name.startswith("__") and method.lineno in lines
            if plain and not method.decorator_list and method.args.args and method.args.args[0].arg == "self":
                first = ast.parse(f"self = kept_of_{node.name}.setdefault(0, self)").body[0]
                method.body.insert(0, first)
                changed = True
        if changed:
            tree.body[:0] = ast.parse(f"kept_of_{node.name} = {{}}").body
            break
    return changed


CHEATS = (
    constant,
    identity,
    equal_to_everything,
    without_base,
    words_by_identity,
    on_the_class,
    global_copy,
    list_for_tuple,
    float_for_int,
    static_method,
)


def dodges(exercise: Exercise) -> list[Dodge]:
    """The cheats that can be played on an exercise's reference answer."""
    lines, found = solution_lines(exercise.answer), []
    for cheat in CHEATS:
        tree = ast.parse(exercise.answer)
        if cheat(tree, lines):
            source = ast.unparse(ast.fix_missing_locations(copy.deepcopy(tree)))
            found.append(Dodge(cheat.__name__.replace("_", "-"), cheat.__doc__, source))
    return found


def recorded(path: Path) -> dict[str, str]:
    """Name of a dodge → why it is none there: the lines '# dodge NAME: why' of a bank's file."""
    if not path.is_file():
        return {}
    found = (RECORDED.fullmatch(line.rstrip()) for line in path.read_text(encoding="utf-8").split("\n"))
    return {one["name"]: one["why"] for one in found if one}


def tried(
    lesson: Lesson, only: str | None = None, python: str | None = None, seeds: int = 2
) -> Iterator[tuple[Exercise, Dodge, Verdict, str]]:
    """Every dodge of a lesson's exercises with its verdict and what is wrong with that, "" if nothing is.

    Raises SourceError if the lesson has no exercise `only`.
    """
    with Supply([python, "-I", str(RUNNER)] if python else None) as supply:
        for exercise in lesson.probed(only):
            trials = [exercise.visible] + [fresh_inputs(exercise, f"dodge {seed}") for seed in range(seeds)]
            known = recorded(bank_file(lesson.name, exercise.id))
            for dodge in dodges(exercise):
                verdict = judged(supply, exercise, dodge.source, trials)
                why = known.pop(dodge.name, "")
                yield exercise, dodge, verdict, complaint(dodge, verdict, why)
            for name in known:
                nothing = Verdict(exercise.id, "", 0.0, exercise.points)
                words = f"'# dodge {name}' is recorded, and there is no such dodge (any more): remove the line"
                yield exercise, Dodge(name, "", ""), nothing, words


def complaint(dodge: Dodge, verdict: Verdict, why: str) -> str:
    if verdict.outcome == PASSED and not why:
        return (
            f"accepted, although {dodge.words}: add a row or an input that tells it apart, or say in the bank's file "
            f"why it is right here: '# dodge {dodge.name}: why'"
        )
    if verdict.outcome != PASSED and why:
        return f"'# dodge {dodge.name}' says that it is right, and the check rejects it: remove the line"
    return ""
