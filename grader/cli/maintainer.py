"""Verbs for maintainers: matrix, facts, drift, bench, accelerator."""

from __future__ import annotations

import tempfile
from pathlib import Path

import typer

from grader.cli.app import MAINTAINER, Wrong, app, found


def chosen(names: list[str], known, what: str) -> list[str]:
    """`names`, all of which have to be `known`."""
    if unknown := sorted(set(names) - set(known)):
        raise Wrong(f"There is no {what} '{unknown[0]}': there are {', '.join(known)}.")
    return names


@app.command(rich_help_panel=MAINTAINER)
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
    """Run the lessons and the bank on other JAX versions; exit with 1 if anything differs. Ended, it goes on where it
    was.
    """
    from rich.console import Console
    from rich.progress import Progress

    from grader.core.paths import lesson_names
    from grader.versions import matrix as matrices
    from grader.versions.environments import named

    version_sets = named(sets)
    lessons = chosen(lesson or [], lesson_names(), "lesson") or lesson_names()
    looks = chosen(look or [], matrices.LOOKS, "look")
    outcomes = []
    with Progress(console=Console(stderr=True), transient=True) as progress:
        total = len(version_sets) * len(lessons) * len(looks or matrices.LOOKS)
        task = progress.add_task("building environments", total=total)
        for outcome in matrices.outcomes(version_sets, lessons, again, looks or None):
            outcomes.append(outcome)
            progress.update(task, advance=1, description=f"{outcome.version_set} {outcome.lesson[:2]} {outcome.look}")
    Console().print(matrices.table(outcomes, version_sets, lessons))
    faults = [f"{one.version_set}  {one.lesson}  {one.look}: {fault}" for one in outcomes for fault in one.faults]
    print("".join(f"{fault}\n" for fault in faults), end="")
    found(faults)


@app.command(rich_help_panel=MAINTAINER)
def facts(
    sets: list[str] = typer.Argument(
        None, help="Measure on these version sets and keep what the table says of the others; all when none is given."
    ),
    check: bool = typer.Option(
        False,
        help="Write nothing; compare the table with the lessons, the pages with the table, and measure on newest.",
    ),
    again: bool = typer.Option(
        False, help="Measure also what an earlier run has measured with the same code and packages."
    ),
) -> None:
    """Generate docs/facts.json, facts.md and facts.html: every claim of the lessons on every version set."""
    from rich.console import Console

    from grader.core.paths import lesson_names
    from grader.versions.environments import named
    from grader.versions.facts import pages, table

    wanted = named(sets)
    if check:
        faults = pages.differing(table.stored(), lesson_names())
    else:
        with Console(stderr=True).status("") as status:
            new = table.made(table.stored(), wanted, lesson_names(), again, status.update)
        for path, text in {table.FACTS: table.table_text(new), **pages.pages(new)}.items():
            path.write_text(text, encoding="utf-8")
        print(pages.summary(new))
        faults = table.unmeasured(new)
    print("".join(f"{fault}\n" for fault in faults), end="")
    if check and faults:
        print(
            f"{len(faults)} thing(s) differ from the table of facts: run python -m grader facts and commit docs/facts.*"
        )
    found(faults)


@app.command(rich_help_panel=MAINTAINER)
def drift(
    sets: list[str] = typer.Argument(
        None,
        help="Version sets; newest when none is given. Of newest it is taken what .venv has, not what the lock says.",
    ),
) -> None:
    """Print, in Markdown, what behaves otherwise than the table of facts says: id, sentence, was, is; exit with 1 if
    anything does.
    """
    from grader.core.paths import lesson_names
    from grader.versions.environments import named
    from grader.versions.facts import table
    from grader.versions.facts.pages import differences

    changed = []
    for one in named(sets or ["newest"]):
        others = table.drift(table.stored(), one, lesson_names())
        print(differences(others, one.name, table.described(one)))
        changed += others
    found(changed)


@app.command(rich_help_panel=MAINTAINER)
def bench(
    count: int = typer.Option(30, min=1, help="Submissions for both; at least one of each lesson and kind with 30."),
    sizes: str = typer.Option("", help="Also time ours at these counts, such as 10,100,1000."),
    beside_stock: bool = typer.Option(
        True, "--stock/--no-stock", help="Whether nbgrader's own autograder runs too (several seconds a submission)."
    ),
) -> None:
    """Grade made-up submissions with nbgrader's own autograder and with ours, and show where the time goes. Takes
    minutes; wants a quiet machine.
    """
    from rich.console import Console

    wanted = sizes.split(",") if sizes else []
    if wrong := [size for size in wanted if not size.strip().isdecimal() or int(size) < 1]:
        raise Wrong(f"'{wrong[0]}' is no number of submissions: write --sizes 10,100.")
    from grader.cli.bench import run

    with tempfile.TemporaryDirectory() as folder:
        found(
            run(Console(width=120, highlight=False), Path(folder), count, [int(size) for size in wanted], beside_stock)
        )


@app.command(rich_help_panel=MAINTAINER)
def accelerator(
    emulated: int = typer.Option(
        0, min=0, help="So many emulated CPU devices instead of what JAX finds; recorded as what it is."
    ),
) -> None:
    """Run all lessons' solutions on whatever JAX finds, compare with the stored outputs, write
    docs/devices/DATE-KIND.md.
    """
    from grader.core.paths import ROOT, lesson_names
    from grader.versions import devices

    record = devices.record_lessons(lesson_names(), emulated)
    path = devices.write_record(record)
    print(devices.record_page(record))
    print(f"written  {path.relative_to(ROOT)}")
    found(any(lesson.differences for lesson in record.lessons))
