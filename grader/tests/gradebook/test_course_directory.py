"""nbgrader's own tools on our course: the same release, the same scores, its validator, its list."""

import copy
import csv
import io
import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from nbgrader.apps.api import NbGraderAPI
from nbgrader.coursedir import CourseDirectory
from nbgrader.utils import compute_checksum
from nbgrader.validator import Validator
from sqlalchemy import text
from traitlets.config import PyFileConfigLoader

from grader.batch import class_run, worker
from grader.build.notebooks import notebook_text, released
from grader.core.paths import BANK, lesson_names
from grader.gradebook import course_directory as courses
from grader.intake import collect
from grader.judging.results import from_json
from grader.lessons import bank
from grader.lessons.source import load, parse
from grader.tests.conftest import MINI, RIGHT

LARGEST = "01_arrays_as_aux_data"


def api_of(out):
    """nbgrader's high-level interface, which its formgrader uses too, with the directory's own configuration."""
    config = PyFileConfigLoader("nbgrader_config.py", path=str(out)).load_config()
    return NbGraderAPI(coursedir=CourseDirectory(config=config), config=config)


def answered(lesson, answers):
    nb = copy.deepcopy(released(lesson))
    for cell in nb.cells:
        cell.source = answers.get(cell["id"], cell.source)
    return nb


def stock_scores(out, lesson, student):
    """The automatic scores that `nbgrader autograde` gives, by exercise; it runs on what is in submitted/."""
    done = api_of(out).autograde(lesson.name, student, force=True)
    assert done["success"], done["error"]
    return scores_in(out, lesson, student)


def scores_in(out, lesson, student):
    with courses.open_gradebook(courses.database(out)) as book:
        grades = book.find_submission_notebook(lesson.name, lesson.name, student).grades
        return {grade.name.removesuffix("_check"): grade.auto_score for grade in grades}


def our_scores(path, student, tmp_path):
    task = worker.GradingTask(
        path.name, str(path), path.read_bytes(), student, worker.edition(), seed="course", sandboxed=False
    )
    graded = from_json(worker.work(task))
    return {verdict.exercise: verdict.score for verdict in graded.verdicts}


def both(out, lesson, student, answers, tmp_path):
    path = out / "submitted" / student / lesson.name / f"{lesson.name}.ipynb"
    courses.write(path, notebook_text(answered(lesson, answers)))
    return stock_scores(out, lesson, student), our_scores(path, student, tmp_path)


@pytest.mark.parametrize("name", lesson_names())
def test_nbgrader_makes_the_release_that_the_build_makes(name, tmp_path):
    """And the build's is what notebooks/ holds: `build --check` sees to that."""
    out = tmp_path / "classroom"
    lesson = load(name)
    courses.lay_out(out, [lesson])
    laid_out = (out / "release" / name / f"{name}.ipynb").read_bytes()
    done = api_of(out).generate_assignment(name, force=True)
    assert done["success"], done["error"]
    assert (
        (out / "release" / name / f"{name}.ipynb").read_bytes() == laid_out == notebook_text(released(lesson)).encode()
    )


def test_without_our_steps_nbgrader_would_make_another_release(tmp_path):
    """The counter-fixture: nbgrader's own ClearSolutions loses what `### STUB:` lines say, and instructor's cells
    stay.
    """
    lesson = parse("01_mini", MINI)
    courses.lay_out(tmp_path, [lesson])
    config = (tmp_path / "nbgrader_config.py").read_text()
    (tmp_path / "nbgrader_config.py").write_text(
        "\n".join(line for line in config.split("\n") if "GenerateAssignment" not in line)
    )
    assert api_of(tmp_path).generate_assignment("01_mini", force=True)["success"]
    stock = (tmp_path / "release/01_mini/01_mini.ipynb").read_text()
    assert "What only teachers see" in stock and 'write \\"A\\" or \\"B\\"' not in stock


