"""The claims of the lessons measured on a version set, one process for a lesson."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from grader.bootstrap import plain_environment
from grader.core.cache import digest, kept
from grader.core.errors import NotMeasured
from grader.core.paths import SOLUTIONS
from grader.lessons.claims import claims_of, code_cells
from grader.lessons.source import SETUP_TAG, Lesson, has_tag, load
from grader.versions.environments import VersionSet, ensure, packages_of

RECORDER = Path(__file__).with_name("recorder.py")
SECONDS = 600  # for one lesson; a busy machine needs about 30


def order_of(lesson: Lesson) -> dict:
    """What the recorder is told."""
    return {
        "cells": code_cells(lesson),
        "setup": next(cell["id"] for cell in lesson.cells if has_tag(cell, SETUP_TAG)),
        "claims": [(claim.id, claim.cell, *claim.lines) for claim in claims_of(lesson)],
    }


def record(lesson: Lesson, python: Path) -> dict[str, str]:
    """Claim id → "holds", "differs: HOW" or "not applicable", with that interpreter, on the CPU. Raises NotMeasured if
    the run breaks.
    """
    done = subprocess.run(
        [str(python), "-I", str(RECORDER)],
        input=json.dumps(order_of(lesson)),
        capture_output=True,
        text=True,
        cwd=SOLUTIONS,
        env=plain_environment() | {"JAX_PLATFORMS": "cpu"},
        timeout=SECONDS,
    )
    if done.returncode:
        raise NotMeasured(f"{lesson.name} broke with exit code {done.returncode}: {done.stderr.strip()[-300:]}")
    claims = json.loads(done.stdout.strip().split("\n")[-1])["claims"]
    return {name: f"{outcome}: {how}" if how else outcome for name, (outcome, how) in claims.items()}


def measured(one: VersionSet, name: str, again: bool = False) -> dict[str, str]:
    """`record` for a lesson on a version set, kept until the code of its cells, the recorder or a package changes.
    Raises VersionError too.
    """
    lesson, python = load(name), ensure(one)
    places = {
        cell: number for number, (cell, _) in enumerate(code_cells(lesson))
    }  # cells are numbered anew when words are put between them
    made_from = digest(
        packages_of(one),
        RECORDER,
        [source for _, source in code_cells(lesson)],
        [(claim.id, places[claim.cell], claim.lines) for claim in claims_of(lesson)],
    )
    return kept(f"{one.name}/{name}.claims", made_from, lambda: record(lesson, python), again)
