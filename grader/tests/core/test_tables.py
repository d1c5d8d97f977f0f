"""Tables that no spreadsheet takes for formulas, whatever ends a cell, and that are read back as they were."""

import csv
import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.batch import class_run
from grader.core.tables import guarded, rows_of, table, unguarded
from grader.gradebook.record import names_of
from grader.intake import collect
from grader.reports import lms_export

FORMULAS = [
    "=1+1",
    "+1+1",
    "-1+1",
    "@SUM(1)",
    "＝1+1",
    "＋1+1",
    "－1+1",
    "＠SUM(1)",
    "﹦1+1",
    "\t=1+1",
    "\r=1+1",
    "Zoe;=1+1;",
    "Zoe;＝1+1",
    "Zoe\t=1+1\t",
    "Zoe; =1+1",
    'Zoe;"=1+1"',
    "Zoe\n=1+1",
    ";\t=1+1",
    " =1+1",
    "Zoe;'\n@x",
    "-1;-2+3",
]
ACTS = re.compile('[ \xa0\u3000"]*[=+@＝＋＠－﹦﹢﹫﹣-]')


def acting(text: str) -> list[str]:
    """Cells of CSV that some spreadsheet would work out: one that parts cells at commas, semicolons or tabs."""
    cells = [cell for row in csv.reader(io.StringIO(text, newline="")) for cell in row]
    cells += re.split("[;\t\r\n]", text)
    return [cell for cell in cells if ACTS.match(cell) and not re.fullmatch("-?[0-9.]*", cell)]


@pytest.mark.parametrize("value", FORMULAS)
def test_no_value_acts_in_any_spreadsheet(value):
    assert acting(f"name\n{value}\n") or acting(f'name\n"{value}"\n'), "the payload would not act without the guard"
    assert acting(table(["name"], [[value], ["Ana"]])) == []
    assert unguarded(guarded(value)) == value


@given(st.text(alphabet=st.sampled_from(";\t\n =+-@'\"＝1a,"), max_size=12))
def test_what_is_guarded_is_read_back(value):
    assert unguarded(guarded(value)) == value
    assert acting(table(["name", "x"], [["Ana", value]])) == []


def test_marks_and_names_stay_as_they_are():
    for value in (
        "-1.5",
        "12",
        "Ana Li",
        "O'Neil; Zoe",
        "a = b",
        "x;y",
        "王小明",
        "01: nothing was handed in; 02: late",
    ):
        assert guarded(value) == value


STUDENTS = {"Zoe;=1+1;", "＝1+1", "=1+1", "'=1+1"}


def test_the_tables_of_a_run(hand_in, tmp_path):
    """From the folder's name to the tables, and back from them: the keys are the same in all."""
    out = tmp_path / "out"
    for answers in ({"ex1": "def double(x):\n    return 2 * x"}, {}):  # with other points: changes.csv
        for student in STUDENTS:
            hand_in(student, answers)
        class_run.grade_class([hand_in.folder], class_run.Settings(out, sandboxed=False, jobs=1, gradebook=False))
    for name in ("grades.csv", "submissions.csv", "collected.csv", "changes.csv"):
        assert acting((out / name).read_text(encoding="utf-8")) == []
        assert {row["student"] for row in rows_of(out, name)} == STUDENTS
    marks = lms_export.marks_of(out, None)
    for text in (lms_export.canvas(marks), lms_export.moodle(marks)[0], lms_export.spreadsheet(marks)):
        assert acting(text) == []


def test_the_table_of_collect(hand_in, tmp_path):
    hand_in("Zoe;=1+1;")
    assert acting(table(collect.COLUMNS, collect.rows(collect.find([hand_in.folder])))) == []


def test_nbgraders_export_gets_names_without_commas_and_formulas():
    """It puts no quotes around them."""
    for name in ("=1+1", "Zoe;=1+1;", "Li, =1+1", "Li, Ana,=1+1", "＝1+1 x", "-2+3, Ana"):
        names = names_of(name)
        assert acting("\n".join(names)) == [] and not any("," in part for part in names)
    assert names_of("O'Brien, Zoë") == ("Zoë", "O'Brien")
