import grader.cli_authors  # noqa: F401  (adds its verbs)
from grader.cli import app

app()
