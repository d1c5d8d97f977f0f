"""The command line's verbs for the way to the classroom and back: publish, collect, export, report."""

from __future__ import annotations

from pathlib import Path

import typer

from grader.cli.app import app


def roster_of(file: str):
    """The class list that was named, None if none was; ends with one sentence if it cannot be read."""
    from grader.intake.roster import RosterError, load

    try:
        return load(Path(file)) if file else None
    except RosterError as error:
        print(error)
        raise typer.Exit(2) from None


@app.command()
def collect(
    paths: list[str] = typer.Argument(
        ..., help="Folders, notebooks and zips of any shape, from Classroom, Canvas, Moodle or by hand."
    ),
    roster: str = typer.Option("", help="The class list, a CSV with ids, names, emails: tells whose a file is."),
    out: str = typer.Option(
        "classroom", help="The course directory: what counts goes to OUT/submitted/, as nbgrader wants it."
    ),
    dry_run: bool = typer.Option(False, help="Write nothing; show what would be done with every file."),
) -> None:
    """Take back what was handed in: tell for every file whose it is, which lesson, and whether it counts."""
    from rich.console import Console

    from grader.cli.console import plan, progress
    from grader.core.files import NotWritten, folder, write
    from grader.core.tables import table
    from grader.intake import collect as collecting

    students = roster_of(roster)
    if not dry_run:
        try:
            folder(Path(out))
        except NotWritten as error:
            print(error)
            raise typer.Exit(2) from None
    with progress(Console(stderr=True)) as track:
        found = collecting.find(
            [Path(path) for path in paths],
            students,
            without=(Path(out), *([Path(roster)] if roster else [])),
            track=track,
        )
    console = Console(highlight=False)
    if dry_run:
        console.print(plan(found))
    else:
        try:
            written = collecting.lay_out(found, Path(out))
            write(Path(out) / "collected.csv", table(collecting.COLUMNS, collecting.rows(found)))
        except NotWritten as error:
            print(error)
            raise typer.Exit(1) from None
        for one in found:
            if one.verdict in (collecting.UNSURE, collecting.REFUSED):
                print(f"{one.verdict}: {one.reason}")
        print(
            f"{len(written)} notebook(s) written to {out}/submitted/; every file and what became of it stands in {out}/collected.csv."
        )
    print(collecting.summary(found))
    if any(one.verdict in (collecting.UNSURE, collecting.REFUSED) for one in found):
        raise typer.Exit(1)


def pairs(texts: list[str], what: str) -> dict[str, str]:
    """LESSON=VALUE options; a lesson may be given by its number, and a value without a lesson holds for all."""
    from grader.core.paths import lesson_names

    found: dict[str, str] = {}
    for text in texts or []:
        lesson, _, value = text.rpartition("=")
        names = [name for name in lesson_names() if not lesson or name == lesson or name[:2] == lesson.zfill(2)]
        if not names or not value:
            print(
                f"{what} '{text}' names no lesson of this course: write 01=VALUE with one of {', '.join(name[:2] for name in lesson_names())}."
            )
            raise typer.Exit(2)
        found |= dict.fromkeys(names, value)
    return found


