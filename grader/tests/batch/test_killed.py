"""Three hundred files, thirty of them hostile, and the command killed five times: the tables of an undisturbed run."""

import csv
import json
import os
import random
import signal
import subprocess
import sys
import time

import pytest

from grader.batch import bench
from grader.build.notebooks import released
from grader.gradebook import course_directory as courses
from grader.lessons.source import load
from grader.tests.hostile import load_all

KILLS, HONEST, HOSTILE = 5, 270, 30
LESSON = "01_arrays_as_aux_data"
# Of those that end in the same way on a busy machine and on an idle one, one of each sort.
NAMES = (
    "strips_asserts",
    "replaces_json",
    "run_code_does_nothing",
    "walks_frames_of_the_runner",
    "searches_memory",
    "searches_classes",
    "changes_the_recorder",
    "frame_forged",
    "frame_deeply_nested",
    "frame_flood",
    "frame_closed",
    "ends_its_process",
    "kills_the_runner",
    "patches_names_of_the_check",
    "right_but_patches_jax",
    "stderr_pipe_filled",
    "many_displays",
    "bottomless_list",
    "reads_solutions_beside_it",
    "persists_in_the_home",
    "uses_the_network",
    "nested_lists",
    "empty_file",
    "skip_execution_tag",
    "deleted_checks",
    "metadata_and_ids_lost",
    "answer_turned_into_text",
    "old_format",
    "script_in_outputs_and_text",
    "closes_the_channel",
)


def command(handed, out):
    return [sys.executable, "-m", "grader", "grade", str(handed), "--out", str(out), "--seed", "killed"]


def tables(out):
    """All that a run leaves, without the seconds."""
    rows = [
        {key: value for key, value in row.items() if key != "seconds"}
        for row in csv.DictReader(open(out / "submissions.csv", encoding="utf-8"))
    ]
    with courses.open_gradebook(f"sqlite:///{out / 'gradebook.db'}") as book:
        scores = sorted(
            (submission.student_id, submission.name, submission.score)
            for assignment in book.assignments
            for submission in book.assignment_submissions(assignment.name)
        )
    return (
        (out / "grades.csv").read_text(encoding="utf-8"),
        rows,
        scores,
        sorted(str(path.relative_to(out)) for path in (out / "feedback").rglob("*.html")),
    )


@pytest.mark.slow
@pytest.mark.confined
def test_a_batch_killed_five_times_ends_like_an_undisturbed_one(tmp_path):
    handed, release, cases = tmp_path / "handed", json.loads(json.dumps(released(load(LESSON)))), load_all()
    bench.written([one for one in bench.submissions(HONEST * 10 // 9) if one.kind != bench.HOSTILE][:HONEST], handed)
    for name in NAMES:
        path = handed / f"hostile {name}" / f"{LESSON}.ipynb"
        path.parent.mkdir()
        path.write_bytes(cases[name].make(release))
    assert len(NAMES) == HOSTILE and sum(1 for _ in handed.rglob("*.ipynb")) == HONEST + HOSTILE
    kept = {path: path.read_bytes() for path in handed.rglob("*.ipynb")}
    begun = time.monotonic()
    assert subprocess.run(command(handed, tmp_path / "whole"), stdout=subprocess.DEVNULL).returncode == 1, (
        "hostile files have to be looked at"
    )
    whole, out, moments = time.monotonic() - begun, tmp_path / "killed", []
    for seed in range(KILLS):
        process = subprocess.Popen(command(handed, out), start_new_session=True, stdout=subprocess.DEVNULL)
        time.sleep(random.Random(seed).uniform(0.3, whole / (KILLS + 1)))
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        moments.append(len(list((out / "state").glob("*.json"))))
    assert not (out / "grades.csv").exists()
    assert subprocess.run(command(handed, out), stdout=subprocess.DEVNULL).returncode == 1
    assert {path: path.read_bytes() for path in handed.rglob("*.ipynb")} == kept
    first, second = tables(tmp_path / "whole"), tables(out)
    print(f"{whole:.0f} s undisturbed; graded when killed: {moments}")
    assert len(first[1]) == HONEST + HOSTILE and first == second
