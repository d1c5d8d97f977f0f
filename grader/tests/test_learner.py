"""A learner's hour in a real JupyterLab: open lesson 1 alone in a folder, run all, answer wrongly, answer rightly."""
import os
import shutil
from pathlib import Path

import nbformat
import pytest

from grader.bank import answers
from grader.judge import beliefs
from grader.lessons import load
from grader.paths import NOTEBOOKS
from grader.tests.lab import CHROMIUM, Notebook, browser, lab

NAME = "01_arrays_as_aux_data"
pytestmark = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason="needs Debian's chromium: `make doctor` says how to get it")]


@pytest.fixture(scope="module")
def notebook(tmp_path_factory):
    folder, home = tmp_path_factory.mktemp("notebooks"), tmp_path_factory.mktemp("home")
    shutil.copy(NOTEBOOKS / f"{NAME}.ipynb", folder)
    with lab(folder, home) as base, browser() as page:
        yield Notebook(page, base, f"{NAME}.ipynb")


def keep_picture(notebook, name):
    """With PICTURES=folder the screen is kept, to be looked at."""
    if os.environ.get("PICTURES"):
        notebook.page.screenshot(path=str(Path(os.environ["PICTURES"]) / f"{name}.png"))


def test_a_learner_gets_the_right_words(notebook):
    lesson = load(NAME)
    place = {cell.id: position for position, cell in enumerate(nbformat.read(NOTEBOOKS / f"{NAME}.ipynb", 4).cells)}
    notebook.run_all()
    for exercise in lesson.exercises:
        said = notebook.output(notebook.cell(place[f"{exercise.id}_check"]))
        assert f"NotAttempted: {exercise.id} is not attempted" in said, (exercise.id, said)
        assert "Traceback" not in said

    tried = next(exercise for exercise in lesson.exercises if exercise.id == "ex3")
    wrong = next(answer for answer in answers(lesson, tried) if answer.kind == "wrong" and answer.belief in beliefs(tried))
    answer, check = notebook.cell(place["ex3"]), notebook.cell(place["ex3_check"])
    check.scroll_into_view_if_needed()
    keep_picture(notebook, "1_not_attempted")

    notebook.write(answer, wrong.source)
    notebook.run(answer)
    said = notebook.run(check)
    assert beliefs(tried)[wrong.belief] in said and "Unfinished: ex3" in said
    keep_picture(notebook, "2_wrong")

    notebook.write(answer, tried.answer)
    notebook.run(answer)
    said = notebook.run(check)
    assert "ex3: passed." in said and "not yet" not in said
    keep_picture(notebook, "3_right")
