"""The gate of the bank: each answer is judged as a learner's would be, and has to end as the bank says; each belief
has a wrong answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from grader.judging.judge import NOT_ATTEMPTED, PASSED, Verdict, beliefs, fresh_inputs, judge
from grader.lessons.bank import Answer, answers, bank_file, cells, unreachable
from grader.lessons.source import Exercise, Lesson, instruments
from grader.sandbox.messages import Died
from grader.sandbox.runner_client import RUNNER, Runner

SECONDS = 30  # for one probe of a trusted answer


def try_answer(runner: Runner, exercise: Exercise, source: str, inputs: dict) -> Verdict:
    """Run one answer with given inputs in a session of its own. The verdict is a learner's; its rows hide nothing,
    for the author."""
    runner.open(instruments())
    try:
        cell = runner.cell(source, SECONDS)
        observation = runner.probe(exercise.probe, inputs, SECONDS)
        runner.close()
    except Died as error:
        return Verdict(exercise.id, "error", 0.0, exercise.points, "error", str(error))
    attempted = source.strip() != exercise.stub.strip()
    verdict = judge(exercise, observation, inputs, attempted, cell)
    open_rows = judge(exercise, observation, inputs, attempted, cell, private=False).rows
    return replace(verdict, rows=open_rows, warnings=tuple(observation.warnings))


def complaint(answer: Answer, exercise: Exercise, verdict: Verdict) -> str:
    """What is wrong with the outcome of a bank's answer, or nothing."""
    if verdict.warnings:
        return f"taken for tampering: {verdict.warnings[0]}"
    if answer.kind == "stub":
        return (
            ""
            if verdict.outcome == NOT_ATTEMPTED and verdict.score == 0
            else f"a stub is not attempted, not {verdict.outcome}"
        )
    if answer.kind == "reference" and (lost := [row.what for row in verdict.rows if row.seen == "not reached"]):
        return f"the probe never sees the row '{lost[0]}': is it called so there?"
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


def rows_shown(verdict: Verdict) -> Iterator[str]:
    """What an author reads of each row: what was seen and wanted, the belief, and whether the probe saw it at all."""
    if not verdict.rows:
        yield f"      no rows: {verdict.words}"
    for row in verdict.rows:
        if row.right:
            yield f"      ok  {row.what}: {row.seen!r}"
        elif row.seen == "not reached":
            yield f"      --  {row.what}: never seen by the probe, wanted {row.wanted!r}"
        else:
            yield f"      NO  {row.what}: seen {row.seen!r}, wanted {row.wanted!r}, {row.belief}"


def head_faults(lesson: Lesson, only: str | None = None) -> Iterator[tuple[str, str]]:
    """(exercise, sentence) where a head names a belief that the table has not, or a belief of the table has no wrong
    answer.

    A line `# unreachable BELIEF: reason` of the bank's file stands for an answer that cannot be written.
    """
    for exercise in lesson.probed(only):
        path, known = bank_file(lesson.name, exercise.id), beliefs(exercise)
        wrong = [cell for cell in cells(path) if cell.kind == "wrong"]
        excused = unreachable(path)
        for cell in wrong:
            if cell.belief not in {*known, "error", NOT_ATTEMPTED}:
                yield exercise.id, f"{cell.place}: the belief '{cell.belief}' is not in the table of {exercise.id}"
        named, where = {cell.belief for cell in wrong}, f"bank/{lesson.name}/{exercise.id}.py"
        for belief in known:
            if belief not in named and belief not in excused:
                yield (
                    exercise.id,
                    f"{where}: no wrong answer is told '{belief}': write one, or '# unreachable {belief}: why'",
                )
        for belief, why in excused.items():
            if belief not in known:
                yield exercise.id, f"{where}: '# unreachable {belief}' names no belief of the table of {exercise.id}"
            elif belief in named:
                yield exercise.id, f"{where}: '# unreachable {belief}' is not true: a wrong answer is told so"
            elif len(why.split()) < 4:
                yield exercise.id, f"{where}: '# unreachable {belief}' gives no reason: say what is seen before it"


def judged(
    lesson: Lesson,
    only: str | None = None,
    python: str | None = None,
    seeds: int = 2,
    visible: bool = True,
    every: int = 1,
) -> Iterator[tuple[Answer, Verdict, str]]:
    """Judge the bank of `lesson` with the visible inputs (if `visible`) and `seeds` fresh ones; yields (answer,
    verdict, complaint).

    Of the wrong answers only each `every`-th is run, beside all right ones. Raises SourceError if the lesson has no
    exercise `only`.
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
