"""From a class's zip to marks and a report in three commands: nobody lost, every odd file explained."""

import csv
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from grader.cli.main import app
from grader.core.paths import DOCS, ROOT
from grader.tests import classroom60
from grader.tests.cli.test_guides import typed
from grader.tests.conftest import RIGHT

WRONG = {"ex1": "def double(x):\n    return x", "ex2": RIGHT["ex2"]}
ANSWERS = [{}, RIGHT, {"predict1": 'prediction1 = "B"', **WRONG}, {"predict1": RIGHT["predict1"], "ex1": RIGHT["ex1"]}]
SCORES = [0, 6, 5, 3]  # of 6: the third answer has one of two rows of ex1 right


def table(path, skip=0):
    return list(
        csv.DictReader(
            io.StringIO(
                path.read_text(encoding="utf-8-sig").split("\r\n", skip)[-1]
                if skip
                else path.read_text(encoding="utf-8-sig"),
                newline="",
            )
        )
    )


def verb(*arguments, code=0):
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    assert result.exit_code == code, result.stdout
    return result.stdout


@pytest.fixture()
def room(course, tmp_path):
    from grader.build.notebooks import released
    from grader.lessons.source import load

    return classroom60.make(
        tmp_path / "downloads", {"01_mini": (json.loads(json.dumps(released(load("01_mini")))), ANSWERS)}
    )


# One story, in the order in which a teacher lives it.
def test_a_class_of_60_goes_from_a_zip_to_marks_and_a_report(room, tmp_path):
    out = tmp_path / "results"
    before = room.zip.read_bytes()
    verb("grade", room.zip, "--out", out, "--roster", room.roster, "--no-sandbox", code=1)
    said = verb(
        "export",
        out,
        "--format",
        "canvas",
        "--format",
        "moodle",
        "--format",
        "csv",
        "--due",
        "2026-09-01T12:30",
        "--late-penalty",
        10,
        code=1,
    )
    verb("report", out)
    assert room.zip.read_bytes() == before

    # every file has its row, and every notebook counts as the answers that its student gave last
    collected = table(out / "collected.csv")
    assert len(collected) == room.files and all(row["reason"].endswith(".") for row in collected)
    submissions = table(out / "submissions.csv")
    graded = {(row["student"], row["lesson"]): float(row["score"]) for row in submissions if row["outcome"] == "graded"}
    assert graded == {key: SCORES[which] for key, which in room.expected.items()}
    assert sorted(row["student"] for row in submissions if row["outcome"] == "refused") == sorted(room.broken)
    assert sum(row["outcome"] == "review" for row in submissions) == room.unsure == 1
    [unsure] = [row for row in submissions if row["outcome"] == "review"]
    assert "2026045" in unsure["reason"] and "2026046" in unsure["reason"]

    # Canvas: all 60 in the order of the class list, empty where there is no mark, a tenth taken off for a day begun
    rows = table(out / "canvas.csv")
    assert list(rows[0])[:6] == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "01_mini"]
    assert rows[0]["Student"] == "    Points Possible" and rows[0]["01_mini"] == "6" and len(rows) == 61
    marks = {row["SIS User ID"]: row["01_mini"] for row in rows[1:]}
    assert list(marks) == [classroom60.id_of(number) for number in range(1, 61)]
    empty = {student for student, mark in marks.items() if mark == ""}
    assert empty == {*room.absent, *room.broken, "2026045"}
    assert {student: float(mark) for student, mark in marks.items() if mark} == {
        student: round(0.9 * SCORES[which], 2) for (student, _), which in room.expected.items()
    }

    # Moodle: a dash where there is no mark; every row with its address and number
    rows = table(out / "moodle.csv")
    assert list(rows[0]) == ["First name", "Last name", "Email address", "ID number", "01_mini"] and len(rows) == 60
    assert {row["ID number"] for row in rows if row["01_mini"] == "-"} == empty and all(
        row["Email address"] for row in rows
    )

    # what a person must look at is named once, in words
    opened = [line for line in said.splitlines() if line.startswith("open: ")]
    assert len(opened) == len(room.broken) + room.unsure
    page = (out / "report.html").read_text(encoding="utf-8")
    assert all(name in page for name in ("王小明", "박서연", classroom60.NAMES[16])) and "<script" not in page


