"""What a teacher enters in nbgrader's gradebook reaches the marks and the report, and settles what had to be looked
at.
"""

import csv
import io

import pytest
from typer.testing import CliRunner

from grader.batch import changes, class_run
from grader.cli.main import app
from grader.gradebook import manual_scores
from grader.gradebook.record import fill
from grader.intake.collect import COLUMNS
from grader.judging.results import GRADES, REFUSED, REVIEW, SUBMISSIONS, grades_rows, submissions_rows
from grader.reports import class_report, lms_export
from grader.tests.gradebook.test_record import LESSON, book, grade_of, graded, out, verdicts  # noqa: F401  (fixtures)


@pytest.fixture()
def results(out, graded, course):  # noqa: F811
    """A folder as grading leaves it: ana as found, bo with an exercise to look at, cleo a whole file to look at, dan
    one that cannot be graded.
    """
    everybody = [
        graded("ana"),
        graded("bo", verdicts(ex1=None), outcome=REVIEW, reason="ex1: json.loads was replaced"),
        graded("cleo", outcome=REVIEW, reason="Something was odd."),
        graded("dan", (), content="unreadable", outcome=REFUSED, reason="It cannot be read.", notebook=None),
    ]
    assert fill(out, [LESSON], everybody) == []
    (out / "grades.csv").write_text(class_run.table(GRADES, grades_rows(everybody)), encoding="utf-8")
    (out / "submissions.csv").write_text(class_run.table(SUBMISSIONS, submissions_rows(everybody)), encoding="utf-8")
    (out / "collected.csv").write_text(
        class_run.table(
            COLUMNS,
            [(one.file, one.student, one.student, one.lesson, "taken", "Why.", "", "", "") for one in everybody],
        ),
        encoding="utf-8",
    )
    return out


def enter(results, student, **points):
    """As formgrader does it: a score by hand, after which nobody has to look any more."""
    with book(results) as gradebook:
        for exercise, score in points.items():
            grade = grade_of(gradebook, student, exercise)
            grade.manual_score, grade.needs_manual_grade = score, False
        gradebook.db.commit()


def marks(results):
    found = lms_export.marks_of(results, None)
    return {student: mark.points for (student, _), mark in found.marks.items()}, found.open


def test_without_an_entry_everything_is_as_it_was_found(results):
    assert manual_scores.entered(results) == {}
    points, open_ones = marks(results)
    assert points == {"ana": 4.5, "bo": None, "cleo": None} and len(open_ones) == 3


def test_a_score_by_hand_counts_and_settles_a_review(results):
    enter(results, "ana", ex2=3)
    enter(results, "bo", ex1=1.25)
    with book(results) as gradebook:
        asking = [name for name in ("predict1", "ex1", "ex2") if grade_of(gradebook, "cleo", name).needs_manual_grade]
        assert len(asking) == 1, "a file in doubt as a whole asks once"
        assert "Something was odd." in gradebook.find_comment(asking[0], "01_mini", "01_mini", "cleo").comment
        grade_of(gradebook, "ana", "ex2").extra_credit = 0.5
        gradebook.db.commit()
    enter(results, "cleo", **{asking[0]: 0})
    points, open_ones = marks(results)
    assert (
        points == {"ana": 6.5, "bo": 3.75, "cleo": 3.5} and len(open_ones) == 1 and "It cannot be read." in open_ones[0]
    )
    seen = class_report.results_of(results)
    assert {row["student"]: row["outcome"] for row in seen.submissions} == {
        "ana": "graded",
        "bo": "graded",
        "cleo": "graded",
        "dan": "refused",
    }
    assert {
        (row["score"], row["outcome"]) for row in seen.grades if (row["student"], row["exercise"]) == ("bo", "ex1")
    } == {("1.25", "failed")}


def test_what_is_still_open_stays_open(results):
    enter(results, "bo", ex2=3)
    points, open_ones = marks(results)
    assert points["bo"] is None and any("ex1: json.loads was replaced" in one for one in open_ones)


def test_a_file_that_could_not_be_graded_can_be_given_marks(results):
    enter(results, "dan", predict1=1, ex1=2, ex2=0)
    assert marks(results)[0]["dan"] == 3


def test_the_verbs_take_it_over_and_say_what_gradebook_cannot_be_read(results):
    enter(results, "bo", ex1=2)
    assert CliRunner().invoke(app, ["export", str(results)]).exit_code == 1  # dan and cleo are open
    rows = {
        row["student"]: row["01_mini"]
        for row in csv.DictReader(io.StringIO((results / "csv.csv").read_text(encoding="utf-8-sig")))
    }
    assert rows["bo"] == "4.5" and rows["cleo"] == ""
    (results / "gradebook.db").write_bytes(b"no database at all" * 100)
    for verb in ("export", "report"):
        said = CliRunner().invoke(app, [verb, str(results)])
        assert said.exit_code == 2 and "gradebook" in said.output and "Traceback" not in said.output


def test_grading_again_compares_what_was_found_not_what_was_entered(results, graded):  # noqa: F811
    enter(results, "ana", ex2=3)
    rows = changes.between(results, [graded("ana"), graded("bo", verdicts(ex1=0.0))], {"lessons": "x"})
    assert ("bo", "01_mini", "ex1", "", "0", "review", "not attempted", "the file is another one") in rows
    assert not any(row[0] == "ana" for row in rows)
