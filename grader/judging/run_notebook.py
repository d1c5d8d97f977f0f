"""Grade a handed-in notebook: screen what would run, run it next to probes with fresh inputs, judge outside.

First the cells that each answer needs run; an exercise that is not full then gets a second chance with more of the
learner's own cells. Exercises in whose cells the screen finds something run apart from the others, in a session of
their own, and go to review.
"""

from __future__ import annotations

import itertools
import json
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

import nbformat

from grader.build.notebooks import notebook_of
from grader.judging.allowed import Allowed
from grader.judging.cell_text import fault, parsed
from grader.judging.judge import ERROR, NOT_ATTEMPTED, REVIEW, Verdict, fresh_inputs, judge, judge_letter
from grader.judging.program import Program
from grader.judging.rebuild import RebuiltNotebook
from grader.lessons.source import Exercise, Lesson, instruments
from grader.sandbox.messages import CellRun, Died, Forged
from grader.sandbox.runner_client import Runner

ROOM = 8 * 2**20  # characters of outputs that are kept of one run of a notebook, as JSON
LEFT_OUT = "What this cell shows is left out: the notebook shows more than is kept.\n"
RESTARTS = 3  # how often a notebook is run again without what ended its process
SAID = 5  # findings that one exercise's reason tells


@dataclass(frozen=True)
class Times:
    """Wall-clock limits in seconds."""

    cell: float = 30
    probe: float = 30
    notebook: float = 240


@dataclass(frozen=True)
class Group:
    """Exercises that run in one session: exercise → the cells that it needs."""

    needs: dict
    guarded: bool = True

    @property
    def positions(self) -> frozenset[int]:
        return frozenset().union(*self.needs.values())


