"""The sandbox holds, and the attempts that show it succeed where there is none."""

import os
import subprocess
import sys
import threading
import venv
from dataclasses import replace
from pathlib import Path

import pytest

from grader.sandbox import attempts, bubblewrap, selftest
from grader.sandbox.inside import isolate
from grader.sandbox.messages import Died
from grader.sandbox.runner_client import Runner, Warm

SMALL = replace(
    bubblewrap.Limits(),
    memory=1024 * bubblewrap.MIB,
    temporary=32 * bubblewrap.MIB,
    file=12 * bubblewrap.MIB,
    processes=96,
)
NAMES = [attempt.__name__ for attempt in attempts.ATTEMPTS]
needed = pytest.mark.confined


@pytest.fixture(scope="module")
def surroundings(tmp_path_factory):
    """A course, a home and a system that may be written to without harm."""
    folder = tmp_path_factory.mktemp("outside")
    for name in ("course/solutions", "home", "system", "packages", "temporary"):
        (folder / name).mkdir(parents=True)
    (folder / "home" / "marker").touch()
    return {
        "repository": str(folder / "course"),
        "home": str(folder / "home"),
        "system": str(folder / "system"),
        "packages": str(folder / "packages"),
        "folder": str(folder / "temporary"),
        "much": SMALL.temporary,
        "file_limit": SMALL.file,
        "memory": SMALL.memory,
        "processes": SMALL.processes,
    }


@pytest.fixture(scope="module")
def outside(surroundings):
    """The attempts without a sandbox."""
    program = [sys.executable, "-I", "-S", attempts.__file__]
    succeeded = selftest.attempt(lambda arguments: (program + arguments, dict(os.environ)), **surroundings)
    yield succeeded
    for marker in ("left-behind-",):
        for process in selftest.running(marker):
            os.kill(process, 9)


@pytest.fixture(scope="module")
def inside():
    """The attempts in the sandbox, by their names."""
    words = {one.__doc__.rstrip(".").split(" (")[0]: one.__name__ for one in attempts.ATTEMPTS}
    return {words[what]: held for what, held in selftest.breakout_report()}


@pytest.mark.parametrize("name", NAMES)
def test_attempt_succeeds_without_a_sandbox(outside, name):
    if name in ("privileges", "namespaces") and os.getuid() != 0:
        pytest.skip("only root has privileges to lose")
    assert outside[name]


@needed
@pytest.mark.parametrize("name", NAMES)
def test_attempt_fails_in_the_sandbox(inside, name):
    assert inside[name]


def ancestors(path):
    return [str(parent) for parent in reversed(Path(path).parents) if str(parent) != "/"]


def as_ordinary_user(command):
    """A command line that does the same as user 1001; what only root may look into (a home in which Python lies) is
    opened to them.
    """
    if os.getuid() != 0:
        return command
    folders = [*bubblewrap.places(sys.executable)[:2], str(bubblewrap.ROOT)]
    closed = {parent for folder in folders for parent in ancestors(folder) if not os.stat(parent).st_mode & 0o001}
    covers = [word for parent in sorted(closed) for word in ("--perms", "0755", "--tmpfs", parent)]
    opened = []
    for folder in folders:
        if closed & set(ancestors(folder)):
            opened += [
                word
                for parent in ancestors(folder)
                if parent not in closed
                for word in ("--perms", "0755", "--dir", parent)
            ]
            opened += ["--ro-bind", folder, folder]
    return [
        "bwrap",
        "--dev-bind",
        "/",
        "/",
        *covers,
        *opened,
        "--",
        "setpriv",
        "--reuid=1001",
        "--regid=1001",
        "--clear-groups",
        *command,
    ]


@needed
def test_form_for_ordinary_users_holds_too(surroundings):
    """Root can start it only where nothing in /proc can be written by them."""

    def start(arguments):
        files = [Path(attempts.__file__)]
        return as_ordinary_user(
            bubblewrap.build(
                "user", SMALL, files, ["-I", f"{bubblewrap.INSIDE}/attempts.py", *arguments], sys.executable
            )
        ), bubblewrap.environment()

    tried = subprocess.run(
        as_ordinary_user(bubblewrap.build("user", SMALL, [], ["-I", "-c", "print('in')"], sys.executable)),
        capture_output=True,
        text=True,
        timeout=60,
    )
    if "ermi" in tried.stderr and "namespace" in tried.stderr:
        pytest.skip("user namespaces are switched off here")
    assert tried.stdout == "in\n", tried.stderr
    given = surroundings | {
        "system": "/usr",
        "packages": "/python/env/lib",
        "folder": "/tmp",
        "repository": str(bubblewrap.ROOT),
    }
    assert not {name for name, succeeded in selftest.attempt(start, **given).items() if succeeded}


