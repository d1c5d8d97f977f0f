"""Version sets: exact, built once, built again when stale, never left half made. uv is played; the true sets are built
in test_replay.
"""

import json

import pytest
from typer.testing import CliRunner

from grader.cli.main import app
from grader.core import cache
from grader.versions import environments, matrix
from grader.versions.environments import SETS, VersionError, VersionSet, ensure, is_fresh, stamp

TINY = VersionSet("tiny", "for the tests", ("3.13", "3.12"), ("jax==0.4.28", "left-pad==1.0"), ("jax", "left-pad"))


@pytest.fixture()
def uv(monkeypatch):
    """A uv that makes an environment of what `uv.installs` says, and `uv.calls` that keeps what it was asked."""

    class Uv:
        calls, installs, pythons = (
            [],
            {"jax": "0.4.28", "left-pad": "1.0", "six": environments.locked()["six"]},
            {"3.12": "/p/3.12", "3.13": "/p/3.13"},
        )

    played = Uv()
    played.calls = []

    def run(one, *arguments):
        played.calls.append(arguments[:2])
        if arguments[0] == "venv":
            (
                home := environments.Path(arguments[-1]),
                (home / "bin").mkdir(parents=True),
                (home / "bin" / "python").touch(),
            )
        if arguments[:2] == ("pip", "install") and played.installs is None:
            raise VersionError("no such version")
        return json.dumps([{"name": name, "version": version} for name, version in (played.installs or {}).items()])

    monkeypatch.setattr(environments, "uv_run", run)
    monkeypatch.setattr(environments, "find_python", lambda minor, uv: played.pythons.get(minor))
    return played


def test_every_pin_is_exact():
    for one in SETS.values():
        for pin in one.pins:
            name, version = pin.split("==")
            assert name and version.replace(".", "").isdigit(), pin
        assert one.is_own or {"jax", "jaxlib", "numpy", "equinox", "simple-pytree"} <= {
            pin.split("==")[0] for pin in one.pins
        }


def test_a_set_is_built_once(uv, tmp_path):
    python = ensure(TINY, tmp_path)
    assert python == tmp_path / "tiny" / "bin" / "python" and python.exists()
    assert stamp(TINY, tmp_path)["packages"] == uv.installs
    asked = len(uv.calls)
    ensure(TINY, tmp_path)
    assert len(uv.calls) == asked == 3


def test_the_python_that_was_found_is_recorded(uv, tmp_path):
    ensure(TINY, tmp_path)
    assert stamp(TINY, tmp_path)["python"] == "3.13"
    del uv.pythons["3.13"]
    uv.pythons = {"3.12": "/p/3.12"}
    ensure(TINY, tmp_path)
    assert stamp(TINY, tmp_path)["python"] == "3.12"


def test_a_set_is_stale_when_a_pin_or_a_locked_version_changes(uv, tmp_path, monkeypatch):
    ensure(TINY, tmp_path)
    built = stamp(TINY, tmp_path)
    assert is_fresh(TINY, "3.13", built)
    assert not is_fresh(TINY, "3.12", built)
    assert not is_fresh(VersionSet("tiny", "", TINY.pythons, TINY.pins + ("six==1.0",), TINY.packages), "3.13", built)
    monkeypatch.setattr(environments, "locked", lambda: {"six": "1.0", "unrelated": "1.0"})
    assert not is_fresh(TINY, "3.13", built)
    monkeypatch.setattr(environments, "locked", lambda: {"six": built["packages"]["six"], "unrelated": "2.0"})
    assert is_fresh(TINY, "3.13", built)


def test_a_package_that_nothing_pins_is_refused(uv, tmp_path):
    uv.installs = uv.installs | {"drifting": "3.1"}
    with pytest.raises(VersionError, match="drifting 3.1 without a pin"):
        ensure(TINY, tmp_path)


