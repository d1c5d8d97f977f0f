"""Build `.venv` from requirements.lock.txt, with uv where there is one, else with venv and pip.

    python3 -I grader/bootstrap.py

Runs before anything is installed, on the standard library of Python 3.8 or newer, and does nothing if `.venv` is up to
date. What it cannot do it says in one sentence, with exit code 1; the installer's own words are in .make/env.log.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OLDEST = (3, 12)
PREFERRED = ("3.12", "3.13", "3.14")  # the lock is made for 3.12 and holds for newer ones
ASK = "import sys; print('%d.%d %s' % (sys.version_info[0], sys.version_info[1], sys.executable))"
NETWORK = r"dns|resolve|connect|network|timed? ?out|certificate|unreachable"
NOT_THERE = r"Could not find a version|not found in the (package )?registry|no solution found"
CAUSES = {  # the installer's words → ours
    r"(?i)hash(es)? (mismatch|do not match)|DO NOT MATCH THE HASHES": (
        "a package that the index offers is not the one that the lock names"
    ),
    r"(?i)no space left|disk quota": "the disk is full",
    r"(?i)permission denied|read-only file system": "the folder cannot be written to",
    "(?i)" + NETWORK + "|" + NOT_THERE + "|because .* (was|were) not found": (
        "no package index answers (is there a network, is a mirror set up for pip or uv?)"
    ),
    r"(?i)ensurepip|No module named .?(venv|pip)": (
        "this Python comes without venv and pip (on Debian: apt-get install python3-venv)"
    ),
}


class Missing(Exception):
    """Something that is needed is not there; the message is one sentence with the remedy."""


def plain_environment() -> dict:
    """The environment without what would keep bytecode from being written or lead installers elsewhere."""
    return {
        name: value
        for name, value in os.environ.items()
        if name
        not in (
            "PYTHONDONTWRITEBYTECODE",
            "PYTHONPATH",
            "PYTHONHOME",
            "VIRTUAL_ENV",
            "CONDA_PREFIX",
            "UV_PYTHON",
            "PIP_TARGET",
            "PIP_USER",
        )
    }


def candidates(minor: str | None, environ: Mapping[str, str]) -> Iterator[str]:
    """Interpreters that may be there, best first; of the version `minor` ("3.13") only, if one is given."""
    versions = (minor,) if minor else PREFERRED
    if environ.get("PYTHON"):
        yield environ["PYTHON"]
    folders = [folder for folder in environ.get("PATH", "").split(os.pathsep) if folder]
    pyenvs = [Path(environ["PYENV_ROOT"])] if environ.get("PYENV_ROOT") else []
    pyenvs += [Path(folder).parent for folder in folders if Path(folder).name == "shims"]
    for version in versions:
        for folder in folders:
            yield os.path.join(folder, "python" + version)
        for root in pyenvs:  # a shim answers only for versions that pyenv has switched on; these are there all the same
            for path in sorted(root.glob("versions/%s*/bin/python%s" % (version, version)), reverse=True):
                yield str(path)
    for folder in folders:
        yield os.path.join(folder, "python3")


def version_of(python: str, environ: Mapping[str, str]) -> tuple:
    """(major, minor) and the true path of an interpreter; ((0, 0), "") if it is none or does not run."""
    path = shutil.which(python)
    if path is None:
        return (0, 0), ""
    try:
        done = subprocess.run(
            [path, "-I", "-c", ASK],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=dict(environ),
            timeout=30,
            check=False,
        )
        version, executable = done.stdout.decode().strip().split(" ", 1)
        return tuple(int(part) for part in version.split(".")), executable
    except (OSError, ValueError, subprocess.TimeoutExpired):  # a shim of a version that is not there, a broken link
        return (0, 0), ""


def find_python(
    minor: str | None = None, environ: Mapping[str, str] | None = None, uv: str | None = None
) -> str | None:
    """The path of a Python of version `minor`, or of 3.12 or newer; None if there is none. uv is asked last: it knows
    its own.
    """
    environ = os.environ if environ is None else environ
    tried = set()
    for python in candidates(minor, environ):
        if python in tried:
            continue
        tried.add(python)
        version, path = version_of(python, environ)
        if version == tuple(int(part) for part in minor.split(".")) if minor else version >= OLDEST:
            return path
    if uv:
        wanted = minor or ">=%d.%d" % OLDEST
        done = subprocess.run(
            [uv, "python", "find", "--managed-python", "--no-python-downloads", wanted],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=dict(environ),
            check=False,
        )
        if done.returncode == 0:
            return done.stdout.decode().strip()
    return None


def cause_of(text: str) -> str:
    """The first known cause in an installer's words, in ours."""
    return next((said for pattern, said in CAUSES.items() if re.search(pattern, text)), "")