@needed
def test_runner_works_for_ordinary_users():
    files = [bubblewrap.RUNNER, *bubblewrap.BESIDE]
    line = bubblewrap.build(
        "user",
        bubblewrap.Limits(),
        files,
        ["-I", f"{bubblewrap.INSIDE}/runner.py", "1000", bubblewrap.ROOM],
        sys.executable,
    )
    with Runner(as_ordinary_user(line), bubblewrap.environment()) as runner:
        for _ in range(2):
            runner.open(INSTRUMENTS)
            assert (
                printed(
                    runner,
                    "import os, jax.numpy as jnp\nprint(jnp.arange(3) + 1, "
                    "os.path.exists('/tmp/x'))\nopen('/tmp/x', 'w').close()",
                )
                == "[1 2 3] False\n"
            )
            runner.close()


@needed
@pytest.mark.parametrize(
    "attempt",
    [
        "open('/written', 'w')",
        "open('/dev/written', 'w')",
        "open('/proc/sys/kernel/core_pattern', 'w')",
        "open('/sandbox/written', 'w')",
        "import socket; socket.socket(16, 3, 0)",
        "import socket; socket.socket(socket.AF_INET, socket.SOCK_DGRAM)",
        "import socket; socket.socket(socket.AF_INET6)",
        "import socket; socket.create_connection(('1.1.1.1', 53), 2)",
        "import os; assert [name for name in os.listdir('/proc') if name.isdigit()] != ['1']",
        "import os; os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))",
        "import os; os.setuid(0)",
        "import os, ctypes; assert ctypes.CDLL(None).mount(b'x', b'/tmp', b'tmpfs', 0, 0) == 0",
        "open('/etc/passwd')",
        "import os; os.kill(1, 9); import time; time.sleep(0.2); assert os.path.exists('/proc/1') is False",
    ],
)
def test_small_things(attempt, tmp_path):
    script = tmp_path / "attempt.py"
    script.write_text(
        f"try:\n    exec({attempt!r})\n    print('succeeded')\nexcept (OSError, AssertionError) as error:\n    "
        f"print('held', error)\n"
    )
    command, environment = bubblewrap.wrapped([script], [], SMALL)
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    assert done.stdout.startswith("held"), done.stdout + done.stderr


@needed
def test_only_what_is_needed_is_seen(tmp_path):
    script = tmp_path / "look.py"
    script.write_text(
        "import os, sys\nprint(sorted(os.listdir('/')), os.path.exists(sys.argv[1]), "
        "sorted(os.listdir('/sandbox')), sorted(os.environ))\n"
    )
    command, environment = bubblewrap.wrapped([script], [str(bubblewrap.ROOT)], SMALL)
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    assert (
        "NBGRADER" not in done.stdout
        and "'python', 'sandbox', 'sbin', 'tmp', 'usr'] False ['isolate.py', 'look.py'" in done.stdout
    ), done.stdout + done.stderr


@needed
def test_a_session_is_told_no_place_of_the_machine_and_has_one_core():
    """In a real runner, whose own command line and libraries are there too, and in what it starts."""
    look = (
        "import os, subprocess, sys, jax\nfor name in os.listdir('/proc'):\n    if name.isdigit():\n        for one "
        "in ('cmdline', 'environ', 'maps', 'mountinfo', 'mounts'):\n"
        "            print(open(f'/proc/{name}/{one}').read())\nprint(jax.__file__, sys.path, "
        "os.sched_getaffinity(0))\n"
        "print(subprocess.run(['cat', '/proc/self/mountinfo', '/proc/self/mounts', '/proc/self/environ'], "
        "capture_output=True, text=True).stdout)\n"
        "try:\n    os.sched_setaffinity(0, range(os.cpu_count()))\nexcept PermissionError:\n    "
        "print(len(os.sched_getaffinity(0)), 'core')"
    )
    with bubblewrap.start() as runner:
        runner.open(INSTRUMENTS)
        said = printed(runner, look)
    prefix, base, _ = bubblewrap.places(sys.executable)
    assert "/sandbox/runner.py" in said and "/python/env/lib" in said and "1 core" in said, said
    for place in (str(bubblewrap.ROOT), prefix, os.path.expanduser("~/"), *([] if base.startswith("/usr") else [base])):
        assert place not in said, place


