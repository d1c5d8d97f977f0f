"""What this machine has and lacks, one line each, with the remedy."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from packaging.requirements import Requirement

from grader.batch.forkserver import WORKER_MEMORY
from grader.bootstrap import OLDEST
from grader.core import machine
from grader.core.paths import ROOT
from grader.versions.environments import LOCK, SETS, is_fresh, stamp

HAS, COULD, LACKS = "has", "could have", "lacks"
GIGABYTE = 2**30


@dataclass(frozen=True)
class Finding:
    """One thing: `state` is "has", "could have" (the work goes on without) or "lacks" (needed); `remedy` is what to do
    about it.
    """

    name: str
    state: str
    said: str
    remedy: str = ""

    def __str__(self) -> str:
        return f"{self.state:10}  {self.name:12}  {self.said}" + (
            f". Remedy: {self.remedy}" if self.remedy and self.state != HAS else ""
        )


def python() -> Finding:
    fine = sys.version_info >= OLDEST
    return Finding(
        "python",
        HAS if fine else LACKS,
        f"Python {platform.python_version()}",
        "make env, with PYTHON=/path/to/python3.12 if it does not find one",
    )


def differing(lock: Path = LOCK) -> list[str]:
    """What the lock names for this machine and the environment has not, or in another version."""
    found = []
    for line in lock.read_text(encoding="utf-8").splitlines():
        if line.startswith(("#", " ", "\t")) or not line.strip():
            continue
        requirement = Requirement(line.rstrip(" \\"))
        if requirement.marker and not requirement.marker.evaluate():
            continue
        wanted = str(requirement.specifier).removeprefix("==")
        try:
            version = importlib.metadata.version(requirement.name)
        except importlib.metadata.PackageNotFoundError:
            version = "not installed"
        if version != wanted:
            found.append(f"{requirement.name} {version}, not {wanted}")
    return found


def packages() -> Finding:
    wrong = differing()
    said = (
        f"{len(wrong)} packages differ from the lock: {'; '.join(wrong[:3])}"
        if wrong
        else "the packages are those of the lock"
    )
    return Finding("packages", LACKS if wrong else HAS, said, "rm -rf .venv && make env")


def bytecode() -> Finding:
    """Whether libraries come compiled: nbgrader's import takes 10 s without."""
    lacking = [name for name in ("jax", "numpy", "nbgrader", "IPython") if not compiled(name)]
    said = (
        f"not compiled: {', '.join(lacking)}; every start of Python is slow"
        if lacking
        else "the libraries are compiled"
    )
    return Finding(
        "bytecode",
        COULD if lacking else HAS,
        said,
        "unset PYTHONDONTWRITEBYTECODE; .venv/bin/python -m compileall -q .venv/lib",
    )


def compiled(name: str) -> bool:
    spec = importlib.util.find_spec(name)
    return bool(spec and spec.origin) and Path(importlib.util.cache_from_source(spec.origin)).is_file()


def program(name: str, *others: str, state: str = COULD, what: str, remedy: str) -> Finding:
    """A program of one of these names on the PATH."""
    path = next((found for found in map(shutil.which, (name, *others)) if found), None)
    if path is None:
        return Finding(name, state, f"not there: {what}", remedy)
    done = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=30)
    lines = (done.stdout + done.stderr).strip().splitlines() or ["is there"]
    return Finding(name, HAS if done.returncode == 0 else state, lines[0][:80], remedy)


def uv() -> Finding:
    own = Path(sys.executable).with_name("uv")
    return program(
        "uv", str(own), state=LACKS, what="matrix builds its environments with it", remedy="make env brings it"
    )


def make() -> Finding:
    return program("make", what="the verbs of python -m grader work without it", remedy="apt-get install make")


def chromium() -> Finding:
    return program(
        "chromium",
        "chromium-browser",
        "google-chrome",
        what="the tests that drive a real JupyterLab need it",
        remedy="apt-get install chromium",
    )


def sandbox() -> Finding:
    """A real sandbox, in which every known way to break out is tried."""
    from grader.sandbox import bubblewrap as jail
    from grader.sandbox import selftest

    able, reason = jail.available()
    if not able:
        return Finding(
            "sandbox", LACKS, "there is none: grade refuses strangers' work unless told --no-sandbox", reason
        )
    try:
        report = selftest.breakout_report()
    except jail.NoSandbox as error:
        return Finding(
            "sandbox",
            LACKS,
            str(error),
            "apt-get install --reinstall bubblewrap; grade nobody's work that you do not trust until this line is gone",
        )
    broken = [what for what, held in report if not held]
    if broken or not report:
        return Finding(
            "sandbox",
            LACKS,
            f"it does not hold: {'; '.join(broken) or 'nothing was tried'}",
            "grade on another machine, and report this",
        )
    return Finding(
        "sandbox", HAS, " ".join([f"of {len(report)} ways to break out none worked.", *jail.notes()]).rstrip(".")
    )


def environments() -> Iterator[Finding]:
    """The version sets that are built; `matrix` builds the others when they are asked for."""
    for one in SETS.values():
        if not one.is_own:
            built = stamp(one)
            fresh = bool(built) and is_fresh(one, built["python"], built)
            said = f"built on Python {built['python']}" if fresh else "stale" if built else "not built yet"
            yield Finding(
                one.name,
                HAS if fresh else COULD,
                f"the version set is {said}",
                f"python -m grader matrix {one.name} (about 10 s and 0.6 GB)",
            )


def cores() -> Finding:
    count = machine.cores()
    return Finding(
        "cores",
        HAS if count >= 2 else COULD,
        f"{count} to grade with",
        "grading takes as long as the cells take, one after the other",
    )


def memory() -> Finding:
    free = machine.free_memory()
    return Finding(
        "memory",
        HAS if free >= 2 * WORKER_MEMORY else LACKS,
        f"{free / GIGABYTE:.1f} GB free",
        f"close programs: grading wants {WORKER_MEMORY / GIGABYTE:.2f} GB for each worker, and starts no more than fit",
    )


def disk() -> Finding:
    free = shutil.disk_usage(ROOT).free
    return Finding(
        "disk",
        HAS if free >= 4 * GIGABYTE else COULD,
        f"{free / GIGABYTE:.0f} GB free",
        "make room: .venv and the version sets take 2.5 GB",
    )


CHECKS: tuple[Callable[[], Finding], ...] = (
    python,
    packages,
    bytecode,
    make,
    uv,
    sandbox,
    chromium,
    cores,
    memory,
    disk,
)


def examine() -> Iterator[Finding]:
    """All findings; a check that cannot be made is a finding too."""
    for check in CHECKS:
        try:
            yield check()
        except (OSError, ValueError, subprocess.TimeoutExpired) as error:
            yield Finding(
                check.__name__, LACKS, f"could not be looked at: {type(error).__name__}: {error}", "see the message"
            )
    yield from environments()
