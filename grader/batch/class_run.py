"""A whole batch: collect, grade each file once, keep every result, write the tables and pages.

Everything that is known of a submission is written to `OUT/state/` as soon as it is known, each file at once and whole.
So a run that is killed at any moment is completed by the next one, which grades only what is missing or has changed.
"""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import json
import os
import shutil
import traceback
from collections.abc import Callable
from concurrent.futures import Executor
from pathlib import Path

from grader.batch import changes, executors, resume, worker
from grader.batch.worker import GradingTask, edition
from grader.core.files import locked, plain, student_id, write
from grader.core.paths import lesson_names
from grader.core.tables import table
from grader.core.time_limit import TookTooLong, within
from grader.intake import collect, roster
from grader.intake.roster import Roster
from grader.judging.allowed import text_of_course
from grader.judging.results import (
    GRADED,
    GRADES,
    SUBMISSIONS,
    SUPERSEDED,
    GradedSubmission,
    from_json,
    grades_rows,
    submissions_rows,
)
from grader.judging.results import REVIEW as IN_REVIEW
from grader.judging.run_notebook import Times
from grader.lessons.source import load
from grader.notebook.notebook_file import Unreadable, content
from grader.reports import feedback

MANY = 40  # files from which compiling beforehand pays
AT_ONCE = 256  # tasks that wait at workers, as far as their bytes allow (executors.IN_FLIGHT)


@dataclasses.dataclass(frozen=True)
class Settings:
    """How to grade. Without `sandboxed`, strangers' code runs with the rights of whoever grades."""

    out: Path
    sandboxed: bool = True
    seed: str = ""
    jobs: int = 0
    times: Times = Times()
    roster: Roster | None = None
    roster_file: Path | None = None
    all_attempts: bool = False  # grade older files too, so that the best of several can count
    every_cell: bool = False  # run demonstrations too that cannot change a grade
    # Keep programs that many notebooks need: takes a minute once, so only for many files by default.
    compiled: bool | None = None
    allow: str = ""  # the text of a course's own list of what answers may use; OUT/allow.toml keeps it for later runs
    gradebook: bool = True
    db_url: str | None = None  # another place for nbgrader's gradebook, such as Postgres; OUT/gradebook.db by default


def superseded(found: collect.CollectedFile, graded: GradedSubmission | None = None) -> GradedSubmission:
    """The result for a file that does not count, with its verdicts if it was graded all the same."""
    graded = graded or GradedSubmission(found.file, found.path, found.student, found.lesson, name=found.name)
    graded.outcome, graded.reason = SUPERSEDED, found.reason
    return graded


def content_of(found: collect.CollectedFile) -> tuple[bytes, str]:
    """A file's content, and what is wrong with it if it has none."""
    if found.problem:
        return b"", found.problem
    try:
        return content(found.path, found.file), ""
    except Unreadable as error:
        return b"", str(error)


def grade_class(
    paths: list[Path],
    settings: Settings,
    done: Callable[[GradedSubmission, int, int], None] = lambda *_: None,
    executor: Callable[[], Executor] | None = None,
    say: Callable[[str], None] = lambda _: None,
) -> list[GradedSubmission]:
    """Grade everything under `paths` into `settings.out`; calls `done(result, number, total)` as results come.

    `executor` makes the workers, this machine's own by default. `say` is told, in sentences, what the tables cannot
    show.
    """
    with locked(settings.out):
        run = ClassRun(paths, remembered(settings), done)
        run.take_kept()
        run.grade_waiting(executor)
        return run.finish(say)


def remembered(settings: Settings) -> Settings:
    """The settings with the seed and the course's list of an earlier run into the same folder, unless others are given
    now.
    """
    seed_file, allow_file = settings.out / "state" / "seed", settings.out / "allow.toml"
    seed, allow = settings.seed, settings.allow
    if not seed:
        seed = seed_file.read_text().strip() if seed_file.is_file() else os.urandom(8).hex()
    write(seed_file, seed + "\n")
    if allow:
        write(allow_file, allow)
    elif allow_file.is_file():
        allow = text_of_course(allow_file)
    return dataclasses.replace(settings, seed=seed, allow=allow)


