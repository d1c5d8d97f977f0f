"""All verbs, and the start of the program."""

from __future__ import annotations

import importlib
import sys

from grader.cli.app import FAULT, app, keep

for audience in ("learner", "teacher", "author", "maintainer"):  # each adds its verbs, in the order of the help
    importlib.import_module(f"grader.cli.{audience}")


def main() -> None:
    """Run the verb that was typed. An error that nobody foresaw keeps its traceback in a file."""
    try:
        app()
    except Exception as error:
        said = str(error).strip().split("\n")[0][:200]
        print(
            f"This is a fault of the program, not yours: {type(error).__name__}: {said}. Its traceback is in "
            f"{keep(error)}: "
            "report it with the command that you typed.",
            file=sys.stderr,
        )
        sys.exit(FAULT)
