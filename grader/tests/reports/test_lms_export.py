"""Marks for Canvas, Moodle and spreadsheets: the columns that their importers take, and nobody's mark in another's
row.
"""

import csv
import io

import pytest
from typer.testing import CliRunner

from grader.batch.class_run import table
from grader.cli.main import app
from grader.core.tables import NoResults
from grader.intake.collect import COLUMNS
from grader.intake.roster import parse
from grader.judging.results import SUBMISSIONS
from grader.reports import lms_export

ROSTER = parse(
    b'id,name,email\ns1,Ana Li,ana@school.example\ns2,"O\'Neil, Zoe",zoe@school.example\ns3,Bo,bo@school.example\n',
    "roster.csv",
)
DUE = 1_788_000_000.0


def submission(file, student, lesson="01_a", outcome="graded", score="8", reason=""):
    return (file, student, lesson, outcome, reason, score, "10" if score else "", "1.0")


@pytest.fixture()
def graded(tmp_path):
    """graded(submissions, when) writes tables such as grading leaves; `when` gives days after the due date, by file."""
    from datetime import datetime

    def write(rows, when={}, late=(), extra=()):
        (tmp_path / "submissions.csv").write_text(table(SUBMISSIONS, rows), encoding="utf-8")
        lines = [
            (
                row[0],
                row[1],
                "",
                row[2],
                "superseded" if row[3] == "superseded" else "taken",
                "Why.",
                datetime.fromtimestamp(DUE + when[row[0]] * 86400).isoformat(sep=" ") if row[0] in when else "",
                "yes" if row[0] in late else "",
                "",
            )
            for row in rows
        ]
        (tmp_path / "collected.csv").write_text(table(COLUMNS, [*lines, *extra]), encoding="utf-8")
        return tmp_path

    return write


def read(text):
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline="")))


def test_canvas_columns(graded):
    rows = read(
        lms_export.canvas(
            lms_export.marks_of(graded([submission("a", "s1"), submission("b", "s1", "02_b", score="2.5")]), ROSTER)
        )
    )
    assert list(rows[0]) == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "01_a", "02_b"]
    assert rows[0]["Student"] == "    Points Possible" and rows[0]["01_a"] == "10"
    assert [row["Student"] for row in rows[1:]] == ["Ana Li", "Zoe O'Neil", "Bo"]
    assert (rows[1]["SIS User ID"], rows[1]["SIS Login ID"], rows[1]["01_a"], rows[1]["02_b"]) == (
        "s1",
        "ana@school.example",
        "8",
        "2.5",
    )
    assert rows[2]["01_a"] == ""  # a student without a file has no zero


def test_canvas_own_export_is_the_class_list(graded):
    own = parse(
        b'Student,ID,SIS User ID,SIS Login ID,Section,01_a (77),Final Score\n    Points Possible,,,,,100,\n"Li, '
        b'Ana",901,s1,ali,Mon,,\n"Student, Test",9,,,Mon,,\n',
        "canvas.csv",
    )
    assert [student.name for student in own.students] == ["Ana Li"]
    [points, row] = read(
        lms_export.canvas(
            lms_export.marks_of(graded([submission("a", "901")]), own, lms_export.Policy(weights={"01_a": 100}))
        )
    )
    assert points["01_a (77)"] == "" and row == {
        "Student": "Li, Ana",
        "ID": "901",
        "SIS User ID": "s1",
        "SIS Login ID": "ali",
        "Section": "Mon",
        "01_a (77)": "80",
    }
    with pytest.raises(lms_export.ExportError, match="passes over"):
        lms_export.canvas(lms_export.marks_of(graded([submission("a", "901")]), own), {"01_a": "Final Score"})


def test_moodle_has_a_dash_where_there_is_no_mark_and_no_row_without_its_student(graded):
    marks = lms_export.marks_of(graded([submission("a", "s1")]), ROSTER)
    text, left_out = lms_export.moodle(marks)
    assert [list(row.values()) for row in read(text)] == [
        ["Ana", "Li", "ana@school.example", "s1", "8"],
        ["Zoe", "O'Neil", "zoe@school.example", "s2", "-"],
        ["", "Bo", "bo@school.example", "s3", "-"],
    ] and not left_out
    some = parse(b"name,email\nAna Li,ana@school.example\nNo Address,\n", "r.csv")
    text, left_out = lms_export.moodle(lms_export.marks_of(graded([submission("a", "ana@school.example")]), some))
    assert len(read(text)) == 1 and "No Address" in left_out[0]
    _, left_out = lms_export.moodle(
        lms_export.marks_of(graded([submission("a", "s1")]), ROSTER, lms_export.Policy(weights={"01_a": 101}))
    )
    assert "Moodle refuses" in left_out[0]


