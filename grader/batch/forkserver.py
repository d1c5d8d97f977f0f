"""Start the process from which this machine's workers are forked. Imports nothing slow, so that it can be called first
of all.
"""

from __future__ import annotations

import multiprocessing

WORKER_MEMORY = (
    768 * 2**20
)  # bytes that are to be free for a worker: it has about 110 MB to itself, and a notebook may take some hundreds


def begin() -> multiprocessing.context.BaseContext:
    """The context of worker processes; its parent process is started if it does not run, and imports what workers need
    meanwhile.
    """
    from multiprocessing import forkserver

    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["grader.batch.preload"])
    forkserver.ensure_running()
    return context
