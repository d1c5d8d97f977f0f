"""The mutation pass: every reference answer, broken in one small way at a time, must be rejected by its exercise's
check.

A mutant that is accepted is a survivor: either the check lacks a row, or the mutant behaves as the reference does.
The latter is recorded, with its reason, in solutions/bank/LESSON/equal_mutants.toml. How mutants are made:
mutation_operators.py.
"""

from __future__ import annotations

import ast
import copy
import difflib
import hashlib
import re
import tomllib
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from grader.authoring.mutation_operators import OPERATORS, Place
from grader.core.paths import BANK
from grader.judging.judge import ERROR, PASSED, Verdict, fresh_inputs, judge
from grader.lessons.source import BEGIN_SOLUTION, END_SOLUTION, Exercise, Lesson, SourceError, instruments
from grader.sandbox.messages import Died
from grader.sandbox.runner_client import RUNNER, Runner

SECONDS = 20  # for the cell and for each probe of a mutant
GOAL = 0.95  # the share of mutants, not counting equal ones, that an exercise's check must reject


@dataclass(frozen=True)
class Mutant:
    """One broken reference answer; `line` is the line of the answer cell that was changed, `change` what it looks
    like."""

    exercise: str
    operator: str
    line: int
    source: str
    change: str

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.source.encode()).hexdigest()[:10]

    @property
    def key(self) -> tuple[str, str, int, str]:
        return self.exercise, self.operator, self.line, self.digest


def solution_lines(answer: str) -> set[int]:
    """Numbers of the lines that a learner writes: those between the solution markers."""
    found, inside = set(), False
    for number, line in enumerate(answer.split("\n"), start=1):
        if BEGIN_SOLUTION in line or END_SOLUTION in line:
            inside = BEGIN_SOLUTION in line
        elif inside:
            found.add(number)
    return found


def mutants(exercise: Exercise) -> list[Mutant]:
    """All mutants of the reference answer, in the order of its lines; no two alike, none like the reference, all
    compile."""
    tree = ast.parse(exercise.answer)
    place = Place(tree, solution_lines(exercise.answer), exercise.probe)
    reference = ast.unparse(tree)
    seen, found = {reference}, []
    for node in ast.walk(tree):
        for operator in OPERATORS:
            for new in operator(node, place):
                # deepcopy takes what its memo holds for a node it meets: the copy has `new` in place of `node`
                changed = ast.fix_missing_locations(copy.deepcopy(tree, {id(node): new}))
                try:
                    source = ast.unparse(changed)
                    with warnings.catch_warnings():
                        warnings.simplefilter("ignore", SyntaxWarning)  # `is` with a word: meant
                        compile(source, "<mutant>", "exec")
                except (SyntaxError, ValueError):
                    continue
                if source not in seen:
                    seen.add(source)
                    found.append(
                        Mutant(
                            exercise.id,
                            operator.__name__.replace("_", "-"),
                            node.lineno,
                            source,
                            difference(reference, source),
                        )
                    )
    return sorted(found, key=lambda mutant: (mutant.line, mutant.operator))


def difference(before: str, after: str) -> str:
    """The changed lines, those that went with "-", those that came with "+"."""
    lines = difflib.unified_diff(before.split("\n"), after.split("\n"), lineterm="", n=0)
    return "\n".join(f"{line[0]} {line[1:].strip()}" for line in lines if not re.match(r"---|\+\+\+|@@", line))


def equal_mutants(lesson: str, folder: Path = BANK) -> dict[tuple, str]:
    """Mutant key → the reason why it behaves as the reference does. Raises SourceError with one sentence."""
    path = folder / lesson / "equal_mutants.toml"
    if not path.is_file():
        return {}
    try:
        entries = tomllib.loads(path.read_text(encoding="utf-8")).get("equal", [])
    except tomllib.TOMLDecodeError as error:
        raise SourceError(f"{path.name} of {lesson} is not TOML: {error}") from None
    found = {}
    for number, entry in enumerate(entries, start=1):
        missing = {"exercise", "operator", "line", "digest", "why"} - entry.keys()
        if missing:
            raise SourceError(f"{path.name} of {lesson}: entry {number} does not say {', '.join(sorted(missing))}")
        if len(str(entry["why"]).split()) < 4:
            raise SourceError(
                f"{path.name} of {lesson}: entry {number} gives no reason: "
                "say in 'why' how it can be equal in behaviour"
            )
        found[entry["exercise"], entry["operator"], entry["line"], entry["digest"]] = entry["why"]
    return found


