"""The command line's verbs about JAX's versions and devices: the table of facts, its drift, a record of a device."""

from __future__ import annotations

import typer

from grader.cli.app import app


def chosen(names: list[str] | None):
    """The version sets of these names; wrong usage in words."""
    from grader.versions.environments import VersionError, named

    try:
        return named(names)
    except VersionError as error:
        print(error)
        raise typer.Exit(2) from None


@app.command()
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

    from grader.core.paths import ROOT, lesson_names
    from grader.lessons.source import SourceError
    from grader.versions.environments import SETS, VersionError
    from grader.versions.facts import pages, table

    wanted = chosen(sets)  # outside of what follows: typer's Exit is a RuntimeError
    status = Console(stderr=True).status("")
    old = table.stored()
    try:
        if check:
            texts, faults = (
                pages.pages(old),
                [
                    *table.stale(old, lesson_names()),
                    *table.drift(old, SETS["newest"], lesson_names(), with_probes=False),
                ],
            )
            faults += [
                f"{path.relative_to(ROOT)} is not what docs/facts.json gives"
                for path, text in texts.items()
                if not path.is_file() or path.read_text(encoding="utf-8") != text
            ]
        else:
            with status:
                new = table.made(old, wanted, lesson_names(), again, lambda doing: status.update(doing))
            texts, faults = {table.FACTS: table.text_of(new), **pages.pages(new)}, []
            for path, text in texts.items():
                path.write_text(text, encoding="utf-8")
            print(pages.summary(new))
    except (SourceError, ValueError, VersionError, RuntimeError) as error:
        print(error)
        raise typer.Exit(1) from None
    for fault in faults:
        print(fault)
    if faults:
        print(
            f"{len(faults)} thing(s) differ from the table of facts: run python -m grader facts and commit docs/facts.*"
        )
        raise typer.Exit(1)


@app.command()
def drift(
    sets: list[str] = typer.Argument(
        None,
        help="Version sets; newest when none is given. Of newest it is taken what .venv has, not what the lock says.",
    ),
) -> None:
    """Print, in Markdown, what behaves otherwise than the table of facts says: id, sentence, was, is; exit with 1 if anything does."""
    from grader.core.paths import lesson_names
    from grader.lessons.source import SourceError
    from grader.versions.environments import VersionError
    from grader.versions.facts import table
    from grader.versions.facts.pages import differences

    changed = False
    for one in chosen(sets or ["newest"]):
        try:
            found = table.drift(table.stored(), one, lesson_names())
        except (SourceError, VersionError, RuntimeError) as error:
            print(error)
            raise typer.Exit(1) from None
        print(differences(found, one.name, table.described(one)))
        changed = changed or bool(found)
    if changed:
        raise typer.Exit(1)


@app.command()
def accelerator(
    emulated: int = typer.Option(
        0, min=0, help="So many emulated CPU devices instead of what JAX finds; recorded as what it is."
    ),
) -> None:
    """Run all lessons' solutions on whatever JAX finds, compare with the stored outputs, write docs/devices/DATE-KIND.md."""
    from grader.core.paths import ROOT, lesson_names
    from grader.versions import devices

    try:
        record = devices.run(lesson_names(), emulated)
    except RuntimeError as error:
        print(error)
        raise typer.Exit(1) from None
    path = devices.write(record)
    print(devices.text_of(record))
    print(f"written  {path.relative_to(ROOT)}")
    if any(lesson.differences for lesson in record.lessons):
        raise typer.Exit(1)
