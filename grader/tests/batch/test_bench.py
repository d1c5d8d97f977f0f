"""The benchmark measures what it says: processor time of all that a command starts, memory, and whether honest scores
agree.
"""

import subprocess
import sys

import pytest

from grader.batch import bench

BURN = (
    "import subprocess, sys, time; child = subprocess.Popen([sys.executable, '-c', 'import time\\nwhile "
    "time.process_time() < 1: pass']); block = bytearray(64 * 2**20); child.wait()"
)


def test_processor_time_and_memory_of_children_count():
    process = subprocess.Popen([sys.executable, "-c", BURN])
    with bench.Watch(process.pid) as watch:
        process.wait()
    assert 0.6 < watch.cpu < 5 and watch.whole > 64 * 2**20 and watch.private == 0  # no runner was among them


def measured(**changes):
    return bench.Measured(2, 1.0, 1.0, {("student00000", "l"): 3.0, ("student00001", "l"): 0.5} | changes)


def test_an_honest_score_that_differs_or_is_missing_is_named_and_a_hostile_one_is_not():
    made = [
        bench.Submission("student00000", "l", bench.RIGHT, ""),
        bench.Submission("student00001", "l", bench.HOSTILE, ""),
    ]
    assert bench.disagreements(made, measured(), measured()) == []
    other = measured()
    other.scores["student00000", "l"] = 2.5
    other.scores["student00001", "l"] = 0.0
    assert bench.disagreements(made, measured(), other) == ["student00000 l (right): 3.0 and 2.5"]
    del other.scores["student00000", "l"]
    assert len(bench.disagreements(made, measured(), other)) == 1


def test_a_command_that_fails_is_no_measurement(tmp_path):
    with pytest.raises(RuntimeError, match="ended with 3: what it said"):
        bench.timed([sys.executable, "-c", "print('what it said'); raise SystemExit(3)"], tmp_path)


@pytest.mark.slow
@pytest.mark.confined
def test_both_sides_grade_the_same_files_and_agree(tmp_path):
    made = [
        one
        for one in bench.submissions(30)
        if one.lesson == bench.submissions(1)[0].lesson and one.kind != bench.HOSTILE
    ][:3]
    (tmp_path / "stock").mkdir()
    (tmp_path / "ours").mkdir()
    stock, ours = (
        bench.stock(made, tmp_path / "stock"),
        bench.ours(made, tmp_path / "ours", "--no-gradebook", "--not-compiled"),
    )
    assert bench.disagreements(made, stock, ours) == [] and len(ours.scores) == 3
    assert stock.wall > ours.wall > 0 and min(stock.cpu, ours.cpu) > 0.5
