"""The grader's side of a runner: start it (sandboxed or not), ask it, and survive whatever it does."""

from __future__ import annotations

import json
import os
import secrets
import select
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from grader.core.errors import GraderError
from grader.sandbox.messages import CellRun, Died, Forged, Observation, cell_run, ending, observation, understood

FOLDER = Path(__file__).with_name("inside")
RUNNER = FOLDER / "runner.py"
# What the runner reads from its own folder.
BESIDE = tuple(FOLDER / f"{name}.py" for name in ("capture", "closed", "comparison", "isolate", "guards"))
LIMIT = 8 * 2**20  # bytes in one frame, as in runner.py
COMPLAINT = 4_000  # bytes kept of what a runner writes to standard error


class NotStarted(GraderError):
    """No runner could be started: the machine's fault, never the learner's."""


def plain_environment() -> dict[str, str]:
    """The environment of a runner outside a sandbox: nothing that tells of grading, no teacher's secrets."""
    kept = {
        name: os.environ[name]
        for name in ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "SYSTEMROOT")
        if name in os.environ
    }
    return kept | {"JAX_PLATFORMS": "cpu", "PYTHONUNBUFFERED": "1", "TF_CPP_MIN_LOG_LEVEL": "3"}


def reading(kept: Path | None, seen_as: Path | str | None, filling: bool = False) -> dict[str, str]:
    """The environment by which JAX takes compiled programs from `kept`, which it sees as `seen_as`; it writes new ones
    only when `filling`.
    """
    if kept is None or not kept.is_dir():
        return {}
    return {
        "JAX_COMPILATION_CACHE_DIR": str(seen_as),
        "JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS": "0" if filling else "1e9",
        "JAX_PERSISTENT_CACHE_MIN_ENTRY_SIZE_BYTES": "-1",
        "JAX_TRACEBACK_IN_LOCATIONS_LIMIT": "0",
    }


