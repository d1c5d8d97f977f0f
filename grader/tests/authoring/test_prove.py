"""`prove` takes an exercise through all gates, stops at the first that says no, and ends with what is left to do."""

import pytest
from typer.testing import CliRunner

from grader.authoring import prove
from grader.cli.main import app
from grader.tests.conftest import MINI

GATES = {gate.name: gate for gate in prove.GATES}


@pytest.fixture()
def gates(course, monkeypatch):
    """Only the gates that need no environment of their own and no bank of the mini course."""
    monkeypatch.setattr(prove, "GATES", (GATES["dodges"], prove.Gate("last", lambda name, exercise: [], "nothing")))
    return course


def test_the_gates_are_those_of_the_guide_in_its_order():
    assert list(GATES) == ["build", "bank", "dodges", "mutants", "index", "lint", "matrix"]


def test_what_passes_goes_to_the_end_and_is_told_what_is_left(gates):
    done = CliRunner().invoke(app, ["prove", "01_mini", "ex1"])
    assert done.exit_code == 0, done.output
    assert [line[:14].split() for line in done.stdout.splitlines()[:2]] == [["ok", "dodges"], ["ok", "last"]]
    assert "Every gate says yes. Left for you:" in done.stdout and prove.BY_HAND[0] in done.stdout


def test_the_first_fault_is_told_with_its_remedy_and_ends_it(gates):
    easy = MINI.replace('see("double", double(x))', 'see("double", 2 * x)').replace(
        'see("kind", type(double(1)).__name__)', 'see("kind", "int" if double(1) else "")'
    )
    (gates / "solutions" / "01_mini.py").write_text(easy, encoding="utf-8")
    done = CliRunner().invoke(app, ["prove", "01_mini", "ex1"])
    assert done.exit_code == 1 and "FAULT dodges" in done.stdout and "last" not in done.stdout
    assert "What to do: add a row or an input that tells the dodge apart." in done.stdout


def test_a_source_that_cannot_be_read_is_a_fault_of_the_first_gate(gates):
    (gates / "solutions" / "01_mini.py").write_text(MINI.replace("def wanted(x):", "def wanted(y):", 1))
    done = CliRunner().invoke(app, ["prove", "01_mini", "ex1"])
    assert done.exit_code == 1 and "Traceback" not in done.output and "01_mini, ex1" in done.output


def test_an_exercise_that_there_is_not_is_named(gates):
    done = CliRunner().invoke(app, ["prove", "01_mini", "ex9"])
    assert done.exit_code == 1 and "01_mini has no exercise 'ex9'" in done.stderr
