"""Builds, checks, collects and grades the lessons; `python -m grader --help` lists the verbs."""
