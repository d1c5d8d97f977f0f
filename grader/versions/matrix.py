"""The lessons on several JAX versions: every solutions notebook replayed, every answer of the bank judged, on every
set.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from rich.table import Table

from grader.authoring import bank_gate
from grader.core.cache import digest, files, kept
from grader.core.paths import BANK, INSTRUMENTS, PACKAGE, SOLUTIONS
from grader.lessons.source import load
from grader.versions.environments import VersionError, VersionSet, ensure, packages_of
from grader.versions.replay import SANITIZE, replay

HERE = PACKAGE / "versions"


@dataclass(frozen=True)
class Outcome:
    """What one look at one lesson on one version set gave: how many things were looked at, and what differed."""

    version_set: str
    lesson: str
    look: str
    count: int
    faults: tuple[str, ...]
    seconds: float


def notebook_look(lesson: str, python: Path) -> tuple[int, tuple[str, ...]]:
    """The stored outputs of the lesson's solutions notebook, cell by cell."""
    notebook = SOLUTIONS / f"{lesson}.ipynb"
    if not notebook.is_file():
        return 0, (f"solutions/{lesson}.ipynb is not there: run python -m grader build {lesson}",)
    result = replay(notebook, python)
    return result.cells, tuple(map(str, result.differences))


def bank_look(lesson: str, python: Path) -> tuple[int, tuple[str, ...]]:
    """The verdicts on every answer of the lesson's bank, with the visible inputs: fresh ones say nothing about a
    version.
    """
    judged = list(bank_gate.judged(load(lesson), python=str(python), seeds=0))
    return len(judged), tuple(f"{answer.exercise} {answer.name}: {fault}" for answer, _, fault in judged if fault)


# What is looked at, in this order. A look takes a lesson's name and an interpreter; returns a count and sentences on
# what differs.
LOOKS: dict[str, Callable[[str, Path], tuple[int, tuple[str, ...]]]] = {"cells": notebook_look, "answers": bank_look}


# What a look's result depends on beside the packages of the set.
READS: dict[str, Callable[[str], list[Path]]] = {
    "cells": lambda lesson: [SOLUTIONS / f"{lesson}.ipynb", SANITIZE, HERE / "replay.py", HERE / "as_jupyter.py"],
    "answers": lambda lesson: [
        SOLUTIONS / f"{lesson}.py",
        INSTRUMENTS,
        *files(BANK / lesson),
        PACKAGE / "authoring" / "bank_gate.py",
        *(path for package in ("judging", "sandbox", "lessons") for path in files(PACKAGE / package)),
    ],
}


def looked(one: VersionSet, lesson: str, look: str, python: Path, again: bool) -> Outcome:
    """One look, or what is kept of it: as it was, with the seconds it took then."""

    def work():
        start = time.monotonic()
        count, faults = LOOKS[look](lesson, python)
        return {"count": count, "faults": list(faults), "seconds": time.monotonic() - start}

    result = kept(f"{one.name}/{lesson}.{look}", digest(packages_of(one), *READS[look](lesson)), work, again)
    return Outcome(one.name, lesson, look, result["count"], tuple(result["faults"]), result["seconds"])


def outcomes(
    sets: list[VersionSet], lessons: list[str], again: bool = False, looks: list[str] | None = None
) -> Iterator[Outcome]:
    """Every look, or those named, at every lesson on every set; a set that cannot be built, or a look that breaks, is a
    fault and the rest goes on.

    What is kept of an earlier run and was made from the same is not run `again`.
    """
    for one in sets:
        start = time.monotonic()
        try:
            python = ensure(one)
        except VersionError as error:
            yield Outcome(one.name, "", "environment", 0, (str(error),), time.monotonic() - start)
            continue
        for lesson in lessons:
            for look in looks or LOOKS:
                start = time.monotonic()
                try:
                    yield looked(one, lesson, look, python, again)
                except Exception as error:  # of whatever kind: said in the table, and counted
                    yield Outcome(
                        one.name, lesson, look, 0, (f"{type(error).__name__}: {error}",), time.monotonic() - start
                    )


def described(one: VersionSet) -> str:
    """The set's jax and Python, as they are, a line each."""
    packages = packages_of(one)
    return f"jax {packages['jax']}\nPython {packages['python']}" if packages else "not built"


def in_color(outcome: Outcome) -> str:
    """How many of a look's cells or answers are as they have to be."""
    right = outcome.count - min(len(outcome.faults), outcome.count)
    return f"[{'red' if outcome.faults else 'green'}]{right}/{outcome.count} {outcome.look}[/]"


def table(outcomes: list[Outcome], sets: list[VersionSet], lessons: list[str]) -> Table:
    """Version sets down, lessons (by number) across: how many cells and answers are as they should be, of how many;
    seconds.
    """
    result = Table(title="Lessons on JAX versions", padding=(0, 0, 0, 0))
    for head in ["set", *(lesson[:2] for lesson in lessons), "s"]:
        result.add_column(head, no_wrap=True)
    for one in sets:
        mine = [outcome for outcome in outcomes if outcome.version_set == one.name]
        cells = [[in_color(outcome) for outcome in mine if outcome.lesson == lesson] for lesson in lessons]
        result.add_row(
            f"[bold]{one.name}[/]\n{described(one)}",
            *("\n".join(cell) or "[red]not run[/]" for cell in cells),
            f"{sum(outcome.seconds for outcome in mine):.0f}",
        )
    return result
