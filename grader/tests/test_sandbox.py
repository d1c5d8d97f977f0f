"""The sandbox holds, and the attempts that show it succeed where there is none."""
import os
import subprocess
import sys
import venv
from dataclasses import replace

import pytest

from grader import breakout, confine, sandbox
from grader.session import Runner

SMALL = replace(sandbox.Limits(), memory=1024 * sandbox.MIB, temporary=32 * sandbox.MIB, file=12 * sandbox.MIB, processes=96)
NAMES = [attempt.__name__ for attempt in breakout.ATTEMPTS]
needed = pytest.mark.skipif(not sandbox.available()[0] and not os.environ.get("CI"), reason=f"no sandbox can be had here: {sandbox.available()[1]}")


@pytest.fixture(scope="module")
def surroundings(tmp_path_factory):
    """A course, a home and a system that may be written to without harm."""
    folder = tmp_path_factory.mktemp("outside")
    for name in ("course/solutions", "home", "system", "packages", "temporary"):
        (folder / name).mkdir(parents=True)
    (folder / "home" / "marker").touch()
    return {"repository": str(folder / "course"), "home": str(folder / "home"), "system": str(folder / "system"), "packages": str(folder / "packages"),
            "folder": str(folder / "temporary"), "much": SMALL.temporary, "file_limit": SMALL.file, "memory": SMALL.memory, "processes": SMALL.processes}


@pytest.fixture(scope="module")
def outside(surroundings):
    """The attempts without a sandbox."""
    program = [sys.executable, "-I", "-S", breakout.__file__]
    succeeded = sandbox.attempt(lambda arguments: (program + arguments, dict(os.environ)), **surroundings)
    yield succeeded
    for marker in ("left-behind-",):
        for process in sandbox.running(marker):
            os.kill(process, 9)


@pytest.fixture(scope="module")
def inside():
    """The attempts in the sandbox, by their names."""
    words = {one.__doc__.rstrip(".").split(" (")[0]: one.__name__ for one in breakout.ATTEMPTS}
    return {words[what]: held for what, held in sandbox.breakout_report()}


@pytest.mark.parametrize("name", NAMES)
def test_attempt_succeeds_without_a_sandbox(outside, name):
    if name in ("privileges", "namespaces") and os.getuid() != 0:
        pytest.skip("only root has privileges to lose")
    assert outside[name]


@needed
@pytest.mark.parametrize("name", NAMES)
def test_attempt_fails_in_the_sandbox(inside, name):
    assert inside[name]


@needed
def test_form_for_ordinary_users_holds_too(surroundings):
    """Started by root it cannot limit processes, which is why the other form is preferred and `notes` would say so."""
    if sandbox.trial("user", sys.executable):
        pytest.skip("user namespaces are switched off here")

    def start(arguments):
        files = [sandbox.HERE / "breakout.py"]
        return sandbox.build("user", SMALL, files, ["-I", f"{sandbox.INSIDE}/breakout.py", *arguments], sys.executable), sandbox.environment()

    root = ["forks"] if os.getuid() == 0 else []
    given = surroundings | {"system": "/usr", "packages": os.path.dirname(os.__file__), "folder": "/tmp", "repository": str(sandbox.ROOT)}
    assert not any(sandbox.attempt(start, leave_out=root, **given).values())


@needed
@pytest.mark.parametrize("attempt", [
    "open('/written', 'w')", "open('/dev/written', 'w')", "open('/proc/sys/kernel/core_pattern', 'w')", "open('/sandbox/written', 'w')",
    "import socket; socket.socket(16, 3, 0)", "import socket; socket.create_connection(('1.1.1.1', 53), 2)", "open('/proc/1/mem', 'rb')",
    "import os; os.setuid(0)", "import os, ctypes; assert ctypes.CDLL(None).mount(b'x', b'/tmp', b'tmpfs', 0, 0) == 0", "open('/etc/passwd')",
    "import os; os.kill(1, 9); import time; time.sleep(0.2); assert os.path.exists('/proc/1') is False"])
def test_small_things(attempt, tmp_path):
    script = tmp_path / "attempt.py"
    script.write_text(f"try:\n    exec({attempt!r})\n    print('succeeded')\nexcept (OSError, AssertionError) as error:\n    print('held', error)\n")
    command, environment = sandbox.wrapped([script], [], SMALL)
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    assert done.stdout.startswith("held"), done.stdout + done.stderr


