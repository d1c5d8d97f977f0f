"""Judge an observation: which rows are right, which belief a wrong one betrays, how many points that is.

Works outside the process that ran the learner's code, from the lesson's own source; needs no JAX. The comparing is
done by the very functions that the notebooks use (solutions/instruments.py), so both say the same.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, field

from grader.core.outcomes import ExerciseOutcome
from grader.lessons import behaviour
from grader.lessons.behaviour import fresh_inputs, tools
from grader.lessons.source import Exercise
from grader.sandbox.messages import CellRun, Observation

PASSED, FAILED, NOT_ATTEMPTED, ERROR, REVIEW = ExerciseOutcome

ENDS = {
    "Timeout": "it ran longer than it may",
    "TooLarge": "what it gave is too large, or no plain data",
}  # the runner's own words are not shown
WORDS = frozenset(
    {"traced", "concrete", "dead tracer", "not reached", "nothing"}
)  # what instruments and `compare` say of any input
# The errors whose names are told: those that are met when objects go through JAX. A short list, because who may choose
# among all
# names of errors can say any small number with one of them.
ERRORS = frozenset(
    {
        "AssertionError",
        "AttributeError",
        "FrozenInstanceError",
        "ImportError",
        "IndexError",
        "KeyError",
        "ModuleNotFoundError",
        "NameError",
        "NotImplementedError",
        "MemoryError",
        "RecursionError",
        "RuntimeError",
        "SyntaxError",
        "SystemExit",
        "TypeError",
        "UnboundLocalError",
        "ValueError",
        "ZeroDivisionError",
        "ConcretizationTypeError",
        "TracerArrayConversionError",
        "TracerBoolConversionError",
        "TracerIntegerConversionError",
        "UnexpectedTracerError",
    }
)


@dataclass(frozen=True)
class Row:
    """One row of a behaviour table; `seen` and `wanted` are None where showing them would show hidden inputs.

    Where inputs are hidden, `seen` is never a value that the learner's code could have made of them: see `shown`.
    """

    right: bool
    what: str
    seen: object
    wanted: object
    belief: str
    words: str


@dataclass(frozen=True)
class Verdict:
    """What an exercise earned: `outcome` is one of the five words above, `score` is in points."""

    exercise: str
    outcome: str
    score: float
    max_score: float
    belief: str = ""
    words: str = ""
    rows: tuple[Row, ...] = ()
    warnings: tuple[str, ...] = field(default=())


def beliefs(exercise: Exercise) -> dict[str, str]:
    """Every belief that the exercise's table can name, with its words."""
    if exercise.is_prediction:
        return {belief: words for belief, words in exercise.replies.values() if belief}
    return {
        belief: words for *_, named, _ in behaviour.rows(exercise, exercise.visible) for belief, words in named.values()
    }


def judge(
    exercise: Exercise,
    observation: Observation,
    inputs: dict,
    attempted: bool = True,
    cell: CellRun | None = None,
    private: bool = True,
) -> Verdict:
    """The verdict on what a probe saw with `inputs`.

    `attempted` is False if the answer cell is as it was released; `cell` tells how the answer cell itself ran, which
    matters only if it left the check without what it looks at. With `private` nothing that depends on the inputs, and
    no text of the learner's code's making, gets into the verdict: it will be shown to somebody who must not know
    them.
    """
    common = {"exercise": exercise.id, "max_score": exercise.points}
    kind, said = observation.end
    if kind == "not attempted":
        return not_found(exercise, said, attempted, cell)
    table = behaviour.rows(exercise, inputs)
    if kind in ENDS:
        words = f"Your code was stopped: {ENDS[kind]}."
        return Verdict(**common, outcome=ERROR, score=0.0, belief="error", words=words)
    if private:
        betraying = {name for what, _, named, _ in table if what == "raised" for name in named}
        kind = kind if kind == "nothing" or kind in betraying or known_error(kind) else "an error"
        said = "run the notebook's own check to see its message and its line"
    compared = tools()["compare"](observation.seen, (kind, said), table)
    report = tools()["Report"](exercise.id, compared)
    rows = tuple(
        Row(
            right,
            what,
            *(pair(exercise, right, what, seen, value) if private else (seen, value)),
            "" if right else belief,
            "" if right else words,
        )
        for right, what, seen, value, belief, words, _ in compared
    )
    if report.passed:
        return Verdict(**common, outcome=PASSED, score=exercise.points, rows=rows, words="Every row is right.")
    return Verdict(
        **common,
        outcome=ERROR if report.belief == "error" else FAILED,
        score=round(exercise.points * report.score, 2),
        belief=report.belief,
        words=report.words,
        rows=rows,
    )


