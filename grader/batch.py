"""A whole batch: collect, grade each file once, keep every result, write the tables and pages.

Everything that is known of a submission is written to `OUT/state/` as soon as it is known, each file at once and whole.
So a run that is killed at any moment is completed by the next one, which grades only what is missing or has changed.
"""
from __future__ import annotations

import csv
import dataclasses
import fcntl
import hashlib
import io
import json
import os
import re
import shutil
import time
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from pathlib import Path

import nbformat

from grader import collect, feedback, roster
from grader.grade import Times, grade, ordered
from grader.judge import REVIEW, Row, Verdict
from grader.lessons import instruments, load
from grader.paths import SOLUTIONS, lesson_names
from grader.reading import Unreadable, read
from grader.rebuild import lesson_of, rebuild
from grader.results import GRADED, GRADES, REFUSED, SUBMISSIONS, SUPERSEDED, Graded, grades_rows, submissions_rows
from grader.results import REVIEW as IN_REVIEW
from grader.roster import Roster
from grader.session import Runner, Warm


class Busy(RuntimeError):
    """Another run is writing to the same folder."""


@dataclasses.dataclass
class Settings:
    """How to grade: `start` makes a runner for a stranger's notebook, `sandboxed` says whether it is a sandbox."""

    out: Path
    start: Callable[[], Runner]
    sandboxed: bool = True
    seed: str = ""
    jobs: int = 0
    times: Times = Times()
    roster: Roster | None = None
    roster_file: Path | None = None
    all_attempts: bool = False  # grade older files too, so that the best of several can count
    every_cell: bool = False  # run demonstrations too that cannot change a grade
    gradebook: bool = True
    db_url: str | None = None  # another place for nbgrader's gradebook, such as Postgres; OUT/gradebook.db by default