def test_checksums_in_a_release_are_those_of_its_cells():
    for name in lesson_names():
        for cell in released(load(name)).cells:
            settings = cell.metadata.get("nbgrader", {})
            if settings.get("checksum"):
                assert settings["checksum"] == compute_checksum(cell), (
                    f"{name}, {settings['grade_id']}: Validate would say that the cell was changed"
                )


# ex1 is right and warns, which costs all points of a check that lets it through to stderr; ex2 is partly right.
PARTLY = {
    "predict1": "prediction1 = None",
    "ex1": "import warnings\ndef double(x):\n    warnings.warn('x')\n    return 2 * x",
    "ex2": "class Box:\n    def __init__(self, x):\n        self.x = x",
}


@pytest.mark.filterwarnings("ignore:Object of type")  # of nbgrader's own making
def test_stock_autograde_gives_our_scores(course, tmp_path):
    lesson = load("01_mini")
    out = tmp_path / "classroom"
    courses.lay_out(out, [lesson], trusted=True)
    reference = {exercise.id: exercise.answer for exercise in lesson.exercises}
    for student, answers, score in (("reference", reference, 6), ("released", {}, 0), ("partly", PARTLY, 3)):
        stock, ours = both(out, lesson, student, answers, tmp_path)
        assert stock == ours and sum(stock.values()) == score, student
    assert {one["student"]: one["score"] for one in api_of(out).get_submissions("01_mini")} == {
        "reference": 6,
        "released": 0,
        "partly": 3,
    }
    with courses.open_gradebook(courses.database(out)) as book:  # a score that is not ours is seen
        book.db.execute(text("UPDATE grade SET auto_score = 0.5 WHERE auto_score = 2"))
        book.db.commit()
    assert scores_in(out, lesson, "reference") != reference_scores(lesson)
    assert (out / "feedback").is_dir() and api_of(out).generate_feedback("01_mini", "partly")["success"]
    assert (out / "feedback/partly/01_mini/01_mini.html").is_file()


def reference_scores(lesson):
    return {exercise.id: exercise.points for exercise in lesson.exercises}


def mixed(lesson):
    """Answers of one notebook: partly right (from the bank), right and untouched ones in turn; and which are partly
    right.
    """
    answers, partly = {}, []
    for number, exercise in enumerate(one for one in lesson.exercises if not one.is_prediction):
        wrong = [
            answer for answer in bank.answers(lesson, exercise) if answer.kind == "wrong" and 0 < answer.ceiling < 1
        ]
        if number % 3 == 0 and wrong:
            answers[exercise.id] = max(wrong, key=lambda answer: answer.ceiling).source
            partly.append(exercise.id)
        elif number % 3 == 1:
            answers[exercise.id] = exercise.answer
    return answers, partly


@pytest.mark.filterwarnings("ignore:Object of type")
@pytest.mark.parametrize(
    "name, student",
    [
        (name, student)
        if (name, student) == (LARGEST, "mixed")
        else pytest.param(name, student, marks=pytest.mark.slow)
        for name in lesson_names()
        for student in ("mixed", "reference", "released")
    ],
)
def test_stock_autograde_gives_our_scores_on_a_lesson(name, student, tmp_path):
    lesson = load(name)
    out = tmp_path / "classroom"
    courses.lay_out(out, [lesson], trusted=True)
    answers, partly = {
        "mixed": lambda: mixed(lesson),
        "released": lambda: ({}, []),
        "reference": lambda: ({exercise.id: exercise.answer for exercise in lesson.exercises}, []),
    }[student]()
    assert partly or student != "mixed" or not (BANK / name).is_dir(), (
        "no answer is partly right: this shows less than it should"
    )
    stock, ours = both(out, lesson, student, answers, tmp_path)
    assert stock == ours
    points = reference_scores(lesson)
    if student != "mixed":
        assert stock == (points if student == "reference" else dict.fromkeys(points, 0))
        return
    assert all(0 < stock[key] < points[key] for key in partly)
    assert any(stock[key] == points[key] for key in stock) and any(stock[key] == 0 for key in stock)


