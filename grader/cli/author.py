"""Verbs for authors of lessons: new, build, bank, mutants, dodges, lint, prove, index, timings."""

from __future__ import annotations

import typer

from grader.cli.app import AUTHOR, app, found

LESSONS = typer.Argument(None, help="Names such as 01_arrays_as_aux_data; all when none is given.")
LESSON = typer.Argument(None, help="A lesson's name; all when none is given.")
EXERCISE = typer.Argument(None, help="Only this exercise, such as ex3.")
PYTHON = typer.Option(None, help="Another environment's interpreter (another JAX version).")


def tell_written(pairs, check: bool) -> int:
    """One line for each (path, whether it is as it was); how many are not."""
    from grader.core.paths import ROOT

    stale = 0
    for path, same in pairs:
        stale += not same
        print(f"{'unchanged' if same else 'DIFFERS' if check else 'written'}  {path.relative_to(ROOT)}")
    return stale


@app.command(rich_help_panel=AUTHOR)
def build(
    lessons: list[str] = LESSONS,
    check: bool = typer.Option(False, help="Write nothing; exit with 1 if what is committed differs from a rebuild."),
) -> None:
    """Generate solutions/*.ipynb and notebooks/*.ipynb from solutions/*.py."""
    from grader.build.notebooks import build_notebooks
    from grader.core.paths import lesson_names

    stale = tell_written(build_notebooks(lessons or lesson_names(), check), check)
    if check and stale:
        print(f"{stale} generated file(s) differ from a rebuild: run python -m grader build and commit the result.")
        raise typer.Exit(1)


@app.command(rich_help_panel=AUTHOR)
def bank(
    lesson: str = LESSON,
    exercise: str = EXERCISE,
    python: str = PYTHON,
    seeds: int = typer.Option(2, min=0, help="Fresh inputs tried beside the visible ones."),
    quiet: bool = typer.Option(False, help="Print only what is wrong and the totals."),
    show: bool = typer.Option(False, help="Print each answer's rows: seen, wanted, belief. Faults show them always."),
) -> None:
    """Judge every stub, reference, right and wrong answer of the bank."""
    from grader.authoring import bank_gate
    from grader.core.paths import lesson_names
    from grader.lessons.source import load

    faults = count = 0
    for name in [lesson] if lesson else lesson_names():
        for where, words in bank_gate.head_faults(load(name), exercise):
            faults += 1
            print(f"FAULT {name[:2]} {where:4} {words}", flush=True)
        for answer, verdict, fault in bank_gate.judged(load(name), exercise, python, seeds):
            count += 1
            faults += bool(fault)
            if fault or not quiet:
                print(
                    f"{'FAULT' if fault else 'ok   '} {name[:2]} {answer.exercise:4} {answer.name:36} "
                    f"{verdict.outcome:13} {verdict.score:g}/{verdict.max_score:g} {verdict.belief:28} {fault}",
                    flush=True,
                )
            if fault and answer.place:
                print(f"      {answer.place}")
            if fault or show:
                print(*bank_gate.rows_shown(verdict), sep="\n", flush=True)
    print(f"{count} answers, {faults} fault(s)")
    found(faults)


@app.command(rich_help_panel=AUTHOR)
def mutants(
    lesson: str = LESSON,
    exercise: str = EXERCISE,
    python: str = PYTHON,
    show: bool = typer.Option(False, help="Print every mutant with its verdict, not only the survivors."),
) -> None:
    """Break every reference answer in small ways; each broken one must be rejected (at least 95 % of those not equal in
    behaviour).
    """
    from grader.authoring import mutation
    from grader.core.paths import lesson_names
    from grader.lessons.source import load

    bad = 0
    for name in [lesson] if lesson else lesson_names():
        for result in mutation.examined(load(name), exercise, python):
            bad += not result.good
            print("\n".join(mutation.lines(name, result, show)), flush=True)
    if bad:
        print(
            f"{bad} exercise(s) whose check lets too much through: add a row or an input that tells the survivor "
            f"apart, "
            "or, if it behaves as the reference does, record it with the reason in "
            "solutions/bank/LESSON/equal_mutants.toml."
        )
        raise typer.Exit(1)


@app.command(rich_help_panel=AUTHOR)
def dodges(lesson: str = LESSON, exercise: str = EXERCISE, python: str = PYTHON) -> None:
    """Try cheap tricks on every check: a constant, the input given back, an object equal to everything and the like."""
    from grader.authoring.dodges import tried
    from grader.core.paths import lesson_names
    from grader.lessons.source import load

    faults = count = 0
    for name in [lesson] if lesson else lesson_names():
        for one, dodge, verdict, fault in tried(load(name), exercise, python):
            count += 1
            faults += bool(fault)
            if fault:
                print(f"FAULT {name[:2]} {one.id:4} {dodge.name}: {verdict.outcome} {fault}", flush=True)
    print(f"{count} dodges, {faults} fault(s)")
    found(faults)


