"""How fast grading is: the same submissions through nbgrader's own autograder and through ours, in one run.

The submissions are made from the bank: right, mixed, empty, and a few that misbehave without harming the machine (nbgrader's
own autograder runs them with the rights of whoever measures). Times are wall-clock seconds, of everything: start to tables.
"""
from __future__ import annotations

import json
import os
import random
import resource
import subprocess
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from grader import bank, rebuild
from grader import course as courses
from grader.build import released, text_of
from grader.grade import Run
from grader.lessons import load
from grader.paths import ROOT, lesson_names
from grader.reading import read_bytes
from grader.results import from_json
from grader.session import Runner, Warm, plain_environment, reading

RIGHT, MIXED, EMPTY, HOSTILE = "right", "mixed", "empty", "hostile"
SHARES = (RIGHT, RIGHT, RIGHT, MIXED, RIGHT, MIXED, EMPTY, RIGHT, MIXED, HOSTILE)  # in turn, for each lesson
MISDEEDS = ("import os\nos._exit(0)", "import builtins\nbuiltins.isinstance = lambda *_: True", "for i in range(20000):\n    print(i)", "raise SystemExit")


@dataclass(frozen=True)
class Submission:
    """One made-up file: whose, which lesson, of what kind."""

    student: str
    lesson: str
    kind: str
    text: str


