"""A limit on what the grader's own process spends on one file: seconds of processor time, in whatever thread."""

from __future__ import annotations

import ctypes
import threading
import time

SECONDS = 60.0  # for one file. A fraction of one is usual; the first of a lesson may take ten


class TookTooLong(BaseException):
    """The grader worked on one file for longer than any needs. No `Exception`: no library takes it for its own."""

    def __str__(self) -> str:
        return f"the grader's own work on it takes more than {SECONDS:g} s, as no lesson's does: look at it by hand"


class within:
    """`with within(seconds):` raises TookTooLong if the block takes more of this thread's processor time.

    What it waits for, a sandbox say, does not count. It arrives between two steps of Python, so what one step can take
    (a parser's, a regular expression's) has limits of its own. A signal could do no more, and only in the main thread.
    A system that does not tell a thread's time (macOS) goes without.
    """

    def __init__(self, seconds: float | None = None):
        self.seconds = SECONDS if seconds is None else seconds
        self.over, self.lock, self.sent = threading.Event(), threading.Lock(), False

    def __enter__(self) -> None:
        if hasattr(time, "pthread_getcpuclockid"):
            self.thread = threading.get_ident()
            self.clock = time.pthread_getcpuclockid(self.thread)
            self.until = time.clock_gettime(self.clock) + self.seconds
            threading.Thread(target=self.watch, daemon=True).start()

    def watch(self) -> None:
        left = self.seconds
        while not self.over.wait(max(left, 0.05)):
            with self.lock:
                if self.over.is_set():
                    return
                left = self.until - time.clock_gettime(self.clock)
                if left <= 0:
                    self.sent = True
                    raise_in = ctypes.pythonapi.PyThreadState_SetAsyncExc
                    raise_in(ctypes.c_ulong(self.thread), ctypes.py_object(TookTooLong))
                    return

    def __exit__(self, *_) -> None:
        with self.lock:  # what was sent before arrives at the next call, not later; after it nothing is sent
            self.over.set()
