"""What comes out of a sandbox, written by nobody knows whom: the forms that are believed, and nothing else.

The runner (inside/runner.py) says which messages there are; runner_client.py sends and receives them.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field

from grader.sandbox.inside import comparison, guards

WARNINGS = frozenset(
    {
        comparison.REGISTERED,
        guards.COMPUTED,
        guards.COUNTED,
        guards.HIDDEN,
        guards.UNUSUAL,
        *comparison.REPLACED.values(),
    }
)  # what a session may tell
OUTPUTS, TEXTS = 2_000, 4 * 2**20  # outputs of one cell, and characters in them, that are believed at all


class Died(Exception):
    """The process that ran the learner's code is gone or was ended; the message says why, for the learner."""


class Forged(Died):
    """Something came out of the sandbox that no honest run sends."""


@dataclass
class Observation:
    """What a probe saw: plain data by name, how it ended, and sentences about what was changed that no answer
    changes.
    """

    seen: dict = field(default_factory=dict)
    end: tuple = ("nothing", "")
    warnings: list = field(default_factory=list)


@dataclass
class CellRun:
    """How a cell ran: notebook outputs, "ok", "error" or "timeout", the error in one line, the line of the cell."""

    outputs: list = field(default_factory=list)
    ended: str = "ok"
    said: str = ""
    line: int | None = None


def cell_run(answer: dict) -> CellRun:
    """A cell's answer. Raises Forged if it has not the agreed form."""
    outputs, ended, said, line = (answer.get(key) for key in ("outputs", "ended", "said", "line"))
    if not (
        ended in ("ok", "error", "timeout")
        and isinstance(said, str)
        and len(said) < 2_000
        and (line is None or type(line) is int)
    ):
        raise Forged("a cell's answer has not the agreed form")
    return CellRun(outputs_of(outputs), ended, said, line)


def observation(answer: dict) -> Observation:
    """A probe's answer. Raises Forged if it has not the agreed form."""
    seen, end, warnings = answer.get("seen"), answer.get("end"), answer.get("warnings")
    words = [*(end if isinstance(end, list) else [None]), *(warnings if isinstance(warnings, list) else [None])]
    if not (
        isinstance(seen, dict)
        and all(isinstance(part, str) and len(part) < 2_000 for part in words)
        and len(end) == 2
        and WARNINGS.issuperset(warnings)
    ):
        raise Forged("a probe's answer has not the agreed form")
    return Observation(seen, tuple(end), warnings)


def understood(data: bytes) -> dict:
    """A frame's content, written by nobody knows whom. Raises Forged for what the runner never sends."""

    def once(pairs):
        found = dict(pairs)
        if len(found) != len(pairs):
            raise ValueError("a key twice")
        return found

    try:
        message = clean(json.loads(data, object_pairs_hook=once))
    except (ValueError, RecursionError, MemoryError):
        raise Forged("an answer that is no JSON came out of the sandbox") from None
    if not isinstance(message, dict) or not isinstance(message.get("event"), str):
        raise Forged("an answer of unknown form came out of the sandbox")
    return message


def clean(value, depth: int = 0):
    """Plain data without what cannot be written down later: lone surrogates become "?". Raises ValueError for
    monsters.
    """
    if type(value) is str:
        return value.encode("utf-8", "replace").decode()
    if type(value) is int and value.bit_length() > 4096 or depth > 60:
        raise ValueError("too large")
    if type(value) is list:
        return [clean(item, depth + 1) for item in value]
    if type(value) is dict:
        return {clean(key): clean(item, depth + 1) for key, item in value.items()}
    return value


def outputs_of(outputs) -> list[dict]:
    """A cell's outputs, as notebooks keep them. Raises Forged if they are anything else."""

    def text(value):
        if not isinstance(value, str):
            raise Forged("a cell's outputs have not the agreed form")
        return value

    found, room = [], TEXTS
    if not isinstance(outputs, list) or len(outputs) > OUTPUTS:
        raise Forged("a cell's outputs have not the agreed form")
    for output in outputs:
        kind = output.get("output_type") if isinstance(output, dict) else None
        if kind == "stream" and output.get("name") in ("stdout", "stderr"):
            found.append({"output_type": kind, "name": output["name"], "text": text(output.get("text"))})
        elif kind == "error" and isinstance(output.get("traceback"), list):
            found.append(
                {
                    "output_type": kind,
                    "ename": text(output.get("ename")),
                    "evalue": text(output.get("evalue")),
                    "traceback": [text(line) for line in output["traceback"]],
                }
            )
        elif kind in ("display_data", "execute_result") and isinstance(output.get("data"), dict):
            data = {text(mime): text(content) for mime, content in output["data"].items()}
            found.append(
                {"output_type": kind, "data": data, "metadata": {}}
                | ({"execution_count": None} if kind == "execute_result" else {})
            )
        else:
            raise Forged("a cell's outputs have not the agreed form")
        room -= len(json.dumps(found[-1]))
        if room < 0:
            raise Forged("a cell's outputs are larger than the runner lets pass")
    return found


def ending(status) -> str:
    """What a wait status means, for a learner."""
    if not isinstance(status, int):
        return "the process ended"
    if os.WIFSIGNALED(status):
        names = {
            9: "it was ended by the system (memory or time used up)",
            11: "it crashed (segmentation fault; often: out of memory)",
            6: "it aborted (often: out of memory)",
        }
        return names.get(os.WTERMSIG(status), f"it was ended by signal {os.WTERMSIG(status)}")
    return "the code ended its own process (exit)"