@dataclass
class Result:
    """What became of one exercise's mutants. `faults` are entries of equal_mutants.toml that are not true."""

    exercise: str
    rejected: list[tuple[Mutant, Verdict]] = field(default_factory=list)
    equal: list[tuple[Mutant, str]] = field(default_factory=list)
    survivors: list[Mutant] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    @property
    def share(self) -> float:
        """Of the mutants that are not equal in behaviour, the share that was rejected; 1 where there are none."""
        judged = len(self.rejected) + len(self.survivors)
        return len(self.rejected) / judged if judged else 1.0

    @property
    def named(self) -> int:
        """How many were rejected with a belief, not only because something raised."""
        return sum(verdict.belief not in ("", "error") for _, verdict in self.rejected)

    @property
    def good(self) -> bool:
        return self.share >= GOAL and not self.faults


@dataclass
class Supply:
    """A runner, and another one when a mutant has taken the first with it."""

    command: list[str] | None = None
    runner: Runner | None = None

    def __enter__(self) -> Supply:
        return self

    def __exit__(self, *_) -> None:
        if self.runner is not None:
            self.runner.kill()
        self.runner = None

    def get(self) -> Runner:
        self.runner = self.runner or Runner(self.command)
        return self.runner


def judged(supply: Supply, exercise: Exercise, source: str, trials: list[dict]) -> Verdict:
    """The verdict on an answer in one session: the first inputs that it does not pass, or the last."""
    runner = supply.get()
    try:
        runner.open(instruments())
        cell = runner.cell(source, SECONDS)
        for inputs in trials:
            verdict = judge(exercise, runner.probe(exercise.probe, inputs, SECONDS), inputs, True, cell)
            if verdict.outcome != PASSED:
                break
        runner.close()
    except Died as error:
        supply.__exit__()
        return Verdict(exercise.id, ERROR, 0.0, exercise.points, ERROR, str(error))
    return verdict


def examine(supply: Supply, exercise: Exercise, equal: dict[tuple, str], seeds: int = 2) -> Result:
    """Judge every mutant of `exercise` with the visible inputs and `seeds` fresh ones."""
    trials = [exercise.visible] + [fresh_inputs(exercise, f"mutants {seed}") for seed in range(seeds)]
    result = Result(exercise.id)
    recorded = {key: why for key, why in equal.items() if key[0] == exercise.id}
    for mutant in mutants(exercise):
        verdict = judged(supply, exercise, mutant.source, trials)
        why = recorded.pop(mutant.key, None)
        if verdict.outcome != PASSED:
            result.rejected.append((mutant, verdict))
            if why:
                result.faults.append(
                    f"{mutant.operator} at line {mutant.line} ({mutant.digest}) is recorded as equal, "
                    "and the check rejects it"
                )
        elif why:
            result.equal.append((mutant, why))
        else:
            result.survivors.append(mutant)
    result.faults += [
        f"{operator} at line {line} ({digest}) is recorded as equal, and there is no such mutant (any more)"
        for _, operator, line, digest in recorded
    ]
    return result


def examined(lesson: Lesson, only: str | None = None, python: str | None = None) -> Iterator[Result]:
    """One Result per exercise of `lesson` (or for `only` one). Raises SourceError if the lesson has no such
    exercise."""
    exercises = lesson.probed(only)
    equal = equal_mutants(lesson.name)
    with Supply([python, "-I", str(RUNNER)] if python else None) as supply:
        for exercise in exercises:
            yield examine(supply, exercise, equal)
    unknown = sorted({key[0] for key in equal} - {exercise.id for exercise in lesson.exercises})
    if unknown and not only:
        raise SourceError(
            f"equal_mutants.toml of {lesson.name} names {', '.join(unknown)}, which the lesson does not have"
        )


def indented(text: str) -> str:
    return "\n".join("        " + line for line in text.split("\n"))


def lines(lesson: str, result: Result, show: bool) -> Iterator[str]:
    """What a person reads of a result; with `show` every mutant, else the survivors."""
    yield (
        f"{'ok   ' if result.good else 'FAULT'} {lesson[:2]} {result.exercise:4} {len(result.rejected):3} rejected "
        f"({result.named} with a belief), {len(result.equal)} equal, "
        f"{len(result.survivors)} survived: {result.share:.1%}"
    )
    for mutant, verdict in result.rejected if show else ():
        yield f"      {mutant.operator} at line {mutant.line}: {verdict.outcome}, {verdict.belief}"
        yield indented(mutant.change)
    for mutant, why in result.equal if show else ():
        yield f"      equal: {mutant.operator} at line {mutant.line}: {why}"
        yield indented(mutant.change)
    for mutant in result.survivors:
        yield f"      SURVIVED {mutant.operator} at line {mutant.line}, digest {mutant.digest}"
        yield indented(mutant.change)
    for fault in result.faults:
        yield f"      {fault}"
