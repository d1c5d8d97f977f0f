"""Programs that most notebooks of a lesson need, compiled once by trusted code and shown to the sandbox, read-only.

Two thirds of grading is XLA compiling small programs, most of them the same for everybody. JAX can keep compiled programs in a
folder, by a digest of the program. The folder is filled by running the reference answers; a submission reads it and can
write nothing, so no learner can put a program there for another.
"""
from __future__ import annotations

import fcntl
import functools
import hashlib
import importlib.metadata
import json
import os
import platform
import sys
from pathlib import Path

from grader.build import text_of
from grader.grade import Times, grade
from grader.lessons import Lesson, instruments, load
from grader.paths import ROOT
from grader.reading import read_bytes
from grader.rebuild import Rebuilt, rebuild, release_of
from grader.session import Runner, Warm, plain_environment, reading

SEEDS = 8  # sets of fresh inputs with which the reference answers are run: further ones bring little that is new


@functools.cache
def folder() -> Path:
    """Where this machine keeps them: programs are for one kind of processor and one version of everything."""
    versions = [f"{name} {importlib.metadata.version(name)}" for name in ("jax", "jaxlib", "numpy")]
    try:
        processor = next(line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith(("flags", "Features")))
    except (OSError, StopIteration):
        processor = platform.processor()
    digest = hashlib.sha256("\n".join([*versions, sys.version, platform.machine(), processor]).encode()).hexdigest()[:16]
    return ROOT / ".make" / "compiled" / digest


def reference(lesson: Lesson) -> Rebuilt:
    """The released notebook with our own answers in it."""
    notebook = json.loads(text_of(release_of(lesson.name)))
    answers = {exercise.id: exercise.answer for exercise in lesson.exercises if not exercise.is_prediction}
    for cell in notebook["cells"]:
        cell["source"] = answers.get(cell["id"], cell["source"])
    return rebuild(read_bytes(json.dumps(notebook).encode(), lesson.name), lesson)


def fill(lesson: Lesson, kept: Path) -> None:
    """Compile what a lesson's cells, probes and reference answers need."""
    warm = Warm(lambda: Runner(environment=plain_environment() | reading(kept, kept, filling=True)))
    rebuilt = reference(lesson)
    try:
        for seed in range(SEEDS):
            grade(rebuilt, f"compiled {seed}", warm, Times(60, 60, 600), every_cell=seed == 0)
    finally:
        warm.end()


@functools.cache
def digest_of(name: str) -> str:
    """What the programs of a lesson depend on. Asked for with every file, so it is worked out once."""
    answers = "".join(exercise.probe + exercise.answer for exercise in load(name).exercises)
    return hashlib.sha256((instruments() + text_of(release_of(name)) + answers).encode()).hexdigest()[:16]


def prepare(lesson: Lesson) -> bool:
    """Fill the folder for a lesson if nobody has; whether it is filled. While another worker fills it, nobody waits."""
    mark = folder() / f"{lesson.name}-{digest_of(lesson.name)}.filled"
    if mark.exists():
        return True
    folder().mkdir(parents=True, exist_ok=True)
    with open(folder() / f".{lesson.name}.lock", "w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        if not mark.exists():
            fill(lesson, folder())
            mark.touch()
    return True


def size() -> tuple[int, int]:
    """(programs, bytes) in the folder."""
    files = [path for path in folder().iterdir() if path.name.endswith("-cache")] if folder().is_dir() else []
    return len(files), sum(os.path.getsize(path) for path in files)
