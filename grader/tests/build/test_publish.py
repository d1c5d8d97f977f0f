"""What is given out, and what its first cell does on Colab: install what is missing, move nothing."""

import json
import os
import re
import subprocess
import zipfile
from dataclasses import replace

import nbformat
import pytest
from typer.testing import CliRunner

from grader.bootstrap import find_python
from grader.build import publish
from grader.build.notebooks import released
from grader.cli.main import app
from grader.core.paths import lesson_names
from grader.lessons.source import instruments, load
from grader.versions.environments import SETS, ensure, uv


def test_a_folder_and_a_zip_with_notebooks_and_nothing_else(tmp_path):
    written = publish.publish(tmp_path / "handout", "owner/name", "2026")
    assert {path.name for path in written} >= {f"{name}.ipynb" for name in lesson_names()}
    files = {
        path.relative_to(tmp_path / "handout").as_posix()
        for path in (tmp_path / "handout").rglob("*")
        if path.is_file()
    }
    with zipfile.ZipFile(tmp_path / "handout.zip") as archive:
        assert set(archive.namelist()) == files and all(name.startswith("notebooks/") for name in files)
    before = (tmp_path / "handout.zip").read_bytes()
    publish.publish(tmp_path / "handout", "owner/name", "2026")
    assert (tmp_path / "handout.zip").read_bytes() == before


@pytest.mark.parametrize("name", lesson_names())
def test_only_the_badge_is_added_to_the_release(name):
    text = publish.published_files("owner/name", "a/branch")[f"notebooks/{name}.ipynb"]
    nb = nbformat.reads(text, as_version=4)
    nbformat.validate(nb)
    assert (
        f"https://colab.research.google.com/github/owner/name/blob/a/branch/notebooks/{name}.ipynb"
        in nb.cells[0].source
    )
    assert json.loads(json.dumps(nb.cells[1:])) == json.loads(json.dumps(released(load(name)).cells))
    assert "colab-badge" not in publish.published_files()[f"notebooks/{name}.ipynb"]


def test_a_published_notebook_is_graded_like_the_release(course, tmp_path):
    from grader.judging.rebuild import rebuild
    from grader.notebook.identify import lesson_of
    from grader.notebook.notebook_file import read_bytes

    handed = read_bytes(publish.published_files("owner/name")["notebooks/01_mini.ipynb"].encode(), "x")
    rebuilt = rebuild(handed, lesson_of(handed, "x"))
    assert rebuilt.notes == () and [part.key for part in rebuilt.parts] == [
        cell["id"] for cell in released(load("01_mini")).cells
    ]


@pytest.mark.parametrize(
    "arguments, words",
    [
        (["--repository", "nonsense"], "OWNER/NAME"),
        (["--repository", "a/b", "--branch", "x y"], "no branch"),
        ([], "holds notes.txt"),
    ],
)
def test_what_is_wrong_is_said(tmp_path, arguments, words):
    if "holds" in words:
        (tmp_path / "out").mkdir()
        (tmp_path / "out" / "notes.txt").write_text("private")
    result = CliRunner().invoke(app, ["publish", "--out", str(tmp_path / "out"), *arguments])
    assert result.exit_code == 2 and words in result.stderr and not list(tmp_path.rglob("*.ipynb"))


# on Colab ------------------------------------------------------------------------------------------------------------
PLAY = """
import importlib.util, json, os, sys
hidden, find = set(sys.argv[2].split(",")), importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: None if name in hidden else find(name, *rest)
exec(compile(open(sys.argv[1], encoding="utf-8").read(), "setup", "exec"), {"__name__": "__main__"})
from importlib.metadata import version
import platform
versions = {name: version(name) for name in ("jax", "jaxlib", "numpy", "ipython")}
json.dump({"python": platform.python_version()} | versions, open(os.environ["VERSIONS"], "w"))
"""


