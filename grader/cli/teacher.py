"""Verbs for teachers: publish, collect, grade, report, export, course, doctor."""

from __future__ import annotations

import sys
from pathlib import Path

import typer

from grader.cli.app import TEACHER, Wrong, app, found

RESULTS = typer.Argument(..., help="The folder that grade --out wrote.")
HANDED = typer.Argument(
    ..., help="Folders, notebooks and zips of any shape, from Classroom, Canvas, Moodle or by hand."
)
ROSTER = typer.Option("", help="The class list, a CSV with ids, names, emails: tells whose a file is.")
KEPT_ROSTER = typer.Option("", help="The class list; the one that grading was given by default.")
BY_HAND = typer.Option("", help="The gradebook whose scores by hand count, if grade was given one with --db.")


def roster_of(file: str):
    """The class list that was named, None if none was."""
    from grader.intake.roster import load

    return load(Path(file)) if file else None


def roster_for(results: str, file: str):
    """The class list that was named, or the one that is kept with the results."""
    kept = Path(results) / "roster.csv"
    return roster_of(file or (str(kept) if kept.is_file() else ""))


@app.command(rich_help_panel=TEACHER)
def publish(
    out: str = typer.Option("handout", help="The folder to write; OUT.zip holds the same."),
    repository: str = typer.Option(
        "", help="OWNER/NAME on GitHub, where Colab's badges point; no badges if none is given."
    ),
    branch: str = typer.Option("main", help="The branch there."),
) -> None:
    """Write what learners get: notebooks/ and nothing else, as a folder and a zip, with badges that open each lesson in
    Colab.
    """
    from grader.build.publish import publish as write_handout

    written = write_handout(Path(out), repository, branch)
    badges = f"with badges for {repository}, {branch}" if repository else (
        "without badges: none can be made without --repository"
    )  # fmt: skip
    print(f"{len(written)} file(s) in {out}/notebooks/ and in {out.rstrip('/')}.zip, {badges}.")


@app.command(rich_help_panel=TEACHER)
def collect(
    paths: list[str] = HANDED,
    roster: str = ROSTER,
    out: str = typer.Option(
        "classroom", help="The course directory: what counts goes to OUT/submitted/, as nbgrader wants it."
    ),
    dry_run: bool = typer.Option(False, help="Write nothing; show what would be done with every file."),
) -> None:
    """Take back what was handed in: tell for every file whose it is, which lesson, and whether it counts."""
    from rich.console import Console

    from grader.cli.console import plan, progress
    from grader.core.files import folder, write
    from grader.core.tables import table
    from grader.intake import collect as intake

    students = roster_of(roster)
    if not dry_run:
        folder(Path(out))
    given = [Path(path) for path in paths]
    without = (Path(out), *([Path(roster)] if roster else []))
    with progress(Console(stderr=True)) as track:
        files = intake.find(given, students, without=without, track=track)
    odd = [one for one in files if one.verdict in (intake.UNSURE, intake.REFUSED)]
    if dry_run:
        Console(highlight=False).print(plan(files))
    else:
        written = intake.lay_out(files, Path(out))
        write(Path(out) / "collected.csv", table(intake.COLUMNS, intake.rows(files)))
        print("".join(f"{one.verdict}: {one.reason}\n" for one in odd), end="")
        print(
            f"{len(written)} notebook(s) written to {out}/submitted/; every file and what became of it stands in "
            f"{out}/collected.csv."
        )
    print(intake.summary(files))
    found(odd)


