"""A learner's hour in a real JupyterLab: open lesson 1 alone in a folder, run all, answer wrongly, answer rightly."""

import os
import shutil
import tempfile
from contextlib import nullcontext
from pathlib import Path

import nbformat
import pytest

from grader.core.paths import NOTEBOOKS
from grader.judging.judge import beliefs
from grader.lessons.bank import answers
from grader.lessons.source import load
from grader.tests.lab import Dropped, Notebook, again, browser, lab

NAME = "01_arrays_as_aux_data"
pytestmark = pytest.mark.browser


def keep_picture(notebook, name):
    """With PICTURES=folder the screen is kept, to be looked at."""
    if os.environ.get("PICTURES"):
        notebook.page.screenshot(path=str(Path(os.environ["PICTURES"]) / f"{name}.png"))


@again()
def learn(folder):
    """The hour, in a folder of its own."""
    notebooks, home = Path(tempfile.mkdtemp(dir=folder)), Path(tempfile.mkdtemp(dir=folder))
    shutil.copy(NOTEBOOKS / f"{NAME}.ipynb", notebooks)
    with lab(notebooks, home) as base, browser() as page:
        answer_wrongly_then_rightly(Notebook(page, base, f"{NAME}.ipynb"))


def answer_wrongly_then_rightly(notebook):
    lesson = load(NAME)
    place = {cell.id: position for position, cell in enumerate(nbformat.read(NOTEBOOKS / f"{NAME}.ipynb", 4).cells)}
    notebook.run_all()
    for exercise in lesson.exercises:
        said = notebook.output(notebook.cell(place[f"{exercise.id}_check"]))
        assert f"NotAttempted: {exercise.id} is not attempted" in said, (exercise.id, said)
        assert "Traceback" not in said

    tried = next(exercise for exercise in lesson.exercises if exercise.id == "ex3")
    wrong = next(
        answer for answer in answers(lesson, tried) if answer.kind == "wrong" and answer.belief in beliefs(tried)
    )
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


def test_a_learner_gets_the_right_words(tmp_path):
    learn(tmp_path)


DROPS = """<div class="lm-MenuBar-itemLabel">Run</div><div class="lm-Menu-itemLabel">Run All Cells</div>
<div class="jp-Notebook"><div class="jp-Notebook-ExecutionIndicator" data-status="idle"></div>
<div class="jp-Cell jp-CodeCell"><div class="jp-InputArea-prompt">[ ]:</div></div>
<div class="jp-Cell jp-CodeCell"><div class="jp-InputArea-prompt">[ ]:</div></div></div>
<script>
const plan = PLAN, prompts = document.querySelectorAll(".jp-InputArea-prompt");
const show = texts => texts.forEach((text, number) => prompts[number].textContent = `[${text}]:`);
document.querySelector(".lm-Menu-itemLabel").onclick = () => {
  window.asked = (window.asked || 0) + 1;
  const then = plan.shift();
  show(["*", "*"]);
  setTimeout(() => show(then), 300);
};
</script>"""


class Pretended(Notebook):
    """A page that behaves as JupyterLab does when it loses its kernel for a moment:
    each Run All ends in the prompts that the plan says.
    """

    def __init__(self, page, plan):
        self.page, self.patience = page, 2
        page.set_content(DROPS.replace("PLAN", str(plan)))


@pytest.mark.parametrize(
    "plan, asked, dropped",
    [
        ([["1", "2"]], 1, None),
        ([[" ", " "], [" ", "1"], ["2", "3"]], 3, None),
        ([["1", "*"]], 1, "come to rest"),
        ([[" ", " "]] * 4, 4, "reach the end"),
    ],
)
def test_what_jupyterlab_drops_is_run_again_and_what_hangs_is_said(plan, asked, dropped):
    with browser() as page:
        notebook = Pretended(page, plan)
        with pytest.raises(Dropped, match=dropped) if dropped else nullcontext():
            notebook.run_all()
        assert page.evaluate("window.asked") == asked


def test_a_scene_is_played_again_only_for_what_was_dropped():
    played = []

    @again(3)
    def scene(*ends):
        played.append(1)
        raise ends[len(played) - 1]

    with pytest.raises(AssertionError, match="wrong words"):
        scene(Dropped(), AssertionError("wrong words"))
    played.clear()
    with pytest.raises(Dropped, match="third"):
        scene(Dropped("first"), Dropped("second"), Dropped("third"))