def submissions(count: int, seed: int = 0) -> list[Submission]:
    """`count` submissions that take the lessons in turn, the same for the same seed."""
    rng, lessons, made = random.Random(seed), [load(name) for name in lesson_names() if load(name).exercises], []
    texts = {lesson.name: text_of(released(lesson)) for lesson in lessons}
    answers = {(lesson.name, exercise.id): [one for one in bank.answers(lesson, exercise) if one.kind != "stub"]
               for lesson in lessons for exercise in lesson.exercises if not exercise.is_prediction}
    for number in range(count):
        lesson, kind = lessons[number % len(lessons)], SHARES[number // len(lessons) % len(SHARES)]
        notebook = json.loads(texts[lesson.name])
        for cell in notebook["cells"]:
            if kind == EMPTY or (lesson.name, cell["id"]) not in answers:
                continue
            possible = [one for one in answers[lesson.name, cell["id"]] if kind == MIXED or one.kind != "wrong"]
            cell["source"] = rng.choice(possible).source
        if kind == HOSTILE:
            at = next(index for index, cell in enumerate(notebook["cells"]) if cell["id"] == "ex3")
            notebook["cells"][at]["source"] = MISDEEDS[number // len(lessons) // len(SHARES) % len(MISDEEDS)]
        made.append(Submission(f"student{number:05d}", lesson.name, kind, json.dumps(notebook)))
    return made


def written(made: list[Submission], folder: Path, nbgraders: bool = False) -> Path:
    """The submissions as files, in the tree that `grade` takes or in nbgrader's."""
    for one in made:
        path = folder / one.student / (one.lesson if nbgraders else "") / f"{one.lesson}.ipynb"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(one.text, encoding="utf-8")
    return folder


@dataclass
class Measured:
    """One way of grading: files, seconds, processor seconds of all its processes, scores by (student, lesson)."""

    files: int
    wall: float
    cpu: float
    scores: dict = field(default_factory=dict)

    @property
    def each(self) -> float:
        return self.wall / self.files

    @property
    def per_minute(self) -> float:
        return 60 / self.each


def timed(command: list[str], folder: Path) -> tuple[float, float]:
    """(wall, processor) seconds of a command and of what it has started and waited for. Raises RuntimeError if it cannot run."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, env=dict(os.environ, JAX_PLATFORMS="cpu", PYTHONPATH=str(ROOT)), check=False)
    after, wall = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter() - begun
    if done.returncode not in (0, 1):  # 1: somebody's file needs a look
        raise RuntimeError(f"{' '.join(command)} ended with {done.returncode}: {done.stderr[-500:]}")
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def stock(made: list[Submission], folder: Path) -> Measured:
    """`nbgrader autograde LESSON`, one command per lesson, on a course that is laid out beforehand."""
    names = list(dict.fromkeys(one.lesson for one in made))
    courses.lay_out(folder, [load(name) for name in names])
    written(made, folder / "submitted", nbgraders=True)
    spent = [timed([sys.executable, "-m", "nbgrader", "autograde", name], folder) for name in names]
    scores = {}
    with courses.open_gradebook(courses.database(folder)) as book:
        for one in made:
            try:
                grades = book.find_submission_notebook(one.lesson, one.lesson, one.student).grades
            except Exception as error:
                if type(error).__name__ != "MissingEntry":
                    raise
                continue
            scores[one.student, one.lesson] = sum(grade.auto_score or 0 for grade in grades)
    return Measured(len(made), sum(wall for wall, _ in spent), sum(cpu for _, cpu in spent), scores)


def ours(made: list[Submission], folder: Path, *options: str) -> Measured:
    """`python -m grader grade`, start to tables."""
    handed = written(made, folder / "handed")
    wall, cpu = timed([sys.executable, "-m", "grader", "grade", str(handed), "--out", str(folder / "out"), "--seed", "bench", *options], folder)
    results = [from_json(path.read_text(encoding="utf-8")) for path in (folder / "out" / "state").glob("*.json")]
    return Measured(len(made), wall, cpu, {(one.student, one.lesson): one.score for one in results})


def floor(made: list[Submission], shared: Path | None) -> float:
    """Seconds per submission of the needed cells and probes alone, in a warm process without a sandbox, one after another."""
    spent, warm = 0.0, Warm(lambda: Runner(environment=plain_environment() | reading(shared, shared)))
    for one in made:
        lesson, seconds = load(one.lesson), [0.0]
        with clocked(Runner, ("cell", "probe", "value"), seconds):
            Run(rebuild.rebuild(read_bytes(one.text.encode(), one.student), lesson), f"bench/{one.student}/{lesson.name}", warm).finish()
        spent += seconds[0]
    warm.end()
    return spent / len(made)


class clocked:
    """Add up in `into[0]` the seconds spent in some methods of a class."""

    def __init__(self, owner: type, names: tuple[str, ...], into: list[float]):
        self.owner, self.names, self.into = owner, names, into

    def __enter__(self) -> None:
        self.kept = {name: getattr(self.owner, name) for name in self.names}
        for name, method in self.kept.items():
            setattr(self.owner, name, self.around(method))

    def around(self, method: Callable) -> Callable:
        def call(*arguments, **named):
            begun = time.perf_counter()
            try:
                return method(*arguments, **named)
            finally:
                self.into[0] += time.perf_counter() - begun

        return call

    def __exit__(self, *_) -> None:
        for name, method in self.kept.items():
            setattr(self.owner, name, method)


STEPS = {  # what a worker does with one file, in order: (owner, name)
    "read the file": (None, None), "rebuild from the release": (None, None), "start a runner": (Runner, "__init__"), "open a session": (Runner, "open"),
    "run cells": (Runner, "cell"), "run probes": (Runner, "probe"), "ask for letters": (Runner, "value"), "end the session": (Runner, "close"),
    "what is left: judge, decide what has to run, outputs": (None, None)}


def profile(made: list[Submission], start: Callable[[], Warm]) -> dict[str, float]:
    """Seconds per submission by step, one after another, with the runner that `start` makes."""
    spent: dict[str, float] = defaultdict(float)
    warm, begun = start(), time.perf_counter()
    buckets = {step: [0.0] for step, (owner, _) in STEPS.items() if owner}
    stack = [clocked(owner, (name,), buckets[step]) for step, (owner, name) in STEPS.items() if owner]
    for one in stack:
        one.__enter__()
    for one in made:
        lesson, at = load(one.lesson), time.perf_counter()
        handed = read_bytes(one.text.encode(), one.student)
        spent["read the file"] += time.perf_counter() - at
        at = time.perf_counter()
        rebuilt = rebuild.rebuild(handed, lesson)
        spent["rebuild from the release"] += time.perf_counter() - at
        run = Run(rebuilt, f"bench/{one.student}/{lesson.name}", warm)
        run.finish()
        run.outputs()
    for one in stack:
        one.__exit__()
    whole = time.perf_counter() - begun
    warm.end()
    for step, (seconds,) in buckets.items():
        spent[step] = seconds
    spent["what is left: judge, decide what has to run, outputs"] = whole - sum(spent.values())
    return {step: spent[step] / len(made) for step in STEPS}


class Watch:
    """Looks at the memory of a command's processes while it runs: most private and most proportional bytes of any one of them, most of all."""

    def __init__(self, marker: str):
        self.marker, self.private, self.whole, self.stop = marker, 0, 0, threading.Event()
        self.thread = threading.Thread(target=self.look, daemon=True)

    def __enter__(self) -> Watch:
        self.thread.start()
        return self

    def __exit__(self, *_) -> None:
        self.stop.set()
        self.thread.join()

    def look(self) -> None:
        while not self.stop.wait(0.3):
            whole = 0
            for entry in Path("/proc").iterdir():
                if not entry.name.isdigit():
                    continue
                try:
                    if self.marker not in (entry / "cmdline").read_text(errors="replace"):
                        continue
                    sizes = {line.split(":")[0]: int(line.split()[1]) * 1024 for line in (entry / "smaps_rollup").read_text().splitlines()[1:] if line.endswith("kB")}
                except OSError:
                    continue
                self.private = max(self.private, sizes.get("Private_Dirty", 0) + sizes.get("Private_Clean", 0))
                whole += sizes.get("Pss", 0)
            self.whole = max(self.whole, whole)


def disagreements(made: list[Submission], one: Measured, other: Measured) -> list[str]:
    """Honest submissions whose scores differ."""
    return [f"{sub.student} {sub.lesson} ({sub.kind}): {one.scores.get((sub.student, sub.lesson))} and {other.scores.get((sub.student, sub.lesson))}"
            for sub in made if sub.kind != HOSTILE and abs((one.scores.get((sub.student, sub.lesson)) or 0) - (other.scores.get((sub.student, sub.lesson)) or 0)) > 1e-6]
