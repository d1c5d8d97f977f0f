"""The command line: `python -m grader VERB`. Exit codes: 0 fine, 1 something to look at, 2 wrong usage."""

from __future__ import annotations

import typer

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False, help=__doc__)


@app.callback()
def main() -> None:
    """Build, check, collect, grade and report the lessons."""


@app.command()
def build(
    lessons: list[str] = typer.Argument(None, help="Names such as 01_arrays_as_aux_data; all when none is given."),
    check: bool = typer.Option(False, help="Write nothing; exit with 1 if what is committed differs from a rebuild."),
) -> None:
    """Generate solutions/*.ipynb and notebooks/*.ipynb from solutions/*.py."""
    from grader.build.notebooks import build as run
    from grader.core.paths import ROOT, lesson_names
    from grader.lessons.source import SourceError

    stale = 0
    try:
        for path, same in run(lessons or lesson_names(), check):
            stale += not same
            print(f"{'unchanged' if same else 'DIFFERS' if check else 'written'}  {path.relative_to(ROOT)}")
    except SourceError as error:
        print(error)
        raise typer.Exit(1) from None
    if check and stale:
        print(f"{stale} generated file(s) differ from a rebuild: run python -m grader build and commit the result.")
        raise typer.Exit(1)


@app.command()
def bank(
    lesson: str = typer.Argument(None, help="A lesson's name; all when none is given."),
    exercise: str = typer.Argument(None, help="Only this exercise, such as ex3."),
    python: str = typer.Option(None, help="Another environment's interpreter (another JAX version)."),
    seeds: int = typer.Option(2, min=0, help="Fresh inputs tried beside the visible ones."),
    quiet: bool = typer.Option(False, help="Print only what is wrong and the totals."),
) -> None:
    """Judge every stub, reference, right and wrong answer of the bank."""
    from grader.authoring import bank_gate as banks
    from grader.core.paths import lesson_names
    from grader.lessons.source import SourceError, load

    faults = count = 0
    try:
        for name in [lesson] if lesson else lesson_names():
            for answer, verdict, fault in banks.run(load(name), exercise, python, seeds):
                count += 1
                faults += bool(fault)
                if fault or not quiet:
                    print(
                        f"{'FAULT' if fault else 'ok   '} {name[:2]} {answer.exercise:4} {answer.name:36} {verdict.outcome:13} "
                        f"{verdict.score:g}/{verdict.max_score:g} {verdict.belief:28} {fault}",
                        flush=True,
                    )
    except (SourceError, ValueError) as error:
        print(error)
        raise typer.Exit(1) from None
    print(f"{count} answers, {faults} fault(s)")
    if faults:
        raise typer.Exit(1)


@app.command()
def course(
    dir: str = typer.Option("classroom", help="The course directory; what is in it already stays."),
    db: str = typer.Option("", help="SQLAlchemy URL of another gradebook, such as postgresql+psycopg2://…."),
    run_submissions_as_me: bool = typer.Option(
        False,
        "--run-submissions-as-me",
        help="Let nbgrader's own autograde run submissions there, as you and "
        "in no sandbox: they can read, change and send away all that you can.",
    ),
) -> None:
    """Lay out a course directory in which nbgrader's own commands and its formgrader work on the lessons."""
    from pathlib import Path

    from grader.core.files import NotWritten
    from grader.core.paths import lesson_names
    from grader.gradebook.course_directory import CourseError, lay_out
    from grader.lessons.source import SourceError, load

    try:
        lay_out(Path(dir), [load(name) for name in lesson_names()], db or None, run_submissions_as_me or None)
    except (CourseError, NotWritten, SourceError) as error:
        print(error)
        raise typer.Exit(1) from None
    print(
        f"{dir}/ is ready: source/, release/ and the gradebook hold {', '.join(lesson_names())}. Put work into submitted/STUDENT/LESSON/ and run "
        f"nbgrader in {dir}/, or jupyter lab there for the formgrader."
    )