def write(path: Path, text: str) -> None:
    """Write a file at once and whole: a reader sees the old one or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    with open(temporary, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, path)


@contextmanager
def locked(out: Path) -> Iterator[None]:
    """Keep a second run away from `out`; the lock goes with the process, whatever ends it."""
    out.mkdir(parents=True, exist_ok=True)
    with open(out / ".lock", "w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Busy(f"another run is writing to {out}: wait for it, or give another --out.") from None
        yield


def safe_name(name: str) -> str:
    """A student's or lesson's name as a file name: no separators, no leading dot, not too long for a disk."""
    plain = re.sub(r'[\x00-\x1f/\\:*?"<>|]', "_", name).strip().lstrip(".") or "_"
    return plain if len(plain.encode()) <= 150 else plain[:40] + "-" + hashlib.sha256(plain.encode()).hexdigest()[:12]


# keeping results -----------------------------------------------------------------------------------------------------
def to_json(graded: Graded) -> str:
    fields = {key: value for key, value in vars(graded).items() if key not in ("notebook", "path", "verdicts")}
    return json.dumps(fields | {"path": str(graded.path), "verdicts": [dataclasses.asdict(verdict) for verdict in graded.verdicts],
                                "notebook": graded.notebook}, ensure_ascii=False, sort_keys=True)


def from_json(text: str) -> Graded:
    fields = json.loads(text)
    verdicts = tuple(Verdict(**{**one, "rows": tuple(Row(**row) for row in one["rows"]), "signs": tuple(one["signs"])}) for one in fields["verdicts"])
    notebook = nbformat.from_dict(fields["notebook"]) if fields["notebook"] else None
    return Graded(**{**fields, "path": Path(fields["path"]), "verdicts": verdicts, "notes": tuple(fields["notes"]), "notebook": notebook})


def edition() -> str:
    """A digest of all that decides a grade beside the submission: the lessons' sources and the instruments."""
    digest = hashlib.sha256(instruments().encode())
    for path in sorted(SOLUTIONS.glob("[0-9][0-9]_*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


# grading one file ----------------------------------------------------------------------------------------------------
def grade_file(found: collect.Found, settings: Settings) -> Graded:
    """Grade one file; whatever is wrong with it ends up in the result, not in an exception."""
    begun = time.monotonic()
    graded = Graded(found.file, found.path, found.student, sandboxed=settings.sandboxed, name=found.name)
    try:
        if found.problem:
            raise Unreadable(found.problem)
        handed = read(found.path, found.file)
        lesson = lesson_of(handed, found.file)
    except Unreadable as error:
        graded.outcome, graded.reason = REFUSED, str(error)
        return graded
    graded.lesson = lesson.name
    graded.seed = f"{settings.seed}/{found.student}/{lesson.name}"
    rebuilt = rebuild(handed, lesson)
    run = grade(rebuilt, graded.seed, settings.start, settings.times, settings.every_cell)
    graded.verdicts = ordered(lesson, run.verdicts)
    graded.notes = rebuilt.notes
    graded.notebook = run.outputs()
    signs = list(dict.fromkeys(sign for verdict in graded.verdicts for sign in verdict.signs))
    if any(verdict.outcome == REVIEW for verdict in graded.verdicts):
        graded.outcome, graded.reason = IN_REVIEW, "; ".join(signs[:5]) + ("; …" if len(signs) > 5 else "")
    if found.doubt:
        graded.outcome, graded.reason = IN_REVIEW, "; ".join(filter(None, [found.doubt, graded.reason]))
    graded.seconds = time.monotonic() - begun
    return graded


def superseded(found: collect.Found, graded: Graded | None = None) -> Graded:
    """The result for a file that does not count, with its verdicts if it was graded all the same."""
    graded = graded or Graded(found.file, found.path, found.student, found.lesson, name=found.name)
    graded.outcome, graded.reason = SUPERSEDED, found.reason
    return graded


def run(paths: list[Path], settings: Settings, done: Callable[[Graded, int, int], None] = lambda *_: None,
        executor: Executor | None = None) -> list[Graded]:
    """Grade everything under `paths` into `settings.out`; calls `done(result, number, total)` as results come."""
    with locked(settings.out):
        state = settings.out / "state"
        seed_file = state / "seed"
        if seed_file.is_file() and not settings.seed:
            settings.seed = seed_file.read_text().strip()
        settings.seed = settings.seed or os.urandom(8).hex()
        write(seed_file, settings.seed + "\n")
        unpacked = state / "unpacked"
        shutil.rmtree(unpacked, ignore_errors=True)
        collected = collect.find(paths, settings.roster, unpacked, without=(settings.out, *filter(None, [settings.roster_file])))
        old = {one.file: one for one in collected if one.verdict == collect.SUPERSEDED}
        todo = [one for one in collected if one.verdict not in (collect.IGNORED, collect.SUPERSEDED)
                or (settings.all_attempts and one.verdict == collect.SUPERSEDED and one.notebook)]
        results = [superseded(one) for one in old.values() if one not in todo]
        version, waiting = edition(), []
        for found in todo:
            content = found.path.read_bytes() if not found.problem and found.path.is_file() else found.problem.encode()
            key = hashlib.sha256("\0".join([version, settings.seed, str(settings.sandboxed), found.file, found.student, found.name, found.doubt]).encode() + content).hexdigest()
            kept = state / f"{key}.json"
            if kept.is_file():
                graded = from_json(kept.read_text(encoding="utf-8"))
                results.append(superseded(old[found.file], graded) if found.file in old else graded)
                done(results[-1], len(results), len(todo))
            else:
                waiting.append((found, kept))
        warm = Warm(settings.start)
        settings = dataclasses.replace(settings, start=warm)
        with executor or ThreadPoolExecutor(settings.jobs or os.cpu_count() or 1) as pool:
            futures = {pool.submit(grade_file, found, settings): (found, kept) for found, kept in waiting}
            for future in as_completed(futures):
                found, kept = futures[future]
                try:
                    graded = future.result()
                    write(kept, to_json(graded))
                except Exception as error:  # a fault of ours or of the machine: nobody loses points by it, and the next run tries again
                    write(settings.out / "faults" / f"{kept.stem}.txt", traceback.format_exc())
                    graded = Graded(found.file, found.path, found.student, outcome=IN_REVIEW, reason=f"the grader itself failed here ({error}): "
                                    f"run it again; if it fails again, report faults/{kept.stem}.txt.")
                results.append(superseded(old[found.file], graded) if found.file in old else graded)
                done(results[-1], len(results), len(todo))
        warm.end()
        publish(results, settings)
        write(settings.out / "collected.csv", table(collect.COLUMNS, collect.rows(collected)))
        if settings.roster_file:
            write(settings.out / "roster.csv", roster.decoded(settings.roster_file.read_bytes()))
        return results


def table(header, rows) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows([guarded(value) for value in row] for row in rows)
    return text.getvalue()


def guarded(value: str) -> str:
    """A value that a spreadsheet will not take for a formula."""
    return f"'{value}" if value[:1] in ("=", "+", "@", "\t", "\r") or (value[:1] == "-" and not re.fullmatch(r"-?[\d.]+", value)) else value


def publish(results: list[Graded], settings: Settings) -> None:
    """Write the tables and the pages from all results."""
    out = settings.out
    for graded in results:
        if graded.outcome in (GRADED, IN_REVIEW) and graded.verdicts:
            write(out / "feedback" / safe_name(graded.student) / f"{graded.lesson}.html", feedback.page(graded, load(graded.lesson)))
    write(out / "grades.csv", table(GRADES, grades_rows(results)))
    write(out / "submissions.csv", table(SUBMISSIONS, submissions_rows(results)))
    write(out / "run.json", json.dumps({"seed": settings.seed, "sandboxed": settings.sandboxed, "lessons": edition()}, indent=1) + "\n")
    if not settings.gradebook:
        return
    from grader import gradebook  # here, because nbgrader's database layer takes a second to import

    for fault in gradebook.fill(out, [load(name) for name in lesson_names()], results, settings.db_url):
        print(fault)
