"""Grade handed-in notebooks: rebuild from the release, run next to probes with fresh inputs, judge outside."""
from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

import nbformat

from grader.build import notebook
from grader.judge import ERROR, NOT_ATTEMPTED, REVIEW, Verdict, fresh_inputs, judge, judge_letter, known_error
from grader.lessons import Exercise, Lesson, instruments
from grader.needs import Needed, needed
from grader.rebuild import Part, Rebuilt
from grader.session import CellRun, Died, Forged, Runner

ROOM = 8 * 2**20  # characters of outputs that are kept of one run of a notebook, as JSON
LEFT_OUT = "What this cell shows is left out: the notebook shows more than is kept.\n"
RESTARTS = 3  # how often a notebook is run again without the cell that ended its process


@dataclass(frozen=True)
class Times:
    """Wall-clock limits in seconds."""

    cell: float = 30
    probe: float = 30
    notebook: float = 240


class Run:
    """One notebook in one runner after another, until every exercise has its verdict."""

    def __init__(self, rebuilt: Rebuilt, seed: str, start: Callable[[], Runner], times: Times = Times(), every_cell: bool = False):
        found = Needed(frozenset(range(len(rebuilt.parts)))) if every_cell else needed(rebuilt)
        self.needed, self.assumed = found.parts, found.assumed
        self.rebuilt, self.seed, self.start, self.times = rebuilt, seed, start, times
        self.exercises: dict[str, Exercise] = {exercise.id: exercise for exercise in rebuilt.lesson.exercises}
        self.verdicts: dict[str, Verdict] = {}
        self.cells: dict[int, CellRun] = {}
        self.fatal: dict[int, str] = {}  # parts that ended the process, and how
        self.signs: list[str] = []  # told before a death, and after the last check
        self.probed = False
        self.until = time.monotonic() + times.notebook

    def finish(self) -> None:
        """Run all parts; after a death begin again without the part that caused it."""
        for _ in range(RESTARTS + 1):
            position = self.attempt()
            if position is None:
                break
            if time.monotonic() >= self.until:
                break
        for exercise in self.exercises.values():
            if exercise.id not in self.verdicts:
                self.verdicts[exercise.id] = Verdict(exercise.id, ERROR, 0.0, exercise.points, "error",
                                                     "It was not reached: the notebook ran out of time or ended its own process too often.")
        self.forget_inputs()

    def surprised(self) -> bool:
        """Whether a cell failed that was taken to succeed, so that something left out may matter after all."""
        return any(index not in self.cells or self.cells[index].ended != "ok" for index in self.assumed)

    def forget_inputs(self) -> None:
        """Take what cells printed after a probe from a run without probes: a notebook may have kept the hidden inputs that it was given."""
        probed = next((index for index, part in enumerate(self.rebuilt.parts) if part.role == "check" and self.probes(part)), len(self.rebuilt.parts))
        after = [index for index, run in self.cells.items() if index > probed and index not in self.fatal and run.outputs]
        if not after:
            return
        shown: dict[int, CellRun] = {}
        self.room = ROOM
        try:
            with self.start() as runner:
                runner.open(instruments())
                for index, part in enumerate(self.rebuilt.parts[: max(after) + 1]):
                    if part.kind == "code" and index in self.needed and index not in self.fatal and not self.exercise_of(part):
                        shown[index] = self.bounded(runner.cell(part.source, self.left(self.times.cell)))
        except Died:
            pass  # what was not reached again is not shown
        for index in after:
            self.cells[index] = replace(self.cells[index], outputs=shown[index].outputs if index in shown else [])

    def exercise_of(self, part: Part) -> Exercise | None:
        """The exercise whose check cell `part` is."""
        return self.exercises.get(part.key.removesuffix("_check")) if part.role == "check" else None

    def probes(self, part: Part) -> bool:
        exercise = self.exercise_of(part)
        return exercise is not None and not exercise.is_prediction and exercise.id not in self.rebuilt.unchanged

    def attempt(self) -> int | None:
        """One run through the parts; returns the index of the part that ended the process, or None."""
        index, told, self.room = 0, [], ROOM
        try:
            with self.start() as runner:
                runner.open(instruments())
                told, self.probed = runner.signs, False
                for index, part in enumerate(self.rebuilt.parts):
                    if part.kind == "code" and index in self.needed and index not in self.fatal:
                        self.step(runner, index, part)
            self.signs += told  # those after the last check too: a person will look
            return None
        except Died as error:
            self.signs += told
            how = "the whole notebook ran longer than it may" if time.monotonic() >= self.until else str(error)
            self.fatal[index] = how
            if isinstance(error, Forged):
                self.signs.append(how)
            self.ended(index, how)
            return index

    def bounded(self, run: CellRun) -> CellRun:
        """A cell's run with its outputs as far as the notebook has room for them: the small outputs of many cells are a large notebook too."""
        size = len(json.dumps(run.outputs))
        if size <= self.room:
            self.room -= size
            return run
        errors = [output for output in run.outputs if output["output_type"] == "error"]
        return replace(run, outputs=[{"output_type": "stream", "name": "stderr", "text": LEFT_OUT}, *errors])

    def left(self, seconds: float) -> float:
        """Seconds for the next step, within what the notebook has left."""
        left = self.until - time.monotonic()
        if left <= 0:
            raise Died("the whole notebook ran longer than it may")
        return min(seconds, left)

    def step(self, runner: Runner, index: int, part: Part) -> None:
        exercise = self.exercise_of(part)
        if exercise is None:
            run = self.bounded(runner.cell(part.source, self.left(self.times.cell)))
            self.cells[index] = replace(run, said=known_name(run.said), line=None) if self.probed else run
        elif exercise.id not in self.verdicts:
            self.verdicts[exercise.id] = self.examine(runner, exercise)

    def examine(self, runner: Runner, exercise: Exercise) -> Verdict:
        if exercise.is_prediction:
            return judge_letter(exercise, runner.value(exercise.variable))
        attempted = exercise.id not in self.rebuilt.unchanged
        if exercise.id in self.rebuilt.astray:
            words = "Your answer cell holds no answer, but other cells of yours define what it asks for: move the right one into the answer cell. A person will look."
            return Verdict(exercise.id, REVIEW, 0.0, exercise.points, words=words, signs=tuple(self.signs))
        if not attempted:
            return Verdict(exercise.id, NOT_ATTEMPTED, 0.0, exercise.points, words="The stub is still there.")
        inputs = fresh_inputs(exercise, self.seed)
        self.probed = True  # from here on the notebook may have kept hidden inputs: nothing that it says is passed on
        observation = runner.probe(exercise.probe, inputs, self.left(self.times.probe))
        verdict = judge(exercise, observation, inputs, attempted, self.run_of(exercise.id))
        signs = tuple(dict.fromkeys([*self.signs, *observation.signs]))
        return under_review(verdict, signs) if signs else verdict

    def run_of(self, key: str) -> CellRun | None:
        return next((self.cells.get(index) for index, part in enumerate(self.rebuilt.parts) if part.key == key), None)

    def ended(self, index: int, how: str) -> None:
        """Give the exercise of a part that ended the process its verdict, and the part an output that says so."""
        part = self.rebuilt.parts[index]
        self.cells[index] = CellRun([{"output_type": "error", "ename": "Ended", "evalue": how, "traceback": [f"This cell was stopped: {how}."]}], "error", how)
        exercise = self.exercises.get(part.key.removesuffix("_check"))
        if exercise is not None and exercise.id not in self.verdicts and part.role in ("answer", "check"):
            words = f"Your code was stopped: {how}."
            verdict = Verdict(exercise.id, ERROR, 0.0, exercise.points, "error", words)
            self.verdicts[exercise.id] = under_review(verdict, tuple(self.signs)) if self.signs else verdict

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
        return notebook(self.rebuilt.lesson, "graded", cells)


def known_name(said: str) -> str:
    """Of what an exception said, its class, if that is one that everybody knows."""
    name = said.split(":")[0]
    return name if known_error(name) else "an error" if said else ""


def under_review(verdict: Verdict, signs: tuple[str, ...]) -> Verdict:
    """A verdict that a person has to confirm: the points that it would have earned are kept aside, not given."""
    return replace(verdict, outcome=REVIEW, signs=signs)


def grade(rebuilt: Rebuilt, seed: str, start: Callable[[], Runner], times: Times = Times(), every_cell: bool = False) -> Run:
    """Grade one rebuilt notebook; `start` makes a runner (sandboxed for strangers' work).

    Demonstrations that cannot change a grade are left out, unless `every_cell` is asked for.
    """
    run = Run(rebuilt, seed, start, times, every_cell)
    run.finish()
    if run.surprised():
        signs = [*run.signs, *(sign for verdict in run.verdicts.values() for sign in verdict.signs)]
        run = Run(rebuilt, seed, start, times, every_cell=True)
        run.signs += signs
        run.finish()
    return run


def ordered(lesson: Lesson, verdicts: dict[str, Verdict]) -> tuple[Verdict, ...]:
    return tuple(verdicts[exercise.id] for exercise in lesson.exercises)
