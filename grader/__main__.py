"""All verbs of the command line."""

import sys

try:
    import grader.cli.author
    import grader.cli.bench
    import grader.cli.maintainer
    import grader.cli.teacher  # noqa: F401
    from grader.cli.app import app
except ModuleNotFoundError as error:
    if (error.name or "").startswith("grader"):
        raise
    sys.exit(f"This Python has no {error.name}: run 'make env' once, and 'source .venv/bin/activate' in this terminal.")

if __name__ == "__main__":
    app()
