"""The command line itself: verbs in four panels, and the one place where an error becomes a sentence and an exit code.

0 is fine, 1 is something to look at, 2 is wrong usage or something that cannot be done, 70 a fault of the program.
"""

from __future__ import annotations

import sys
import tempfile
import traceback
from datetime import datetime

import typer
from typer.core import TyperGroup

from grader.core.errors import GraderError
from grader.core.paths import ROOT

LEARNER, TEACHER, AUTHOR, MAINTAINER = "For learners", "For teachers", "For authors", "For maintainers"
ERRORS = ROOT / ".make" / "errors"
FAULT = 70  # the exit code of a fault of the program, as sysexits.h has it


class InWords(TyperGroup):
    """Says an error in one sentence on standard error and ends with its exit code."""

    def invoke(self, ctx):
        try:
            return super().invoke(ctx)
        except GraderError as error:
            print(error, file=sys.stderr)
            raise typer.Exit(error.exit_code) from None


app = typer.Typer(
    cls=InWords,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Build, check, collect, grade and report the lessons. Exit codes: 0 fine, 1 something to look at, 2 wrong "
    "usage.",
)


@app.callback()
def lessons() -> None:
    """Build, check, collect, grade and report the lessons."""


class Wrong(GraderError):
    """What was typed cannot be meant."""


def found(anything) -> None:
    """End with 1 if there is anything to look at."""
    if anything:
        raise typer.Exit(1)


def keep(error: BaseException) -> str:
    """The file that now holds the traceback of an error that nobody foresaw: in ERRORS, or, where that cannot be
    written, in the system's folder for temporary files.
    """
    text = f"{sys.argv}\n\n" + "".join(traceback.format_exception(error))
    name = f"{datetime.now():%Y-%m-%d-%H%M%S}.txt"
    try:
        ERRORS.mkdir(parents=True, exist_ok=True)
        (ERRORS / name).write_text(text, encoding="utf-8", errors="backslashreplace")
        return str(ERRORS / name)
    except OSError:
        kept, path = tempfile.mkstemp(prefix="grader-", suffix=f"-{name}")
        with open(kept, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(text)
        return path
