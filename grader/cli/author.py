"""The command line's verbs for authors and learners that grade nothing: new, mutants, lint, index, progress."""

from __future__ import annotations

import typer

from grader.cli.app import app


@app.command()
def new(
    sheet: str = typer.Argument(
        ..., help="A practice sheet such as 04_practice: made if it is not there, else it gets one more exercise."
    ),
) -> None:
    """Begin a new exercise: one that passes every gate, with its bank, to be changed into your own."""
    from grader.authoring import scaffold as beginnings
    from grader.core.paths import ROOT
    from grader.lessons.source import SourceError

    try:
        source, *bank = beginnings.begin(sheet)
    except SourceError as error:
        print(error)
        raise typer.Exit(2) from None
    print(f"written  {source.relative_to(ROOT)}\nwritten  {bank[0].parent.relative_to(ROOT)}/ with {len(bank)} answers")


@app.command()
def mutants(
    lesson: str = typer.Argument(None, help="A lesson's name; all when none is given."),
    exercise: str = typer.Argument(None, help="Only this exercise, such as ex3."),
    python: str = typer.Option(None, help="Another environment's interpreter (another JAX version)."),
    show: bool = typer.Option(False, help="Print every mutant with its verdict, not only the survivors."),
) -> None:
    """Break every reference answer in small ways; each broken one must be rejected (at least 95 % of those not equal in behaviour)."""
    from grader.authoring import mutation
    from grader.core.paths import lesson_names
    from grader.lessons.source import SourceError, load

    bad = 0
    try:
        for name in [lesson] if lesson else lesson_names():
            for result in mutation.run(load(name), exercise, python):
                bad += not result.good
                print(
                    f"{'ok   ' if result.good else 'FAULT'} {name[:2]} {result.exercise:4} {len(result.rejected):3} rejected ({result.named} with a belief), "
                    f"{len(result.equal)} equal, {len(result.survivors)} survived: {result.share:.1%}",
                    flush=True,
                )
                if show:
                    for mutant, verdict in result.rejected:
                        print(
                            f"      {mutant.operator} at line {mutant.line}: {verdict.outcome}, {verdict.belief}\n{indented(mutant.change)}"
                        )
                    for mutant, why in result.equal:
                        print(f"      equal: {mutant.operator} at line {mutant.line}: {why}\n{indented(mutant.change)}")
                for mutant in result.survivors:
                    print(
                        f"      SURVIVED {mutant.operator} at line {mutant.line}, digest {mutant.digest}\n{indented(mutant.change)}"
                    )
                for fault in result.faults:
                    print(f"      {fault}")
    except SourceError as error:
        print(error)
        raise typer.Exit(1) from None
    if bad:
        print(
            f"{bad} exercise(s) whose check lets too much through: add a row or an input that tells the survivor apart, or, if it behaves "
            "as the reference does, record it with the reason in solutions/bank/LESSON/equal_mutants.toml."
        )
        raise typer.Exit(1)


def indented(text: str) -> str:
    return "\n".join("        " + line for line in text.split("\n"))


@app.command()
def progress(folder: str = typer.Argument("notebooks", help="Where your notebooks are.")) -> None:
    """Show, per lesson and task, what is passed, from the notebooks as they were last saved."""
    from pathlib import Path

    from grader.lessons.progress import Progress

    if not Path(folder).is_dir():
        print(f"{folder} is not a folder: name the one in which your notebooks are.")
        raise typer.Exit(2)
    print(Progress(folder))


@app.command()
def lint(
    lessons: list[str] = typer.Argument(None, help="Names such as 01_arrays_as_aux_data; all when none is given."),
) -> None:
    """Does every lesson keep its anatomy: sizes, minutes, hints, ids, beliefs, bank, allowed API, calm words?"""
    from rich.console import Console
    from rich.table import Table

    from grader.authoring import lint as linter
    from grader.core.paths import lesson_names
    from grader.lessons.source import SourceError, load

    try:
        loaded = [load(name) for name in lessons or lesson_names()]
    except SourceError as error:
        print(error)
        raise typer.Exit(1) from None
    table, found = Table(), []
    for lesson in loaded:
        figures = linter.figures(lesson)
        if not table.columns:
            for column in ("lesson", *figures, "faults"):
                table.add_column(column)
        faults = linter.faults(lesson)
        found += faults
        table.add_row(lesson.name, *map(str, figures.values()), str(len(faults)))
    if not lessons:
        found += linter.faults_together(loaded)
    Console(width=150).print(table)
    print(
        "Share of an exercise's weight on rows that want the same whatever the inputs (* more, with the reason in the source):"
    )
    for lesson in loaded:
        if shares := linter.constant_rows(lesson):
            said = [f"{where} {share:.0%}{'*' * bool(reason)}" for where, (share, reason) in shares.items()]
            print(f"  {lesson.name}: {', '.join(said)}")
    for fault in found:
        print(fault)
    if found:
        raise typer.Exit(1)


@app.command()
def index(
    check: bool = typer.Option(False, help="Write nothing; exit with 1 if what is there differs from the lessons."),
) -> None:
    """Generate docs/symptoms.md and docs/cheat-sheet.md from the lessons."""
    from grader.build import index_pages as pages
    from grader.core.paths import ROOT, lesson_names
    from grader.lessons.source import SourceError, load

    stale = 0
    try:
        for path, same in pages.write([load(name) for name in lesson_names()], check):
            stale += not same
            print(f"{'unchanged' if same else 'DIFFERS' if check else 'written'}  {path.relative_to(ROOT)}")
    except SourceError as error:
        print(error)
        raise typer.Exit(1) from None
    if check and stale:
        print(f"{stale} page(s) differ from the lessons: run python -m grader index and commit the result.")
        raise typer.Exit(1)


@app.command()
def timings(
    lessons: list[str] = typer.Argument(None, help="Names such as 01_arrays_as_aux_data; all when none is given."),
) -> None:
    """How long a learner waits, lesson by lesson; run on a quiet machine."""
    from grader.authoring.timing import measure
    from grader.core.paths import lesson_names
    from grader.lessons.source import SourceError, load

    try:
        for name in lessons or []:
            load(name)
    except SourceError as error:
        print(error)
        raise typer.Exit(2) from None
    print(
        f"{'lesson':28} {'kernel':>7} {'setup to first check':>21} {'median check':>13} {'slowest check':>14} {'whole lesson':>13} {'released size':>14}"
    )
    for name in lessons or lesson_names():
        waits = measure(name)
        print(
            f"{name:28} {waits.kernel:6.1f}s {waits.first_check:20.1f}s {waits.median_check:12.2f}s {waits.slowest_check:13.2f}s {waits.whole:12.1f}s {waits.size / 1000:11.0f} KB"
        )
