"""A tiny course of one lesson, so that the pipeline's tests take seconds."""

import json
import os
from pathlib import Path

import pytest

from grader.batch import executors, forkserver, worker
from grader.tests.durations import pytest_runtest_makereport, pytest_runtest_setup, pytest_terminal_summary  # noqa: F401

MINI = (Path(__file__).parent / "data" / "01_mini.py").read_text(encoding="utf-8")


def missing(needs: set[str]) -> str:
    """Why a test with these marks cannot run here, "" if it can. Under CI nothing is left out:
    there, what is missing is a fault.
    """
    from grader.sandbox import bubblewrap
    from grader.tests.lab import CHROMIUM

    if os.environ.get("CI"):
        return ""
    if "browser" in needs and CHROMIUM is None:
        return "needs Debian's chromium: `make doctor` says how to get it"
    if "confined" in needs and not bubblewrap.available()[0]:
        return f"no sandbox can be had here: {bubblewrap.available()[1]}"
    return ""


# Files with tests that take half a minute and more. Begun last, one would keep one core busy and leave the others idle.
LONG = (
    "test_guides.py",
    "test_bank_gate.py",
    "test_course_directory.py",
    "test_classroom.py",
    "test_learner.py",
    "test_replay.py",
)


def pytest_collection_modifyitems(items):
    """The long tests first; and leave out, with the reason, what this machine cannot run."""
    items.sort(key=lambda item: item.path.name not in LONG)
    for item in items:
        if reason := missing({mark.name for mark in item.iter_markers()}):
            item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(autouse=True)
def workers_see_what_tests_change(monkeypatch):
    """Workers in threads:
    processes of their own would not know of another course, nor of a function put in another's place.
    """
    monkeypatch.setattr(executors, "processes", executors.threads)
    monkeypatch.setattr(forkserver, "begin", lambda: None)


@pytest.fixture()
def course(tmp_path, monkeypatch):
    """The rooms of a course with the one lesson 01_mini, instead of ours."""
    import grader.build.release
    import grader.core.paths
    import grader.lessons.source

    rooms = tmp_path / "course"
    (rooms / "solutions").mkdir(parents=True)
    (rooms / "solutions" / "01_mini.py").write_text(MINI, encoding="utf-8")
    for module in (grader.core.paths, grader.lessons.source, worker):
        monkeypatch.setattr(module, "SOLUTIONS", rooms / "solutions")
    caches = (grader.lessons.source.load, grader.build.release.release_of, grader.build.release.fingerprints)
    for cache in caches:
        cache.cache_clear()
    yield rooms
    for cache in caches:
        cache.cache_clear()


@pytest.fixture()
def hand_in(course, tmp_path):
    """hand_in(student, answers, change=None) writes a submission and returns its path; answers by exercise id."""
    from grader.build.notebooks import released
    from grader.lessons.source import load

    folder = tmp_path / "handed in"

    def write(student="ana", answers=(), change=lambda nb: None, name="01_mini.ipynb"):
        nb = json.loads(json.dumps(released(load("01_mini"))))
        for key, source in dict(answers).items():
            next(cell for cell in nb["cells"] if cell["id"] == key)["source"] = source
        change(nb)
        path = folder / student / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(nb), encoding="utf-8")
        return path

    write.folder = folder
    return write


RIGHT = {
    "predict1": 'prediction1 = "A"',
    "ex1": "def double(x):\n    return 2 * x",
    "ex2": "class Box:\n    def __init__(self, x):\n        self.x = x\n\n"
    "jax.tree_util.register_pytree_node(Box, lambda box: ((box.x,), None), lambda aux, children: Box(*children))",
}