def validated(path):
    said = io.StringIO()
    validator = Validator()
    validator.stream = said
    validator.validate_and_print(str(path))
    return said.getvalue()


def test_validate_tells_right_from_wrong_and_sees_a_changed_check(course, tmp_path):
    lesson = load("01_mini")
    right, wrong, changed = (tmp_path / f"{name}.ipynb" for name in ("right", "wrong", "changed"))
    courses.write(right, notebook_text(answered(lesson, RIGHT)))
    courses.write(wrong, notebook_text(answered(lesson, RIGHT | {"ex1": "def double(x):\n    return x"})))
    assert "Success! Your notebook passes all the tests." in validated(right)
    said = validated(wrong)
    assert "VALIDATION FAILED ON 1 CELL(S)" in said and "It gives back what it got" in said
    tampered = answered(lesson, RIGHT)
    next(cell for cell in tampered.cells if cell["id"] == "ex1_check").source = "pass"
    courses.write(changed, notebook_text(tampered))
    assert "CONTENTS OF 1 TEST CELL(S) HAVE CHANGED" in validated(changed)


def test_the_directory_can_be_laid_out_again_and_moved(course, tmp_path):
    lesson = load("01_mini")
    courses.lay_out(tmp_path / "a", [lesson])
    before = {path: path.read_bytes() for path in sorted((tmp_path / "a").rglob("*.ipynb"))}
    assert len(before) == 2
    courses.lay_out(tmp_path / "a", [lesson])
    assert before == {path: path.read_bytes() for path in sorted((tmp_path / "a").rglob("*.ipynb"))}
    (tmp_path / "a").rename(tmp_path / "b")  # beside it: the way to the package stays the same
    api = api_of(tmp_path / "b")
    assert [one["name"] for one in api.get_assignments()] == ["01_mini"] and api.course_id == courses.COURSE_ID
    assert not api.exchange_missing  # `nbgrader list` and formgrader's release need it
    assert str(tmp_path / "a") not in (tmp_path / "b" / "nbgrader_config.py").read_text()


def test_a_lesson_with_other_cells_is_refused_once_there_are_grades(course, tmp_path):
    lesson = load("01_mini")
    courses.lay_out(tmp_path, [lesson])
    with courses.open_gradebook(courses.database(tmp_path)) as book:
        book.add_student("ana")
        book.add_submission("01_mini", "ana")
    more = parse("01_mini", MINI.replace('"ex2', '"ex3'))
    with pytest.raises(courses.CourseError, match="choose a new folder"):
        courses.lay_out(tmp_path, [more])


def test_a_gradebook_that_is_none_is_named(course, tmp_path):
    (tmp_path / "gradebook.db").write_text(
        "this is no database, but a text that is long enough to be taken for one" * 20
    )
    with pytest.raises(courses.CourseError, match="gradebook.db cannot be opened"):
        courses.lay_out(tmp_path, [load("01_mini")])


def test_the_source_keeps_outputs_and_stubs():
    nb = courses.source(load(LARGEST))
    assert any(cell.get("outputs") for cell in nb.cells), "solutions/ has no outputs"
    assert "### STUB:" in json.dumps(nb) and "BEGIN HIDDEN TESTS" in json.dumps(nb)


