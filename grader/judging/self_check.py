"""Check a learner's own notebook: each exercise with the visible inputs and, where those pass, with fresh ones."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from grader.judging.judge import NOT_ATTEMPTED, PASSED, Verdict, fresh_inputs, judge
from grader.judging.rebuild import rebuild
from grader.judging.run_notebook import Run
from grader.lessons.source import Exercise, Lesson
from grader.notebook.identify import lesson_of
from grader.notebook.notebook_file import Empty, Unreadable, read
from grader.sandbox.messages import CellRun
from grader.sandbox.runner_client import Runner


class Open(Run):
    """A run that hides nothing: it is the learner's own file."""

    def examine(self, runner: Runner, exercise: Exercise, cell: CellRun | None) -> Verdict:
        verdict = Verdict(exercise.id, NOT_ATTEMPTED, 0.0, exercise.points)
        for kind, inputs in (("", exercise.visible), ("With other inputs: ", fresh_inputs(exercise, self.seed))):
            seen = runner.probe(exercise.probe, inputs, self.left(self.times.probe), at=exercise.id)
            verdict = judge(exercise, seen, inputs, True, cell, private=False)
            if verdict.outcome != PASSED:
                return replace(verdict, words=kind + verdict.words)
        return verdict


def check(path: Path, seed: str = "") -> tuple[Lesson, tuple[Verdict, ...], tuple[str, ...]]:
    """The lesson, the verdicts in its order, and what was odd about the file. Raises reading.Unreadable."""
    try:
        handed = read(path)
    except Empty:
        raise Unreadable(
            f"{path.name} is empty: save your notebook again, or download it again from where you work on it."
        ) from None
    lesson = lesson_of(handed, path.name)
    run = Open(rebuild(handed, lesson), seed or os.urandom(8).hex(), Runner)
    run.finish()
    return lesson, tuple(run.verdicts[exercise.id] for exercise in lesson.exercises), run.rebuilt.notes + run.notes
