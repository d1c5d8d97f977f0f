"""The bank on the three version sets: stubs are not attempted, right answers pass, wrong ones fail as they say."""

import pytest

from grader.authoring import bank_gate
from grader.core.paths import lesson_names
from grader.judging.judge import beliefs
from grader.lessons import bank
from grader.lessons.source import load
from grader.sandbox.runner_client import RUNNER, Runner, plain_environment, reading
from grader.versions import environments

GRADED = [name for name in lesson_names() if load(name).exercises]
OTHERS = [name for name in environments.TESTED if name != "newest"]


def faults(judged) -> list[str]:
    return [f"{answer.exercise} {answer.name}: {fault}" for answer, _, fault in judged if fault]


def sample(lesson, chosen):
    """(exercise, answer) for one of the other version sets: of each exercise our own answer, and wrong ones.

    Each belief of the lesson has one wrong answer, on one of the sets: they take turns.
    """
    seen = {}
    for exercise in lesson.probed():
        for answer in bank.answers(lesson, exercise):
            if answer.kind == "wrong" and answer.belief not in seen:
                seen[answer.belief] = OTHERS[len(seen) % len(OTHERS)]
                if seen[answer.belief] == chosen:
                    yield exercise, answer
            elif answer.kind == "reference":
                yield exercise, answer


@pytest.mark.parametrize("name", GRADED)
def test_the_bank_is_judged_as_it_says(name, tmp_path, monkeypatch):
    """All answers on the newest versions, with fresh inputs. What JAX compiled for one answer, the next ones read."""
    compiling = plain_environment() | reading(tmp_path, tmp_path, filling=True)
    monkeypatch.setattr(bank_gate, "Runner", lambda _: Runner(environment=compiling))
    assert not (found := faults(bank_gate.judged(load(name), seeds=1, visible=False))), "\n".join(found)


@pytest.mark.versions
@pytest.mark.parametrize("name", GRADED)
@pytest.mark.parametrize("chosen", OTHERS)
def test_a_sample_of_the_bank_is_judged_as_it_says_on_other_versions(chosen, name):
    """Each belief once, with the visible inputs, for time."""
    python, found = str(environments.ensure(environments.SETS[chosen])), []
    with Runner([python, "-I", str(RUNNER)]) as runner:
        for exercise, answer in sample(load(name), chosen):
            verdict = bank_gate.try_answer(runner, exercise, answer.source, exercise.visible)
            found.append((answer, verdict, bank_gate.complaint(answer, exercise, verdict)))
    assert found and not faults(found), "\n".join(faults(found))


@pytest.mark.slow
@pytest.mark.versions
@pytest.mark.parametrize("name", GRADED)
@pytest.mark.parametrize("chosen", OTHERS)
def test_the_bank_is_judged_as_it_says_on_other_versions(chosen, name):
    """All answers; `python -m grader matrix` runs them on all versions."""
    python = str(environments.ensure(environments.SETS[chosen]))
    assert not (found := faults(bank_gate.judged(load(name), python=python, seeds=0))), "\n".join(found)


@pytest.mark.parametrize("name", GRADED)
def test_the_samples_have_each_exercise_and_each_belief_of_the_bank(name):
    lesson = load(name)
    wrong = {
        answer.belief
        for exercise in lesson.probed()
        for answer in bank.answers(lesson, exercise)
        if answer.kind == "wrong"
    }
    samples = [list(sample(lesson, chosen)) for chosen in OTHERS]
    assert {answer.belief for one in samples for _, answer in one if answer.kind == "wrong"} == wrong
    for one in samples:
        assert {exercise.id for exercise, _ in one} == {exercise.id for exercise in lesson.probed()}


@pytest.mark.parametrize("name", GRADED)
def test_each_exercise_has_enough_answers_each_named_after_a_belief_of_its_table(name):
    lesson = load(name)
    for exercise in lesson.exercises:
        if exercise.is_prediction:
            continue
        found = list(bank.answers(lesson, exercise))
        assert (
            sum(answer.kind == "right" for answer in found) >= 3
            and sum(answer.kind == "wrong" for answer in found) >= 6
        ), exercise.id
        named = set(beliefs(exercise)) | {"not attempted", "error"}
        assert not [answer.name for answer in found if answer.kind == "wrong" and answer.belief not in named], (
            exercise.id
        )


@pytest.mark.parametrize(
    "answer, fault",
    [
        ({"kind": "right"}, "failed"),
        ({"kind": "wrong", "belief": "another", "ceiling": 1.0}, "named 'gives-back', not 'another'"),
        ({"kind": "wrong", "belief": "gives-back", "ceiling": 0.1}, "earned 1, more than 0.1 of 2"),
        ({"kind": "stub"}, "a stub is not attempted, not failed"),
        ({"kind": "wrong", "belief": "gives-back", "ceiling": 0.5}, ""),
    ],
)
def test_a_wrong_entry_is_found(course, answer, fault):
    """The gate itself: entries that lie about what becomes of them."""
    exercise = next(one for one in load("01_mini").exercises if one.id == "ex1")
    source = "def double(x):\n    return x\n"
    with Runner() as runner:
        verdict = bank_gate.try_answer(runner, exercise, source, exercise.visible)
    said = bank_gate.complaint(bank.Answer("01_mini", "ex1", "entry", source=source, **answer), exercise, verdict)
    assert said.startswith(fault) and bool(said) == bool(fault)


@pytest.mark.parametrize("name", GRADED)
def test_each_belief_of_each_table_has_a_wrong_answer_or_a_reason(name):
    assert list(bank_gate.head_faults(load(name))) == []


def test_a_belief_without_an_answer_is_found_and_so_is_an_excuse_that_is_none(course, monkeypatch):
    monkeypatch.setattr(bank, "BANK", course / "solutions" / "bank")
    lesson = load("01_mini")
    (known,) = [one for one in lesson.exercises if one.id == "ex1"]
    path = course / "solutions" / "bank" / "01_mini" / "ex1.py"
    path.parent.mkdir(parents=True, exist_ok=True)
    first, *others = beliefs(known)
    assert first == "gives-back" or "gives-back" in others
    path.write_text("# unreachable nothing-here: a reason of four words\n# %% wrong a unknown-word 0.5: who\nx = 1\n")
    said = [words for _, words in bank_gate.head_faults(lesson, "ex1")]
    assert "bank/01_mini/ex1.py, line 2: the belief 'unknown-word' is not in the table of ex1" in said
    assert any("no wrong answer is told 'gives-back'" in words for words in said)
    assert any("'# unreachable nothing-here' names no belief" in words for words in said)
    path.write_text("# unreachable gives-back: seen\n# %% wrong a gives-back 0.5: who\nx = 1\n")
    assert any("is not true" in words for _, words in bank_gate.head_faults(lesson, "ex1"))
    path.write_text("# unreachable gives-back: seen\n")
    assert any("gives no reason" in words for _, words in bank_gate.head_faults(lesson, "ex1"))
