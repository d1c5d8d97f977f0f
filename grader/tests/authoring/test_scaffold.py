"""A new exercise: what `new` writes passes the gates, and a gate says no when its part is missing or wrong."""

import re

import pytest
from typer.testing import CliRunner

import grader.cli.author  # noqa: F401  (adds its verbs)
from grader.authoring import bank_gate, lint, scaffold
from grader.build import leak_check, notebooks
from grader.cli.main import app
from grader.lessons import bank
from grader.lessons.source import SourceError, load

SHEET = "04_practice"


@pytest.fixture()
def rooms(course, monkeypatch):
    """The mini course with a practice sheet in it, and its bank."""
    monkeypatch.setattr(bank, "BANK", course / "solutions" / "bank")
    monkeypatch.setattr(scaffold, "SOLUTIONS", course / "solutions")
    scaffold.begin(SHEET, course / "solutions")
    return course / "solutions"


def said_by_lint(folder):
    load.cache_clear()
    return [
        fault.words for fault in lint.faults(load(SHEET), folder) if fault.rule != "stable-output"
    ]  # nothing is executed here


def answers(folder, exercise="ex1"):
    return folder / "bank" / SHEET / f"{exercise}.py"


def test_what_new_writes_passes_lint_bank_and_leak_check(rooms):
    """The same, with its mutants and on other versions of JAX, is typed as the author's guide has it in
    test_guides.py."""
    assert said_by_lint(rooms) == []
    lesson = load(SHEET)
    leak_check.check_release(lesson, notebooks.released(lesson))
    judged = list(bank_gate.judged(lesson, seeds=0))
    assert [fault for *_, fault in judged if fault] == [] and len(judged) == 2 + len(bank.cells(answers(rooms))) > 10
    assert list(bank_gate.head_faults(lesson)) == []


def test_the_next_exercise_has_its_own_number_names_and_minutes(rooms):
    scaffold.begin(SHEET, rooms)
    assert said_by_lint(rooms) == [] and len(bank.cells(answers(rooms, "ex2"))) == len(bank.cells(answers(rooms)))
    lesson = load(SHEET)
    assert [exercise.id for exercise in lesson.exercises] == ["ex1", "ex2"] and lint.said_minutes(lesson) == 10
    assert (
        "Length1" in lesson.exercises[0].answer
        and "Length2" in lesson.exercises[1].answer
        and "Length1" not in lesson.exercises[1].answer
    )
    assert not re.search(
        r"exN|LengthN|length_n|kept_values_n|Exercise N",
        (rooms / f"{SHEET}.py").read_text()
        + "".join(path.read_text() for path in (rooms / "bank" / SHEET).glob("*.py")),
    )


def test_without_its_bank_it_fails(rooms):
    answers(rooms).unlink()
    assert said_by_lint(rooms) == [
        "its bank has 0 right answers, fewer than 3",
        "its bank has 0 wrong answers, fewer than 6",
    ]


@pytest.mark.parametrize(
    "old, words",
    [
        ("<details><summary>Hint 2</summary>", "has not exactly the hints 1, 2 and 3"),
        ("*Why it matters:*", "why it matters"),
        ("**Why the other ways fail.**", "is not followed by an instructor's cell"),
    ],
)
def test_without_one_of_its_parts_it_fails(rooms, old, words):
    source = rooms / f"{SHEET}.py"
    text = source.read_text()
    assert old in text
    source.write_text(text.replace(old, ""))
    assert any(words in said for said in said_by_lint(rooms))


def test_a_table_that_looks_at_too_little_is_found_by_the_bank(rooms):
    """Without the row on two units an answer that takes all units for equal passes."""
    source = rooms / f"{SHEET}.py"
    text = re.sub(r'^    (see|yield)\W+"?traces for two units".*\n', "", source.read_text(), flags=re.M)
    assert text.count("traces for two units") == 0
    source.write_text(text)
    load.cache_clear()
    kept = next(one for one in answers(rooms).read_text().split("\n\n\n# %% ") if one.startswith("wrong all_units"))
    answers(rooms).write_text(f"# %% {kept}\n")
    assert [fault for *_, fault in bank_gate.judged(load(SHEET), seeds=0) if fault] == [
        "accepted, although it is wrong"
    ]


@pytest.mark.parametrize(
    "name, words",
    [
        ("practice", "no name of a sheet"),
        ("01_other", "is taken by 01_mini"),
        ("01_mini", "is a lesson"),
        ("05_left", "move it away"),
    ],
)
def test_what_cannot_be_begun_is_said_and_nothing_is_written(rooms, name, words):
    (rooms / "bank" / "05_left").mkdir(parents=True)
    (rooms / "bank" / "05_left" / "ex1.py").write_text("")
    before = {path: path.read_bytes() for path in rooms.rglob("*") if path.is_file()}
    with pytest.raises(SourceError, match=words):
        scaffold.begin(name, rooms)
    assert before == {path: path.read_bytes() for path in rooms.rglob("*") if path.is_file()}
    assert CliRunner().invoke(app, ["new", "practice"]).exit_code == 1
