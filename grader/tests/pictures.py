"""Take the pictures of README and the guides from the real thing: python -m grader.tests.pictures [FOLDER]
(docs/pictures by default)

A lesson in JupyterLab with a wrong answer checked, the feedback page of the same answer, and of a made-up class of 60
the report (light, dark and on paper) and formgrader. Takes some minutes: the class is graded. A machine without
Chinese and Korean fonts shows boxes.
"""

from __future__ import annotations

import csv
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import nbformat

from grader.batch import class_run
from grader.build.notebooks import released
from grader.core.files import student_id
from grader.core.paths import NOTEBOOKS, ROOT
from grader.gradebook.record import database, open_gradebook
from grader.lessons.bank import answers
from grader.lessons.source import load
from grader.tests import classroom60
from grader.tests.lab import TOKEN, Notebook, browser, lab

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
    class_run.grade_class([handed], class_run.Settings(folder / "results", sandboxed=False, gradebook=False))
    (page_file,) = (folder / "results" / "feedback").rglob("*.html")
    with browser(860, 1000) as page:
        page.goto(page_file.as_uri())
        page.screenshot(path=str(to))


def class_of_60(folder: Path) -> Path:
    """The results of a class of 60 in lesson 1, graded by the guide's command."""
    lesson = load(NAME)
    tasks = [exercise for exercise in lesson.exercises if not exercise.is_prediction]
    predictions = [exercise for exercise in lesson.exercises if exercise.is_prediction]
    sets = [{}]
    for number in range(1, 12):  # each a little other: right up to some exercise, wrong answers of the bank in between
        answered = {exercise.id: exercise.answer for exercise in tasks[: 3 + number % 6]}
        answered |= {
            exercise.id: f'{exercise.variable} = "{sorted(exercise.replies)[(number + place) % len(exercise.replies)]}"'
            for place, exercise in enumerate(predictions)
        }
        for exercise in tasks[number % 3 :: 3]:
            wrong = [
                re.sub(r"^# .*\n", "", answer.source, flags=re.M)
                for answer in answers(lesson, exercise)
                if answer.kind == "wrong"
            ]
            answered[exercise.id] = wrong[number % 4]
        sets.append(answered)
    room = classroom60.make(folder / "downloads", {NAME: (json.loads(json.dumps(released(lesson))), sets)})
    out = folder / "results"
    subprocess.run(
        [sys.executable, "-m", "grader", "grade", str(room.zip), "--roster", str(room.roster), "--out", str(out)],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
    )
    subprocess.run([sys.executable, "-m", "grader", "report", str(out)], cwd=ROOT, check=True)
    return out


def report_pictures(results: Path, target: Path, beside: Path) -> None:
    """The report's top for the guide; whole, in light, dark and print, into `beside`, to be looked at."""
    with browser(1000, 1100) as page:
        page.goto((results / "report.html").as_uri())
        page.screenshot(path=str(target))
        for name, media in {
            "light": {"color_scheme": "light"},
            "dark": {"color_scheme": "dark"},
            "print": {"media": "print", "color_scheme": "light"},
        }.items():
            page.emulate_media(**media)
            page.screenshot(path=str(beside / f"report-{name}.png"), full_page=True)


def formgrader_picture(results: Path, home: Path, to: Path) -> None:
    """A submission in formgrader, with the verdict of an exercise."""
    with (results / "grades.csv").open(encoding="utf-8", newline="") as file:
        student = next(
            row["student"]
            for row in csv.DictReader(file)
            if row["exercise"] == TRIED and row["outcome"] == "failed" and float(row["score"]) > 0
        )
    with open_gradebook(database(results)) as book:
        submission = book.find_submission_notebook(NAME, NAME, student_id(student)).id
    with lab(results, home) as base, browser(1280, 900) as page:
        page.goto(f"{base}/api/status?token={TOKEN}")
        page.goto(f"{base}/formgrader/submissions/{submission}")
        page.locator(f"#{TRIED}-comment").evaluate(
            "node => window.scrollTo(0, node.getBoundingClientRect().top + window.scrollY - 520)"
        )
        page.wait_for_timeout(500)
        page.screenshot(path=str(to))


def main(target: Path) -> None:
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        feedback_picture(Path(folder), target / "feedback.png")
    with tempfile.TemporaryDirectory() as folder:
        lesson_picture(Path(folder), target / "lesson.png")
    with tempfile.TemporaryDirectory() as folder:
        results = class_of_60(Path(folder))
        beside = Path(tempfile.mkdtemp(prefix="report-"))
        report_pictures(results, target / "report.png", beside)
        formgrader_picture(results, Path(folder) / "home", target / "formgrader.png")
        print(f"The report whole, light, dark and as printed: {beside}")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "pictures")