# Long for its options alone.
@app.command(rich_help_panel=TEACHER)
def grade(
    paths: list[str] = HANDED,
    out: str = typer.Option(
        ..., help="The folder for tables, feedback and gradebook; a second run completes the first."
    ),
    roster: str = ROSTER,
    all_attempts: bool = typer.Option(
        False, help="Grade older files of a student too, so that export --best can take the best."
    ),
    allow: str = typer.Option(
        "",
        help='Your course\'s list of what answers may use besides, a file such as allow = ["pandas"]; kept in the '
        "results.",
    ),
    jobs: int = typer.Option(0, min=0, help="How many notebooks at once; as many as there are cores by default."),
    every_cell: bool = typer.Option(
        False, "--every-cell", help="Run demonstrations too, although no grade depends on them."
    ),
    seed: str = typer.Option("", help="Seed of the hidden inputs; drawn and written down by default."),
    compiled: bool = typer.Option(
        None,
        "--compiled/--not-compiled",
        help="Compile beforehand what many notebooks need, once for this machine; for 40 files and more by default.",
    ),
    gradebook: bool = typer.Option(True, help="Fill nbgrader's gradebook too."),
    db: str = typer.Option(
        "", help="SQLAlchemy URL of another gradebook than OUT/gradebook.db, such as postgresql+psycopg2://…."
    ),
    scheduler: str = typer.Option("", help="Address of a Dask scheduler, such as tcp://host:8786: its workers grade."),
    sandbox: bool = typer.Option(
        True, help="--no-sandbox runs strangers' code with your rights: only for work you trust."
    ),
) -> None:
    """Grade handed-in notebooks: tables, a feedback page each, nbgrader's gradebook."""
    from grader.batch.forkserver import begin
    from grader.core.files import folder

    folder(Path(out))
    if not scheduler and jobs != 1:
        begin()  # its imports go on beside those of this process
    from grader.batch import class_run
    from grader.cli.console import grading, summary
    from grader.core.outcomes import SubmissionOutcome
    from grader.judging.allowed import text_of_course

    settings = class_run.Settings(
        Path(out),
        sandboxed=sandbox,
        seed=seed,
        jobs=jobs,
        every_cell=every_cell,
        roster=roster_of(roster),
        roster_file=Path(roster) if roster else None,
        all_attempts=all_attempts,
        allow=text_of_course(Path(allow)) if allow else "",
        compiled=compiled,
        gradebook=gradebook,
        db_url=db or None,
    )
    executor = workers_for(scheduler, sandbox, db if gradebook else "")
    with grading() as done:
        results = class_run.grade_class([Path(path) for path in paths], settings, done, executor, say=print)
    print(summary(results, settings.out))
    found(any(result.outcome in (SubmissionOutcome.REFUSED, SubmissionOutcome.REVIEW) for result in results))


def workers_for(scheduler: str, sandbox: bool, db: str):
    """What makes the workers, None for this machine's own; refuses in words what would fail after an hour."""
    from functools import partial

    if db:
        from grader.gradebook.course_directory import check_database

        check_database(db)
    if not scheduler:
        check_sandbox(sandbox)
        return None
    from grader.batch.executors import cluster

    cluster(scheduler).shutdown()
    return partial(cluster, scheduler)


def check_sandbox(wanted: bool) -> None:
    """Refuse in words where a sandbox is wanted and cannot be had."""
    from grader.sandbox import bubblewrap

    able, reason = bubblewrap.available() if wanted else (True, "")
    if not able:
        raise Wrong(
            f"Strangers' notebooks are graded in a sandbox, and there is none here: {reason} With --no-sandbox "
            f"their code "
            "runs with your rights: it can read and change your files. Use it only for work you trust."
        )


@app.command(rich_help_panel=TEACHER)
def report(
    results: str = RESULTS,
    roster: str = KEPT_ROSTER,
    out: str = typer.Option("", help="The file to write; RESULTS/report.html by default."),
    anonymous: bool = typer.Option(False, help="Name no student: a copy to show."),
    db: str = BY_HAND,
) -> None:
    """Write the class at a glance: outcomes, the commonest beliefs and what to say, time on task, who needs a look."""
    from grader.core.files import write
    from grader.reports import class_report

    students = roster_for(results, roster)
    target = Path(out) if out else Path(results) / ("report-anonymous.html" if anonymous else "report.html")
    write(target, class_report.page(class_report.results_of(Path(results), students, db), anonymous))
    print(f"{target} is written; it opens in any browser.")