@app.command()
def export(
    results: str = typer.Argument(..., help="The folder that grade --out wrote."),
    format: list[str] = typer.Option(["csv"], help="csv, canvas or moodle; may be given more than once."),
    roster: str = typer.Option(
        "",
        help="The class list; the one that grading was given by default. Canvas's own gradebook export is the best one for Canvas.",
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
    db: str = typer.Option("", help="The gradebook whose scores by hand count, if grade was given one with --db."),
) -> None:
    """Write the marks as Canvas's or Moodle's importer takes them, or for a spreadsheet."""
    from datetime import datetime

    from grader.core.files import CourseError, NotWritten, write
    from grader.core.tables import NoResults
    from grader.reports import lms_export as exporting

    kept = Path(results) / "roster.csv"
    students = roster_of(roster or (str(kept) if kept.is_file() else ""))
    try:
        unknown = [name for name in format if name not in exporting.FORMATS]
        if unknown:
            raise exporting.ExportError(f"There is no format '{unknown[0]}': there are {', '.join(exporting.FORMATS)}.")
        if out and len(format) > 1:
            raise exporting.ExportError("--out names one file: give one --format with it.")
        try:
            dates = {lesson: datetime.fromisoformat(value).timestamp() for lesson, value in pairs(due, "--due").items()}
            weights = {lesson: float(value) for lesson, value in pairs(weight, "--weight").items()}
        except ValueError as error:
            raise exporting.ExportError(
                f"A date or weight cannot be read ({error}): write 01=2026-09-01T23:59 and 01=40."
            ) from None
        if any(not 0 < value < 1e6 for value in weights.values()):
            raise exporting.ExportError("A weight has to be above 0.")
        policy = exporting.Policy(dates, late_penalty, late_most, best, weights, missing_zero)
        marks = exporting.marks_of(Path(results), students, policy, db)
        columns = pairs(column, "--column")
        texts = {name: exporting.in_format(name, marks, columns) for name in format}
    except (exporting.ExportError, NoResults, CourseError) as error:
        print(error)
        raise typer.Exit(2) from None
    for sentence in dict.fromkeys(
        [*marks.open, *(sentence for _, left_out in texts.values() for sentence in left_out)]
    ):
        print(f"open: {sentence}")
    empty = sum(mark.points is None for mark in marks.marks.values())
    for name, (text, _) in texts.items():
        target = Path(out) if out else Path(results) / f"{name}.csv"
        try:
            write(target, text)
        except NotWritten as error:
            print(error)
            raise typer.Exit(2) from None
        print(
            f"{target}: {len(marks.people)} student(s), {len(marks.lessons)} lesson(s), {empty} cell(s) without a mark."
        )
    if marks.open or any(left_out for _, left_out in texts.values()):
        raise typer.Exit(1)


@app.command()
def report(
    results: str = typer.Argument(..., help="The folder that grade --out wrote."),
    roster: str = typer.Option("", help="The class list; the one that grading was given by default."),
    out: str = typer.Option("", help="The file to write; RESULTS/report.html by default."),
    anonymous: bool = typer.Option(False, help="Name no student: a copy to show."),
    db: str = typer.Option("", help="The gradebook whose scores by hand count, if grade was given one with --db."),
) -> None:
    """Write the class at a glance: outcomes, the commonest beliefs and what to say, time on task, who needs a look."""
    from grader.core.files import CourseError, NotWritten, write
    from grader.core.tables import NoResults
    from grader.reports import class_report as reporting

    kept = Path(results) / "roster.csv"
    students = roster_of(roster or (str(kept) if kept.is_file() else ""))
    target = Path(out) if out else Path(results) / ("report-anonymous.html" if anonymous else "report.html")
    try:
        write(target, reporting.page(reporting.results_of(Path(results), students, db), anonymous))
    except (NoResults, NotWritten, CourseError) as error:
        print(error)
        raise typer.Exit(2) from None
    print(f"{target} is written; it opens in any browser.")


@app.command()
def publish(
    out: str = typer.Option("handout", help="The folder to write; OUT.zip holds the same."),
    repository: str = typer.Option(
        "", help="OWNER/NAME on GitHub, where Colab's badges point; no badges if none is given."
    ),
    branch: str = typer.Option("main", help="The branch there."),
) -> None:
    """Write what learners get: notebooks/ and nothing else, as a folder and a zip, with badges that open each lesson in Colab."""
    from grader.build import publish as publishing
    from grader.core.files import NotWritten
    from grader.lessons.source import SourceError

    try:
        written = publishing.publish(Path(out), repository, branch)
    except (publishing.PublishError, NotWritten, SourceError) as error:
        print(error)
        raise typer.Exit(2) from None
    print(
        f"{len(written)} file(s) in {out}/notebooks/ and in {out.rstrip('/')}.zip"
        + (
            f", with badges for {repository}, {branch}."
            if repository
            else ", without badges: none can be made without --repository."
        )
    )
