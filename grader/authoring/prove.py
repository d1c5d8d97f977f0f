"""All gates of a lesson or one exercise, in the order in which their faults are best mended."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from grader.authoring import bank_gate, dodges, lint, mutation
from grader.build import index_pages
from grader.build.notebooks import build_notebooks
from grader.core.errors import GraderError
from grader.core.paths import lesson_names
from grader.lessons.source import load
from grader.versions import matrix
from grader.versions.environments import TESTED, named

BY_HAND = (
    "have it tried by somebody who has not seen it, and write what they typed into the bank",
    "measure each `claim` on all versions with `python -m grader facts`; the first time that builds ten environments",
    "commit the source, the bank, the notebooks and docs/",
)


@dataclass(frozen=True)
class Gate:
    """One gate: `faults(lesson, exercise)` gives a sentence for each fault; `remedy` is what mends them."""

    name: str
    faults: Callable[[str, str | None], list[str]]
    remedy: str


def built(name: str, exercise: str | None) -> list[str]:
    for _ in build_notebooks([name]):
        pass  # what is wrong with a source is raised
    return []


def banked(name: str, exercise: str | None) -> list[str]:
    lesson = load(name)
    faults = [f"{where}: {words}" for where, words in bank_gate.head_faults(lesson, exercise)]
    for answer, verdict, fault in bank_gate.judged(lesson, exercise):
        if fault:
            faults += [f"{answer.exercise} {answer.name}: {fault}", *bank_gate.rows_shown(verdict)]
    return faults


def dodged(name: str, exercise: str | None) -> list[str]:
    tried = dodges.tried(load(name), exercise)
    return [f"{one.id} {dodge.name}: {fault}" for one, dodge, _, fault in tried if fault]


def mutated(name: str, exercise: str | None) -> list[str]:
    results = mutation.examined(load(name), exercise)
    return [line for result in results if not result.good for line in mutation.lines(name, result, show=False)]


def indexed(name: str, exercise: str | None) -> list[str]:
    for _ in index_pages.write_pages([load(one) for one in lesson_names()]):
        pass
    return []


def linted(name: str, exercise: str | None) -> list[str]:
    together = lint.faults_together([load(one) for one in lesson_names()])
    return [str(fault) for fault in [*lint.faults(load(name)), *together]]


def on_other_versions(name: str, exercise: str | None) -> list[str]:
    outcomes = matrix.outcomes(named(TESTED), [name])
    return [f"{one.version_set}, {one.look}: {fault}" for one in outcomes for fault in one.faults]


GATES = (
    Gate("build", built, "mend the source where the sentence says"),
    Gate("bank", banked, "mend the row, its words or the answer: `python -m grader bank --show` prints every row"),
    Gate("dodges", dodged, "add a row or an input that tells the dodge apart"),
    Gate("mutants", mutated, "add a row or an input, or record an equal mutant with its reason, as printed"),
    Gate("index", indexed, "mend the table of symptoms"),
    Gate("lint", linted, "each sentence names the cell and what it lacks"),
    Gate("matrix", on_other_versions, "use what every version has; docs/facts.md says what changed, and when"),
)


def prove(name: str, exercise: str | None = None) -> Iterator[tuple[Gate, list[str]]]:
    """Each gate with its faults, up to the first that has any."""
    load(name).probed(exercise)
    for gate in GATES:
        try:
            faults = gate.faults(name, exercise)
        except GraderError as error:
            faults = [str(error)]
        yield gate, faults
        if faults:
            return
