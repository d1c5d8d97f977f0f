"""doctor: each thing that can be lacking is said, with its remedy."""

import sys

import pytest
from typer.testing import CliRunner

from grader.cli import doctor
from grader.cli.doctor import COULD, HAS, LACKS, Finding
from grader.cli.main import app
from grader.versions.environments import LOCK


def script(path, text):
    path.write_text("#!/bin/sh\n" + text)
    path.chmod(0o755)


def test_the_environment_matches_the_lock_and_a_difference_is_found(tmp_path):
    text = LOCK.read_text(encoding="utf-8")
    assert doctor.differing() == []
    (tmp_path / "lock.txt").write_text(
        text.replace("\nsix==", "\nsix==9")
        + "absent-package==1.0 \\\n    --hash=sha256:00\nwinonly==1 ; sys_platform == 'win32'\n"
    )
    import six

    assert doctor.differing(tmp_path / "lock.txt") == [
        f"six {six.__version__}, not 9{six.__version__}",
        "absent-package not installed, not 1.0",
    ]


def test_a_program_that_is_not_there_or_does_not_run_is_said(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    finding = doctor.chromium()
    assert finding.state == COULD and "Remedy: apt-get install chromium" in str(finding)
    script(tmp_path / "chromium", "exit 1")
    assert doctor.chromium().state == COULD
    script(tmp_path / "chromium", "echo Chromium 1.0")
    assert str(doctor.chromium()) == "has         chromium      Chromium 1.0"


@pytest.mark.parametrize(
    "available, report, state, said",
    [
        ((False, "install bubblewrap"), None, LACKS, "install bubblewrap"),
        (
            (True, ""),
            [("read the course", True), ("reach the network", False)],
            LACKS,
            "does not hold: reach the network",
        ),
        ((True, ""), [], LACKS, "nothing was tried"),
        ((True, ""), [("read the course", True)], HAS, "none worked"),
    ],
)
def test_the_sandbox_is_there_only_if_it_holds(monkeypatch, available, report, state, said):
    from grader.sandbox import bubblewrap, selftest

    monkeypatch.setattr(bubblewrap, "available", lambda: available)
    monkeypatch.setattr(selftest, "breakout_report", lambda: report)
    finding = doctor.sandbox()
    assert finding.state == state and said in str(finding)


def test_bytecode_is_looked_for(tmp_path, monkeypatch):
    import importlib

    (tmp_path / "freshly_written.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    importlib.invalidate_caches()
    assert not doctor.compiled("freshly_written")
    import py_compile

    py_compile.compile(str(tmp_path / "freshly_written.py"))
    assert doctor.compiled("freshly_written")
    assert not doctor.compiled("there_is_no_such_module")


@pytest.mark.parametrize("free, state", [(10**9, LACKS), (10**10, HAS)])
def test_memory(monkeypatch, free, state):
    monkeypatch.setattr(doctor.machine, "free_memory", lambda: free)
    assert doctor.memory().state == state


def test_a_check_that_cannot_be_made_is_a_finding(monkeypatch):
    def disk():
        raise OSError("no such device")

    monkeypatch.setattr(doctor, "CHECKS", (disk,))
    finding = next(doctor.examine())
    assert finding.state == LACKS and "no such device" in str(finding)


@pytest.mark.parametrize("state, code", [(HAS, 0), (COULD, 0), (LACKS, 1)])
def test_the_exit_code_says_whether_something_needed_is_missing(monkeypatch, state, code):
    monkeypatch.setattr(doctor, "examine", lambda: iter([Finding("uv", state, "told", "do this")]))
    done = CliRunner().invoke(app, ["doctor"])
    assert done.exit_code == code and done.output.startswith(state)
    assert ("do this" in done.output) == (state != HAS)


def test_this_python_is_new_enough(monkeypatch):
    assert doctor.python().state == HAS
    monkeypatch.setattr(sys, "version_info", (3, 11, 7))
    assert doctor.python().state == LACKS
