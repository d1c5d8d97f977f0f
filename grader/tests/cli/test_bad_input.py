"""What is typed wrongly is said in one sentence, with exit code 2 or 1, before any work begins."""

import sys

import pytest
from typer.testing import CliRunner

from grader.authoring import timing
from grader.batch import bench, class_run
from grader.build import publish
from grader.cli import app as cli
from grader.cli.main import app, main
from grader.core.errors import NotWritten
from grader.core.files import folder, locked, write
from grader.gradebook import course_directory as courses
from grader.intake import collect
from grader.judging.results import GRADES, SUBMISSIONS
from grader.lessons.source import load
from grader.notebook.notebook_file import Unreadable, read
from grader.reports import class_report
from grader.sandbox.inside import runner
from grader.versions.facts import table

LESSON = "01_arrays_as_aux_data"
POSTGRES = "postgresql+psycopg2://ana:secret@db.school.example/grades"
EXERCISES = f"{LESSON} has no exercise 'ex99': there are ex1, "
WORK = [
    (collect, "find"),
    (bench, "submissions"),
    (timing, "measure"),
    (publish, "published_files"),
    (courses, "source"),
    (table, "made"),
    (runner, "main"),
]

# Each command, what its sentence says, and its exit code. In the folder: `file` is a file, `empty.ipynb` has no
# content, `taken.zip` is a folder, `handed` what was handed in.
WRONG = [
    ("grade handed --out file", "file cannot be a folder to write to (it is a file): name another folder.", 2),
    (
        "grade handed --out file/below",
        "file/below cannot be a folder to write to (Not a directory): name another folder.",
        2,
    ),
    ("grade handed --out out --jobs -1", "Invalid value for '--jobs'", 2),
    ("grade handed --out out --no-sandbox --scheduler foo", "no Dask scheduler answers at foo", 2),
    (
        f"grade handed --out out --db {POSTGRES}",
        "postgresql+psycopg2://ana:***@db.school.example/grades needs the package psycopg2-binary: install it with",
        2,
    ),
    ("grade handed --out out --db nonsense", "'nonsense' is no address of a database", 2),
    ("grade handed --out out --db nosuch://a/b", "'nosuch://a/b' is no address of a database", 2),
    (
        "grade handed --out out --db sqlite:///nowhere/grades.db",
        "sqlite:///nowhere/grades.db cannot be opened (unable to open database file)",
        2,
    ),
    ("course --dir file", "file cannot be a folder to write to (it is a file): name another folder.", 2),
    ("course --dir file/below", "(Not a directory)", 2),
    (f"course --dir out --db {POSTGRES}", "needs the package psycopg2-binary", 2),
    ("course --dir out --db nonsense", "'nonsense' is no address of a database", 2),
    ("collect handed --out file", "file cannot be a folder to write to (it is a file): name another folder.", 2),
    ("collect handed --out file/below", "(Not a directory)", 2),
    ("publish --out file", "file cannot be a folder to write to (it is a file): name another folder.", 2),
    ("publish --out file/below", "(Not a directory)", 2),
    ("publish --out taken", "taken.zip is a folder", 2),
    ("bench --count 0", "Invalid value for '--count'", 2),
    ("bench --sizes 10,many", "'many' is no number of submissions", 2),
    ("timings 99_none", "there is no lesson '99_none'", 1),
    ("facts nosuch", "nosuch", 2),
    ("facts --check nosuch", "nosuch", 2),
    (f"bank {LESSON} ex99", EXERCISES, 1),
    (f"bank {LESSON} predict1", f"{LESSON} has no exercise 'predict1': there are ex1, ", 1),
    (f"bank {LESSON} ex1 --seeds -1", "Invalid value for '--seeds'", 2),
    ("bank 00_start_here ex1", "00_start_here has no exercise 'ex1': there is none", 1),
    (f"mutants {LESSON} ex99", EXERCISES, 1),
    (
        "check empty.ipynb",
        "empty.ipynb is empty: save your notebook again, or download it again from where you work on it.",
        1,
    ),
    ("accelerator --emulated -1", "Invalid value for '--emulated'", 2),
]


@pytest.fixture()
def room(tmp_path, monkeypatch):
    """A folder to type in, on a machine without psycopg2, where work that begins is a fault."""

    def begun(*_, **__):
        raise AssertionError("work has begun")

    (tmp_path / "file").write_text("not a folder")
    (tmp_path / "empty.ipynb").touch()
    (tmp_path / "taken.zip").mkdir()
    (tmp_path / "handed").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "psycopg2", None)
    for module, name in WORK:
        monkeypatch.setattr(module, name, begun)
    return tmp_path