def test_who_handed_in_late_is_known_to_canvas_alone_too(room, tmp_path):
    """Without a due date the file name's LATE counts as a day."""
    from grader.intake import collect, roster

    found = collect.find([room.zip], roster.load(room.roster))
    assert [(one.student, one.lesson) for one in found if one.late] == [room.late]


def test_the_best_of_several_counts_when_all_attempts_are_graded(hand_in, tmp_path):
    import os

    for number, (name, answers) in enumerate(
        {"01_mini.ipynb": RIGHT, "01_mini (1).ipynb": {"ex1": RIGHT["ex1"]}, "01_mini (2).ipynb": {}}.items()
    ):
        os.utime(hand_in("ana", answers, name=name), (1000 + number, 1000 + number))
    marks = {}
    for arguments in ((), ("--all-attempts",)):
        out = tmp_path / f"results{len(arguments)}"
        verb("grade", hand_in.folder, "--out", out, "--no-sandbox", *arguments)
        for best, code in (((), 0), (("--best",), 0 if arguments else 1)):
            verb("export", out, "--format", "canvas", *best, code=code)
            marks[arguments, best] = table(out / "canvas.csv")[1]["01_mini"]
    assert marks == {
        ((), ()): "0",
        ((), ("--best",)): "0",
        (("--all-attempts",), ()): "0",
        (("--all-attempts",), ("--best",)): "6",
    }
    assert sorted((row["outcome"], row["score"]) for row in table(tmp_path / "results1" / "submissions.csv")) == [
        ("graded", "0"),
        ("superseded", "2"),
        ("superseded", "6"),
    ]


# One story, in the order in which a teacher lives it.
@pytest.mark.slow
def test_the_class_of_60_on_the_real_lessons(tmp_path):
    """All lessons, with answers of the bank; left out of `make test` because it takes minutes."""
    from grader.build.notebooks import released
    from grader.core.paths import lesson_names
    from grader.lessons import bank
    from grader.lessons.source import load

    lessons = {}
    for name in lesson_names():
        lesson = load(name)
        if not lesson.exercises:
            continue
        right = {exercise.id: exercise.answer for exercise in lesson.exercises}
        wrong = {
            exercise.id: answer.source
            for exercise in lesson.exercises
            if not exercise.is_prediction
            for answer in bank.answers(lesson, exercise)
            if answer.kind == "wrong"
        }
        lessons[name] = (json.loads(json.dumps(released(lesson))), [{}, right, *([right | wrong] if wrong else [])])
    room = classroom60.make(tmp_path / "made", lessons)
    room.zip.rename(tmp_path / "downloads.zip")
    room.roster.rename(tmp_path / "class.csv")
    commands = [
        line
        for line in typed((DOCS / "teacher.md").read_text(encoding="utf-8"))
        if re.match(r"python -m grader (grade|export|report) ", line)
    ]
    environment = os.environ | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
    }
    ends = [
        subprocess.run(command, shell=True, cwd=tmp_path, env=environment, stdout=subprocess.DEVNULL).returncode
        for command in commands
    ]
    assert ends == [1, 1, 0]  # a person has to look at the broken ones and at the one whose owner nobody can tell
    out = tmp_path / "results"
    submissions = table(out / "submissions.csv")
    full = {
        (row["student"], row["lesson"])
        for row in submissions
        if row["outcome"] == "graded" and row["score"] == row["max_score"]
    }
    assert full == {key for key, which in room.expected.items() if which == 1}
    assert {(row["student"], row["lesson"]) for row in submissions if row["outcome"] == "graded"} == set(room.expected)
    odd = [row for row in submissions if row["outcome"] not in ("graded", "superseded")]
    assert len(odd) == len(lessons) * (len(room.broken) + 1) and all(row["reason"].endswith(".") for row in odd)
    collected = table(out / "collected.csv")
    assert len(collected) == room.files and all(row["reason"].endswith(".") for row in collected)
    assert len(table(out / "canvas.csv")) == 61 and len(table(out / "moodle.csv")) == 60
    page = (out / "report.html").read_text(encoding="utf-8")
    assert all(name in page for name in ("王小明", "박서연", classroom60.NAMES[16]))