class Run:
    """One notebook, in one session after another, until every exercise has its verdict."""

    def __init__(
        self,
        rebuilt: RebuiltNotebook,
        seed: str,
        start: Callable[[], Runner],
        times: Times = Times(),
        every_cell: bool = False,
        allowed: Allowed | None = None,
    ):
        self.rebuilt, self.seed, self.start, self.times, self.every_cell = rebuilt, seed, start, times, every_cell
        self.program = Program(rebuilt, allowed)
        self.exercises: dict[str, Exercise] = {exercise.id: exercise for exercise in rebuilt.lesson.exercises}
        self.verdicts: dict[str, Verdict] = {}
        self.cells: dict[int, CellRun] = {}
        self.notes: tuple[str, ...] = ()
        self.until = time.monotonic() + times.notebook
        self.room = ROOM

    def finish(self) -> None:
        """Give every exercise its verdict."""
        for exercise in self.exercises.values():
            self.verdicts |= {exercise.id: verdict} if (verdict := self.settled(exercise)) else {}
        waiting = [exercise for exercise in self.exercises.values() if exercise.id not in self.verdicts]
        first = {
            one.id: frozenset(self.program.before(one)) if self.every_cell else self.program.needed(one)
            for one in waiting
        }
        self.verdicts |= self.in_groups(first)
        more = {
            one.id: self.program.needed(one, more=True) for one in waiting if self.verdicts[one.id].score < one.points
        }
        again = {key: positions for key, positions in more.items() if not positions <= first[key]}
        for key, verdict in self.in_groups(again).items() if again else ():
            if verdict.score > self.verdicts[key].score:
                self.verdicts[key] = verdict

    def settled(self, exercise: Exercise) -> Verdict | None:
        """The verdict of an exercise of which nothing has to run."""
        common = {"exercise": exercise.id, "score": 0.0, "max_score": exercise.points}
        if exercise.is_prediction:
            return judge_letter(exercise, None) if exercise.id in self.rebuilt.unchanged else None
        if exercise.id in self.rebuilt.astray:
            words = (
                "Your answer cell holds no answer, but other cells of yours define what it asks for: move the "
                "right one into the answer cell. A person will look."
            )
            return Verdict(**common, outcome=REVIEW, words=words)
        if exercise.id in self.rebuilt.unchanged:
            return Verdict(**common, outcome=NOT_ATTEMPTED, words="The stub is still there.")
        return None

    def in_groups(self, needs: dict) -> dict[str, Verdict]:
        """The verdicts of exercises with the cells that they need: those with findings apart."""
        found = {key: self.program.findings([self.exercises[key]], positions) for key, positions in needs.items()}
        clean = {key: positions for key, positions in needs.items() if not found[key]}
        while clean and (
            more := self.program.findings([self.exercises[key] for key in clean], frozenset().union(*clean.values()))
        ):
            for key in [key for key, positions in clean.items() if positions & more.keys()] or list(
                clean
            ):  # what runs together is read together
                found[key] = more
                del clean[key]
        verdicts = Session(self, Group(clean)).verdicts if clean else {}
        flagged = {key: positions for key, positions in needs.items() if key not in clean}
        if flagged:
            looked_at = Session(self, Group(flagged, guarded=False)).verdicts
            verdicts |= {
                key: under_review(verdict, tuple(itertools.chain(*found[key].values()))[:SAID])
                for key, verdict in looked_at.items()
            }
        return verdicts

    def left(self, seconds: float) -> float:
        """Seconds for the next step, within what the notebook has left."""
        left = self.until - time.monotonic()
        if left <= 0:
            raise Died("the whole notebook ran longer than it may")
        return min(seconds, left)

    def bounded(self, run: CellRun) -> CellRun:
        """A cell's run with its outputs as far as the notebook has room for them: the small outputs of many cells are a
        large notebook too.
        """
        size = len(json.dumps(run.outputs))
        if size <= self.room:
            self.room -= size
            return run
        errors = [output for output in run.outputs if output["output_type"] == "error"]
        return replace(run, outputs=[{"output_type": "stream", "name": "stderr", "text": LEFT_OUT}, *errors])

    def examine(self, runner: Runner, exercise: Exercise, cell: CellRun | None) -> Verdict:
        """Probe an exercise with fresh inputs, with the notebook's names as they were at its check."""
        inputs = fresh_inputs(exercise, self.seed)
        seen = runner.probe(exercise.probe, inputs, self.left(self.times.probe), at=exercise.id)
        verdict = judge(exercise, seen, inputs, True, cell)
        return under_review(verdict, tuple(seen.warnings)) if seen.warnings else verdict

    def outputs(self) -> nbformat.NotebookNode:
        """The rebuilt notebook with what its cells printed; nothing that a probe printed."""
        release = {cell["id"]: cell for cell in self.rebuilt.lesson.cells}
        cells, extra = [], 0
        for index, part in enumerate(self.rebuilt.parts):
            make = nbformat.v4.new_code_cell if part.kind == "code" else nbformat.v4.new_markdown_cell
            cell = make(part.source, metadata=dict(release[part.key].metadata) if part.key else {})
            extra += not part.key
            cell["id"] = part.key or f"extra-{extra}"
            if part.kind == "code" and index in self.cells:
                cell.outputs = [nbformat.from_dict(output) for output in self.cells[index].outputs]
            cells.append(cell)
        return notebook_of(self.rebuilt.lesson, "graded", cells)


