from grader.cli import app

app()
