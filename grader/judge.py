"""Judge an observation: which rows are right, which belief a wrong one betrays, how many points that is.

Works outside the process that ran the learner's code, from the lesson's own source; needs no JAX. The comparing is
done by the very functions that the notebooks use (solutions/instruments.py), so both say the same.
"""
from __future__ import annotations

import ast
import builtins
import functools
import html
import math
import random
from dataclasses import dataclass, field

from grader.lessons import Exercise, instruments
from grader.session import CellRun, Observation

PASSED, FAILED, NOT_ATTEMPTED, ERROR, REVIEW = "passed", "failed", "not attempted", "error", "review"
OUTCOMES = (PASSED, FAILED, NOT_ATTEMPTED, ERROR, REVIEW)


ENDS = {"Timeout": "it ran longer than it may", "TooLarge": "what it gave is too large, or no plain data"}  # the runner's own words are not shown


@dataclass(frozen=True)
class Row:
    """One row of a behaviour table; `seen` and `wanted` are None where showing them would show hidden inputs."""

    right: bool
    what: str
    seen: object
    wanted: object
    belief: str
    words: str


@dataclass(frozen=True)
class Verdict:
    """What an exercise earned: `outcome` is one of OUTCOMES, `score` is in points."""

    exercise: str
    outcome: str
    score: float
    max_score: float
    belief: str = ""
    words: str = ""
    rows: tuple[Row, ...] = ()
    signs: tuple[str, ...] = field(default=())


@functools.cache
def tools() -> dict:
    """`plain`, `same`, `compare` and `Report` of the instruments, without what needs JAX."""
    source = instruments()
    wanted = ("plain", "same", "compare", "Report")
    nodes = [node for node in ast.parse(source).body if getattr(node, "name", None) in wanted]
    names = {"math": math, "html": html}
    for node in nodes:
        exec(compile(ast.get_source_segment(source, node), "<instruments>", "exec"), names)
    return {name: names[name] for name in wanted}


@functools.lru_cache(maxsize=None)
def _function(source: str, name: str):
    names = {"math": math, "random": random}
    exec(compile(source, f"<{name}>", "exec"), names)
    return names[name]


def fresh_inputs(exercise: Exercise, seed: str) -> dict:
    """Inputs of a hidden row, from a seed such as "2026-11-30/ana/01_arrays/ex3"."""
    return _function(exercise.inputs, "inputs")(random.Random(f"{seed}/{exercise.id}"))


def wanted_rows(exercise: Exercise, inputs: dict) -> list:
    return list(_function(exercise.wanted, "wanted")(**inputs))


def beliefs(exercise: Exercise) -> dict[str, str]:
    """Every belief that the exercise's table can name, with its words."""
    if exercise.is_prediction:
        return {belief: words for belief, words in exercise.replies.values() if belief}
    found = {}
    for _, _, *rest in wanted_rows(exercise, exercise.visible):
        for belief, words in rest[0].values() if isinstance(rest[0], dict) else [tuple(rest)]:
            found[belief] = words
    return found


