"""The proof that the sandbox holds: the attempts to break out (attempts.py) are run in a real one, and counted outside.

The tests run the same attempts outside of a sandbox too, where they have to succeed: an attempt that never can proves
nothing.
"""

from __future__ import annotations

import json
import os
import secrets
import socket
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import psutil

from grader.core.paths import ROOT
from grader.sandbox import attempts
from grader.sandbox.bubblewrap import MIB, PYTHON, Limits, NoSandbox, places, wrapped


def running(marker: str) -> list[int]:
    """Process ids of this machine that carry `marker` in their command line."""
    return [
        process.pid
        for process in psutil.process_iter(["cmdline"])
        if any(marker in word for word in process.info["cmdline"] or ())
    ]


def attempt(start, **given) -> dict[str, bool]:
    """Run all attempts to break out with `start(arguments) → (command line, environment)`; which of them succeeded."""
    prefix, base, _ = places(sys.executable)
    hidden = [str(ROOT), prefix, *([] if base.startswith("/usr") else [base]), os.path.expanduser("~/")]
    marker, secret = f"left-behind-{secrets.token_hex(8)}", f"secret-{secrets.token_hex(8)}"
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket(socket.AF_UNIX) as local:
        local.bind(f"\0{marker}")
        local.listen()
        given = {
            "port": server.getsockname()[1],
            "abstract": marker,
            "marker": marker,
            "secret": secret,
            "grader": os.getpid(),
            "hidden": [one[::-1] for one in hidden],
        } | given
        line, variables = start([json.dumps(given)])
        done = subprocess.run(
            line,
            env=variables | {"TEACHERS_TOKEN": secret, "NBGRADER_EXECUTION": "autograde"},
            capture_output=True,
            text=True,
            timeout=120,
            start_new_session=True,
            check=False,
        )
    if done.returncode != 0:
        raise NoSandbox(f"the attempts to break out could not be run: {done.stderr.strip()[-300:]}")
    outcome = json.loads(done.stdout.strip().splitlines()[-1])
    time.sleep(0.2)
    outcome["outlive"] = bool(running(marker))
    return outcome


def breakout_report(limits: Limits | None = None) -> list[tuple[str, bool]]:
    """What was tried inside a real sandbox, and whether it held. Raises NoSandbox."""
    limits = limits or replace(Limits(), memory=1024 * MIB, temporary=32 * MIB, file=4 * MIB + 8 * MIB, processes=96)
    succeeded = attempt(
        lambda arguments: wrapped([Path(attempts.__file__)], arguments, limits),
        repository=str(ROOT),
        home=os.path.expanduser("~"),
        system="/usr",
        packages=f"{PYTHON}/env/lib",
        folder="/tmp",
        much=limits.temporary,
        file_limit=limits.file,
        memory=limits.memory,
        processes=limits.processes,
    )
    words = {one.__name__: one.__doc__.rstrip(".").split(" (")[0] for one in attempts.ATTEMPTS}
    return [(words[name], not success) for name, success in succeeded.items()]