class ClassRun:
    """One run over a class: what was collected, which results are kept from before, what is still to be graded."""

    def __init__(self, paths: list[Path], settings: Settings, done: Callable[[GradedSubmission, int, int], None]):
        self.settings, self.done, self.state, self.version = settings, done, settings.out / "state", edition()
        unpacked = self.state / "unpacked"
        shutil.rmtree(unpacked, ignore_errors=True)
        self.before = resume.given(self.state, paths)
        ours = (settings.out, *filter(None, [settings.roster_file]))
        self.collected = collect.find(self.before.paths, settings.roster, unpacked, without=ours)
        self.old = {one.file: one for one in self.collected if one.verdict == collect.SUPERSEDED}
        self.todo = [one for one in self.collected if self.is_graded(one)]
        graded = {one.file for one in self.todo}
        self.results = [superseded(one) for one in self.old.values() if one.file not in graded]
        self.stored = [(one, self.old[one.file].root, "") for one in self.results]
        self.names: dict[int, str] = {}  # by id() of a result, the name under which it is kept whole
        self.waiting: list[tuple[collect.CollectedFile, Path]] = []

    def is_graded(self, found: collect.CollectedFile) -> bool:
        if found.verdict == collect.SUPERSEDED:
            return self.settings.all_attempts and bool(found.notebook)
        return found.verdict != collect.IGNORED

    def kept_at(self, found: collect.CollectedFile) -> Path:
        """Where the result of a file is kept: a name made of all that decides it."""
        settings = self.settings
        data, problem = content_of(found)
        decides = [self.version, settings.seed, str(settings.sandboxed), settings.allow, found.file, found.student]
        given = chr(0).join([*decides, found.name, found.doubt]).encode() + (data or problem.encode())
        return self.state / f"{hashlib.sha256(given).hexdigest()}.json"

    def take_kept(self) -> None:
        """Take the results that an earlier run has kept; what has none waits."""
        for found in self.todo:
            kept = self.kept_at(found)
            if kept.is_file():
                self.came(found, from_json(kept.read_text(encoding="utf-8")), kept.stem)
            else:
                self.waiting.append((found, kept))

    def tasks(self):
        """What waits, each as (what it belongs to, its task), read when it is asked for: a class does not fit into
        memory.
        """
        settings = self.settings
        compiled = True if settings.compiled is None and len(self.waiting) >= MANY else settings.compiled
        for found, kept in self.waiting:
            data, problem = content_of(found)
            task = GradingTask(
                found.file,
                str(found.path),
                data,
                found.student,
                name=found.name,
                problem=problem,
                doubt=found.doubt,
                edition=self.version,
                seed=settings.seed,
                sandboxed=settings.sandboxed,
                times=settings.times,
                every_cell=settings.every_cell,
                allow=settings.allow,
                compiled=compiled,
            )
            yield (found, kept), task

    def grade_waiting(self, executor: Callable[[], Executor] | None) -> None:
        if not self.waiting:
            return
        many = self.settings.jobs != 1 and len(self.waiting) > 1
        own = functools.partial(executors.processes if many else executors.threads, self.settings.jobs)
        for (found, kept), future in executors.given_out(self.tasks(), executor or own, AT_ONCE, executors.IN_FLIGHT):
            fault = future.exception()
            if fault is None:
                write(kept, future.result())
                self.came(found, from_json(future.result()), kept.stem)
            else:
                self.failed(found, fault, kept.stem)
        worker.end()

    def failed(self, found: collect.CollectedFile, fault: BaseException, name: str) -> None:
        """A fault of ours or of the machine: nobody loses points by it, and the next run tries again."""
        write(self.settings.out / "faults" / f"{name}.txt", "".join(traceback.format_exception(fault)))
        reason = (
            f"the grader itself failed here ({plain(str(fault))}): run it again; if it fails again, report "
            f"faults/{name}.txt."
        )
        self.came(found, GradedSubmission(found.file, found.path, found.student, outcome=IN_REVIEW, reason=reason))

    def came(self, found: collect.CollectedFile, graded: GradedSubmission, kept: str = "") -> None:
        """A result is there: write its page, tell it, and forget its notebook."""
        result = superseded(self.old[found.file], graded) if found.file in self.old else graded
        self.results.append(result)
        self.stored.append((result, found.root, kept))
        self.names[id(result)] = kept
        try:
            with within():
                write_page(result, self.settings.out)
        except TookTooLong as error:
            result.outcome, result.reason = IN_REVIEW, f"{found.file} has no page of feedback: {error}."
        result.notebook = None  # a notebook may be large, and a class's do not fit into memory
        self.done(result, len(self.results), len(self.todo))

    def whole(self, graded: GradedSubmission) -> GradedSubmission:
        """A result with its notebook."""
        if not (kept := self.names.get(id(graded))):
            return graded
        stored = from_json((self.state / f"{kept}.json").read_text(encoding="utf-8"))
        return dataclasses.replace(graded, notebook=stored.notebook)

    def finish(self, say: Callable[[str], None]) -> list[GradedSubmission]:
        """Write tables, gradebook and what the next run has to know; all results."""
        settings = self.settings
        self.results.sort(key=lambda graded: (graded.student, graded.lesson, graded.file))
        carried = resume.carried(self.state, self.before.gone, self.results)
        for sentence in publish(self.results, [graded for graded, *_ in carried], settings, self.whole):
            say(sentence)
        resume.keep(self.state, self.stored + carried)
        write(settings.out / "collected.csv", table(collect.COLUMNS, collect.rows(self.collected)))
        if settings.roster_file:
            write(settings.out / "roster.csv", roster.decoded(settings.roster_file.read_bytes()))
        return self.results + [graded for graded, *_ in carried]


