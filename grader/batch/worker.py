"""One file graded by a worker: a process of this machine, or one far away that shares nothing with it but this package.

A worker keeps a warm runner from one file to the next (session.Warm). Whatever is wrong with a file ends up in its
result.
"""

from __future__ import annotations

import atexit
import functools
import hashlib
import os
import queue
import select
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import psutil

from grader.batch import compile_cache as compiled
from grader.batch.forkserver import WORKER_MEMORY, begin
from grader.core.errors import GraderError
from grader.core.paths import PACKAGE, SOLUTIONS
from grader.core.time_limit import TookTooLong, within
from grader.judging.rebuild import rebuild
from grader.judging.results import REFUSED, Graded, to_json
from grader.judging.results import REVIEW as IN_REVIEW
from grader.judging.run_notebook import Times, grade, ordered
from grader.judging.screen import allowed_by
from grader.lessons.source import instruments
from grader.notebook.identify import lesson_of
from grader.notebook.notebook_file import Unreadable, read_bytes
from grader.sandbox import bubblewrap
from grader.sandbox.runner_client import Runner, Warm, plain_environment, reading

DECIDE = ("judging", "sandbox", "notebook", "build", "lessons", "core")  # packages that decide a grade
TRIES = 2  # how often a file is given out again after its worker has ended with it, before it is given up
IN_FLIGHT = 64 * 2**20  # bytes of files that wait at workers, the last one not counted: so much is in memory


class NoCluster(GraderError):
    """No scheduler answers."""


@dataclass(frozen=True)
class Task:
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


def work(task: Task) -> str:
    """Grade one file; the result as JSON (results.from_json). Raises only for a fault of ours or of the machine."""
    if task.edition != edition():
        raise RuntimeError(
            "this worker has another edition of the lessons than the one who asks: install the same on both"
        )
    graded = Graded(task.file, Path(task.path), task.student, sandboxed=task.sandboxed, name=task.name)
    try:
        with within():
            return worked(task, graded)
    except TookTooLong as error:
        graded.outcome, graded.reason = REFUSED, f"{task.file} cannot be graded: {error}."
        graded.verdicts, graded.notebook = (), None
        return to_json(graded)


def worked(task: Task, graded: Graded) -> str:
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


# who works -----------------------------------------------------------------------------------------------------------
def workers() -> int:
    """How many workers this machine has room for: one a core, as far as its free memory goes."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    free = psutil.virtual_memory().available
    for limit, used in (
        ("memory.max", "memory.current"),
        ("memory/memory.limit_in_bytes", "memory/memory.usage_in_bytes"),
    ):  # a container's own
        try:
            free = min(
                free, int(Path("/sys/fs/cgroup", limit).read_text()) - int(Path("/sys/fs/cgroup", used).read_text())
            )
        except (OSError, ValueError):
            pass
    return max(1, min(cores, free // WORKER_MEMORY))


def processes(jobs: int) -> Executor:
    """Workers of this machine, forked from a process that has imported this module and holds no thread."""
    options = {"mp_context": begin(), "initializer": begun_by, "initargs": (os.getpid(), dict(bubblewrap.FOUND))}
    return Processes(jobs or workers(), lambda: ProcessPoolExecutor(1, **options))


class Processes(ThreadPoolExecutor):
    """Workers that are processes, each in a pool of its own, which `make` makes, with one task at a time.

    So it is known which task a process has had that ends.
    """

    def __init__(self, count: int, make: Callable[[], ProcessPoolExecutor]):
        super().__init__(count)
        self.make, self.idle = make, queue.LifoQueue()
        for _ in range(count):
            self.idle.put(make())

    def submit(self, function, /, *arguments) -> Future:
        return super().submit(self.in_a_process, function, *arguments)

    def in_a_process(self, function, *arguments):
        pool = self.idle.get()
        try:
            return pool.submit(function, *arguments).result()
        except BrokenExecutor:
            pool.shutdown()
            pool = self.make()
            raise
        finally:
            self.idle.put(pool)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        super().shutdown(wait, cancel_futures=cancel_futures)
        while not self.idle.empty():
            self.idle.get().shutdown(wait)

    def __exit__(self, kind, *_) -> None:
        self.shutdown(cancel_futures=kind is not None)  # a run that is interrupted begins nothing more


def begun_by(command: int, found: dict) -> None:
    """Take over what the command (a process id) has found out about sandboxes here. Should it be killed, this worker
    goes too, and its sandbox with it.
    """
    bubblewrap.FOUND.update(found)
    if not hasattr(os, "pidfd_open"):
        return
    its = os.pidfd_open(command)

    def wait_for_its_end() -> None:
        select.select([its], [], [])
        os.kill(os.getpid(), signal.SIGKILL)

    threading.Thread(target=wait_for_its_end, daemon=True).start()


def threads(jobs: int) -> Executor:
    """Workers within this process, for a handful of files and for tests."""
    return ThreadPoolExecutor(jobs or workers())


def cluster(address: str, seconds: float = 20) -> Executor:
    """The workers of a Dask scheduler. Raises NoCluster if there is none."""
    try:
        from dask.distributed import Client
    except ImportError:
        raise NoCluster("grading on a cluster needs Dask, which `make env` installs.") from None
    try:
        client = Client(address, timeout=seconds)
    except (OSError, TimeoutError, ValueError) as error:  # ValueError: it is no address
        raise NoCluster(
            f"no Dask scheduler answers at {address} ({error}): start one with `dask scheduler`, or check the "
            f"address, which looks like tcp://host:8786."
        ) from None
    pool = client.get_executor(retries=TRIES, pure=False)
    shutdown = pool.shutdown

    def close(*arguments, **named) -> None:
        shutdown(*arguments, **named)
        client.close()

    pool.shutdown = close
    return pool


def given_out(
    tasks: Iterable[tuple[Any, Task]], executor: Callable[[], Executor], at_once: int, in_flight: int = IN_FLIGHT
) -> Iterator[tuple[Any, Future]]:
    """Have tasks worked on, some `at_once` and `in_flight` bytes of files waiting at workers.

    Yields (what came with the task, its future) as they end.

    Should a worker's process end (out of memory, say), the file that it had is given out again, to a new one.
    """
    waiting, tries, running, size = iter(tasks), Counter(), {}, 0
    with executor() as pool:
        while True:
            while len(running) < at_once and size < in_flight and (pair := next(waiting, None)) is not None:
                running[pool.submit(work, pair[1])] = pair
                size += len(pair[1].content)
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                pair = running.pop(future)
                if isinstance(future.exception(), BrokenExecutor) and tries[pair[1].file] < TRIES:
                    tries[pair[1].file] += 1
                    running[pool.submit(work, pair[1])] = pair
                    continue
                size -= len(pair[1].content)
                yield pair[0], future


def end() -> None:
    """End the runners of this process."""
    for sandboxed in (True, False):
        for shared in (True, False):
            warm(sandboxed, shared).end()
