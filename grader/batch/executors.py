"""Who grades: processes of this machine, threads, or the workers of a Dask cluster; and how files are given out."""

from __future__ import annotations

import os
import queue
import select
import signal
import threading
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
from typing import Any

from grader.batch import worker
from grader.batch.forkserver import WORKER_MEMORY, begin
from grader.batch.worker import GradingTask
from grader.core import machine
from grader.core.errors import GraderError
from grader.sandbox import bubblewrap

TRIES = 2  # how often a file is given out again after its worker has ended with it, before it is given up
IN_FLIGHT = 64 * 2**20  # bytes of files that wait at workers, the last one not counted: so much is in memory


class NoCluster(GraderError):
    """No scheduler answers."""


def workers() -> int:
    """How many workers this machine has room for: one a core, as far as its free memory goes."""
    return max(1, min(machine.cores(), machine.free_memory() // WORKER_MEMORY))


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
    tasks: Iterable[tuple[Any, GradingTask]], executor: Callable[[], Executor], at_once: int, in_flight: int = IN_FLIGHT
) -> Iterator[tuple[Any, Future]]:
    """Have tasks worked on, some `at_once` and `in_flight` bytes of files waiting at workers.

    Yields (what came with the task, its future) as they end.

    Should a worker's process end (out of memory, say), the file that it had is given out again, to a new one.
    """
    waiting, tries, running, size = iter(tasks), Counter(), {}, 0
    with executor() as pool:
        while True:
            while len(running) < at_once and size < in_flight and (pair := next(waiting, None)) is not None:
                running[pool.submit(worker.work, pair[1])] = pair
                size += len(pair[1].content)
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                pair = running.pop(future)
                if isinstance(future.exception(), BrokenExecutor) and tries[pair[1].file] < TRIES:
                    tries[pair[1].file] += 1
                    running[pool.submit(worker.work, pair[1])] = pair
                    continue
                size -= len(pair[1].content)
                yield pair[0], future