@app.command()
def grade(
    paths: list[str] = typer.Argument(..., help="Folders, notebooks and zips of any shape; see collect."),
    out: str = typer.Option(
        ..., help="The folder for tables, feedback and gradebook; a second run completes the first."
    ),
    roster: str = typer.Option("", help="The class list, a CSV with ids, names, emails: tells whose a file is."),
    all_attempts: bool = typer.Option(
        False, help="Grade older files of a student too, so that export --best can take the best."
    ),
    allow: str = typer.Option(
        "",
        help='Your course\'s list of what answers may use besides, a file such as allow = ["pandas"]; kept in the results.',
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
    from pathlib import Path

    from grader.batch.forkserver import begin
    from grader.core.files import Busy, CourseError, NotWritten, folder

    try:
        folder(Path(out))
    except NotWritten as error:
        print(error)
        raise typer.Exit(2) from None
    if not scheduler and jobs != 1:
        begin()  # its imports go on beside those of this process
    from functools import partial

    from grader.batch import class_run, worker
    from grader.cli.console import grading, summary
    from grader.intake.roster import RosterError, load
    from grader.judging.screen import text_of_course

    roster_file = Path(roster) if roster else None
    try:
        students = load(roster_file) if roster_file else None
        listed = text_of_course(Path(allow)) if allow else ""
        if gradebook and db:
            from grader.gradebook.course_directory import (
                check_database,  # here, because nbgrader's database layer takes a second to import
            )

            check_database(db)
    except (RosterError, CourseError) as error:
        print(error)
        raise typer.Exit(2) from None
    executor = None
    if scheduler:
        try:
            executor = partial(worker.cluster, scheduler)
            executor().shutdown()
        except RuntimeError as error:
            print(error)
            raise typer.Exit(2) from None
    else:
        check_sandbox(sandbox)
    settings = class_run.Settings(
        Path(out),
        sandboxed=sandbox,
        seed=seed,
        jobs=jobs,
        every_cell=every_cell,
        roster=students,
        roster_file=roster_file,
        all_attempts=all_attempts,
        allow=listed,
        compiled=compiled,
        gradebook=gradebook,
        db_url=db or None,
    )
    try:
        with grading() as done:
            results = class_run.run([Path(path) for path in paths], settings, done, executor)
    except (Busy, NotWritten, CourseError) as error:
        print(error)
        raise typer.Exit(1) from None
    print(summary(results, settings.out))
    if any(result.outcome in ("refused", "review") for result in results):
        raise typer.Exit(1)


@app.command()
def check(
    notebook: str = typer.Argument(..., help="Your own notebook."),
    seed: str = typer.Option("", help="Seed of the fresh inputs."),
) -> None:
    """Check your own notebook: visible inputs first, then fresh ones. Your code runs as in Jupyter, without a sandbox."""
    from pathlib import Path

    from grader.cli import console
    from grader.judging.self_check import check as run
    from grader.notebook.notebook_file import Unreadable

    try:
        lesson, verdicts, notes = run(Path(notebook), seed)
    except Unreadable as error:
        print(error)
        raise typer.Exit(1) from None
    console.checked(lesson, verdicts, notes)
    if any(verdict.outcome != "passed" for verdict in verdicts):
        raise typer.Exit(1)


def check_sandbox(wanted: bool) -> None:
    """Refuse in words where a sandbox is wanted and cannot be had."""
    if not wanted:
        return
    from grader.sandbox import bubblewrap as jail

    able, reason = jail.available()
    if not able:
        print(
            f"Strangers' notebooks are graded in a sandbox, and there is none here: {reason} "
            "With --no-sandbox their code runs with your rights: it can read and change your files. Use it only for work you trust."
        )
        raise typer.Exit(2)


@app.command()
def matrix(
    sets: list[str] = typer.Argument(
        None, help="Version sets such as documents, colab, newest; all when none is given."
    ),
    lesson: list[str] = typer.Option(
        None, help="A lesson's name; may be given more than once; all when none is given."
    ),
    look: list[str] = typer.Option(
        None, help="Only this: cells (stored outputs, about 10 s a lesson) or answers (the bank, about a minute)."
    ),
    again: bool = typer.Option(False, help="Run also what an earlier run has done with the same sources and packages."),
) -> None:
    """Run the lessons and the bank on other JAX versions; exit with 1 if anything differs. Ended, it goes on where it was."""
    from rich.console import Console
    from rich.progress import Progress

    from grader.core.paths import lesson_names
    from grader.versions import matrix as matrices
    from grader.versions.environments import VersionError, named

    try:
        chosen = named(sets)
    except VersionError as error:
        print(error)
        raise typer.Exit(2) from None
    unknown = sorted(set(lesson or ()) - set(lesson_names()))
    if unknown:
        print(f"There is no lesson '{unknown[0]}': there are {', '.join(lesson_names())}.")
        raise typer.Exit(2)
    if wrong := sorted(set(look or ()) - set(matrices.LOOKS)):
        print(f"There is no look '{wrong[0]}': there are {', '.join(matrices.LOOKS)}.")
        raise typer.Exit(2)
    lessons, outcomes = lesson or lesson_names(), []
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(
            "building environments", total=len(chosen) * len(lessons) * len(look or matrices.LOOKS)
        )
        for outcome in matrices.run(chosen, lessons, again, look):
            outcomes.append(outcome)
            progress.update(task, advance=1, description=f"{outcome.version_set} {outcome.lesson[:2]} {outcome.look}")
    Console().print(matrices.table(outcomes, chosen, lessons))
    for outcome in outcomes:
        for fault in outcome.faults:
            print(f"{outcome.version_set}  {outcome.lesson}  {outcome.look}: {fault}")
    if any(outcome.faults for outcome in outcomes):
        raise typer.Exit(1)


@app.command()
def doctor() -> None:
    """Tell what this machine has and lacks, one line each, with the remedy; exit with 1 if something needed is missing."""
    from rich.console import Console

    from grader.cli.doctor import examine

    findings = list(examine())
    Console(soft_wrap=True).print("\n".join(str(finding) for finding in findings), markup=False, highlight=False)
    if any(finding.state == "lacks" for finding in findings):
        raise typer.Exit(1)