def judge(exercise: Exercise, observation: Observation, inputs: dict, attempted: bool = True, cell: CellRun | None = None,
          private: bool = True) -> Verdict:
    """The verdict on what a probe saw with `inputs`.

    `attempted` is False if the answer cell is as it was released; `cell` tells how the answer cell itself ran, which
    matters only if it left the check without what it looks at. With `private` nothing that depends on the inputs, and no
    text of the learner's code's making, gets into the verdict: it will be shown to somebody who must not know them.
    """
    common = {"exercise": exercise.id, "max_score": exercise.points}
    kind, said = observation.end
    if kind == "not attempted":
        if not attempted or said.startswith("the stub"):
            words = "Part of the stub is still there." if attempted else "The stub is still there."
            return Verdict(**common, outcome=NOT_ATTEMPTED, score=0.0, words=words)
        words = "The check did not find the names that the stub defines: keep the names of its classes and functions."
        if cell is not None and cell.ended == "error":
            words = f"Your answer cell raised {cell.said}" + (f" (its line {cell.line})." if cell.line else ".")
        elif cell is not None and cell.ended == "timeout":
            words = "Your answer cell ran longer than it may and was stopped."
        return Verdict(**common, outcome=ERROR, score=0.0, belief="error", words=words)
    table = wanted_rows(exercise, inputs)
    if kind in ENDS:
        return Verdict(**common, outcome=ERROR, score=0.0, belief="error", words=f"Your code was stopped: {ENDS[kind]}.")
    if private:
        foreseen = {name for what, _, *rest in table if what == "raised" for name in rest[0]}
        kind = kind if kind in foreseen or known_error(kind) else "an error of its own making"
        said = "run the notebook's own check to see its message and its line"
    compared = tools()["compare"](observation.seen, (kind, said), table)
    report = tools()["Report"](exercise.id, compared)
    constant = constants(exercise) if private else {row[1] for row in compared}
    rows = tuple(
        Row(right, what, (value if right else shown(seen) if private else seen) if what in constant or what == "raised" else None,
            value if what in constant else None, "" if right else belief, "" if right else words)
        for right, what, seen, value, belief, words in compared
    )
    if report.passed:
        return Verdict(**common, outcome=PASSED, score=exercise.points, rows=rows, words="Every row is right.")
    return Verdict(**common, outcome=ERROR if report.belief == "error" else FAILED, score=round(exercise.points * report.score, 2),
                   belief=report.belief, words=report.words, rows=rows)


def known_error(name: str) -> bool:
    """Whether an exception's name is one of Python's or JAX's, not one that a learner's code made up."""
    jax_errors = ("UnexpectedTracerError", "ConcretizationTypeError", "TracerArrayConversionError", "TracerBoolConversionError",
                  "TracerIntegerConversionError", "NonConcreteBooleanIndexError", "JAXTypeError", "JAXIndexError", "JaxRuntimeError",
                  "KeyReuseError", "UFuncTypeError", "UFuncNoLoopError", "FrozenInstanceError", "XlaRuntimeError", "Timeout", "TooLarge", "nothing")
    kind = getattr(builtins, name, None)
    return name in jax_errors or (isinstance(kind, type) and issubclass(kind, BaseException))


def judge_letter(exercise: Exercise, letter) -> Verdict:
    """A prediction is worth its points for being made; the belief behind its letter is kept for the teacher."""
    common = {"exercise": exercise.id, "max_score": exercise.points}
    letter = letter.strip().upper() if isinstance(letter, str) else letter
    if not isinstance(letter, str) or letter not in exercise.replies:
        return Verdict(**common, outcome=NOT_ATTEMPTED, score=0.0, words="No prediction was made.")
    belief, words = exercise.replies[letter]
    return Verdict(**common, outcome=PASSED, score=exercise.points, belief=belief or "", words=words)


@functools.cache
def constants(exercise: Exercise) -> frozenset[str]:
    """The rows whose wanted value is the same whatever the inputs: showing it gives no hidden input away."""
    samples = [wanted_rows(exercise, fresh_inputs(exercise, f"sample {number}")) for number in range(4)]
    first = {row[0]: row[1] for row in samples[0]}
    return frozenset(what for what, value in first.items() if all(value == {row[0]: row[1] for row in sample}.get(what) for sample in samples[1:]))


def shown(seen):
    """What was seen, if it is a small word or number that cannot carry hidden inputs; else None."""
    if type(seen) is bool or seen is None or (type(seen) is int and 0 <= seen < 10):
        return seen
    words = {"traced", "concrete", "dead tracer", "not reached", "nothing"}
    if type(seen) is str and (seen in words or known_error(seen)):
        return seen
    return seen if type(seen) is list and len(seen) <= 8 and all(item in words if type(item) is str else shown(item) is not None for item in seen) else None
