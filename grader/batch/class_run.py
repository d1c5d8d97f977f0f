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

from grader.batch import changes, resume, worker
from grader.batch.worker import Task, edition
from grader.core.files import locked, plain, student_id, write
from grader.core.paths import lesson_names
from grader.core.tables import table
from grader.core.time_limit import TookTooLong, within
from grader.intake import collect, roster
from grader.intake.roster import Roster
from grader.judging.results import (
    GRADED,
    GRADES,
    SUBMISSIONS,
    SUPERSEDED,
    Graded,
    from_json,
    grades_rows,
    submissions_rows,
)
from grader.judging.results import REVIEW as IN_REVIEW
from grader.judging.run_notebook import Times
from grader.judging.screen import text_of_course
from grader.lessons.source import load
from grader.notebook.notebook_file import Unreadable, content
from grader.reports import feedback

MANY = 40  # files from which compiling beforehand pays
AT_ONCE = 256  # tasks that wait at workers, as far as their bytes allow (work.IN_FLIGHT)


@dataclasses.dataclass
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
    compiled: bool | None = (
        None  # keep programs that many notebooks need: takes a minute once, so only for many files by default
    )
    allow: str = ""  # the text of a course's own list of what answers may use; OUT/allow.toml keeps it for later runs
    gradebook: bool = True
    db_url: str | None = None  # another place for nbgrader's gradebook, such as Postgres; OUT/gradebook.db by default


def superseded(found: collect.Found, graded: Graded | None = None) -> Graded:
    """The result for a file that does not count, with its verdicts if it was graded all the same."""
    graded = graded or Graded(found.file, found.path, found.student, found.lesson, name=found.name)
    graded.outcome, graded.reason = SUPERSEDED, found.reason
    return graded


def content_of(found: collect.Found) -> tuple[bytes, str]:
    """A file's content, and what is wrong with it if it has none."""
    if found.problem:
        return b"", found.problem
    try:
        return content(found.path, found.file), ""
    except Unreadable as error:
        return b"", str(error)