def run(command: list, log: Path, doing: str) -> None:
    """Run an installer's step with its output in `log`. Raises Missing."""
    done = subprocess.run(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        env=plain_environment(),
        check=False,
    )
    text = done.stdout.decode(errors="replace")
    with open(str(log), "a", encoding="utf-8") as file:
        file.write("$ %s\n%s\n" % (" ".join(command), text))
    if done.returncode:
        raise Missing(
            "%s failed: %s; the details are in %s." % (doing, cause_of(text) or "exit code %d" % done.returncode, log)
        )


def up_to_date(venv: Path, lock: Path) -> bool:
    """Whether `venv` was built from `lock` to its end and its interpreter still runs."""
    stamp = venv / "built-from.txt"
    return (
        stamp.is_file()
        and stamp.read_bytes() == lock.read_bytes()
        and version_of(str(venv / "bin" / "python"), os.environ)[0] >= OLDEST
    )


def build(venv: Path, lock: Path, log: Path) -> None:
    """Make `venv` equal to `lock`; leaves a complete environment, or an old one without its stamp, or none. Raises
    Missing.
    """
    uv = shutil.which("uv") or shutil.which(str(venv / "bin" / "uv"))
    log.parent.mkdir(parents=True, exist_ok=True)
    log.write_text("", encoding="utf-8")
    stamp, python = venv / "built-from.txt", str(venv / "bin" / "python")
    fresh = version_of(python, os.environ)[0] < OLDEST or not (uv or (venv / "bin" / "pip").is_file())
    if stamp.exists():
        stamp.unlink()
    try:
        if fresh:
            make_venv(venv, uv, log)
        install(python, uv, lock, log)
    except BaseException:
        if fresh:
            shutil.rmtree(str(venv), ignore_errors=True)
        raise
    shutil.copyfile(str(lock), str(stamp))


def make_venv(venv: Path, uv, log: Path) -> None:
    """An empty environment with a Python that is new enough; uv fetches one where there is none."""
    none = "No Python 3.12 or newer was found{}: install one, or name it with PYTHON=/path/to/python3.12 make env."
    found = find_python(uv=uv)
    if not found and not uv:
        raise Missing(none.format(""))
    shutil.rmtree(str(venv), ignore_errors=True)
    if found and uv:
        run([uv, "venv", "--no-project", "--python", found, str(venv)], log, "Making .venv with uv")
    elif found:
        run([found, "-m", "venv", str(venv)], log, "Making .venv")
    else:
        try:
            run([uv, "venv", "--no-project", "--python", ">=3.12", str(venv)], log, "Fetching a Python with uv")
        except Missing:
            raise Missing(none.format(", and uv could not fetch one")) from None


def install(python: str, uv, lock: Path, log: Path) -> None:
    """What the lock names, with its hashes, and bytecode."""
    if uv:
        command = [uv, "pip", "sync", "--no-config", "--python", python, "--require-hashes", "--compile-bytecode"]
        run([*command, str(lock)], log, "Installing with uv")
    else:
        command = [python, "-m", "pip", "install", "--require-hashes", "--no-deps", "--compile", "-r"]
        run([*command, str(lock)], log, "Installing with pip")


def main() -> int:
    venv, lock, log = ROOT / ".venv", ROOT / "requirements.lock.txt", ROOT / ".make" / "env.log"
    if up_to_date(venv, lock):
        return 0
    print("Building .venv from %s; the first time this fetches about 300 MB." % lock.name, flush=True)
    start = time.time()
    try:
        build(venv, lock, log)
    except Missing as error:
        print("make env: %s" % error, file=sys.stderr)
        return 1
    print("Built .venv in %.0f s." % (time.time() - start))
    return 0


if __name__ == "__main__":
    sys.exit(main())
