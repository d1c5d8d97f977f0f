"""The command line: `python -m grader VERB`. Exit codes: 0 fine, 1 something to look at, 2 wrong usage."""
from __future__ import annotations

import typer

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False, help=__doc__)


@app.callback()
def main() -> None:
    """Build, check, collect, grade and report the lessons."""


@app.command()
def build(lessons: list[str] = typer.Argument(None, help="Names such as 01_arrays_as_aux_data; all when none is given."),
          check: bool = typer.Option(False, help="Write nothing; exit with 1 if what is committed differs from a rebuild.")) -> None:
    """Generate solutions/*.ipynb and notebooks/*.ipynb from solutions/*.py."""
    from grader.build import build as run
    from grader.lessons import SourceError
    from grader.paths import ROOT, lesson_names

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
