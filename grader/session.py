"""The grader's side of a runner: start it (sandboxed or not), ask it, and survive whatever it does."""
from __future__ import annotations

import json
import os
import select
import struct
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

RUNNER = Path(__file__).with_name("runner.py")
LIMIT = 64 * 2**20


class Died(Exception):
    """The process that ran the learner's code is gone or was ended; the message says why, for the learner."""


class NotStarted(RuntimeError):
    """No runner could be started: the machine's fault, never the learner's."""


class Forged(Died):
    """Something came out of the sandbox that no honest run sends."""


@dataclass
class Observation:
    """What a probe saw: plain data by name, how it ended, and signs of tampering."""

    seen: dict = field(default_factory=dict)
    end: tuple = ("nothing", "")
    signs: list = field(default_factory=list)


@dataclass
class CellRun:
    """How a cell ran: notebook outputs, "ok", "error" or "timeout", the error in one line, the line of the cell."""

    outputs: list = field(default_factory=list)
    ended: str = "ok"
    said: str = ""
    line: int | None = None


def plain_environment() -> dict[str, str]:
    """The environment of a runner outside a sandbox: nothing that tells of grading, no teacher's secrets."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "SYSTEMROOT") if name in os.environ}
    return kept | {"JAX_PLATFORMS": "cpu", "PYTHONUNBUFFERED": "1", "TF_CPP_MIN_LOG_LEVEL": "3"}


class Runner:
    """A runner process with at most one open session.

    `command` and `environment` start it (see sandbox.py); by default this interpreter, unsandboxed, for trusted code only.
    """

    def __init__(self, command: list[str] | None = None, environment: dict[str, str] | None = None, start_seconds: float = 60):
        self.command = command or [sys.executable, "-I", str(RUNNER)]
        self.environment = environment if environment is not None else plain_environment()
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=self.environment,
                                        start_new_session=True)
        os.set_blocking(self.process.stderr.fileno(), False)
        try:
            self.versions = self._expect("ready", start_seconds)
        except Died as error:
            said = self._complaint()
            self.kill()
            raise NotStarted(f"no runner could be started: {said or error}") from None

    def _complaint(self) -> str:
        time.sleep(0.05)
        text = (self.process.stderr.read() or b"").decode(errors="replace").strip()
        return text.splitlines()[-1][:300] if text else ""

    def __enter__(self) -> Runner:
        return self

    def __exit__(self, *_) -> None:
        self.kill()

    def kill(self) -> None:
        """End the runner and everything that it started."""
        if self.process.poll() is None:
            try:
                os.killpg(self.process.pid, 9)
            except ProcessLookupError:
                pass
            self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            stream.close()

    # frames ---------------------------------------------------------------------------------------------------------
    def _bytes(self, count: int, until: float) -> bytes:
        data, descriptor = b"", self.process.stdout.fileno()
        while len(data) < count:
            left = until - time.monotonic()
            if left <= 0 or not select.select([descriptor], [], [], left)[0]:
                raise Died("it did not answer in time and was ended")
            piece = os.read(descriptor, min(count - len(data), 1 << 20))
            if not piece:
                raise Died("the process ended")
            data += piece
        return data

    def _receive(self, seconds: float) -> dict:
        until = time.monotonic() + seconds
        (length,) = struct.unpack(">I", self._bytes(4, until))
        if length > LIMIT:
            raise Forged("an answer of impossible size came out of the sandbox")
        try:
            message = json.loads(self._bytes(length, until))
        except (ValueError, RecursionError):
            raise Forged("an answer that is no JSON came out of the sandbox") from None
        if not isinstance(message, dict) or not isinstance(message.get("event"), str):
            raise Forged("an answer of unknown form came out of the sandbox")
        return message

    def _send(self, message: dict) -> None:
        data = json.dumps(message).encode()
        try:
            self.process.stdin.write(struct.pack(">I", len(data)) + data)
            self.process.stdin.flush()
        except (BrokenPipeError, OSError):
            raise Died("the process ended") from None

    def _expect(self, event: str, seconds: float) -> dict:
        message = self._receive(seconds)
        if message["event"] == "closed":
            raise Died(ending(message.get("status")))
        if message["event"] != event:
            raise Forged(f"an answer of kind {message['event'][:20]!r} came where {event!r} was due")
        return message

    # what can be asked ----------------------------------------------------------------------------------------------
    def open(self, instruments: str) -> None:
        self._send({"do": "open", "instruments": instruments})
        self._expect("opened", 60)

    def cell(self, source: str, seconds: float, grace: float = 5) -> CellRun:
        self._send({"do": "cell", "source": source, "seconds": seconds})
        answer = self._expect("cell", seconds + grace)
        outputs, ended, said, line = (answer.get(key) for key in ("outputs", "ended", "said", "line"))
        if not (isinstance(outputs, list) and all(isinstance(output, dict) for output in outputs) and ended in ("ok", "error", "timeout")
                and isinstance(said, str) and (line is None or type(line) is int)):
            raise Forged("a cell's answer has not the agreed form")
        return CellRun(outputs, ended, said, line)

    def probe(self, source: str, inputs: dict, seconds: float, grace: float = 5) -> Observation:
        self._send({"do": "probe", "source": source, "inputs": inputs, "seconds": seconds})
        answer = self._expect("probe", seconds + grace)
        seen, end, signs = (answer.get(key) for key in ("seen", "end", "signs"))
        if not (isinstance(seen, dict) and isinstance(end, list) and len(end) == 2 and all(isinstance(part, str) for part in end)
                and isinstance(signs, list) and all(isinstance(sign, str) for sign in signs)):
            raise Forged("a probe's answer has not the agreed form")
        return Observation(seen, tuple(end), signs)

    def value(self, name: str):
        self._send({"do": "value", "name": name})
        return self._expect("value", 10).get("value")

    def close(self) -> None:
        """End the session; the runner can open another one."""
        self._send({"do": "close"})
        message = self._receive(20)
        if message["event"] != "closed":
            raise Forged("the session did not end as it should")


def ending(status) -> str:
    """What a wait status means, for a learner."""
    if not isinstance(status, int):
        return "the process ended"
    if os.WIFSIGNALED(status):
        names = {9: "it was ended by the system (memory or time used up)", 11: "it crashed (segmentation fault)", 6: "it aborted (often: out of memory)"}
        return names.get(os.WTERMSIG(status), f"it was ended by signal {os.WTERMSIG(status)}")
    return "the code ended its own process (exit)"
