"""`python -m grader VERB`."""

import sys


def main() -> None:
    """The command line, or one sentence where the environment is not active."""
    try:
        from grader.cli.main import main as run
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("grader"):
            raise
        sys.exit(
            f"This Python has no {error.name}: run 'make env' once, and 'source .venv/bin/activate' in this terminal."
        )
    run()


if __name__ == "__main__":
    main()