class Runner:
    """A runner process with at most one open session.

    `command` and `environment` start it (see bubblewrap.py); by default this interpreter, unsandboxed, for trusted code
    only.
    Its standard input is a socket on which it is handed another one for each session; so nothing that a session writes
    can
    be taken for the runner's own word or for the next session's.
    """

    def __init__(
        self, command: list[str] | None = None, environment: dict[str, str] | None = None, start_seconds: float = 60
    ):
        self.command = command or [sys.executable, "-I", str(RUNNER)]
        self.environment = environment if environment is not None else plain_environment()
        self.complaints, self.nonce, self.instruments = b"", "", None
        self.channel: socket.socket | None = None  # of the open session
        self.control, theirs = socket.socketpair()
        try:
            self.process = subprocess.Popen(
                self.command,
                stdin=theirs,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                env=self.environment,
                start_new_session=True,
                bufsize=0,
            )
        except OSError as error:
            self.control.close()
            raise NotStarted(f"no runner could be started: {error}") from None
        finally:
            theirs.close()
        self.stderr = self.process.stderr.fileno()
        os.set_blocking(self.stderr, False)
        self.control.setblocking(False)
        try:
            self.versions = self._status(start_seconds)
        except Died as error:
            said = self._complaint()
            self.kill()
            raise NotStarted(f"no runner could be started: {said or error}") from None

    def _complaint(self) -> str:
        time.sleep(0.05)
        self._drain()
        text = self.complaints.decode(errors="replace").strip()
        return text.splitlines()[-1][:300] if text else ""

    def __enter__(self) -> Runner:
        return self

    def __exit__(self, *_) -> None:
        self.kill()

    @property
    def alive(self) -> bool:
        return self.process.poll() is None

    def kill(self) -> None:
        """End the runner and everything that it started."""
        if self.channel is None:  # it is at rest and goes by itself; so what it has used is counted
            self.control.close()
            try:
                self.process.wait(1)
            except subprocess.TimeoutExpired:
                pass
        if self.process.poll() is None:
            try:
                os.killpg(self.process.pid, 9)
            except ProcessLookupError:
                pass
            self.process.kill()
        self.process.wait()
        self._hang_up()
        self.control.close()
        self.process.stderr.close()

    def _hang_up(self) -> None:
        if self.channel is not None:
            self.channel.close()
            self.channel = None

    # frames ---------------------------------------------------------------------------------------------------------
    def _drain(self) -> bool:
        """Take what waits on standard error, so that nobody inside has to wait for it; False at its end."""
        try:
            piece = os.read(self.stderr, 1 << 16)
        except BlockingIOError:
            return True
        self.complaints = (self.complaints + piece)[-COMPLAINT:]
        return bool(piece)

    def _wait(self, until: float, on: socket.socket, writing: bool = False) -> None:
        """Return when a socket can be read (or written to); standard error is drained meanwhile. Raises Died."""
        listening = [self.stderr, self.control, *([] if writing else [on])]
        while True:
            left = until - time.monotonic()
            if left <= 0:  # even if there is something to read: a flood has no end
                raise Died("it did not answer in time and was ended")
            readable, writable, _ = select.select(listening, [on] if writing else [], [], left)
            if self.stderr in readable and not self._drain():
                listening.remove(self.stderr)
            if on in readable or on in writable:
                return
            if self.control in readable:
                raise self._ended()

    def _ended(self, seconds: float = 10) -> Died:
        """How the session ended, when the runner has said so."""
        status = self._status(seconds)["status"]
        self._hang_up()
        return Died(ending(status))

    def _status(self, seconds: float) -> dict:
        """The runner's own word, on its own socket, which no learner's code can reach."""
        data, until = b"", time.monotonic() + seconds
        while not data.endswith(b"\n"):
            self._wait(until, self.control)
            try:
                piece = self.control.recv(1000)
            except OSError:
                piece = b""
            if not piece:
                raise Died("the process ended")
            data += piece
        return json.loads(data)

    def _bytes(self, count: int, until: float) -> bytes:
        data = bytearray()
        while len(data) < count:
            self._wait(until, self.channel)
            try:
                piece = self.channel.recv(min(count - len(data), 1 << 20))
            except BlockingIOError:
                continue
            except OSError:
                piece = b""
            if not piece:
                raise self._ended()
            data += piece
        return bytes(data)

    def _receive(self, until: float) -> dict:
        (length,) = struct.unpack(">I", self._bytes(4, until))
        if length > LIMIT:
            raise Forged("an answer of impossible size came out of the sandbox")
        return understood(self._bytes(length, until))

    def _send(self, message: dict, seconds: float) -> None:
        self.nonce = secrets.token_hex(16)
        try:
            self._write(self.channel, json.dumps(message | {"nonce": self.nonce}).encode(), seconds)
        except OSError:
            raise self._ended() from None

    def _write(self, on: socket.socket, data: bytes, seconds: float) -> None:
        """Send `data` with its length before it. Raises Died, OSError."""
        data, until = memoryview(len(data).to_bytes(4, "big") + data), time.monotonic() + seconds
        while data:
            self._wait(until, on, writing=True)
            try:
                data = data[on.send(data) :]
            except BlockingIOError:
                continue

    def _expect(self, event: str, seconds: float) -> dict:
        message = self._receive(time.monotonic() + seconds)
        if message["event"] != event or message.get("nonce") != self.nonce:
            raise Forged("an answer came out of the sandbox that was not the runner's own")
        return message

    # what can be asked ----------------------------------------------------------------------------------------------
    def open(self, instruments: str, guarded: bool = True, hide: tuple = ()) -> None:
        """Begin a session. Raises NotStarted if the runner is gone, Died, and ValueError for other instruments than it
        was made ready with.

        Without `guarded`, names that the code works out are not checked: for code that a person will look at. `hide`
        names modules of the
        setup cell that the notebook does not have.
        """
        if self.instruments is None:
            self._prepare(instruments)
        elif self.instruments != instruments:
            raise ValueError("a runner is made ready with one text of instruments: start another one")
        self.channel, theirs = socket.socketpair()
        self.channel.setblocking(False)
        try:
            socket.send_fds(self.control, [b"s"], [theirs.fileno()])
        except OSError as error:
            raise NotStarted(f"the runner is gone: {error}") from None
        finally:
            theirs.close()
        self._send({"do": "open", "guarded": guarded, "hide": hide}, 20)
        self._expect("open", 60)

    def _prepare(self, instruments: str) -> None:
        try:
            self._write(self.control, instruments.encode(), 20)
        except (OSError, Died) as error:
            raise NotStarted(f"the runner is gone: {error}") from None
        self.instruments = instruments

    def cell(self, source: str, seconds: float, grace: float = 5) -> CellRun:
        self._send({"do": "cell", "source": source, "seconds": seconds}, 20)
        return cell_run(self._expect("cell", seconds + grace))

    def keep(self, name: str) -> None:
        """Remember the notebook's names as they are now, for a probe later."""
        self._send({"do": "keep", "name": name}, 20)
        self._expect("keep", 20)

    def probe(self, source: str, inputs: dict, seconds: float, at: str | None = None, grace: float = 5) -> Observation:
        """What a probe sees, with the names as they were when they were kept as `at`; as they are now by default."""
        self._send({"do": "probe", "source": source, "inputs": inputs, "seconds": seconds, "at": at}, 20)
        return observation(self._expect("probe", seconds + grace))

    def value(self, name: str):
        self._send({"do": "value", "name": name}, 20)
        return self._expect("value", 10).get("value")

    def close(self, seconds: float = 3) -> None:
        """End the session; the runner can open another one. Raises Died if it does not end."""
        if self.channel is not None:
            self.channel.shutdown(socket.SHUT_RDWR)  # the session reads to the end and goes
            self._status(seconds)
            self._hang_up()


class Warm:
    """A `start` whose runners serve one notebook after another: `with warm() as runner: …`.

    Each notebook has a session of its own. A runner that does not end one in good order is ended itself, and a new one
    started in its place.
    """

    def __init__(self, start: Callable[[], Runner]):
        self.start, self.idle = start, []

    @contextmanager
    def __call__(self) -> Iterator[Runner]:
        runner = self.idle.pop() if self.idle else self.start()
        if not runner.alive:
            runner.kill()
            runner = self.start()
        try:
            yield runner
        finally:
            if self.rested(runner):
                self.idle.append(runner)
            else:
                runner.kill()

    @staticmethod
    def rested(runner: Runner) -> bool:
        """Whether a runner is free for the next session; an open one is ended."""
        try:
            runner.close()
        except Died:
            return False
        return runner.alive

    def end(self) -> None:
        while self.idle:
            self.idle.pop().kill()
