"""The sandbox: bubblewrap's command line around runner.py, and the proof that it holds.

bubblewrap makes a house in which there are the system's programs, this Python with its packages (read-only, under fixed
names) and the runner, and nothing else: no network, no course, no other submission, no environment. The runner,
which never sees a learner's data, keeps the
right to make namespaces; each submission gets a room of its own in the house (inside/isolate.py): a small /tmp and
home, its own process
ids, no capability, nobody's user. So JAX is imported once per house, not once per submission.
"""

from __future__ import annotations

import functools
import itertools
import json
import os
import platform
import random
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from types import MappingProxyType

from grader.core.errors import GraderError
from grader.core.paths import ROOT
from grader.sandbox.inside import isolate
from grader.sandbox.runner_client import BESIDE, RUNNER, Runner, reading

HERE = Path(__file__).with_name("inside")
INSIDE = "/sandbox"  # where our own few files are seen inside
PYTHON = "/python"  # where the interpreter and its packages are seen inside
TELLING = {  # files of an environment that name folders of this machine, and what is seen in their places
    "python*/_sysconfigdata*.py": HERE / "python" / "sysconfigdata.py",
    "python*/__pycache__/_sysconfigdata*.pyc": os.devnull,
    "pkgconfig/*.pc": os.devnull,
    "python*/config-*/Makefile": os.devnull,
    "python*/config-*/python-config.py": os.devnull,
    "python*/site-packages/*.pth": os.devnull,
    "python*/site-packages/*/direct_url.json": os.devnull,
}
PARTS = ("lib", "lib64", "share", "etc")  # of an environment; its programs name its place in their first lines
NOBODY = 65534
ROOM = "{room}"  # stands in a command line for the limits of a room, for a program that makes rooms itself
MIB = 2**20


NONE: Mapping[str, str] = MappingProxyType({})


class NoSandbox(GraderError):
    """Strangers' work cannot be run safely here; the message says why and what can be done."""


@dataclass(frozen=True)
class Limits:
    """What one submission may use: bytes, seconds, counts.

    `memory` is the address space of one process (JAX needs 2 GiB of it), `processes` counts threads too, `temporary` is
    all of /tmp, `output` what is kept of one cell's texts and pictures.
    """

    memory: int = 4096 * MIB
    cpu: int = 240
    cell_seconds: float = 30
    notebook_seconds: float = 240
    output: int = 200_000
    file: int = 64 * MIB
    processes: int = 64 + 8 * (os.cpu_count() or 1)  # JAX's thread pools grow with the machine
    open_files: int = 256
    temporary: int = 128 * MIB
    core: int | None = None  # the one core that it runs on; None for all
    interfaces: bool = (
        False  # whether it may use sockets of the network, which leads nowhere, as Jupyter's own kernels do
    )


def environment() -> dict[str, str]:
    """The environment of the command line; what runs inside has one of its own."""
    return {"PATH": os.defpath, "LANG": "C.UTF-8"}


@functools.cache
def places(python: str) -> tuple[str, str, str]:
    """Where an interpreter lies: its environment, the installation behind it (the same without one), the program."""
    ask = "import os, sys; print(sys.prefix, sys.base_prefix, os.path.realpath(sys._base_executable), sep='\\n')"
    if python == sys.executable:
        return sys.prefix, sys.base_prefix, os.path.realpath(sys._base_executable)
    asked = subprocess.run([python, "-I", "-c", ask], capture_output=True, text=True, check=True)
    return tuple(asked.stdout.split("\n")[:3])


def seen_as(python: str) -> str:
    """The name of an interpreter inside."""
    prefix, base, program = places(python)
    return f"{PYTHON}/env/bin/python" if prefix != base else f"{PYTHON}/base/bin/{os.path.basename(program)}"


def system_folders() -> list[str]:
    """/usr, and /bin, /lib and the like as they are on this machine: links into /usr, or folders."""
    arguments = ["--ro-bind", "/usr", "/usr"]
    for path in ("/bin", "/sbin", "/lib", "/lib64"):
        if os.path.islink(path):
            arguments += ["--symlink", os.readlink(path), path]
        elif os.path.isdir(path):
            arguments += ["--ro-bind", path, path]
    return arguments


def part(outer: str, inner: str) -> list[str]:
    """One folder of an environment, without the course, should that lie in it, and without files that name folders."""
    if os.path.islink(outer):
        return ["--symlink", os.readlink(outer), inner] if not os.path.isabs(os.readlink(outer)) else []
    if not os.path.isdir(outer):
        return []
    arguments = ["--ro-bind", outer, inner]
    if ROOT.is_relative_to(os.path.realpath(outer)):
        arguments += ["--perms", "0755", "--tmpfs", f"{inner}/{ROOT.relative_to(os.path.realpath(outer))}"]
    for pattern, instead in TELLING.items():
        for path in Path(outer).glob(pattern):
            arguments += ["--ro-bind", str(instead), f"{inner}/{path.relative_to(outer)}"]
    return arguments


