"""Programs that most notebooks of a lesson need, compiled once by trusted code and shown to the sandbox, read-only.

Two thirds of grading is XLA compiling small programs, most of them the same for everybody. JAX can keep compiled
programs in a
folder, by a digest of the program. The folder is filled by running our own answers and the bank's other right ones; a
submission
reads it and can write nothing, so no learner can put a program there for another.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.metadata
import itertools
import json
import os
import platform
import sys
from pathlib import Path

from filelock import FileLock, Timeout

from grader.build.notebooks import notebook_text
from grader.build.release import release_of
from grader.core.paths import ROOT
from grader.judging.rebuild import RebuiltNotebook, rebuild
from grader.judging.run_notebook import Times, grade
from grader.lessons import bank
from grader.lessons.source import Lesson, instruments, load
from grader.notebook.notebook_file import read_bytes
from grader.sandbox.runner_client import Runner, Warm, plain_environment, reading

SEEDS = 2  # sets of fresh inputs with which each of the notebooks is run: further ones bring little that is new


@functools.cache
def folder() -> Path:
    """Where this machine keeps them: programs are for one kind of processor and one version of everything."""
    versions = [f"{name} {importlib.metadata.version(name)}" for name in ("jax", "jaxlib", "numpy")]
    try:
        processor = next(
            line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith(("flags", "Features"))
        )
    except (OSError, StopIteration):
        processor = platform.processor()
    digest = hashlib.sha256("\n".join([*versions, sys.version, platform.machine(), processor]).encode()).hexdigest()[
        :16
    ]
    return ROOT / ".make" / "compiled" / digest


def right_answers(lesson: Lesson) -> dict[str, list[str]]:
    """By exercise, our own answer and the bank's other right ones."""
    return {
        exercise.id: [one.source for one in bank.answers(lesson, exercise) if one.kind in ("reference", "right")]
        for exercise in lesson.probed()
    }


def variants(lesson: Lesson) -> list[RebuiltNotebook]:
    """The released notebook with our own answers in it, and with the bank's other right ones, until each has had its
    turn.
    """
    right, made = right_answers(lesson), []
    for turn in range(max(map(len, right.values()), default=1)):
        notebook = json.loads(notebook_text(release_of(lesson.name)))
        for cell in notebook["cells"]:
            if cell["id"] in right:
                cell["source"] = right[cell["id"]][turn % len(right[cell["id"]])]
        made.append(rebuild(read_bytes(json.dumps(notebook).encode(), lesson.name), lesson))
    return made


def fill(lesson: Lesson, kept: Path) -> None:
    """Compile what a lesson's cells, probes and right answers need."""
    warm, notebooks = (
        Warm(lambda: Runner(environment=plain_environment() | reading(kept, kept, filling=True))),
        variants(lesson),
    )
    try:
        for seed in range(SEEDS):
            for number, rebuilt in enumerate(notebooks):
                grade(rebuilt, f"compiled {seed} {number}", warm, Times(60, 60, 600), every_cell=seed == number == 0)
    finally:
        warm.end()


@functools.cache
def digest_of(name: str) -> str:
    """What the programs of a lesson depend on. Asked for with every file, so it is worked out once."""
    lesson = load(name)
    probes, answers = [exercise.probe for exercise in lesson.exercises], right_answers(lesson).values()
    return hashlib.sha256(
        "".join([instruments(), notebook_text(release_of(name)), *probes, *itertools.chain(*answers)]).encode()
    ).hexdigest()[:16]


def prepare(lesson: Lesson) -> bool:
    """Fill the folder for a lesson if nobody has; whether it is filled. While another worker fills it, nobody waits."""
    mark = folder() / f"{lesson.name}-{digest_of(lesson.name)}.filled"
    if mark.exists():
        return True
    folder().mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(folder() / f".{lesson.name}.lock", blocking=False):
            if not mark.exists():
                fill(lesson, folder())
                make_readable(folder())
                mark.touch()
    except Timeout:
        return False
    return True


def make_readable(kept: Path) -> None:
    """Let everybody read the programs, whatever the umask: in a sandbox a notebook runs as nobody."""
    kept.chmod(0o755)
    for path in kept.iterdir():
        path.chmod(0o644)


def size() -> tuple[int, int]:
    """(programs, bytes) in the folder."""
    files = [path for path in folder().iterdir() if path.name.endswith("-cache")] if folder().is_dir() else []
    return len(files), sum(os.path.getsize(path) for path in files)