@pytest.mark.parametrize(
    "command, words, code", WRONG, ids=[command.replace(POSTGRES, "postgres") for command, *_ in WRONG]
)
def test_it_is_said_in_one_sentence_before_any_work(room, command, words, code):
    before = (room / "file").read_text()
    done = CliRunner().invoke(app, command.split(), env={"COLUMNS": "200"})
    assert isinstance(done.exception, SystemExit) and done.exit_code == code, done.exception
    assert words in done.output and "secret" not in done.output and "Traceback" not in done.output
    assert len(done.output.splitlines()) == 1 or done.output.startswith("Usage:") and "Invalid value" in words, (
        done.output
    )
    assert (room / "file").read_text() == before and not list((room / "taken.zip").iterdir())


@pytest.mark.parametrize("command, words, code", WRONG[:1])
def test_words_of_an_error_go_to_standard_error(room, command, words, code):
    done = CliRunner().invoke(app, command.split(), env={"COLUMNS": "200"})
    assert words in done.stderr and not done.stdout


def test_a_fault_of_the_program_keeps_its_traceback_in_a_file(room, monkeypatch, capsys):
    monkeypatch.setattr(cli, "ERRORS", room / "errors")
    monkeypatch.setattr(sys, "argv", ["grader", "collect", "handed", "--out", "out"])
    with pytest.raises(SystemExit) as end:
        main()
    said = capsys.readouterr()
    (path,) = (room / "errors").iterdir()
    assert end.value.code == cli.FAULT == 70 and not said.out
    assert said.err.startswith(
        "This is a fault of the program, not yours: AssertionError: work has begun. Its traceback"
    )
    assert str(path) in said.err and "Traceback" in path.read_text() and "work has begun" in path.read_text()


def test_a_traceback_is_kept_where_the_projects_folder_cannot_be_written_to(room, monkeypatch):
    monkeypatch.setattr(cli, "ERRORS", room / "file" / "errors")  # `file` is no folder
    monkeypatch.setattr(cli.tempfile, "tempdir", str(room))
    path = cli.keep(ValueError("not foreseen"))
    assert path.startswith(str(room)) and "not foreseen" in open(path, encoding="utf-8").read()


def test_of_an_empty_file_a_teacher_is_told_what_a_teacher_can_do(room):
    with pytest.raises(Unreadable, match="^empty.ipynb is empty: ask for it again, the download may have failed.$"):
        read(room / "empty.ipynb")


def test_work_that_begins_would_be_found(room):
    done = CliRunner().invoke(app, ["collect", "handed", "--out", "out"])
    assert isinstance(done.exception, AssertionError) and str(done.exception) == "work has begun"


@pytest.mark.parametrize("command", ["export results --out taken.zip", "report results --out taken.zip"])
def test_a_table_that_cannot_be_written_is_named(room, command, monkeypatch):
    monkeypatch.setattr(class_report, "results_of", lambda *_: None)
    monkeypatch.setattr(class_report, "page", lambda *_: "the class at a glance")
    for name, columns in (("submissions", SUBMISSIONS), ("grades", GRADES), ("collected", collect.COLUMNS)):
        write(room / "results" / f"{name}.csv", class_run.table(columns, []))
    done = CliRunner().invoke(app, command.split())
    assert isinstance(done.exception, SystemExit) and done.exit_code == 2, done.exception
    assert (
        done.output.startswith("taken.zip cannot be written (Is a directory): ") and len(done.output.splitlines()) == 1
    )


def test_a_folder_is_made_and_left_empty(tmp_path):
    made = folder(tmp_path / "a" / "b")
    assert made.is_dir() and not list(made.iterdir())
    (made / ".lock").mkdir()
    with pytest.raises(NotWritten, match=r"\.lock cannot be written \(Is a directory\)"), locked(made):
        raise AssertionError("a lock that is a folder")


def test_a_database_that_can_be_reached_is_none_of_these(tmp_path):
    courses.check_database(f"sqlite:///{tmp_path / 'grades.db'}")


def test_one_exercise_or_all_that_have_an_answer_to_run():
    lesson = load(LESSON)
    assert [one.id for one in lesson.probed("ex3")] == ["ex3"]
    assert [one.id for one in lesson.probed()] == [
        one.id for one in lesson.exercises if not one.id.startswith("predict")
    ]