@needed
def test_only_what_is_needed_is_seen(tmp_path):
    script = tmp_path / "look.py"
    script.write_text("import os, sys\nprint(sorted(os.listdir('/')), sorted(os.listdir(sys.argv[1])), sorted(os.listdir('/sandbox')), sorted(os.environ))\n")
    command, environment = sandbox.wrapped([script], [str(sandbox.ROOT)], SMALL)
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    for name in ("solutions", "grader", "classroom", "notebooks", ".git", "NBGRADER"):
        assert name not in done.stdout.replace("/grader", ""), done.stdout
    assert "'confine.py', 'look.py'" in done.stdout, done.stdout + done.stderr


@needed
def test_processor_time_ends(tmp_path):
    script = tmp_path / "spin.py"
    script.write_text("import signal\nsignal.signal(signal.SIGXCPU, signal.SIG_IGN)\nwhile True: pass\n")
    command, environment = sandbox.wrapped([script], [], replace(SMALL, cpu=1))
    assert subprocess.run(command, env=environment, timeout=30).returncode != 0


@needed
def test_runner_works_in_the_sandbox():
    with Runner(*sandbox.command()) as runner:
        runner.open("def observe(probe, inputs): pass\ndef plain(value): return value")
        assert runner.cell("import jax, jax.numpy as jnp\njax.jit(lambda x: x + 1)(jnp.arange(3))", 30).outputs[0]["data"]["text/plain"]
        assert runner.cell("import subprocess; subprocess.run(['true'])", 30).ended == "ok"


def test_reasons_are_given(monkeypatch):
    monkeypatch.setattr(sandbox.shutil, "which", lambda name: None)
    sandbox.found.cache_clear()
    try:
        assert sandbox.available()[0] is False and "bubblewrap" in sandbox.available()[1]
        with pytest.raises(sandbox.NoSandbox, match="bubblewrap"):
            sandbox.command()
    finally:
        sandbox.found.cache_clear()


@needed
def test_a_sandbox_that_does_not_start_says_why(monkeypatch):
    monkeypatch.setattr(sandbox, "system_folders", lambda: [])
    assert sandbox.trial("user", sys.executable)


def test_environment_in_the_course_folder_is_refused(monkeypatch):
    monkeypatch.setattr(sandbox, "prefixes", lambda python: (str(sandbox.ROOT),))
    with pytest.raises(sandbox.NoSandbox, match="folder of its own"):
        sandbox.python_folders(sys.executable)


def test_course_inside_the_installation_is_covered(monkeypatch):
    monkeypatch.setattr(sandbox, "prefixes", lambda python: (str(sandbox.ROOT.parent), str(sandbox.ROOT / ".venv")))
    arguments = sandbox.python_folders(sys.executable)
    bound = [arguments[index + 1] for index, word in enumerate(arguments) if word in ("--ro-bind", "--tmpfs")]
    assert bound == [str(sandbox.ROOT.parent), str(sandbox.ROOT), str(sandbox.ROOT / ".venv")]


@pytest.mark.parametrize("machine", sorted(confine.ARCHITECTURES))
def test_filter_of_system_calls_jumps_within_itself(machine):
    program = confine.filter_program(machine)
    steps = [(code, yes, no) for code, yes, no, _ in (confine.struct.unpack("=HBBI", program[at:at + 8]) for at in range(0, len(program), 8))]
    assert all(index + 1 + max(yes, no) < len(steps) for index, (code, yes, no) in enumerate(steps) if code in (0x15, 0x35, 0x45))
    assert len(confine.filter_program(machine, (1,))) < len(program)
    assert confine.filter_program("unknown") == b""


@needed
def test_an_environment_below_tmp_is_seen_and_cannot_be_written(tmp_path):
    """A course lies in somebody's home or in a temporary folder: what the sandbox mounts there must not hide its Python."""
    venv.create(tmp_path / "env", symlinks=True, with_pip=False)
    python = str(tmp_path / "env" / "bin" / "python")
    try_it = f"import sys, os; print(sys.prefix == {str(tmp_path / 'env')!r}, os.access(sys.prefix, os.W_OK), os.access('/tmp', os.W_OK))"
    command = sandbox.build(sandbox.found()[0], sandbox.Limits(), [], ["-I", "-c", try_it], python)
    done = subprocess.run(command, capture_output=True, text=True, env=sandbox.environment(), timeout=60, check=False)
    assert done.stdout.split() == ["True", "False", "True"], done.stderr
