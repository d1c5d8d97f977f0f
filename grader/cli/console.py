"""What the command line shows: a line per graded file, a summary, a learner's own check."""

from __future__ import annotations

import contextlib
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from grader.core.files import plain
from grader.core.outcomes import SubmissionOutcome
from grader.intake.collect import IGNORED, REFUSED, SUPERSEDED, TAKEN, UNSURE, CollectedFile
from grader.judging.judge import ERROR, FAILED, NOT_ATTEMPTED, PASSED, REVIEW, Verdict
from grader.judging.results import GradedSubmission, number
from grader.lessons.source import Lesson

MARKS = {PASSED: "✓", FAILED: "✗", NOT_ATTEMPTED: "○", ERROR: "!", REVIEW: "?"}


def line_of(graded: GradedSubmission, count: int, total: int) -> str:
    """One line about a file that is graded."""
    score = f"{number(graded.score)}/{number(graded.max_score)}" if graded.verdicts else "-"
    marks = "".join(MARKS[verdict.outcome] for verdict in graded.verdicts)
    return f"[{count}/{total}] {graded.outcome:10} {score:>7} {marks}  {graded.file}" + (
        f": {graded.reason}" if graded.reason else ""
    )


@contextlib.contextmanager
def grading(console: Console | None = None) -> Iterator[Callable[[GradedSubmission, int, int], None]]:
    """Gives done(result, number, total), which shows how far a batch is: a line per file, or on a terminal a bar and
    the odd files.

    The bar tells submissions done, how many a minute, the time left, and how many a person must look at.
    """
    console = console or Console()
    if not console.is_terminal:
        yield lambda graded, count, total: print(line_of(graded, count, total), flush=True)
        return
    columns = (
        TextColumn("grading"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[odd]}"),
    )
    with Progress(*columns, console=console) as shown:
        task, begun, odd = shown.add_task("", total=None, rate="", odd=""), time.monotonic(), 0

        def done(graded: GradedSubmission, count: int, total: int) -> None:
            nonlocal odd
            if graded.outcome in (SubmissionOutcome.REVIEW, SubmissionOutcome.REFUSED):
                odd += 1
                shown.console.print(Text(line_of(graded, count, total)))
            minutes = (time.monotonic() - begun) / 60
            shown.update(
                task,
                completed=count,
                total=total,
                rate=f"{count / minutes:.0f} a minute" if minutes > 0.02 else "",
                odd=f"{odd} to look at" if odd else "",
            )

        yield done


def summary(results: list[GradedSubmission], out: Path) -> str:
    counts = Counter(graded.outcome for graded in results)
    said = ", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items()))
    odd = set(counts) - {SubmissionOutcome.GRADED}
    look = " Look at the rows of submissions.csv that are not 'graded'." if odd else ""
    return f"{len(results)} file(s): {said}. Tables, feedback and gradebook are in {out}.{look}"


def checked(lesson: Lesson, verdicts: tuple[Verdict, ...], notes: tuple[str, ...]) -> None:
    """A learner's own check: per exercise the outcome, and for the rest the first row that is not right."""
    console = Console(highlight=False)
    table = Table(title=lesson.title, show_lines=True)
    for column in ("", "task", "points", "what it tells"):
        table.add_column(column)
    for exercise, verdict in zip(lesson.exercises, verdicts):
        missed = [row for row in verdict.rows if not row.right][:1]
        detail = [verdict.words] if verdict.outcome != PASSED else []
        detail += [f"{row.what}: seen {row.seen}, wanted {row.wanted}" for row in missed if row.what != "raised"]
        detail += (
            [f"belief: {verdict.belief.replace('-', ' ')}"]
            if verdict.belief not in ("", "error") and not exercise.is_prediction
            else []
        )
        table.add_row(
            MARKS[verdict.outcome],
            Text(f"{exercise.id}  {exercise.title}\n{verdict.outcome}"),
            f"{number(verdict.score)} of {number(verdict.max_score)}",
            Text(plain("\n".join(detail), "\n")),
        )
    console.print(table)
    for note in notes:
        console.print(Text(f"note: {plain(note)}"))
    left = [verdict.exercise for verdict in verdicts if verdict.outcome != PASSED]
    console.print(
        f"{number(sum(verdict.score for verdict in verdicts))} of {number(lesson.max_score)} points. "
        + (f"Left: {', '.join(left)}." if left else "All done.")
    )


@contextlib.contextmanager
def progress(console: Console) -> Iterator[Callable[[Iterable, str], Iterable]]:
    """Gives track(items, what), which passes items on and shows how many of them are done; shows nothing where
    `console` is no terminal.
    """
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as shown:
        yield lambda items, what: shown.track(
            items, total=len(items) if hasattr(items, "__len__") else None, description=what
        )


def plan(found: list[CollectedFile]) -> Table:
    """What collecting would do, a row per file; the odd ones say why."""
    table = Table(title="What would be collected")
    for column, options in (
        ("verdict", {}),
        ("student", {"overflow": "fold"}),
        ("lesson", {"overflow": "fold"}),
        ("file and why", {"overflow": "fold", "ratio": 1}),
    ):
        table.add_column(column, **options)
    order = (UNSURE, REFUSED, SUPERSEDED, TAKEN, IGNORED)  # what a teacher must look at comes first
    for one in sorted(found, key=lambda one: (order.index(one.verdict), one.student, one.lesson, one.file)):
        who = (
            ""
            if one.verdict in (UNSURE, IGNORED)
            else f"{one.name} ({one.student})"
            if one.name not in ("", one.student)
            else one.student
        )
        table.add_row(one.verdict, Text(who), one.lesson, Text(one.reason))
    return table


def anatomy(rows: list[tuple[Lesson, dict, list]]) -> Table:
    """A lesson's figures and how many faults it has, a row each."""
    table = Table()
    for column in ("lesson", *rows[0][1], "faults"):
        table.add_column(column)
    for lesson, figures, faults in rows:
        table.add_row(lesson.name, *map(str, figures.values()), str(len(faults)))
    return table
