"""Take the pictures of README from the real thing: python -m grader.tests.pictures [FOLDER]   (docs/pictures by default)

A lesson in JupyterLab with a wrong answer checked, and the feedback page of the same answer.
"""
from __future__ import annotations

import json
import shutil
import sys
import tempfile
from pathlib import Path

import nbformat

from grader import batch
from grader.bank import answers
from grader.build import released
from grader.lessons import load
from grader.paths import NOTEBOOKS, ROOT
from grader.session import Runner
from grader.tests.lab import Notebook, browser, lab

NAME, TRIED, WRONG = "01_arrays_as_aux_data", "ex3", "wrong_stale_aux"


def lesson_picture(folder: Path, to: Path, theme: str = "JupyterLab Light") -> None:
    """The check of a wrong answer to exercise 3, as a learner sees it."""
    lesson = load(NAME)
    tried = next(exercise for exercise in lesson.exercises if exercise.id == TRIED)
    wrong = next(answer for answer in answers(lesson, tried) if answer.name == WRONG)
    work = folder / "notebooks"
    work.mkdir()
    shutil.copy(NOTEBOOKS / f"{NAME}.ipynb", work)
    place = {cell.id: position for position, cell in enumerate(nbformat.read(work / f"{NAME}.ipynb", 4).cells)}
    with lab(work, folder, theme=theme) as base, browser(1280, 900) as page:
        notebook = Notebook(page, base, f"{NAME}.ipynb")
        notebook.run_all()
        notebook.write(notebook.cell(place[TRIED]), wrong.source)
        notebook.run(notebook.cell(place[TRIED]))
        check = notebook.cell(place[f"{TRIED}_check"])
        notebook.run(check)
        page.keyboard.press("Escape")
        check.locator(".jp-Cell-outputArea").evaluate("node => node.scrollIntoView({block: 'end'})")
        page.wait_for_timeout(500)
        page.screenshot(path=str(to))


def feedback_picture(folder: Path, to: Path) -> None:
    """The page that comes back for a notebook with right, wrong and empty answers."""
    lesson = load(NAME)
    nb = json.loads(json.dumps(released(lesson)))
    for exercise in lesson.exercises[:6]:
        source = f'{exercise.variable} = "A"' if exercise.is_prediction else exercise.answer
        if exercise.id == TRIED:
            source = next(answer.source for answer in answers(lesson, exercise) if answer.name == WRONG)
        next(cell for cell in nb["cells"] if cell["id"] == exercise.id)["source"] = source
    handed = folder / "Ana Lovelace" / f"{NAME}.ipynb"
    handed.parent.mkdir()
    handed.write_text(json.dumps(nb), encoding="utf-8")
    batch.run([handed], batch.Settings(folder / "results", Runner, sandboxed=False, gradebook=False))
    (page_file,) = (folder / "results" / "feedback").rglob("*.html")
    with browser(860, 1000) as page:
        page.goto(page_file.as_uri())
        page.screenshot(path=str(to))


def main(target: Path) -> None:
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        feedback_picture(Path(folder), target / "feedback.png")
    with tempfile.TemporaryDirectory() as folder:
        lesson_picture(Path(folder), target / "lesson.png")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "pictures")