@app.command(rich_help_panel=TEACHER)
def export(
    results: str = RESULTS,
    format: list[str] = typer.Option(["csv"], help="csv, canvas or moodle; may be given more than once."),
    roster: str = typer.Option(
        "",
        help="The class list; the one that grading was given by default. "
        "Canvas's own gradebook export is the best one for Canvas.",
    ),
    out: str = typer.Option("", help="The file to write; RESULTS/FORMAT.csv by default."),
    due: list[str] = typer.Option(
        None, help="When work was due, as 2026-09-01T23:59 for all or 01=2026-09-01T23:59 for a lesson."
    ),
    late_penalty: float = typer.Option(
        0.0, min=0, max=100, help="Percent of the points that each day begun after it takes."
    ),
    late_most: float = typer.Option(100.0, min=0, max=100, help="The most that lateness takes, in percent."),
    best: bool = typer.Option(
        False, help="The best of several files counts, not the newest; grade with --all-attempts before."
    ),
    weight: list[str] = typer.Option(
        None, help="What a lesson is worth in points, as 01=40; its own points by default."
    ),
    column: list[str] = typer.Option(
        None, help="How a lesson is called there, as '01=Lesson 1 (12345)'; its name by default."
    ),
    missing_zero: bool = typer.Option(False, help="Whoever handed in nothing gets 0, not an empty cell."),
    db: str = BY_HAND,
) -> None:
    """Write the marks as Canvas's or Moodle's importer takes them, or for a spreadsheet."""
    from grader.core.files import write
    from grader.reports import lms_export

    students = roster_for(results, roster)
    lms_export.check_formats(format, out)
    dates, weights = lms_export.dates_and_weights(pairs(due, "--due"), pairs(weight, "--weight"))
    policy = lms_export.Policy(dates, late_penalty, late_most, best, weights, missing_zero)
    marks = lms_export.marks_of(Path(results), students, policy, db)
    columns = pairs(column, "--column")
    texts = {name: lms_export.in_format(name, marks, columns) for name in format}
    open_ones = dict.fromkeys([*marks.open, *(said for _, left_out in texts.values() for said in left_out)])
    print("".join(f"open: {sentence}\n" for sentence in open_ones), end="")
    empty = sum(mark.points is None for mark in marks.marks.values())
    for name, (text, _) in texts.items():
        target = Path(out) if out else Path(results) / f"{name}.csv"
        write(target, text)
        print(
            f"{target}: {len(marks.people)} student(s), {len(marks.lessons)} lesson(s), {empty} cell(s) without a mark."
        )
    found(open_ones)


def pairs(texts: list[str] | None, what: str) -> dict[str, str]:
    """LESSON=VALUE options; a lesson may be given by its number, and a value without a lesson holds for all."""
    from grader.core.paths import lesson_names

    found: dict[str, str] = {}
    for text in texts or []:
        lesson, _, value = text.rpartition("=")
        names = [name for name in lesson_names() if not lesson or name == lesson or name[:2] == lesson.zfill(2)]
        if not names or not value:
            numbers = ", ".join(name[:2] for name in lesson_names())
            raise Wrong(f"{what} '{text}' names no lesson of this course: write 01=VALUE with one of {numbers}.")
        found |= dict.fromkeys(names, value)
    return found


@app.command(rich_help_panel=TEACHER)
def course(
    dir: str = typer.Option("classroom", help="The course directory; what is in it already stays."),
    db: str = typer.Option("", help="SQLAlchemy URL of another gradebook, such as postgresql+psycopg2://…."),
    run_submissions_as_me: bool = typer.Option(
        False,
        "--run-submissions-as-me",
        help="Let nbgrader's own autograde run submissions there, as you and in no sandbox: they can read, change and "
        "send away all that you can.",
    ),
) -> None:
    """Lay out a course directory in which nbgrader's own commands and its formgrader work on the lessons."""
    from grader.core.paths import lesson_names
    from grader.gradebook.course_directory import lay_out
    from grader.lessons.source import load

    lay_out(Path(dir), [load(name) for name in lesson_names()], db or None, run_submissions_as_me or None)
    print(
        f"{dir}/ is ready: source/, release/ and the gradebook hold {', '.join(lesson_names())}. Put work into "
        f"submitted/STUDENT/LESSON/ and run nbgrader in {dir}/, or jupyter lab there for the formgrader."
    )


@app.command(rich_help_panel=TEACHER)
def doctor() -> None:
    """Tell what this machine has and lacks, one line each, with the remedy; exit with 1 if something needed is
    missing.
    """
    from rich.console import Console

    from grader.cli.doctor import examine

    findings = list(examine())
    console = Console(soft_wrap=True, file=sys.stdout)
    console.print("\n".join(str(finding) for finding in findings), markup=False, highlight=False)
    found(any(finding.state == "lacks" for finding in findings))