@pytest.mark.parametrize("days, points", [(-1, 8), (0, 8), (0.01, 7.2), (1, 7.2), (1.01, 6.4), (40, 4)])
def test_lateness_takes_its_share_by_days_begun_up_to_a_limit(graded, days, points):
    marks = lms_export.marks_of(
        graded([submission("a", "s1")], {"a": days}), ROSTER, lms_export.Policy({"01_a": DUE}, penalty=10, most=50)
    )
    assert marks.marks["s1", "01_a"].points == points


def test_late_by_name_is_one_day_and_no_policy_takes_nothing(graded):
    out = graded([submission("a", "s1")], late=["a"])
    assert lms_export.marks_of(out, ROSTER, lms_export.Policy(penalty=25)).marks["s1", "01_a"].points == 6
    assert lms_export.marks_of(out, ROSTER).marks["s1", "01_a"].points == 8


def test_best_of_several(graded):
    out = graded(
        [submission("new", "s1", score="5"), submission("old", "s1", outcome="superseded", score="9")],
        {"new": 1, "old": -1},
    )
    assert lms_export.marks_of(out, ROSTER).marks["s1", "01_a"].points == 5
    best = lms_export.marks_of(out, ROSTER, lms_export.Policy(best=True))
    assert best.marks["s1", "01_a"].points == 9 and not best.open
    out = graded(
        [submission("new.ipynb", "s1", score="5"), submission("old.ipynb", "s1", outcome="superseded", score="")]
    )
    best = lms_export.marks_of(out, ROSTER, lms_export.Policy(best=True))
    assert best.marks["s1", "01_a"].points == 5 and "--all-attempts" in best.open[0]


def test_what_is_in_doubt_stays_empty_and_is_listed(graded):
    marks = lms_export.marks_of(
        graded(
            [
                submission("a", "s1", outcome="review", reason="the tools were changed"),
                submission("b", "unknown: b", outcome="review", reason="Whose b is."),
                submission("c", "s2", "", "refused", "", "c is empty."),
                submission("d", "stranger"),
            ]
        ),
        ROSTER,
        lms_export.Policy(missing_zero=True),
    )
    assert marks.marks["s1", "01_a"].points is None and marks.marks["s3", "01_a"].points == 0
    assert len(marks.open) == 4 and all(
        any(word in sentence for sentence in marks.open)
        for word in ("tools were changed", "Whose b is", "c is empty", "stranger")
    )


def test_spreadsheet(graded):
    rows = read(
        lms_export.spreadsheet(
            lms_export.marks_of(
                graded([submission("a", "s1"), submission("b", "s1", "02_b")]),
                ROSTER,
                lms_export.Policy(weights={"02_b": 30}),
            )
        )
    )
    assert (rows[0]["total"], rows[0]["out_of"], rows[0]["percent"]) == ("32", "40", "80.0")
    assert rows[1]["percent"] == "" and "02_b: nothing was handed in" in rows[1]["missing"]


@pytest.mark.parametrize(
    "name", ['=HYPERLINK("http://x")', "+1", "-2+3", "@SUM(1)", "\t=1", 'a "quoted", name', "line\nbreak"]
)
def test_no_name_is_a_formula_or_breaks_a_row(graded, name):
    marks = lms_export.marks_of(graded([submission("a", name)]), None)
    for text in (lms_export.canvas(marks), lms_export.moodle(marks)[0], lms_export.spreadsheet(marks)):
        for row in csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline="")):
            assert not any(
                value[:1] in ("=", "+", "@", "\t") or (value[:1] == "-" and value != "-") or "\n" in value
                for value in row
            ), row
        assert len({len(row) for row in csv.reader(io.StringIO(text, newline=""))}) == 1


def test_the_verb_says_what_is_wrong(graded, tmp_path):
    out = str(graded([submission("a", "s1")]))

    def verb(*arguments):
        result = CliRunner().invoke(app, ["export", *arguments])
        return result.exit_code, result.output

    assert verb(out)[0] == 0 and (tmp_path / "csv.csv").is_file()
    for arguments, words in (
        (("--format", "excel"), "no format 'excel'"),
        (("--due", "99=2026-01-01"), "names no lesson"),
        (("--due", "tomorrow"), "cannot be read"),
        (("--weight", "-3"), "above 0"),
        (("--format", "csv", "--format", "moodle", "--out", "x"), "--out names one file"),
    ):
        code, said = verb(out, *arguments)
        assert code == 2 and words in said, said
    assert verb(str(tmp_path / "nothing"))[0] == 2
    with pytest.raises(NoResults, match="give the folder that"):
        lms_export.marks_of(tmp_path / "nothing", None)