def test_workers_have_cores_of_their_own_as_far_as_there_are(monkeypatch):
    """Whoever started them: threads here stand for processes of different commands."""
    monkeypatch.setattr(bubblewrap, "CORE", f"a test {os.getpid()}")
    cores, there = sorted(os.sched_getaffinity(0)), threading.Barrier(len(os.sched_getaffinity(0)) + 1)
    found = []

    def work():
        found.append((bubblewrap.own_core(), bubblewrap.own_core()))
        there.wait(10)

    threads = [threading.Thread(target=work) for _ in range(len(cores) + 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(first == second for first, second in found), "a worker stays where it is"
    assert {core for core, _ in found} == set(cores)


@needed
def test_processor_time_ends(tmp_path):
    script = tmp_path / "spin.py"
    script.write_text("import signal\nsignal.signal(signal.SIGXCPU, signal.SIG_IGN)\nwhile True: pass\n")
    command, environment = bubblewrap.wrapped([script], [], replace(SMALL, cpu=1))
    assert subprocess.run(command, env=environment, timeout=30).returncode != 0


LEAVES = """
import os, socket, subprocess, ctypes, mmap
for folder in ("/tmp", "/home", "/dev/shm", "/var/tmp", "/run", "/sandbox", "/"):
    try:
        open(folder + "/left", "w").write("left")
    except OSError:
        pass
here = socket.socket(socket.AF_UNIX)
here.bind("\\0left")
here.listen()
segment = ctypes.CDLL(None).shmget(4711, 4096, 0o1666)
os.environ["LEFT"] = "left"
subprocess.Popen(["sleep", "60"], start_new_session=True)
import jax, builtins
builtins.left = jax.left = "left"
jax.config.update("jax_enable_x64", True)
print(segment >= 0, os.path.exists("/tmp/left"), os.path.exists("/home/left"), os.getuid())
"""
FINDS = """
import os, socket, ctypes, jax, builtins
places = ("/tmp", "/home", "/dev/shm", "/var/tmp", "/run", "/sandbox", "/")
found = [folder for folder in places if os.path.exists(folder + "/left")]
found += [name for name in os.listdir("/proc") if name.isdigit() and name != "1"]
try:
    socket.socket(socket.AF_UNIX).connect("\\0left")
    found.append("socket")
except OSError:
    pass
found += ["memory"] * (ctypes.CDLL(None).shmget(4711, 4096, 0o666) >= 0) + ["environment"] * ("LEFT" in os.environ)
found += ["builtins"] * hasattr(builtins, "left") + ["jax"] * hasattr(jax, "left")
found += ["settings"] * jax.config.jax_enable_x64
print(found, os.getuid(), len(os.listdir("/proc/self/fd")) < 12)
"""
INSTRUMENTS = "def observe(probe, inputs): pass\ndef plain(value): return value"


def printed(runner, source):
    return "".join(
        output.get("text", "") for output in runner.cell(source, 30).outputs if output.get("name") == "stdout"
    )


@needed
def test_nothing_passes_from_one_session_to_the_next():
    """One runner, one room for each session."""
    with Runner(*bubblewrap.command()) as runner:
        runner.open(INSTRUMENTS)
        left = printed(runner, LEAVES).split()
        assert left[:3] == ["True"] * 3, left
        runner.close()
        runner.open(INSTRUMENTS)
        *found, user, few = printed(runner, FINDS).split()
        assert found == ["[]"] and user != left[3] and few == "True"


def test_what_is_left_behind_is_found_where_there_are_no_rooms(tmp_path):
    """The same look, within one session: every trace is seen."""
    with Runner() as runner:
        runner.open(INSTRUMENTS)
        runner.cell(
            LEAVES.replace(
                '"/tmp", "/home", "/dev/shm", "/var/tmp", "/run", "/sandbox", "/"', repr(str(tmp_path)) + ","
            ),
            30,
        )
        found = printed(
            runner,
            FINDS.replace(
                '"/tmp", "/home", "/dev/shm", "/var/tmp", "/run", "/sandbox", "/"', repr(str(tmp_path)) + ","
            ),
        )
        runner.cell("ctypes.CDLL(None).shmctl(ctypes.c_int(segment), 0, None)", 30)
        assert all(
            repr(what) in found
            for what in (str(tmp_path), "socket", "memory", "environment", "builtins", "jax", "settings")
        ), found


@needed
def test_a_session_that_dies_leaves_the_runner_to_the_next():
    warm = Warm(lambda: Runner(*bubblewrap.command()))
    for source, said in (
        ("import os; os._exit(3)", "exit"),
        ("import os; os.abort()", "out of memory"),
        ("import ctypes; ctypes.string_at(0)", "segmentation"),
    ):
        with pytest.raises(Died, match=said), warm() as runner:
            runner.open(INSTRUMENTS)
            first = runner.process.pid
            runner.cell(source, 30)
    with warm() as runner:
        assert runner.process.pid == first
        runner.open(INSTRUMENTS)
        assert printed(runner, "print(6 * 7)") == "42\n"
    with pytest.raises(Died, match="in time"), warm() as runner:
        runner.open(INSTRUMENTS)
        runner.cell(
            "import signal\nsignal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})\nwhile True: pass", 0.5, 0.5
        )
    assert not warm.idle  # it was ended with its session
    with warm() as runner:
        assert runner.process.pid != first
    warm.end()


@needed
def test_runner_works_in_the_sandbox():
    with Runner(*bubblewrap.command()) as runner:
        runner.open(INSTRUMENTS)
        assert (
            runner.cell("import jax, jax.numpy as jnp\nprint(jax.jit(lambda x: x + 1)(jnp.arange(3)))", 30).outputs[0][
                "text"
            ]
            == "[1 2 3]\n"
        )
        assert runner.cell("import subprocess; subprocess.run(['true'])", 30).ended == "ok"


def test_reasons_are_given(monkeypatch):
    monkeypatch.setattr(bubblewrap.shutil, "which", lambda name: None)
    bubblewrap.FOUND.clear()
    try:
        assert bubblewrap.available()[0] is False and "bubblewrap" in bubblewrap.available()[1]
        with pytest.raises(bubblewrap.NoSandbox, match="bubblewrap"):
            bubblewrap.command()
    finally:
        bubblewrap.FOUND.clear()


@needed
def test_a_sandbox_that_does_not_start_says_why(monkeypatch):
    monkeypatch.setattr(bubblewrap, "system_folders", list)
    assert bubblewrap.trial("user", sys.executable)


@needed
@pytest.mark.parametrize("place", ["", "lib/course"], ids=["around the course", "with the course inside"])
def test_an_environment_and_the_course_in_one_folder(monkeypatch, tmp_path, place):
    """Of an environment only its packages are seen, and the course is not, wherever it lies."""
    venv.create(tmp_path, symlinks=True, with_pip=False)
    (tmp_path / place / "solutions").mkdir(parents=True)
    monkeypatch.setattr(bubblewrap, "ROOT", tmp_path / place)
    look = (
        "import os; print([path for path, folders, _ in os.walk('/python') if 'solutions' in folders], "
        "os.listdir('/python/env/lib'))"
    )
    command = bubblewrap.build(
        bubblewrap.found()[0], bubblewrap.Limits(), [], ["-I", "-c", look], str(tmp_path / "bin" / "python")
    )
    done = subprocess.run(
        command, capture_output=True, text=True, env=bubblewrap.environment(), timeout=60, check=False
    )
    assert done.stdout.startswith("[] ['python3."), done.stdout + done.stderr


@pytest.mark.parametrize("machine", sorted(isolate.ARCHITECTURES))
def test_filter_of_system_calls_jumps_within_itself(machine):
    program = isolate.filter_program(machine)
    steps = [
        (code, yes, no)
        for code, yes, no, _ in (
            isolate.struct.unpack("=HBBI", program[at : at + 8]) for at in range(0, len(program), 8)
        )
    ]
    assert all(
        index + 1 + max(yes, no) < len(steps)
        for index, (code, yes, no) in enumerate(steps)
        if code in (0x15, 0x35, 0x45)
    )
    assert len(program) < len(isolate.filter_program(machine, isolate.NETWORK))
    assert isolate.filter_program("unknown") == b""


@needed
def test_an_environment_below_tmp_is_seen_and_cannot_be_written(tmp_path):
    """A course lies in somebody's home or in a temporary folder: what the sandbox mounts there must not hide its
    Python.
    """
    venv.create(tmp_path / "env", symlinks=True, with_pip=False)
    python = str(tmp_path / "env" / "bin" / "python")
    try_it = (
        "import sys, os; print(sys.prefix == '/python/env', os.access(sys.prefix, os.W_OK), os.access('/tmp', os.W_OK))"
    )
    command = bubblewrap.build(bubblewrap.found()[0], bubblewrap.Limits(), [], ["-I", "-c", try_it], python)
    done = subprocess.run(
        command, capture_output=True, text=True, env=bubblewrap.environment(), timeout=60, check=False
    )
    assert done.stdout.split() == ["True", "False", "True"], done.stderr
