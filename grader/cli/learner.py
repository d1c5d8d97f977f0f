"""Verbs for learners: check, progress."""

from __future__ import annotations

from pathlib import Path

import typer

from grader.cli.app import LEARNER, Wrong, app, found


@app.command(rich_help_panel=LEARNER)
def check(
    notebook: str = typer.Argument(..., help="Your own notebook."),
    seed: str = typer.Option("", help="Seed of the fresh inputs."),
) -> None:
    """Check your own notebook: visible inputs first, then fresh ones. Your code runs as in Jupyter, without a
    sandbox.
    """
    from grader.cli import console
    from grader.core.outcomes import ExerciseOutcome
    from grader.judging.self_check import check as judged

    lesson, verdicts, notes = judged(Path(notebook), seed)
    console.checked(lesson, verdicts, notes)
    found(any(verdict.outcome != ExerciseOutcome.PASSED for verdict in verdicts))


@app.command(rich_help_panel=LEARNER)
def progress(folder: str = typer.Argument("notebooks", help="Where your notebooks are.")) -> None:
    """Show, per lesson and task, what is passed, from the notebooks as they were last saved."""
    from grader.lessons.progress import Progress

    if not Path(folder).is_dir():
        raise Wrong(f"{folder} is not a folder: name the one in which your notebooks are.")
    print(Progress(folder))