@app.command(rich_help_panel=AUTHOR)
def prove(
    lesson: str = typer.Argument(..., help="The lesson or practice sheet."),
    exercise: str = EXERCISE,
) -> None:
    """Take one lesson, or one exercise of it, through every gate; stops at the first that says no, with the remedy."""
    import time

    from grader.authoring import prove as proofs

    begun = time.monotonic()
    for gate, faults in proofs.prove(lesson, exercise):
        seconds, begun = time.monotonic() - begun, time.monotonic()
        print(f"{'FAULT' if faults else 'ok   '} {gate.name:8} {seconds:5.0f} s", flush=True)
        if faults:
            print("".join(f"      {fault}\n" for fault in faults) + f"      What to do: {gate.remedy}.")
            raise typer.Exit(1)
    print("Every gate says yes. Left for you:\n" + "".join(f"  - {what};\n" for what in proofs.BY_HAND)[:-2] + ".")


@app.command(rich_help_panel=AUTHOR)
def lint(lessons: list[str] = LESSONS) -> None:
    """Does every lesson keep its anatomy: sizes, minutes, hints, ids, beliefs, bank, allowed API, calm words?"""
    from rich.console import Console

    from grader.authoring import lint as linter
    from grader.cli import console
    from grader.core.paths import lesson_names
    from grader.lessons.source import load

    loaded = [load(name) for name in lessons or lesson_names()]
    together = linter.faults_together([load(name) for name in lesson_names()])
    faults = {lesson.name: linter.faults(lesson) for lesson in loaded}
    Console(width=150).print(
        console.anatomy([(lesson, linter.figures(lesson), faults[lesson.name]) for lesson in loaded])
    )
    print(
        "Share of an exercise's weight on rows that want the same whatever the inputs (* more, with the reason in "
        "the source):"
    )
    for lesson in loaded:
        if shares := linter.constant_rows(lesson):
            said = [f"{where} {share:.0%}{'*' * bool(reason)}" for where, (share, reason) in shares.items()]
            print(f"  {lesson.name}: {', '.join(said)}")
    told = [fault for each in faults.values() for fault in each] + together
    print("\n".join(map(str, told)), end="\n" * bool(told))
    found(told)


@app.command(rich_help_panel=AUTHOR)
def new(
    sheet: str = typer.Argument(
        ..., help="A practice sheet such as 04_practice: made if it is not there, else it gets one more exercise."
    ),
) -> None:
    """Begin a new exercise: one that passes every gate, with its bank, to be changed into your own."""
    from grader.authoring import scaffold
    from grader.core.paths import ROOT

    source, bank = scaffold.begin(sheet)
    print(f"written  {source.relative_to(ROOT)}")
    print(f"written  {bank.relative_to(ROOT)}, its answers")


@app.command(rich_help_panel=AUTHOR)
def index(
    check: bool = typer.Option(False, help="Write nothing; exit with 1 if what is there differs from the lessons."),
) -> None:
    """Generate docs/symptoms.md and docs/cheat-sheet.md from the lessons."""
    from grader.build import index_pages
    from grader.core.paths import lesson_names
    from grader.lessons.source import load

    stale = tell_written(index_pages.write_pages([load(name) for name in lesson_names()], check), check)
    if check and stale:
        print(f"{stale} page(s) differ from the lessons: run python -m grader index and commit the result.")
        raise typer.Exit(1)


@app.command(rich_help_panel=AUTHOR)
def timings(lessons: list[str] = LESSONS) -> None:
    """How long a learner waits, lesson by lesson; run on a quiet machine."""
    from grader.authoring.timing import measure
    from grader.core.paths import lesson_names
    from grader.lessons.source import load

    for name in lessons or []:
        load(name)
    print(
        f"{'lesson':28} {'kernel':>7} {'setup to first check':>21} {'median check':>13} {'slowest check':>14} "
        f"{'whole lesson':>13} {'released size':>14}"
    )
    for name in lessons or lesson_names():
        waits = measure(name)
        print(
            f"{name:28} {waits.kernel:6.1f}s {waits.first_check:20.1f}s {waits.median_check:12.2f}s "
            f"{waits.slowest_check:13.2f}s {waits.whole:12.1f}s {waits.size / 1000:11.0f} KB"
        )
