"""How fast grading is: the same submissions through nbgrader's own autograder and through ours, in one run.

The submissions are made from the bank: right, mixed, empty, and a few that misbehave without harming the machine
(nbgrader's
own autograder runs them with the rights of whoever measures). Times are wall-clock seconds, of everything: start to
tables.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from grader.build.notebooks import notebook_text, released
from grader.core.paths import ROOT, lesson_names
from grader.gradebook import course_directory as courses
from grader.judging import rebuild
from grader.judging.results import from_json
from grader.judging.run_notebook import Run
from grader.lessons import bank
from grader.lessons.source import load
from grader.notebook.notebook_file import read_bytes
from grader.sandbox.runner_client import Runner, Warm, plain_environment, reading

RIGHT, MIXED, EMPTY, HOSTILE = "right", "mixed", "empty", "hostile"
SHARES = (RIGHT, RIGHT, RIGHT, MIXED, RIGHT, MIXED, EMPTY, RIGHT, MIXED, HOSTILE)  # in turn, for each lesson
MISDEEDS = (
    "import os\nos._exit(0)",
    "import builtins\nbuiltins.isinstance = lambda *_: True",
    "for i in range(20000):\n    print(i)",
    "raise SystemExit",
)


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
    texts = {lesson.name: notebook_text(released(lesson)) for lesson in lessons}
    answers = {
        (lesson.name, exercise.id): [one for one in bank.answers(lesson, exercise) if one.kind != "stub"]
        for lesson in lessons
        for exercise in lesson.exercises
        if not exercise.is_prediction
    }
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
    private: int = 0  # bytes, see Watch
    whole: int = 0

    @property
    def each(self) -> float:
        return self.wall / self.files

    @property
    def per_minute(self) -> float:
        return 60 / self.each


def timed(command: list[str], folder: Path) -> tuple[float, float, Watch]:
    """(wall, processor) seconds of a command with all that it has started, and what was seen of their memory. Raises
    RuntimeError if it cannot run.
    """
    begun = time.perf_counter()
    with open(folder / "said", "w+") as said:
        process = subprocess.Popen(
            command,
            cwd=folder,
            stdout=said,
            stderr=said,
            env=dict(os.environ, JAX_PLATFORMS="cpu", PYTHONPATH=str(ROOT)),
        )
        with Watch(process.pid) as watch:
            code = process.wait()
        wall = time.perf_counter() - begun
        said.seek(0)
        if code not in (0, 1):  # 1: somebody's file needs a look
            raise RuntimeError(f"{' '.join(command)} ended with {code}: {said.read()[-500:]}")
    return wall, watch.cpu, watch


def stock(made: list[Submission], folder: Path) -> Measured:
    """`nbgrader autograde LESSON`, one command per lesson, on a course that is laid out beforehand."""
    names = list(dict.fromkeys(one.lesson for one in made))
    courses.lay_out(folder, [load(name) for name in names], trusted=True)
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
    return Measured(len(made), sum(wall for wall, *_ in spent), sum(cpu for _, cpu, _ in spent), scores)


def ours(made: list[Submission], folder: Path, *options: str) -> Measured:
    """`python -m grader grade`, start to tables."""
    handed = written(made, folder / "handed")
    wall, cpu, watch = timed(
        [
            sys.executable,
            "-m",
            "grader",
            "grade",
            str(handed),
            "--out",
            str(folder / "out"),
            "--seed",
            "bench",
            *options,
        ],
        folder,
    )
    results = [from_json(path.read_text(encoding="utf-8")) for path in (folder / "out" / "state").glob("*.json")]
    return Measured(
        len(made), wall, cpu, {(one.student, one.lesson): one.score for one in results}, watch.private, watch.whole
    )


def floor(made: list[Submission], shared: Path | None, jobs: int) -> float:
    """Seconds per submission of the needed cells and probes alone, in warm processes without a sandbox, `jobs` at
    once.
    """
    warm = Warm(lambda: Runner(environment=plain_environment() | reading(shared, shared)))

    def run(one: Submission) -> None:
        Run(
            rebuild.rebuild(read_bytes(one.text.encode(), one.student), load(one.lesson)),
            f"bench/{one.student}/{one.lesson}",
            warm,
        ).finish()

    with clocked(Runner, ("cell", "probe", "value")) as clock, ThreadPoolExecutor(jobs) as pool:
        list(pool.map(run, made))
    warm.end()
    return clock.seconds / len(made)


class clocked:
    """Add up the seconds that are spent in some methods of a class."""

    def __init__(self, owner: type, names: tuple[str, ...]):
        self.owner, self.names, self.seconds, self.lock = owner, names, 0.0, threading.Lock()

    def __enter__(self) -> clocked:
        self.kept = {name: getattr(self.owner, name) for name in self.names}
        for name, method in self.kept.items():
            setattr(self.owner, name, self.around(method))
        return self

    def around(self, method: Callable) -> Callable:
        def call(*arguments, **named):
            begun = time.perf_counter()
            try:
                return method(*arguments, **named)
            finally:
                with self.lock:
                    self.seconds += time.perf_counter() - begun

        return call

    def __exit__(self, *_) -> None:
        for name, method in self.kept.items():
            setattr(self.owner, name, method)


STEPS = {  # what a worker does with one file, in order: (owner, name)
    "read the file": (None, None),
    "rebuild from the release": (None, None),
    "start a runner": (Runner, "__init__"),
    "open a session": (Runner, "open"),
    "run cells": (Runner, "cell"),
    "run probes": (Runner, "probe"),
    "ask for letters": (Runner, "value"),
    "end the session": (Runner, "close"),
    "what is left: judge, decide what has to run, outputs": (None, None),
}


def profile(made: list[Submission], start: Callable[[], Warm]) -> dict[str, float]:
    """Seconds per submission by step, one after another, with the runner that `start` makes."""
    spent: dict[str, float] = defaultdict(float)
    with ExitStack() as stack:
        clocks = {step: stack.enter_context(clocked(owner, (name,))) for step, (owner, name) in STEPS.items() if owner}
        warm, begun = start(), time.perf_counter()
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
        whole = time.perf_counter() - begun
        warm.end()
    spent |= {step: clock.seconds for step, clock in clocks.items()}
    spent["what is left: judge, decide what has to run, outputs"] = whole - sum(spent.values())
    return {step: spent[step] / len(made) for step in STEPS}


class Watch:
    """Looks at a process and all that come of it while they run.

    `cpu`: processor seconds of all, ended ones included; `private`: the most bytes that any one runner's process had
    for itself alone; `whole`: the most that all had together, shared pages counted once.
    """

    def __init__(self, root: int):
        self.root, self.cpu, self.private, self.whole, self.stop = root, 0.0, 0, 0, threading.Event()
        self.thread = threading.Thread(target=self.watch, daemon=True)

    def __enter__(self) -> Watch:
        self.thread.start()
        return self

    def __exit__(self, *_) -> None:
        self.stop.set()
        self.thread.join()

    def watch(self) -> None:
        turn = 0
        while not self.stop.wait(0.2):
            mine = self.count()
            if turn % 5 == 0:  # asking for memory costs time of its own
                self.weigh(mine)
            turn += 1

    def count(self) -> set[psutil.Process]:
        """Add up the processor time: of those that run, and of those that ended, which their parents have on their
        account.
        """
        mine, seconds = set(), 0.0
        try:
            root = psutil.Process(self.root)
            family = [root, *root.children(recursive=True)]
        except psutil.Error:
            family = []
        for process in family:
            with suppress(psutil.Error):
                seconds += sum(process.cpu_times()[:4])  # its own and that of its children that have ended
                mine.add(process)
        self.cpu = max(self.cpu, seconds)
        return mine

    def weigh(self, mine: set[psutil.Process]) -> None:
        whole = 0
        for process in mine:
            try:
                sizes, command = process.memory_full_info(), process.cmdline()
            except psutil.Error:
                continue
            whole += sizes.pss
            if any("runner.py" in word for word in command):
                self.private = max(self.private, sizes.uss)
        self.whole = max(self.whole, whole)


def disagreements(made: list[Submission], one: Measured, other: Measured) -> list[str]:
    """Honest submissions whose scores differ, or that have none."""
    said = []
    for sub in made:
        here, there = (measured.scores.get((sub.student, sub.lesson)) for measured in (one, other))
        if sub.kind != HOSTILE and (here is None or there is None or abs(here - there) > 1e-6):
            said.append(f"{sub.student} {sub.lesson} ({sub.kind}): {here} and {there}")
    return said
