"""Which released cells have to run before a learner's answers can be judged.

A demonstration that no answer, no extra cell and no probe can depend on cannot change a grade, so it need not run. This is
decided from the code, on the safe side: a cell is kept if it shares any name with what is needed, and everything is kept as
soon as a cell of the learner's could reach names in a way that the code does not show. A full run gives the same scores
(the tests prove it on the bank).
"""
from __future__ import annotations

import ast
import builtins
import functools
import re
import symtable
from dataclasses import dataclass

from grader.lessons import SETUP_TAG, Exercise, has_tag, instruments
from grader.rebuild import Rebuilt

# With these, a cell can read or change names, functions or cells that it does not name.
# (`vars(thing)`, `setattr(thing, …)` and the like do name what they change.)
INDIRECT = {"globals", "locals", "vars", "eval", "exec", "compile", "__import__", "get_ipython", "open", "input", "dir", "__builtins__", "In", "Out", "_", "__", "___", "_i", "_ih", "_oh", "_dh", "quit", "exit"}
REACHING = {"__globals__", "__subclasses__", "__code__", "f_globals", "f_back", "gi_frame", "tb_frame", "user_ns", "modules", "_getframe",
            "clear_caches", "config"}
FOREIGN = {"sys", "inspect", "gc", "ctypes", "builtins", "importlib", "IPython", "__main__", "subprocess", "os", "threading", "multiprocessing"}


@functools.lru_cache(4096)
def shared_names(source: str) -> frozenset[str]:
    """Names of the notebook's own namespace that a cell reads, sets or deletes, functions and classes inside it included."""

    def walk(table: symtable.SymbolTable):
        for symbol in table.get_symbols():
            own = table.get_type() == "module" or (table.get_type() == "class" and symbol.is_referenced())
            if own or symbol.is_global():
                yield symbol.get_name()
        for inner in table.get_children():
            yield from walk(inner)

    return frozenset(walk(symtable.symtable(source, "<cell>", "exec")))


@functools.lru_cache(4096)
def set_names(source: str) -> frozenset[str]:
    """Names of the notebook's own namespace that a cell sets, deletes or imports."""
    return frozenset(symbol.get_name() for symbol in symtable.symtable(source, "<cell>", "exec").get_symbols() if symbol.is_assigned() or symbol.is_imported())


@functools.lru_cache(4096)
def modules_of(source: str) -> frozenset[str]:
    """Names that a cell binds to modules, by `import x` alone: sharing one is no way to change what another cell sees."""
    tree = ast.parse(source)
    found = {(alias.asname or alias.name).split(".")[0] for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    return frozenset(found - {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)})


@functools.lru_cache(4096)
def imports_of(source: str) -> set[str]:
    """The imports at the top of a cell, one by one, as text."""
    return {ast.unparse(type(node)(**{**vars(node), "names": [alias]})) for node in ast.parse(source).body
            if isinstance(node, (ast.Import, ast.ImportFrom)) for alias in node.names}


def disturbs(source: str) -> bool:
    """Whether a cell gives another meaning to a name of the setup cell; importing the same again does not."""
    symbols = {symbol.get_name(): symbol for symbol in symtable.symtable(source, "<cell>", "exec").get_symbols()}
    again = {line.split(" as ")[-1].split(" import ")[-1].removeprefix("import ").split(".")[0] for line in imports_of(source) & imports_of(instruments())}
    return any(name in given() and (symbol.is_assigned() or symbol.is_imported()) and name not in again for name, symbol in symbols.items())


def names_of(source: str) -> set[str] | None:
    """`shared_names` of a learner's cell; None if they cannot be told (magics, a syntax error, indirect access)."""
    try:
        tree = ast.parse(source)
        found = shared_names(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in REACHING:
            return None
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            modules = {alias.name.split(".")[0] for alias in node.names} | {(getattr(node, "module", None) or "").split(".")[0]}
            if modules & FOREIGN or any(alias.name == "*" for alias in node.names):
                return None
    of_a_thing = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call) and len(node.args) == 1 and not isinstance(node.args[0], ast.Starred)
                  and isinstance(node.func, ast.Name) and node.func.id in ("vars", "dir")}
    loads = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and id(node) not in of_a_thing}
    return None if loads & INDIRECT else found


@functools.cache
def given() -> frozenset[str]:
    """Names that the setup cell gives to every cell: sharing those is no dependence."""
    found: set[str] = set(dir(builtins))
    for node in ast.parse(instruments()).body:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            found |= {(alias.asname or alias.name).split(".")[0] for alias in node.names}
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, ast.Assign):
            found |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return frozenset(found)