def python_folders(python: str) -> list[str]:
    """The interpreter with its packages, under fixed names, and nothing around them."""
    prefix, base, program = places(python)
    arguments = ["--perms", "0755", "--dir", PYTHON, "--perms", "0755", "--dir", f"{PYTHON}/lib"]
    if ROOT.is_relative_to("/usr"):
        arguments += ["--perms", "0755", "--tmpfs", str(ROOT)]
    if Path(os.path.realpath(base)).is_relative_to("/usr"):
        arguments += ["--symlink", os.path.realpath(base), f"{PYTHON}/base"]
    else:
        arguments += ["--perms", "0755", "--dir", f"{PYTHON}/base", "--perms", "0755", "--dir", f"{PYTHON}/base/bin"]
        arguments += ["--ro-bind", program, f"{PYTHON}/base/bin/{os.path.basename(program)}"]
        arguments += itertools.chain.from_iterable(part(f"{base}/{name}", f"{PYTHON}/base/{name}") for name in PARTS)
        for library in Path(base, "lib").glob("libpython*.so*"):  # some look for it where they were installed
            arguments += ["--ro-bind", str(library), f"{PYTHON}/lib/{library.name}"]
    if prefix != base:
        settings = Path(prefix, "pyvenv.cfg").read_text(encoding="utf-8").lower().replace(" ", "")
        kind = "with_system" if "include-system-site-packages=true" in settings else "alone"
        arguments += ["--perms", "0755", "--dir", f"{PYTHON}/env", "--perms", "0755", "--dir", f"{PYTHON}/env/bin"]
        arguments += ["--symlink", f"{PYTHON}/base/bin/{os.path.basename(program)}", f"{PYTHON}/env/bin/python"]
        arguments += ["--ro-bind", str(HERE / "python" / f"{kind}.cfg"), f"{PYTHON}/env/pyvenv.cfg"]
        arguments += itertools.chain.from_iterable(part(f"{prefix}/{name}", f"{PYTHON}/env/{name}") for name in PARTS)
    return arguments


# Long for the options of bubblewrap alone, which read best in one place.
def build(
    form: str,
    limits: Limits,
    files: list[Path],
    arguments: list[str],
    python: str,
    variables: Mapping[str, str] = NONE,
) -> list[str]:
    """The command line of a sandbox of one of two forms, in which `files` are seen and Python runs with `arguments`.

    "user": started by an ordinary user; a user namespace makes them nobody inside.
    "root": started by root; no user namespace, so that the process can become a user whom nobody else is, on whom the
    limit of processes holds (it never holds for root, in whatever namespace).
    `arguments` may hold ROOM; `files` may be folders; `variables` are added to the environment inside.
    """
    kept = "CAP_SYS_ADMIN", "CAP_SYS_CHROOT", "CAP_SETUID", "CAP_SETGID"  # to make rooms; nobody has them inside one
    if form == "root":
        spaces = ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"]
    else:
        kept = kept[:2]
        spaces = ["--unshare-all", "--unshare-user", "--uid", str(NOBODY), "--gid", str(NOBODY)]
    spaces += ["--cap-drop", "ALL", *itertools.chain.from_iterable(("--cap-add", name) for name in kept)]
    told = "memory", "cpu", "file", "processes", "open_files", "temporary", "core", "interfaces"
    room = {name: getattr(limits, name) for name in told} | {"home": 16 * MIB, "user": form == "root"}
    seen = seen_as(python)
    program = [seen, *(json.dumps(room) if word == ROOM else word for word in arguments)]
    if ROOM not in arguments:  # a program that makes no rooms itself is run in one
        program = [seen, "-I", "-S", f"{INSIDE}/isolate.py", json.dumps(room), *program]
    inside = {
        "HOME": "/home",
        "TMPDIR": "/tmp",
        "PATH": f"{os.path.dirname(seen)}:/usr/bin:/bin",
        "LD_LIBRARY_PATH": f"{PYTHON}/lib",
        "LANG": "C.UTF-8",
        "JAX_PLATFORMS": "cpu",
        "TF_CPP_MIN_LOG_LEVEL": "3",
        "IPYTHONDIR": "/home/.ipython",
        "PYTHONUNBUFFERED": "1",
    } | dict(variables)
    seen_files = dict.fromkeys([HERE / "isolate.py", *files])
    return [
        # What bubblewrap is started with can be read in /proc/1/environ.
        "/usr/bin/env", "-i", shutil.which("bwrap") or "bwrap",
        *spaces, "--die-with-parent", "--new-session", "--hostname", "sandbox", "--clearenv",
        "--perms", "1777", "--size", str(limits.temporary), "--tmpfs", "/tmp",
        "--perms", "0777", "--size", str(16 * MIB), "--tmpfs", "/home",
        *system_folders(), *python_folders(python),
        *itertools.chain.from_iterable(["--ro-bind", str(path), f"{INSIDE}/{path.name}"] for path in seen_files),
        "--chmod", "0755", INSIDE,
        "--dev", "/dev", "--perms", "1777", "--size", str(16 * MIB), "--tmpfs", "/dev/shm", "--remount-ro", "/dev",
        "--proc", "/proc", "--remount-ro", "/", "--chdir", "/home",
        *itertools.chain.from_iterable(["--setenv", name, value] for name, value in inside.items()), "--",
        *program,
    ]  # fmt: skip


