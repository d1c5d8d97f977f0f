"""All verbs of the command line."""
import grader.cli_authors  # noqa: F401  (adds its verbs)
import grader.cli_classroom  # noqa: F401
import grader.cli_facts  # noqa: F401
from grader.cli import app

if __name__ == "__main__":
    app()