def write_page(graded: GradedSubmission, out: Path) -> None:
    """A submission's page of feedback, as soon as there is something to tell."""
    if graded.outcome in (GRADED, IN_REVIEW) and graded.verdicts:
        write(
            out / "feedback" / student_id(graded.student) / f"{graded.lesson}.html",
            feedback.page(graded, load(graded.lesson)),
        )


def publish(
    results: list[GradedSubmission],
    carried: list[GradedSubmission],
    settings: Settings,
    whole: Callable[[GradedSubmission], GradedSubmission] = lambda one: one,
) -> list[str]:
    """Write the tables and the gradebook from all results; those `carried` over are in it already, their files gone.

    `whole(result)` gives a result with its notebook. Returns sentences on what changed and what could not be recorded.
    """
    out, everything, said = settings.out, [*results, *carried], []
    run = {"seed": settings.seed, "sandboxed": settings.sandboxed, "lessons": edition()}
    run |= {"allow": "allow.toml"} if settings.allow else {}
    if rows := changes.between(out, everything, run):
        write(out / "changes.csv", table(changes.COLUMNS, rows))
        said.append(
            f"{len(rows)} outcome(s) or score(s) are others than at the last run: changes.csv says which, and why."
        )
    write(out / "grades.csv", table(GRADES, grades_rows(everything)))
    write(out / "submissions.csv", table(SUBMISSIONS, submissions_rows(everything)))
    write(out / "run.json", json.dumps(run, indent=1) + "\n")
    if not settings.gradebook:
        return said
    from grader.gradebook import record  # here, because nbgrader's database layer takes a second to import

    return said + record.fill(out, [load(name) for name in lesson_names()], results, settings.db_url, whole)