def trial(form: str, python: str) -> str:
    """Why a sandbox of this form cannot be had, or nothing; really starts one."""
    probe = build(form, Limits(), [], ["-I", "-c", "import numpy, os; print('inside', os.getuid())"], python)
    try:
        done = subprocess.run(
            probe, capture_output=True, text=True, env=environment(), timeout=60, start_new_session=True, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    if done.returncode == 0 and done.stdout.startswith("inside"):
        return ""
    return (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1][:200]


FOUND: dict[
    str, tuple[str, str]
] = {}  # by interpreter, what `found` says: trying takes a moment, so each process does it once at most


def found(python: str = sys.executable) -> tuple[str, str]:
    """The best form of sandbox that works here ("root", "user" or ""), and why no better one does."""
    if python not in FOUND:
        FOUND[python] = tried(python)
    return FOUND[python]


def tried(python: str) -> tuple[str, str]:
    if not sys.platform.startswith("linux"):
        return (
            "",
            f"there is no bubblewrap for {platform.system() or sys.platform}: grade strangers' work on Linux (a "
            f"virtual machine or WSL will do)",
        )
    if shutil.which("bwrap") is None:
        return (
            "",
            "the program bwrap is missing: install the package bubblewrap (Debian, Ubuntu: apt-get install bubblewrap)",
        )
    said = ""
    for form in ("root", "user") if os.getuid() == 0 else ("user",):
        problem = trial(form, python)
        if not problem:
            return form, said
        said = f"bubblewrap could not make a sandbox: {problem}" + (
            "; perhaps user namespaces are switched off here (containers need --privileged or their own permission "
            "for it)"
            if "ermi" in problem
            else ""
        )
    return "", said


def available(python: str = sys.executable) -> tuple[bool, str]:
    """Whether a sandbox can be had here, tried once, and if not why and what to do."""
    form, reason = found(python)
    return bool(form), "" if form else reason


def wrapped(
    files: list[Path],
    arguments: list[str],
    limits: Limits = Limits(),
    python: str = sys.executable,
    variables: Mapping[str, str] = NONE,
) -> tuple[list[str], dict[str, str]]:
    """The command line and environment that run the first of `files` in a sandbox of its own. Raises NoSandbox."""
    form, reason = found(python)
    if not form:
        raise NoSandbox(reason)
    return build(form, limits, files, ["-I", f"{INSIDE}/{files[0].name}", *arguments], python, variables), environment()


def command(
    limits: Limits = Limits(), python: str = sys.executable, shared: Path | None = None
) -> tuple[list[str], dict[str, str]]:
    """The command line and environment of a sandboxed runner: `Runner(*command())`. Raises NoSandbox.

    `shared` is a folder of compiled programs (batch/compile_cache.py), read-only inside.
    """
    files = [RUNNER, *BESIDE] + ([shared] if shared and shared.is_dir() else [])
    variables = reading(shared, f"{INSIDE}/{shared.name}") if shared else {}
    return wrapped(files, [str(limits.output), ROOM], limits, python, variables)


def start(limits: Limits = Limits(), shared: Path | None = None) -> Runner:
    """A runner for strangers' notebooks, one at a time, on a core of its own. Raises NoSandbox, NotStarted."""
    return Runner(*command(replace(limits, core=own_core()), shared=shared))


CORE = "grading on core"
HELD = threading.local()  # by thread, its core and the socket by whose name other workers know that it is taken


def own_core() -> int:
    """A core that no other worker of this machine has, whoever started it; any one where there are too many workers."""
    if not hasattr(HELD, "core"):
        cores = sorted(os.sched_getaffinity(0))
        HELD.core = random.choice(cores)
        for core in cores:
            mark = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            try:
                mark.bind(f"\0{CORE} {core}")  # a name without a file, which goes with the thread
            except OSError:
                mark.close()
                continue
            HELD.core, HELD.mark = core, mark
            break
    return HELD.core


def notes() -> list[str]:
    """What a teacher should know of the sandbox on this machine beyond that it works; one sentence each."""
    form, why = found()
    said = []
    if form == "user" and os.getuid() == 0:
        said.append(
            f"Started as root, but without the better form for root ({why}): the number of processes is not "
            f"limited. Grade as an ordinary user."
        )
    if not isolate.filter_program(platform.machine()):
        said.append(
            f"System calls are not filtered on {platform.machine()}; the namespaces and limits hold all the same."
        )
    if form:
        limits = asdict(Limits())
        said.append(
            f"Memory is limited for each process ({limits['memory'] // MIB} MiB), not for their sum; a notebook is "
            f"the first to go if the machine runs short."
        )
    return said
