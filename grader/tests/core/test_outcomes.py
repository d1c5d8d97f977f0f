"""Outcomes are the words that tables and JSON have held since the first release."""

import json

from grader.core.outcomes import ExerciseOutcome, FileVerdict, SubmissionOutcome
from grader.core.tables import table
from grader.intake import collect
from grader.judging import judge, results


def test_the_names_in_use_are_the_members():
    assert (judge.PASSED, judge.FAILED, judge.NOT_ATTEMPTED, judge.ERROR, judge.REVIEW) == (
        "passed",
        "failed",
        "not attempted",
        "error",
        "review",
    )
    assert (results.GRADED, results.REFUSED, results.SUPERSEDED) == ("graded", "refused", "superseded")
    assert (collect.TAKEN, collect.UNSURE, collect.REFUSED, collect.SUPERSEDED, collect.IGNORED) == (
        "taken",
        "unsure",
        "refused",
        "superseded",
        "ignored",
    )
    assert results.REVIEW == SubmissionOutcome.REVIEW and hash(results.REVIEW) == hash(SubmissionOutcome.REVIEW)


def test_an_outcome_is_written_as_its_word():
    for one in (*ExerciseOutcome, *SubmissionOutcome, *FileVerdict):
        assert f"{one}" == json.loads(json.dumps(one)) == one.value
        assert table(["outcome"], [[one]]) == f"outcome\n{one.value}\n"