def not_found(exercise: Exercise, said: str, attempted: bool, cell: CellRun | None) -> Verdict:
    """The verdict where a check did not find what it looks at: an untouched stub, or an answer cell that left
    nothing.
    """
    common = {"exercise": exercise.id, "max_score": exercise.points, "score": 0.0}
    if not attempted or said.startswith("the stub"):
        words = "Part of the stub is still there." if attempted else "The stub is still there."
        return Verdict(**common, outcome=NOT_ATTEMPTED, words=words)
    words = "The check did not find the names that the stub defines: keep the names of its classes and functions."
    if cell is not None and cell.ended == "error":
        words = f"Your answer cell raised {cell.said}" + (f" (its line {cell.line})." if cell.line else ".")
    elif cell is not None and cell.ended == "timeout":
        words = "Your answer cell ran longer than it may and was stopped."
    return Verdict(**common, outcome=ERROR, belief="error", words=words)


def known_error(name: str) -> bool:
    """Whether an exception's name may be told to somebody who must not know the inputs."""
    return name in ERRORS


def judge_letter(exercise: Exercise, letter) -> Verdict:
    """A prediction is worth its points for being made; the belief behind its letter is kept for the teacher."""
    common = {"exercise": exercise.id, "max_score": exercise.points}
    letter = letter.strip().upper() if isinstance(letter, str) else letter
    if not isinstance(letter, str) or letter not in exercise.replies:
        return Verdict(**common, outcome=NOT_ATTEMPTED, score=0.0, words="No prediction was made.")
    belief, words = exercise.replies[letter]
    return Verdict(**common, outcome=PASSED, score=exercise.points, belief=belief or "", words=words)


SAMPLES = 200  # draws of the inputs after which a row that wants the same of all of them is taken for constant


@functools.cache
def foreseen(exercise: Exercise) -> dict[str, tuple]:
    """Row → the values that its table names whatever the inputs, what is wanted first. Rows that want something else of
    other inputs are left out.
    """

    def told(number: int) -> dict[str, tuple]:
        rows = behaviour.rows(exercise, fresh_inputs(exercise, f"sample {number}"))
        return {
            what: (tools()["plain"](value), *(key for key in named if key is not ...)) for what, value, named, _ in rows
        }

    known = told(0)
    for table in map(told, range(1, SAMPLES)):
        known = {
            what: tuple(value for value in values if among(value, table[what]))
            for what, values in known.items()
            if among(values[0], table.get(what, ())[:1])
        }
    return known


def constant_share(exercise: Exercise) -> float:
    """The share of an exercise's weight on rows that want the same whatever the inputs: they can be guessed."""
    weights = {what: weight for what, _, _, weight in behaviour.rows(exercise, exercise.visible) if what != "raised"}
    return sum(weight for what, weight in weights.items() if what in foreseen(exercise)) / sum(weights.values())


def among(value, values) -> bool:
    return any(tools()["same"](value, one) for one in values)


def pair(exercise: Exercise, right: bool, what: str, seen, value) -> tuple:
    """(seen, wanted) of a row for somebody who must not know the inputs."""
    if what == "raised":
        return seen, value  # a name that may be told, and "nothing"
    known = foreseen(exercise).get(what)
    return (None, None) if known is None else (value if right else shown(seen, value, known), value)


def shown(seen, wanted, known) -> object:
    """What a wrong row saw, told with words that were fixed before the learner's code ran.

    A value is shown if the row's table has it (`known`); so are yes and no, and the instruments' few words, alone or
    as many as `wanted` has. Of other numbers only the direction is told: the code that made them may have made them
    of hidden inputs.
    """
    if among(seen, known) or seen is None or type(seen) is bool or type(seen) is str and seen in WORDS:
        return seen
    if type(seen) is list and type(wanted) is list and len(seen) == len(wanted):
        if all(type(one) is bool or type(one) is str and one in WORDS for one in seen):
            return seen
        if all(type(one) is int for one in seen + wanted) and sum(seen) != sum(wanted):
            seen, wanted = sum(seen), sum(wanted)
    if type(seen) is int and type(wanted) is int:
        return "more" if seen > wanted else "fewer"
    return "something else"