def set_up(python, cell, tmp_path, missing, colab=True):
    """Run a setup cell where `missing` packages are not there and pip only writes down what it is asked; (pip's calls,
    versions, output).
    """
    (tmp_path / "stub" / "pip").mkdir(parents=True, exist_ok=True)
    (tmp_path / "stub" / "pip" / "__init__.py").touch()
    (tmp_path / "stub" / "pip" / "__main__.py").write_text(
        "import json, os, sys\nopen(os.environ['ASKED'], 'a').write(json.dumps(sys.argv[1:]) + chr(10))\n"
    )
    (tmp_path / "cell.py").write_text(cell, encoding="utf-8")
    (tmp_path / "play.py").write_text(PLAY)
    asked, versions = tmp_path / "asked", tmp_path / "versions"
    asked.write_text("")
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path),
        "JAX_PLATFORMS": "cpu",
        "PYTHONPATH": str(tmp_path / "stub"),
        "ASKED": str(asked),
        "VERSIONS": str(versions),
    }
    done = subprocess.run(
        [str(python), str(tmp_path / "play.py"), str(tmp_path / "cell.py"), ",".join(missing)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=environment | ({"COLAB_RELEASE_TAG": "release-colab_20260801"} if colab else {}),
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in asked.read_text().splitlines()], json.loads(versions.read_text()), done.stdout


def faults(calls, versions, missing):
    """What pip was asked that would install more than `missing`, or could move jax, jaxlib or numpy."""
    found = []
    for call in calls:
        wanted = [word for word in call[1:] if not word.startswith("-")]
        free = {re.sub(r"[-_]", "_", word) for word in wanted if "==" not in word}
        pins = dict(word.split("==") for word in wanted if "==" in word)
        found += [f"{name} is installed but is not missing" for name in free - set(missing)]
        found += [f"{name} may move" for name in ("jax", "jaxlib", "numpy") if pins.pop(name, None) != versions[name]]
        found += [f"{name} is pinned anew" for name in pins if re.sub(r"[-_]", "_", name) not in missing]
        found += [
            f"{word} moves what is there"
            for word in call
            if word in ("-U", "--upgrade", "--force-reinstall", "--ignore-installed", "--pre")
        ]
    asked = {re.sub(r"[-_]", "_", word.split("==")[0]) for call in calls for word in call}
    return found + [f"{name} is missing and is not installed" for name in missing if name not in asked]


COLABS = {minor: replace(SETS["colab"], name=f"colab-python-{minor}", pythons=(minor,)) for minor in ("3.12", "3.13")}
COLABS[SETS["colab"].pythons[0]] = SETS["colab"]  # the one that all tests use


def colab(minor):
    """An interpreter with Colab's packages on this minor version of Python; on a machine without that Python the test
    does not count.
    """
    if find_python(minor, uv=uv()) is None:
        pytest.skip(f"there is no Python {minor} here; `make doctor` says how to get it")
    return ensure(COLABS[minor])


@pytest.mark.versions
@pytest.mark.parametrize(
    "missing",
    [("equinox", "simple_pytree"), ("simple_pytree",), ()],
    ids=lambda missing: "+".join(missing) or "nothing",
)
@pytest.mark.parametrize("minor", COLABS)
def test_on_colab_only_what_is_missing_is_installed_and_nothing_moves(tmp_path, missing, minor):
    calls, versions, said = set_up(colab(minor), instruments(), tmp_path, missing)
    assert faults(calls, versions, missing) == [] and len(calls) == bool(missing)
    pins = dict(pin.split("==") for pin in SETS["colab"].pins)
    assert {name: versions[name] for name in ("jax", "jaxlib", "numpy", "ipython")} == {
        name: pins[name] for name in ("jax", "jaxlib", "numpy", "ipython")
    }
    assert versions["python"].startswith(f"{minor}.") and versions["jax"] in said and versions["numpy"] in said


@pytest.mark.versions
def test_elsewhere_nothing_is_installed(tmp_path):
    assert set_up(ensure(SETS["colab"]), instruments(), tmp_path, ("equinox",), colab=False)[0] == []


@pytest.mark.versions
@pytest.mark.parametrize(
    "before, after, words",
    [
        ("*missing, *pins", "*missing", "jax may move"),
        ('"jaxlib", "numpy")]', '"jaxlib")]', "numpy may move"),
        ("*missing, *pins", '"equinox", "simple_pytree", *pins', "equinox is installed but is not missing"),
        ('"--quiet"', '"--quiet", "--upgrade"', "--upgrade moves"),
        ("*missing, *pins", "*missing, *pins, 'ipython==9.0'", "ipython is pinned anew"),
    ],
)
def test_a_setup_cell_that_would_move_something_is_found(tmp_path, before, after, words):
    cell = instruments()
    assert before in cell
    calls, versions, _ = set_up(ensure(SETS["colab"]), cell.replace(before, after), tmp_path, ("simple_pytree",))
    assert any(words in fault for fault in faults(calls, versions, ("simple_pytree",)))
