"""The command line's verbs for the way to the classroom and back: publish, collect, export, report."""
from __future__ import annotations

from pathlib import Path

import typer

from grader.cli import app


def roster_of(file: str):
    """The class list that was named, None if none was; ends with one sentence if it cannot be read."""
    from grader.roster import RosterError, load

    try:
        return load(Path(file)) if file else None
    except RosterError as error:
        print(error)
        raise typer.Exit(2) from None


@app.command()
def collect(paths: list[str] = typer.Argument(..., help="Folders, notebooks and zips of any shape, from Classroom, Canvas, Moodle or by hand."),
            roster: str = typer.Option("", help="The class list, a CSV with ids, names, emails: tells whose a file is."),
            out: str = typer.Option("classroom", help="The course directory: what counts goes to OUT/submitted/, as nbgrader wants it."),
            dry_run: bool = typer.Option(False, help="Write nothing; show what would be done with every file.")) -> None:
    """Take back what was handed in: tell for every file whose it is, which lesson, and whether it counts."""
    from rich.console import Console

    from grader import collect as collecting
    from grader.batch import table, write
    from grader.view import plan

    found = collecting.find([Path(path) for path in paths], roster_of(roster), roster_file=Path(roster) if roster else None)
    console = Console(highlight=False)
    if dry_run:
        console.print(plan(found))
    else:
        written = collecting.lay_out(found, Path(out))
        write(Path(out) / "collected.csv", table(collecting.COLUMNS, collecting.rows(found)))
        for one in found:
            if one.verdict in (collecting.UNSURE, collecting.REFUSED):
                print(f"{one.verdict}: {one.reason}")
        print(f"{len(written)} notebook(s) written to {out}/submitted/; every file and what became of it stands in {out}/collected.csv.")
    print(collecting.summary(found))
    if any(one.verdict in (collecting.UNSURE, collecting.REFUSED) for one in found):
        raise typer.Exit(1)