class Session:
    """A group of exercises: all its cells first, then the probes, so that no cell ever sees hidden inputs.

    After the end of a process all begins again without what ended it.
    """

    def __init__(self, run: Run, group: Group):
        self.run, self.group, self.verdicts = run, group, {}
        self.cells: dict[int, CellRun] = {}
        self.fatal: dict[int, str] = {}
        self.exercises = [run.exercises[key] for key in group.needs]
        self.chosen = run.program.chosen(group.positions, self.exercises)
        run.notes = tuple(dict.fromkeys((*run.notes, *self.chosen.notes)))
        for _ in range(RESTARTS + 1):
            if self.attempt() or time.monotonic() >= run.until:
                break
        for exercise in self.exercises:
            words = "It was not reached: the notebook ran out of time or ended its own process too often."
            self.verdicts.setdefault(exercise.id, Verdict(exercise.id, ERROR, 0.0, exercise.points, "error", words))
        run.cells = self.cells | run.cells

    def attempt(self) -> bool:
        """One run; whether it came to its end."""
        self.at: int | Exercise | None = None
        try:
            with self.run.start() as runner:
                runner.open(instruments(), self.group.guarded, self.chosen.hidden)
                self.run_cells(runner)
                for exercise in self.exercises:
                    if exercise.id not in self.verdicts:
                        self.at = exercise
                        self.verdicts[exercise.id] = self.run.examine(
                            runner, exercise, self.cells.get(self.run.program.answer_at[exercise.id])
                        )
            return True
        except Died as error:
            self.ended(error)
            return False

    def run_cells(self, runner: Runner) -> None:
        checks = {self.run.program.check_at[exercise.id]: exercise for exercise in self.exercises}
        for index in sorted({*self.chosen.texts, *checks}):
            if index in checks:
                exercise = checks[index]
                if exercise.is_prediction:
                    self.verdicts[exercise.id] = judge_letter(exercise, runner.value(exercise.variable))
                else:
                    runner.keep(exercise.id)
            elif index not in self.fatal:
                self.at, text = index, self.chosen.texts[index]
                run = (
                    runner.cell(text, self.run.left(self.run.times.cell))
                    if parsed(text) is not None
                    else unreadable(text)
                )
                self.cells[index] = self.run.bounded(run)

    def ended(self, error: Died) -> None:
        """What ended the process gets the blame, and is left out of the next run."""
        how = "the whole notebook ran longer than it may" if time.monotonic() >= self.run.until else str(error)
        if self.at is None:
            return
        if isinstance(self.at, int):
            self.fatal[self.at] = how
            self.cells[self.at] = CellRun(
                [
                    {
                        "output_type": "error",
                        "ename": "Ended",
                        "evalue": how,
                        "traceback": [f"This cell was stopped: {how}."],
                    }
                ],
                "error",
                how,
            )
            blamed = [exercise for exercise in self.exercises if self.run.program.answer_at[exercise.id] == self.at]
        else:
            blamed = [self.at]
        for exercise in blamed:
            verdict = Verdict(exercise.id, ERROR, 0.0, exercise.points, "error", f"Your code was stopped: {how}.")
            self.verdicts[exercise.id] = under_review(verdict, (how,)) if isinstance(error, Forged) else verdict


def unreadable(text: str) -> CellRun:
    """The run of a cell that is no Python: as its kernel would have said it."""
    said, line = fault(text)
    where = f" (line {line} of this cell)" if line else ""
    return CellRun(
        [{"output_type": "error", "ename": said.split(":")[0], "evalue": said, "traceback": [said + where]}],
        "error",
        said,
        line,
    )


def under_review(verdict: Verdict, warnings: tuple[str, ...]) -> Verdict:
    """A verdict that a person has to confirm: the points that it would have earned are kept aside, not given."""
    return replace(verdict, outcome=REVIEW, warnings=tuple(dict.fromkeys((*warnings, *verdict.warnings))))


def grade(
    rebuilt: RebuiltNotebook,
    seed: str,
    start: Callable[[], Runner],
    times: Times = Times(),
    every_cell: bool = False,
    allowed: Allowed | None = None,
) -> Run:
    """Grade one rebuilt notebook; `start` makes a runner (sandboxed for strangers' work).

    Cells that no answer needs are left out, unless `every_cell` is asked for.
    """
    run = Run(rebuilt, seed, start, times, every_cell, allowed)
    run.finish()
    return run


def ordered(lesson: Lesson, verdicts: dict[str, Verdict]) -> tuple[Verdict, ...]:
    return tuple(verdicts[exercise.id] for exercise in lesson.exercises)
