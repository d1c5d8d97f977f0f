"""make env: which Python it finds, what it says when it cannot, what it leaves behind."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from grader import bootstrap
from grader.core.paths import ROOT


def fake_python(folder, name, version):
    """A program that answers like a Python of that version; without a version, like the shim of one that is switched
    off.
    """
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        "#!/bin/sh\n" + (f"echo {version} {path}\n" if version else "echo 'command not found' >&2; exit 127\n")
    )
    path.chmod(0o755)
    return str(path)


def test_python_is_found_by_name_or_else_by_asking(tmp_path):
    wrong = fake_python(tmp_path / "a", "python3", "3.11")
    assert bootstrap.find_python(environ={"PATH": str(tmp_path / "a")}) is None
    right = fake_python(tmp_path / "b", "python3", "3.15")
    assert bootstrap.find_python(environ={"PATH": f"{tmp_path / 'a'}:{tmp_path / 'b'}"}) == right
    best = fake_python(tmp_path / "c", "python3.12", "3.12")
    assert bootstrap.find_python(environ={"PATH": f"{tmp_path / 'b'}:{tmp_path / 'c'}"}) == best
    assert bootstrap.find_python("3.15", environ={"PATH": f"{tmp_path / 'b'}:{tmp_path / 'c'}"}) == right
    assert bootstrap.find_python(environ={"PATH": str(tmp_path / "b"), "PYTHON": best}) == best
    assert bootstrap.find_python(environ={"PATH": str(tmp_path / "b"), "PYTHON": wrong}) == right


def test_python_behind_a_shim_that_is_switched_off_is_found(tmp_path):
    fake_python(tmp_path / "shims", "python3.13", "")
    true = fake_python(tmp_path / "versions" / "3.13.0" / "bin", "python3.13", "3.13")
    assert bootstrap.find_python("3.13", environ={"PATH": str(tmp_path / "shims")}) == true


@pytest.fixture()
def project(tmp_path):
    """What make env needs of the project, with a lock that names nothing."""
    for name in ("Makefile", "grader/bootstrap.py"):
        (tmp_path / "project" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / "project" / name)
    (tmp_path / "project" / "requirements.lock.txt").write_text("")
    return tmp_path / "project"


def make_env(project, tools, **environment):
    """`make env` with nothing on the PATH but `tools`."""
    folder = project.parent / "bin"
    folder.mkdir(exist_ok=True)
    for tool in ("sh", "make"):
        (folder / tool).exists() or (folder / tool).symlink_to(shutil.which(tool))
    for name, target in tools.items():
        (folder / name).symlink_to(target)
    (project.parent / "home").mkdir(exist_ok=True)
    return subprocess.run(
        ["make", "env"],
        cwd=project,
        capture_output=True,
        text=True,
        env={"PATH": str(folder), "HOME": str(project.parent / "home")} | environment,
    )


def said_by(done):
    """The lines on standard error that are not make's own."""
    return [line for line in done.stderr.splitlines() if not line.startswith("make: ***")]


def test_no_python_at_all_is_said_in_one_sentence(project):
    done = make_env(project, {})
    assert done.returncode and len(said_by(done)) == 1
    assert "No Python was found" in done.stderr


def test_only_an_old_python_is_said_in_one_sentence(project):
    # This interpreter, told that it is too old: what runs bootstrap.py may be any Python.
    text = (project / "grader" / "bootstrap.py").read_text()
    (project / "grader" / "bootstrap.py").write_text(text.replace("OLDEST = (3, 12)", "OLDEST = (4, 0)"))
    done = make_env(project, {"python3": sys.executable})
    assert done.returncode and len(said_by(done)) == 1
    assert "No Python 3.12 or newer was found" in done.stderr
    assert not (project / ".venv").exists()


def test_no_index_is_said_in_one_sentence_and_leaves_nothing(project):
    (project / "requirements.lock.txt").write_text(f"simple-pytree==0.1.5 --hash=sha256:{'0' * 64}\n")
    done = make_env(project, {"python3": sys.executable, "uv": Path(sys.executable).with_name("uv")}, UV_OFFLINE="1")
    assert done.returncode and len(said_by(done)) == 1
    assert "no package index answers" in done.stderr
    assert not (project / ".venv").exists()


@pytest.mark.parametrize("tools", [{"uv": Path(sys.executable).with_name("uv")}, {}], ids=["uv", "pip"])
def test_an_environment_is_built_once_and_again_when_the_lock_changes(project, tools):
    first = make_env(project, {"python3": sys.executable} | tools)
    assert first.returncode == 0, first.stderr
    assert "Built .venv" in first.stdout
    assert make_env(project, {}).stdout == ""
    (project / "requirements.lock.txt").write_text("# another\n")
    assert "Built .venv" in make_env(project, {}).stdout


def test_what_was_half_built_is_not_taken_for_an_environment(tmp_path):
    lock = tmp_path / "lock.txt"
    lock.write_text("a==1\n")
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    (tmp_path / ".venv" / "bin" / "python").symlink_to(sys.executable)
    assert not bootstrap.up_to_date(tmp_path / ".venv", lock)
    shutil.copy(lock, tmp_path / ".venv" / "built-from.txt")
    assert bootstrap.up_to_date(tmp_path / ".venv", lock)
    (tmp_path / ".venv" / "bin" / "python").unlink()
    assert not bootstrap.up_to_date(tmp_path / ".venv", lock)


@pytest.mark.parametrize(
    "said, cause",
    [
        ("THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE", "not the one that the lock names"),
        ("OSError: [Errno 28] No space left on device", "the disk is full"),
        ("error sending request: dns error: failed to lookup address", "no package index answers"),
        ("The virtual environment was not created successfully because ensurepip is not available.", "python3-venv"),
        ("something else", ""),
    ],
)
def test_causes_are_put_in_our_words(said, cause):
    assert cause in bootstrap.cause_of(said)
    assert bool(cause) == bool(bootstrap.cause_of(said))


def test_the_oldest_python_here_can_read_the_script():
    """bootstrap.py runs before there is a Python 3.12: it must keep to the grammar of 3.8."""
    import ast

    ast.parse((ROOT / "grader" / "bootstrap.py").read_text(encoding="utf-8"), feature_version=(3, 8))


def test_bytecode_is_written_whatever_the_environment_says(monkeypatch):
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    assert "PYTHONDONTWRITEBYTECODE" not in bootstrap.plain_environment()
    assert os.environ["PYTHONDONTWRITEBYTECODE"] == "1"
