"""Start the process from which this machine's workers are forked. Imports nothing slow, so that it can be called first of all."""
from __future__ import annotations

import multiprocessing


def begin() -> multiprocessing.context.BaseContext:
    """The context of worker processes; its parent process is started if it does not run, and imports what workers need meanwhile."""
    from multiprocessing import forkserver

    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["grader.preload"])
    forkserver.ensure_running()
    return context
