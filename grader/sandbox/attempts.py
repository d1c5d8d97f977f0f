"""Attempts to break out, run inside the sandbox by selftest.py and outside of it by the tests.

    python -I -S attempts.py '{"port": …, "repository": …, …}'

Prints one JSON object: name of the attempt → whether it succeeded. Imports nothing of ours; undoes what it does.
"""

import ctypes
import json
import mmap
import os
import socket
import subprocess
import sys
import sysconfig


def network(port, **_):
    """Connect to a server of this machine."""
    with socket.create_connection(("127.0.0.1", port), timeout=2):
        return True


def local_socket(abstract, **_):
    """Connect to a local server without a file (X11, D-Bus)."""
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(2)
        client.connect("\0" + abstract)
        return True


def repository(repository, **_):
    """Read the course: solutions, grader, classroom."""
    found = set(os.listdir(repository)) & {"solutions", "grader", "classroom", "notebooks", ".git", "pyproject.toml"}
    return bool(found)


def home(home, **_):
    """Read the teacher's home."""
    return (
        os.path.exists(os.path.join(home, ".bashrc"))
        or os.path.exists(os.path.join(home, ".profile"))
        or os.path.exists(os.path.join(home, "marker"))
    )


def environment(secret, **_):
    """Find the teacher's environment, in any process that can be seen."""
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                with open(f"/proc/{entry}/environ", "rb") as file:
                    if secret.encode() in file.read():
                        return True
            except OSError:
                pass
    return any(secret in value or name == "NBGRADER_EXECUTION" for name, value in os.environ.items())


def whereabouts(hidden, **_):
    """Learn where the course and its Python lie on the machine, and whose they are (`hidden` is backwards)."""
    told = [*sys.path, sys.prefix, sys.base_prefix, sys.exec_prefix, sys.executable, os.path.realpath(sys.executable)]
    told += [os.__file__, os.getcwd(), *os.environ.values(), *map(str, sysconfig.get_config_vars().values())]
    root = os.path.dirname(os.path.dirname(sys.executable))
    packages = f"{root}/lib/python{sys.version_info[0]}.{sys.version_info[1]}/site-packages"
    names = os.listdir(packages) if os.path.isdir(packages) else []
    files = [f"{root}/pyvenv.cfg", *(f"{packages}/{name}" for name in names if name.endswith(".pth"))]
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            names = "mountinfo", "mounts", "mountstats", "environ", "maps", "cgroup", f"task/{entry}/mountinfo"
            files += [f"/proc/{entry}/{name}" for name in names]
            told += [link for name in ("cwd", "root", "exe") if (link := linked(f"/proc/{entry}/{name}"))]
    for path in files:
        try:
            with open(path, errors="replace") as file:
                told.append(file.read())
        except OSError:
            pass
    return any(place[::-1] in text for place in hidden for text in told)


def linked(path):
    try:
        return os.readlink(path)
    except OSError:
        return ""


def system(system, **_):
    """Write among the programs of the machine."""
    path = os.path.join(system, "written-by-a-notebook")
    with open(path, "w"):
        pass
    os.remove(path)
    return True


def packages(packages, **_):
    """Write among the Python packages, for the next notebook to import."""
    return system(packages)


def kill(grader, **_):
    """Signal the grader."""
    os.kill(grader, 0)
    return True


def privileges(**_):
    """Be the machine's administrator, or hold any capability."""
    with open("/proc/self/status") as file:
        held = next(int(line.split()[1], 16) for line in file if line.startswith("CapEff"))
    return os.getuid() == 0 or held != 0


def namespaces(**_):
    """Make a user namespace, the usual first step of an escape."""
    child = os.fork()
    if child == 0:
        os._exit(0 if ctypes.CDLL(None).unshare(0x10000000) == 0 else 1)
    return os.waitpid(child, 0)[1] == 0


def cores(**_):
    """Use another processor core than the one that was given."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, range(os.cpu_count()))
    os.sched_setaffinity(0, before)
    return True


def outlive(marker, **_):
    """Leave a process behind (whether it is still there is looked up from outside)."""
    subprocess.Popen(
        [sys.executable, "-I", "-S", "-c", "import time; time.sleep(30)", marker],
        start_new_session=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    return True


def disk(folder, much, **_):
    """Write more than one notebook may."""
    names, block = [], b"x" * (1 << 20)
    try:
        for number in range(1 + (much >> 23)):
            names.append(os.path.join(folder, f"filler-{number}"))
            with open(names[-1], "wb") as file:
                for _ in range(8):
                    file.write(block)
        return True
    finally:
        for name in names:
            if os.path.exists(name):
                os.remove(name)


def big_file(folder, file_limit, **_):
    """Write one file larger than may be."""
    path = os.path.join(folder, "large")
    try:
        with open(path, "wb") as file:
            file.truncate(file_limit + 1)
        return True
    finally:
        if os.path.exists(path):
            os.remove(path)


def shared_memory(much, **_):
    """Fill shared memory."""
    return disk("/dev/shm", much)


def memory(memory, **_):
    """Take more memory than one process may."""
    with mmap.mmap(-1, memory + (1 << 20)):
        return True


def forks(processes, **_):
    """Start more processes than may be."""
    children = []
    try:
        for _ in range(processes + 8):
            child = os.fork()
            if child == 0:
                import time

                time.sleep(20)
                os._exit(0)
            children.append(child)
        return True
    finally:
        for child in children:
            os.kill(child, 9)
            os.waitpid(child, 0)


ATTEMPTS = (
    network,
    local_socket,
    repository,
    home,
    environment,
    whereabouts,
    system,
    packages,
    kill,
    privileges,
    namespaces,
    cores,
    disk,
    big_file,
    shared_memory,
    memory,
    forks,
    outlive,
)

if __name__ == "__main__":
    given, done = json.loads(sys.argv[1]), {}
    for attempt in ATTEMPTS:
        if attempt.__name__ in given.get("leave_out", ()):
            continue
        try:
            done[attempt.__name__] = bool(attempt(**given))
        except (OSError, MemoryError, OverflowError, ValueError) as error:
            print(f"{attempt.__name__}: {error}", file=sys.stderr)
            done[attempt.__name__] = False
    print(json.dumps(done))