@functools.lru_cache(4096)
def owned(source: str) -> frozenset[str]:
    """Names that a cell certainly binds before it reads them: what they were before does not matter to it, nor to what comes after."""
    found: set[str] = set()
    read: set[str] = set()
    for statement in ast.parse(source).body:
        binds: set[str] = set()
        if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
            binds = {statement.name}
        elif isinstance(statement, ast.Assign):
            binds = {target.id for target in statement.targets if isinstance(target, ast.Name)}
        read |= {node.id for node in now(statement) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
        found |= binds - read
        read |= {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)} - found
    return frozenset(found)


def now(node: ast.AST):
    """The parts of a statement that run when it does: all but the bodies of functions."""
    yield node
    for name, value in ast.iter_fields(node):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)) and name == "body":
            continue
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, ast.AST):
                yield from now(part)


@dataclass(frozen=True)
class Needed:
    """`parts`: positions of what has to run; `assumed`: positions of cells that were taken to succeed. If one does not, all has to run."""

    parts: frozenset[int]
    assumed: frozenset[int] = frozenset()


def needed(rebuilt: Rebuilt) -> Needed:
    """What has to run; checks, answers and extra cells always do. Everything, where a learner's cell nests deeper than can be followed."""
    code = [index for index, part in enumerate(rebuilt.parts) if part.kind == "code"]
    try:
        return followed(rebuilt, code)
    except (RecursionError, MemoryError):
        return Needed(frozenset(code))


def followed(rebuilt: Rebuilt, code: list[int]) -> Needed:
    """`needed`, for the positions of code cells. Raises RecursionError and MemoryError for monsters."""
    setup = {cell["id"] for cell in rebuilt.lesson.cells if has_tag(cell, SETUP_TAG)}
    kept = {index for index in code if rebuilt.parts[index].role != "released" or rebuilt.parts[index].key in setup}
    sources = {index: rebuilt.parts[index].source for index in code if index not in kept}
    bound = {index: set_names(source) - given() for index, source in sources.items()}
    modules = set().union(*(bound[index] & modules_of(source) for index, source in sources.items()))
    modules -= set().union(*(bound[index] - modules_of(source) for index, source in sources.items()))
    others = {index: shared_names(source) - given() - modules for index, source in sources.items()}
    offered = set().union(*bound.values()) - modules
    letters = {exercise.variable for exercise in rebuilt.lesson.exercises if exercise.is_prediction}
    touched: set[str] = set()  # names that may be read, or whose object may be changed, on the way to a grade
    held: dict[str, int] = {}  # names that a learner's cell binds anew, and its position: only what comes after it matters
    lacking: set[str] = set()  # modules that are used there and imported elsewhere
    assumed: set[int] = set()
    for index in code:
        part = rebuilt.parts[index]
        if part.role == "extra" or (part.role == "answer" and part.key not in rebuilt.unchanged):
            names = names_of(part.source)
            if names is None or disturbs(part.source) or modules & set_names(part.source) - modules_of(part.source):
                return Needed(frozenset(code))
            if names <= letters or re.fullmatch(r"(recall|exit|predict)\d+", part.key):
                continue  # letters: words that nothing can change
            mine, sets = owned(part.source), set_names(part.source) - given() - modules
            touched |= {name for name in (names & offered) | sets if name not in mine and name not in held}
            held |= {name: index for name in sets & mine if name not in held and name not in touched}
            if sets & mine & offered:
                assumed.add(index)
            lacking |= names & modules - modules_of(part.source)
        exercise = next((exercise for exercise in rebuilt.lesson.exercises if part.role == "check" and part.key == f"{exercise.id}_check"), None)
        if exercise is not None:
            touched |= {name for name in probe_names(exercise) & offered if name not in held}
            lacking |= probe_names(exercise) & modules
    while True:
        more = {index for index, names in others.items()
                if index not in kept and (names & touched or bound[index] & lacking or any(held[name] < index for name in names & held.keys()))}
        if not more:
            return Needed(frozenset(kept), frozenset(assumed))
        kept |= more
        touched |= set().union(*(others[index] for index in more)) & offered
        lacking |= set().union(*(shared_names(sources[index]) & modules for index in more))


@functools.cache
def probe_names(exercise: Exercise) -> frozenset[str]:
    """Names that a check takes from the notebook, those of the answer's classes and functions among them."""
    return frozenset({exercise.variable} if exercise.is_prediction else shared_names(exercise.probe) - {"probe"})