def test_a_failed_build_leaves_what_was_there_and_nothing_half_made(uv, tmp_path):
    uv.installs, good = None, uv.installs
    with pytest.raises(VersionError):
        ensure(TINY, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["tiny.lock"]
    uv.installs = good
    ensure(TINY, tmp_path)
    uv.installs, uv.pythons = None, {"3.12": "/p/3.12"}
    with pytest.raises(VersionError):
        ensure(TINY, tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["tiny", "tiny.lock"]
    assert stamp(TINY, tmp_path)["python"] == "3.13"


def test_what_was_interrupted_is_built_anew(uv, tmp_path):
    (tmp_path / "tiny" / "bin").mkdir(parents=True)
    (tmp_path / "tiny" / "bin" / "python").touch()
    (tmp_path / ".tiny.building").mkdir()
    assert stamp(TINY, tmp_path) == {}
    ensure(TINY, tmp_path)
    assert stamp(TINY, tmp_path)["python"] == "3.13"
    assert not (tmp_path / ".tiny.building").exists()


def test_no_python_is_said_with_the_remedy(uv, tmp_path):
    uv.pythons = {}
    with pytest.raises(VersionError, match="needs Python 3.13 or 3.12, and there is none: install it"):
        ensure(TINY, tmp_path)


# matrix
# ----------------------------------------------------------------------------------------------------------------
@pytest.fixture()
def looks(monkeypatch, tmp_path):
    """A matrix whose looks are played: `looks["cells"]` is a function of lesson and interpreter."""
    played = {"cells": lambda lesson, python: (3, ()), "answers": lambda lesson, python: (2, ())}
    monkeypatch.setattr(matrix, "LOOKS", played)
    monkeypatch.setattr(cache, "KEPT", tmp_path)
    monkeypatch.setattr(matrix, "ensure", lambda one: environments.Path("/envs") / one.name)
    return played


def test_the_matrix_says_what_is_equal(looks):
    done = CliRunner().invoke(app, ["matrix", "documents", "newest"])
    assert done.exit_code == 0, done.output
    assert "3/3 cells" in done.output and "2/2 answers" in done.output and "colab" not in done.output


def test_the_matrix_fails_if_one_cell_on_one_set_differs(looks):
    looks["cells"] = lambda lesson, python: (3, ("cell 01-004: Cell outputs differ",) if python.name == "colab" else ())
    done = CliRunner().invoke(app, ["matrix"])
    assert done.exit_code == 1
    assert (
        "2/3 cells" in done.output
        and "colab  01_arrays_as_aux_data  cells: cell 01-004: Cell outputs differ" in done.output
    )
    assert CliRunner().invoke(app, ["matrix", "documents"]).exit_code == 0
    assert "cells" not in CliRunner().invoke(app, ["matrix", "colab", "--look", "answers"]).output


def test_a_set_that_cannot_be_built_is_a_fault_and_the_others_run(looks, monkeypatch):
    def none(one):
        if one.name == "documents":
            raise VersionError("no index answers")
        return environments.Path("/envs") / one.name

    monkeypatch.setattr(matrix, "ensure", none)
    done = CliRunner().invoke(app, ["matrix"])
    assert done.exit_code == 1
    assert "not run" in done.output and "no index answers" in done.output and "3/3 cells" in done.output


def test_a_look_that_breaks_is_a_fault(looks):
    looks["answers"] = lambda lesson, python: 1 / 0
    done = CliRunner().invoke(app, ["matrix", "newest"])
    assert done.exit_code == 1 and "ZeroDivisionError" in done.output


@pytest.mark.parametrize(
    "arguments, said",
    [
        (["oldest"], "There is no version set 'oldest'"),
        (["--lesson", "99_none"], "There is no lesson '99_none'"),
        (["--look", "smell"], "There is no look 'smell': there are cells, answers"),
    ],
)
def test_an_unknown_name_is_wrong_usage(looks, arguments, said):
    done = CliRunner().invoke(app, ["matrix", *arguments])
    assert done.exit_code == 2 and said in done.output
