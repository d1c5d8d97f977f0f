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


def needed(rebuilt: Rebuilt) -> frozenset[int]:
    """Positions of the parts that have to run; those of checks, answers and extra cells are always among them."""
    code = [index for index, part in enumerate(rebuilt.parts) if part.kind == "code"]
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
    lacking: set[str] = set()  # modules that are used there and imported elsewhere
    for index in code:
        part = rebuilt.parts[index]
        if part.role == "extra" or (part.role == "answer" and part.key not in rebuilt.unchanged):
            names = names_of(part.source)
            if names is None or disturbs(part.source) or modules & set_names(part.source) - modules_of(part.source):
                return frozenset(code)
            if names <= letters or re.fullmatch(r"(recall|exit|predict)\d+", part.key):
                continue  # letters: words that nothing can change
            touched |= (names & offered) | (set_names(part.source) - given() - modules)
            lacking |= names & modules - modules_of(part.source)
    for exercise in rebuilt.lesson.exercises:
        touched |= probe_names(exercise) & offered
        lacking |= probe_names(exercise) & modules
    while True:
        more = {index for index, names in others.items() if index not in kept and (names & touched or bound[index] & lacking)}
        if not more:
            return frozenset(kept)
        kept |= more
        touched |= set().union(*(others[index] for index in more)) & offered
        lacking |= set().union(*(shared_names(sources[index]) & modules for index in more))


@functools.cache
def probe_names(exercise: Exercise) -> frozenset[str]:
    """Names that a check takes from the notebook, those of the answer's classes and functions among them."""
    return frozenset({exercise.variable} if exercise.is_prediction else shared_names(exercise.probe) - {"probe"})
