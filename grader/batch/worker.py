"""One file graded by a worker: a process of this machine, or one far away that shares nothing with it but this package.

A worker keeps a warm runner from one file to the next (session.Warm). Whatever is wrong with a file ends up in its
result.
"""

from __future__ import annotations

import atexit
import functools
import hashlib
import time
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from grader.batch import compile_cache as compiled
from grader.core.paths import PACKAGE, SOLUTIONS
from grader.core.time_limit import TookTooLong, within
from grader.judging.allowed import allowed_by
from grader.judging.rebuild import rebuild
from grader.judging.results import REFUSED, GradedSubmission, to_json
from grader.judging.results import REVIEW as IN_REVIEW
from grader.judging.run_notebook import Times, grade, ordered
from grader.lessons.source import instruments
from grader.notebook.identify import lesson_of
from grader.notebook.notebook_file import Unreadable, read_bytes
from grader.sandbox import bubblewrap
from grader.sandbox.runner_client import Runner, Warm, plain_environment, reading

DECIDE = ("judging", "sandbox", "notebook", "build", "lessons", "core")  # packages that decide a grade


@dataclass(frozen=True)
class GradingTask:
    """What a worker needs to grade one file: its content, whose it is, and how to grade."""

    file: str
    path: str
    content: bytes
    student: str
    edition: str
    seed: str = ""
    name: str = ""
    problem: str = ""  # why there is no content
    doubt: str = ""
    sandboxed: bool = True
    times: Times = Times()
    every_cell: bool = False
    allow: str = ""  # the text of a course's own list of what answers may use besides
    compiled: bool | None = (
        None  # take compiled programs from this machine's folder; if true, also fill it first, where nobody has
    )


def decisive_files() -> list[Path]:
    """The files of the packages that decide a grade, in a fixed order: code, and the data that lies beside it."""
    files = (path for package in DECIDE for path in (PACKAGE / package).rglob("*") if path.is_file())
    return sorted(path for path in files if path.suffix != ".pyc")


@functools.cache
def grader_edition() -> str:
    """A digest of what judges and of the packages it judges with: this process does not change them while it runs."""
    digest = hashlib.sha256()
    for path in decisive_files():
        digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes())
    for name in ("jax", "jaxlib", "numpy", "equinox", "simple-pytree"):
        digest.update(f"{name}=={version(name)}".encode())
    return digest.hexdigest()


def edition() -> str:
    """A digest of all that decides a grade beside the submission: the grader, its packages, the lessons' sources and
    the instruments.
    """
    digest = hashlib.sha256((grader_edition() + instruments()).encode())
    for path in sorted(SOLUTIONS.glob("[0-9][0-9]_*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


@functools.cache
def warm(sandboxed: bool, shared: bool) -> Warm:
    """This worker's runners."""
    folder = compiled.folder() if shared else None

    def start() -> Runner:
        return (
            bubblewrap.start(shared=folder)
            if sandboxed
            else Runner(environment=plain_environment() | reading(folder, folder))
        )

    found = Warm(start)
    atexit.register(found.end)
    return found


def work(task: GradingTask) -> str:
    """Grade one file; the result as JSON (results.from_json). Raises only for a fault of ours or of the machine."""
    if task.edition != edition():
        raise RuntimeError(
            "this worker has another edition of the lessons than the one who asks: install the same on both"
        )
    graded = GradedSubmission(task.file, Path(task.path), task.student, sandboxed=task.sandboxed, name=task.name)
    try:
        with within():
            return worked(task, graded)
    except TookTooLong as error:
        graded.outcome, graded.reason = REFUSED, f"{task.file} cannot be graded: {error}."
        graded.verdicts, graded.notebook = (), None
        return to_json(graded)


def worked(task: GradingTask, graded: GradedSubmission) -> str:
    """`work`, without the limit on the grader's own share of it; what is found out is put into `graded`."""
    begun = time.monotonic()
    try:
        if task.problem:
            raise Unreadable(task.problem)
        handed = read_bytes(task.content, task.file)
        lesson = lesson_of(handed, task.file)
    except Unreadable as error:
        graded.outcome, graded.reason = REFUSED, str(error)
        return to_json(graded)
    if task.compiled:
        compiled.prepare(lesson)
    graded.lesson = lesson.name
    # The content is part of the seed: what one file has found out of its inputs is of no use to the next.
    graded.seed = f"{task.seed}/{task.student}/{lesson.name}/{hashlib.sha256(task.content).hexdigest()[:12]}"
    rebuilt = rebuild(handed, lesson)
    run = grade(
        rebuilt,
        graded.seed,
        warm(task.sandboxed, task.compiled is not False),
        task.times,
        task.every_cell,
        allowed_by(task.allow, "allow.toml"),
    )
    graded.verdicts = ordered(lesson, run.verdicts)
    graded.notes = rebuilt.notes + run.notes
    graded.notebook = run.outputs()
    graded.settle()
    if task.doubt:
        graded.outcome, graded.reason = IN_REVIEW, "; ".join(filter(None, [task.doubt, graded.reason]))
    graded.seconds = time.monotonic() - begun
    return to_json(graded)


def end() -> None:
    """End the runners of this process."""
    for sandboxed in (True, False):
        for shared in (True, False):
            warm(sandboxed, shared).end()