def run(
    paths: list[Path],
    settings: Settings,
    done: Callable[[Graded, int, int], None] = lambda *_: None,
    executor: Callable[[], Executor] | None = None,
) -> list[Graded]:
    """Grade everything under `paths` into `settings.out`; calls `done(result, number, total)` as results come.

    `executor` makes the workers, this machine's own by default.
    """
    with locked(settings.out):
        state = settings.out / "state"
        seed_file = state / "seed"
        if seed_file.is_file() and not settings.seed:
            settings.seed = seed_file.read_text().strip()
        settings.seed = settings.seed or os.urandom(8).hex()
        write(seed_file, settings.seed + "\n")
        allow_file = settings.out / "allow.toml"
        if settings.allow:
            write(allow_file, settings.allow)
        elif allow_file.is_file():
            settings.allow = text_of_course(allow_file)
        unpacked = state / "unpacked"
        shutil.rmtree(unpacked, ignore_errors=True)
        before = resume.given(state, paths)
        collected = collect.find(
            before.paths, settings.roster, unpacked, without=(settings.out, *filter(None, [settings.roster_file]))
        )
        old = {one.file: one for one in collected if one.verdict == collect.SUPERSEDED}
        todo = [
            one
            for one in collected
            if one.verdict not in (collect.IGNORED, collect.SUPERSEDED)
            or (settings.all_attempts and one.verdict == collect.SUPERSEDED and one.notebook)
        ]
        results = [superseded(one) for one in old.values() if one not in todo]
        stored = [(graded, old[graded.file].root, "") for graded in results]
        version, waiting, names = edition(), [], {}

        def came(found: collect.Found, graded: Graded, kept: str = "") -> None:
            results.append(superseded(old[found.file], graded) if found.file in old else graded)
            stored.append((results[-1], found.root, kept))
            names[id(results[-1])] = kept
            try:
                with within():
                    write_page(results[-1], settings.out)
            except TookTooLong as error:
                results[-1].outcome, results[-1].reason = IN_REVIEW, f"{found.file} has no page of feedback: {error}."
            results[-1].notebook = None  # a notebook may be large, and a class's do not fit into memory
            done(results[-1], len(results), len(todo))

        for found in todo:
            data, problem = content_of(found)
            given = [
                version,
                settings.seed,
                str(settings.sandboxed),
                settings.allow,
                found.file,
                found.student,
                found.name,
                found.doubt,
            ]
            kept = (
                state / f"{hashlib.sha256(chr(0).join(given).encode() + (data or problem.encode())).hexdigest()}.json"
            )
            if kept.is_file():
                came(found, from_json(kept.read_text(encoding="utf-8")), kept.stem)
            else:
                waiting.append((found, kept))
        common = dict(
            edition=version,
            seed=settings.seed,
            sandboxed=settings.sandboxed,
            times=settings.times,
            every_cell=settings.every_cell,
            allow=settings.allow,
            compiled=True if settings.compiled is None and len(waiting) >= MANY else settings.compiled,
        )

        def whole(graded: Graded) -> Graded:
            """A result with its notebook."""
            if not (kept := names.get(id(graded))):
                return graded
            stored = from_json((state / f"{kept}.json").read_text(encoding="utf-8"))
            return dataclasses.replace(graded, notebook=stored.notebook)

        def tasks():
            for found, kept in waiting:
                data, problem = content_of(found)
                yield (
                    (found, kept),
                    Task(
                        found.file,
                        str(found.path),
                        data,
                        found.student,
                        name=found.name,
                        problem=problem,
                        doubt=found.doubt,
                        **common,
                    ),
                )

        if waiting:
            make = executor or functools.partial(
                worker.processes if settings.jobs != 1 and len(waiting) > 1 else worker.threads, settings.jobs
            )
            for (found, kept), future in worker.given_out(tasks(), make, AT_ONCE, worker.IN_FLIGHT):
                fault = future.exception()
                if fault is None:
                    write(kept, future.result())
                    came(found, from_json(future.result()), kept.stem)
                else:  # a fault of ours or of the machine: nobody loses points by it, and the next run tries again
                    write(settings.out / "faults" / f"{kept.stem}.txt", "".join(traceback.format_exception(fault)))
                    came(
                        found,
                        Graded(
                            found.file,
                            found.path,
                            found.student,
                            outcome=IN_REVIEW,
                            reason=f"the grader itself failed here ({plain(str(fault))}): "
                            f"run it again; if it fails again, report faults/{kept.stem}.txt.",
                        ),
                    )
            worker.end()
        results.sort(key=lambda graded: (graded.student, graded.lesson, graded.file))
        carried = resume.carried(state, before.gone, results)
        publish(results, [graded for graded, *_ in carried], settings, whole)
        results += [graded for graded, *_ in carried]
        resume.keep(state, stored + carried)
        write(settings.out / "collected.csv", table(collect.COLUMNS, collect.rows(collected)))
        if settings.roster_file:
            write(settings.out / "roster.csv", roster.decoded(settings.roster_file.read_bytes()))
        return results


def write_page(graded: Graded, out: Path) -> None:
    """A submission's page of feedback, as soon as there is something to tell."""
    if graded.outcome in (GRADED, IN_REVIEW) and graded.verdicts:
        write(
            out / "feedback" / student_id(graded.student) / f"{graded.lesson}.html",
            feedback.page(graded, load(graded.lesson)),
        )


def publish(
    results: list[Graded],
    carried: list[Graded],
    settings: Settings,
    whole: Callable[[Graded], Graded] = lambda one: one,
) -> None:
    """Write the tables and the gradebook from all results; those `carried` over are in it already, their files gone.

    `whole(result)` gives a result with its notebook.
    """
    out, everything = settings.out, [*results, *carried]
    run = {"seed": settings.seed, "sandboxed": settings.sandboxed, "lessons": edition()} | (
        {"allow": "allow.toml"} if settings.allow else {}
    )
    if rows := changes.between(out, everything, run):
        write(out / "changes.csv", table(changes.COLUMNS, rows))
        print(f"{len(rows)} outcome(s) or score(s) are others than at the last run: changes.csv says which, and why.")
    write(out / "grades.csv", table(GRADES, grades_rows(everything)))
    write(out / "submissions.csv", table(SUBMISSIONS, submissions_rows(everything)))
    write(out / "run.json", json.dumps(run, indent=1) + "\n")
    if not settings.gradebook:
        return
    from grader.gradebook import record as gradebook  # here, because nbgrader's database layer takes a second to import

    for fault in gradebook.fill(out, [load(name) for name in lesson_names()], results, settings.db_url, whole):
        print(fault)