def nbgrader(folder, *arguments):
    """What a verb of nbgrader prints, typed in `folder`."""
    program = Path(sys.executable).with_name("nbgrader")
    done = subprocess.run([sys.executable, program, *arguments], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def exported(folder):
    """Student → score, as `nbgrader export` writes it."""
    nbgrader(folder, "export", "--to", "exported.csv")
    with open(folder / "exported.csv", encoding="utf-8", newline="") as file:
        return {(row["student_id"], row["assignment"]): float(row["score"]) for row in csv.DictReader(file)}


def in_our_tables(folder):
    scores = Counter()
    with open(folder / "grades.csv", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            scores[row["student"], row["lesson"]] += float(row["score"])
    return dict(scores)


def everything(out):
    """Every file of a course, and every row of its gradebook."""
    with courses.open_gradebook(courses.database(out)) as book:
        rows = list(book.db.connection().connection.iterdump())
    files = (path for path in sorted(out.rglob("*")) if path.is_file())
    return rows, {path: path.read_bytes() for path in files if path.name not in ("gradebook.db", ".nbgrader.log")}


@pytest.mark.filterwarnings("ignore:Object of type")
@pytest.mark.parametrize("kind", ["results", "classroom"])
def test_autograde_runs_nothing_of_a_strangers_unless_the_teacher_has_said_so(course, hand_in, tmp_path, kind):
    """By formgrader's button, which forces it, and by the command; after `grade` and after `course`."""
    ran = tmp_path / "ran"
    hand_in("mallory", RIGHT | {"ex1": f"open({str(ran)!r}, 'w').close()\n{RIGHT['ex1']}"})
    out = tmp_path / kind
    if kind == "results":
        class_run.grade_class([hand_in.folder], class_run.Settings(out, sandboxed=False, jobs=1))
    else:
        courses.lay_out(out, [load("01_mini")])
        collect.lay_out(collect.find([hand_in.folder]), out)
    ran.unlink(missing_ok=True)
    before = everything(out)
    done = api_of(out).autograde("01_mini", "mallory")
    assert not done["success"] and "Nothing was run and nothing has changed" in done["log"]
    program = Path(sys.executable).with_name("nbgrader")
    said = subprocess.run([sys.executable, program, "autograde", "01_mini"], cwd=out, capture_output=True, text=True)
    assert said.returncode == 1 and said.stderr.count("in no sandbox") == 1 and "Traceback" not in said.stderr
    assert not ran.exists() and everything(out) == before

    config = out / "nbgrader_config.py"  # the counter-fixture: who says so has it, and laying out again leaves it
    config.write_text(config.read_text().replace("RUN_SUBMISSIONS_AS_ME = False", "RUN_SUBMISSIONS_AS_ME = True"))
    courses.lay_out(out, [load("01_mini")])
    done = api_of(out).autograde("01_mini", "mallory")
    assert done["success"] and ran.exists()


@pytest.mark.filterwarnings("ignore:Object of type")
def test_nbgraders_verbs_agree_with_our_tables(course, hand_in, tmp_path):
    """On the gradebook that `grade` fills, and on that of `make course` with `collect` and nbgrader's own autograde."""
    for student, answers in (("ana", RIGHT), ("王小明", PARTLY), ("bo", {})):
        hand_in(student, answers)
    out = tmp_path / "results"
    class_run.grade_class([hand_in.folder], class_run.Settings(out, sandboxed=False, jobs=1))
    ours = in_our_tables(out)
    assert sorted(ours.values()) == [0, 3, 6] and exported(out) == ours
    assert "01_mini" in nbgrader(out, "db", "assignment", "list")
    students = nbgrader(out, "db", "student", "list")
    assert all(student in students for student in ("ana", "bo", "王小明"))

    classroom = tmp_path / "classroom"
    courses.lay_out(classroom, [load("01_mini")], trusted=True)
    collect.lay_out(collect.find([hand_in.folder]), classroom)
    done = [api_of(classroom).autograde("01_mini", path.name) for path in (classroom / "submitted").iterdir()]
    assert all(one["success"] for one in done), done
    assert exported(classroom) == ours
    with courses.open_gradebook(courses.database(classroom)) as book:  # a score that is another one is seen
        book.db.execute(text("UPDATE grade SET auto_score = 0.5 WHERE auto_score = 2"))
        book.db.commit()
    assert exported(classroom) != ours
