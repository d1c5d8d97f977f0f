"""Cheap tricks are tried on every exercise; a check that one passes is told of, and so is a record that is not true."""

import ast

import pytest

from grader.authoring import dodges
from grader.core.paths import lesson_names
from grader.judging.judge import PASSED
from grader.lessons import bank
from grader.lessons.source import load, parse
from grader.tests.conftest import MINI

ANSWER = """class Box(Base):
    ### BEGIN SOLUTION
    def __init__(self, x, k):
        self.x = x
        self.k = tuple(int(one) for one in k)

    def scaled(self, by):
        return self.x * by if self.k == "none" else self.x
    ### END SOLUTION


def flatten(box):
    ### BEGIN SOLUTION
    return (box.x,), box.k
    ### END SOLUTION
"""


@pytest.fixture()
def exercise(course):
    (one,) = [one for one in parse("01_mini", MINI).exercises if one.id == "ex1"]
    return one


@pytest.mark.parametrize(
    "name, shown",
    [
        ("constant", "return 1"),
        ("identity", "return by"),
        ("equal-to-everything", "EqualToEverything(box.k)"),
        ("words-by-identity", "self.k is 'none'"),
        ("on-the-class", "type(self).x = x"),
        ("global-copy", "@given_once"),
        ("list-for-tuple", "list((int(one)"),
        ("float-for-int", "float(one)"),
        ("static-method", "kept_of_Box.setdefault(0, self)"),
    ],
)
def test_each_cheat_is_played_where_it_can_be(exercise, name, shown):
    made = {one.name: one for one in dodges.dodges(type(exercise)(**{**vars(exercise), "answer": ANSWER}))}
    ast.parse(made[name].source)
    assert shown in made[name].source and shown not in ast.unparse(ast.parse(ANSWER))


def test_a_class_of_the_learners_loses_its_base(exercise):
    answer = "### BEGIN SOLUTION\nclass Box(Base):\n    pass\n### END SOLUTION\n"
    (one,) = dodges.dodges(type(exercise)(**{**vars(exercise), "answer": answer}))
    assert one.name == "without-base" and "class Box:" in one.source


def test_a_sound_check_rejects_all(course):
    tried = list(dodges.tried(load("01_mini"), "ex1"))
    assert tried and [fault for *_, fault in tried if fault] == []
    assert all(verdict.outcome != PASSED for _, _, verdict, _ in tried)


def test_a_check_that_a_constant_passes_is_told_of(course, monkeypatch):
    easy = MINI.replace('see("double", double(x))', 'see("double", 2 * x)').replace(
        'see("kind", type(double(1)).__name__)', 'see("kind", "int" if double(1) else "")'
    )
    faults = [fault for _, dodge, _, fault in dodges.tried(parse("01_mini", easy), "ex1") if fault]
    assert len(faults) >= 2 and all(fault.startswith("accepted, although ") for fault in faults)
    folder = course / "solutions" / "bank"
    monkeypatch.setattr(bank, "BANK", folder)
    (folder / "01_mini").mkdir(parents=True)
    (folder / "01_mini" / "ex1.py").write_text(
        "# dodge constant: it is right here\n# dodge no-such: it is right here\n"
    )
    again = {dodge.name: fault for _, dodge, _, fault in dodges.tried(parse("01_mini", easy), "ex1")}
    assert again["constant"] == "" and again["identity"] and "there is no such dodge" in again["no-such"]
    sound = {dodge.name: fault for _, dodge, _, fault in dodges.tried(load("01_mini"), "ex1")}
    assert "the check rejects it: remove the line" in sound["constant"]


@pytest.mark.parametrize("name", [name for name in lesson_names() if load(name).exercises])
def test_no_check_of_the_lessons_is_dodged(name):
    found = [f"{one.id} {dodge.name}: {fault}" for one, dodge, _, fault in dodges.tried(load(name), seeds=1) if fault]
    assert not found, "\n".join(found)
