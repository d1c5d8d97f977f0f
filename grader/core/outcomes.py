"""How an exercise, a submission and a file that was handed in can end. Members are strings: tables and JSON hold them
as they are.
"""

from __future__ import annotations

from enum import StrEnum


class ExerciseOutcome(StrEnum):
    """Of one exercise of one submission."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_ATTEMPTED = "not attempted"
    ERROR = "error"
    REVIEW = "review"  # a person decides


class SubmissionOutcome(StrEnum):
    """Of one submission."""

    GRADED = "graded"
    REVIEW = "review"  # a person must look at it
    REFUSED = "refused"  # it cannot be graded
    SUPERSEDED = "superseded"  # a newer one of the same student and lesson counts


class FileVerdict(StrEnum):
    """What becomes of a file that was handed in."""

    TAKEN = "taken"
    UNSURE = "unsure"  # graded, but a person must say whose it is
    REFUSED = "refused"
    SUPERSEDED = "superseded"
    IGNORED = "ignored"  # no work of anybody
