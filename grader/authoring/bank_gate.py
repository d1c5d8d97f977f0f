"""The gate of the bank: each answer is judged as a learner's would be, and has to end as the bank says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from grader.judging.judge import NOT_ATTEMPTED, PASSED, Verdict, fresh_inputs, judge
from grader.lessons.bank import Answer, answers
from grader.lessons.source import Exercise, Lesson, instruments
from grader.sandbox.runner_client import RUNNER, Died, Runner

SECONDS = 30  # for one probe of a trusted answer


def try_answer(runner: Runner, exercise: Exercise, source: str, inputs: dict) -> Verdict:
    """Run one answer with given inputs in a session of its own."""
    runner.open(instruments())
    try:
        cell = runner.cell(source, SECONDS)
        observation = runner.probe(exercise.probe, inputs, SECONDS)
        runner.close()
    except Died as error:
        return Verdict(exercise.id, "error", 0.0, exercise.points, "error", str(error))
    verdict = judge(exercise, observation, inputs, source.strip() != exercise.stub.strip(), cell)
    return replace(verdict, signs=tuple(observation.signs))


def complaint(answer: Answer, exercise: Exercise, verdict: Verdict) -> str:
    """What is wrong with the outcome of a bank's answer, or nothing."""
    if verdict.signs:
        return f"taken for tampering: {verdict.signs[0]}"
    if answer.kind == "stub":
        return (
            ""
            if verdict.outcome == NOT_ATTEMPTED and verdict.score == 0
            else f"a stub is not attempted, not {verdict.outcome}"
        )
    if answer.kind in ("reference", "right"):
        return (
            ""
            if verdict.outcome == PASSED and verdict.score == exercise.points
            else f"{verdict.outcome}: {verdict.words}"
        )
    if verdict.outcome == PASSED:
        return "accepted, although it is wrong"
    named = verdict.belief or verdict.outcome
    if named != answer.belief:
        return f"named {named!r}, not {answer.belief!r}: {verdict.words}"
    if verdict.score > answer.ceiling * exercise.points + 1e-9:
        return f"earned {verdict.score:g}, more than {answer.ceiling:g} of {exercise.points:g}"
    return ""


def judged(
    lesson: Lesson,
    only: str | None = None,
    python: str | None = None,
    seeds: int = 2,
    visible: bool = True,
    every: int = 1,
) -> Iterator[tuple[Answer, Verdict, str]]:
    """Judge the bank of `lesson` with the visible inputs (if `visible`) and `seeds` fresh ones; yields (answer, verdict, complaint).

    Of the wrong answers only each `every`-th is run, beside all right ones. Raises SourceError if the lesson has no exercise `only`.
    """
    exercises = lesson.probed(only)
    command = [python, "-I", str(RUNNER)] if python else None
    with Runner(command) as runner:
        for exercise in exercises:
            trials = [exercise.visible] * visible + [fresh_inputs(exercise, f"bank {seed}") for seed in range(seeds)]
            found = list(answers(lesson, exercise))
            wrong = [answer for answer in found if answer.kind == "wrong"]
            for answer in [answer for answer in found if answer.kind != "wrong"] + wrong[::every]:
                verdict, fault = None, ""
                for inputs in trials:
                    verdict = try_answer(runner, exercise, answer.source, inputs)
                    fault = complaint(answer, exercise, verdict)
                    if fault:
                        break
                yield answer, verdict, fault
