"""Where a learner is, read from saved notebooks alone: every state, nothing invented, the same code in the notebook."""

import json

import pytest
from typer.testing import CliRunner

from grader.build.notebooks import released
from grader.cli.main import app
from grader.core.paths import PROGRESS
from grader.lessons.progress import Progress, state_of
from grader.lessons.source import has_tag, load

PASSED = [
    {"output_type": "display_data", "data": {"text/plain": "✓ right"}},
    {"output_type": "stream", "name": "stdout", "text": ["ex1: passed.\n"]},
]
MADE = [{"output_type": "stream", "name": "stdout", "text": "B (yours): so it was measured\n"}]


def error(name, said=""):
    return [{"output_type": "error", "ename": name, "evalue": said, "traceback": []}]


@pytest.mark.parametrize(
    "name, outputs, state",
    [
        ("ex1", [], ("not tried", "")),
        ("ex1", PASSED, ("passed", "")),
        ("predict1", MADE, ("passed", "")),
        ("ex1", error("NotAttempted", "ex1 is not attempted: …"), ("not tried", "")),
        ("predict1", error("NameError", "name 'prediction1' is not defined"), ("not tried", "")),
        ("ex1", error("Unfinished", "ex1: 3 of 7 rows are right. Words."), ("not yet", "3 of 7 rows are right")),
        ("ex1", error("ZeroDivisionError", "division by zero"), ("not yet", "it raised ZeroDivisionError")),
        ("ex2", PASSED, ("not tried", "")),  # the words of another exercise's check
        ("ex1", [{"output_type": "stream", "name": "stdout", "text": "I hope that ex1: passed\n"}], ("not tried", "")),
    ],
)
def test_every_state_of_a_check(name, outputs, state):
    assert state_of(name, outputs) == state


@pytest.fixture()
def saved(course, tmp_path):
    """saved(outputs by check's id, counts by id, edit) writes the learner's 01_mini.ipynb into a folder of its own."""
    folder = tmp_path / "mine"
    folder.mkdir()

    def write(outputs=(), counts=(), edit=lambda nb: None):
        nb = json.loads(json.dumps(released(load("01_mini"))))
        for cell in nb["cells"]:
            if cell["cell_type"] == "code":
                cell["outputs"], cell["execution_count"] = (
                    dict(outputs).get(cell["id"], []),
                    dict(counts).get(cell["id"]),
                )
        edit(nb)
        (folder / "01_mini.ipynb").write_text(json.dumps(nb), encoding="utf-8")
        return folder

    return write


def states(folder):
    return [[(name, state) for name, _, state, _ in tasks] for _, tasks in Progress(folder).lessons]


def test_a_fresh_notebook_has_nothing_tried(saved):
    assert states(saved()) == [[("predict1", "not tried"), ("ex1", "not tried"), ("ex2", "not tried")]]


def test_what_was_saved_is_shown_with_titles_and_a_count(saved):
    text = repr(
        Progress(
            saved(
                {
                    "predict1_check": MADE,
                    "ex1_check": PASSED,
                    "ex2_check": error("Unfinished", "ex2: 1 of 3 rows are right."),
                }
            )
        )
    )
    assert text.split("\n")[:4] == [
        "01 mini  ▰▰▱  2 of 3",
        "  ✓ passed       Prediction 1. What comes out of it",
        "  ✓ passed       Exercise 1. Twice the input",
        "  ✗ not yet      Exercise 2. A class that is a pytree (1 of 3 rows are right)",
    ]
    assert "last saved" in text and "save first" in text


def test_an_answer_that_was_run_after_its_check_counts_no_more(saved):
    outputs = {"ex1_check": PASSED}
    assert ("ex1", "passed") in states(saved(outputs, {"ex1": 4, "ex1_check": 5}))[0]
    assert ("ex1", "check again") in states(saved(outputs, {"ex1": 6, "ex1_check": 5}))[0]


def test_labels_lost_on_the_way_are_replaced_by_the_cell_ids(saved):
    def lose(nb):
        for cell in nb["cells"]:
            cell["metadata"] = {"id": cell.pop("id")}

    assert ("ex1", "passed") in states(saved({"ex1_check": PASSED}, edit=lose))[0]


def test_no_lesson_is_said_plainly(tmp_path):
    text = repr(Progress(tmp_path))
    assert text.startswith("There is no lesson of yours in this folder. On Colab")


def test_the_teachers_edition_is_nobodys_progress(saved):
    folder = saved({"ex1_check": PASSED}, edit=lambda nb: nb["metadata"]["course"].update(edition="solutions"))
    assert states(folder) == []


@pytest.mark.parametrize(
    "text", ["", "not JSON", "[]", "{}", '{"cells": 3, "metadata": {}}', '{"cells": [3], "metadata": {}}']
)
def test_a_file_that_is_no_notebook_is_named_and_the_rest_is_shown(saved, text):
    folder = saved()
    (folder / "broken.ipynb").write_text(text, encoding="utf-8")
    progress = Progress(folder)
    assert len(progress.lessons) == 1 and progress.notes[0].startswith("broken.ipynb cannot be read as a notebook")


def test_the_picture_says_the_same_and_escapes(saved):
    def rename(nb):
        for cell in nb["cells"]:
            cell["source"] = cell["source"].replace("Twice the input", "Twice <b>the</b> `input`")

    page = Progress(saved({"ex1_check": PASSED}, edit=rename))._repr_html_()
    assert "Twice &lt;b&gt;the&lt;/b&gt; <code>input</code>" in page and "✓ passed" in page and "1 of 3" in page


def test_the_notebook_carries_the_very_code_of_the_command():
    (cell,) = [cell for cell in load("00_start_here").cells if has_tag(cell, "progress")]
    assert PROGRESS.read_text(encoding="utf-8").split("# --- 8< ---\n")[1].strip() in cell.source
    names = {"display": print}
    exec(cell.source, names)  # alone: it needs nothing but the standard library
    assert "Progress" in names


def test_the_command_line(saved, tmp_path):
    shown = CliRunner().invoke(app, ["progress", str(saved({"ex1_check": PASSED}))])
    assert shown.exit_code == 0 and "1 of 3" in shown.output
    wrong = CliRunner().invoke(app, ["progress", str(tmp_path / "nowhere")])
    assert wrong.exit_code == 2 and "is not a folder" in wrong.output
