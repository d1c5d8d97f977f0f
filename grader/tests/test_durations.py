"""The table of where the time went: by folder, the longest first, all phases of a test added up."""

from types import SimpleNamespace

from grader.tests.durations import SPENT, lines, place, sums


def report(nodeid, when, seconds, **more):
    return SimpleNamespace(nodeid=nodeid, when=when, duration=seconds, **more)


REPORTS = [
    report("grader/tests/core/test_tables.py::test_a", "setup", 0.5),
    report("grader/tests/core/test_tables.py::test_a", "call", 1.0),
    report("grader/tests/core/test_tables.py::test_a", "teardown", 0.5, **{SPENT: 1.5}),
    report("grader/tests/batch/test_worker.py::test_b[x/y]", "setup", 1.0),
    report("grader/tests/batch/test_worker.py::test_b[x/y]", "call", 6.0),
    report("grader/tests/batch/test_worker.py::test_b[x/y]", "teardown", 0.0, **{SPENT: 4.0}),
]


def test_phases_are_added_up_by_folder():
    found = sums(REPORTS)
    assert list(found) == ["batch", "core"]
    assert vars(found["core"]) == {"tests": 1, "wall": 2.0, "cpu": 1.5}
    assert lines(REPORTS)[-1].split() == ["all", "2", "9.0", "5.5"]


def test_a_file_without_a_folder_stands_for_itself():
    assert place("grader/tests/test_house.py::test_x[a/b]") == "test_house"
