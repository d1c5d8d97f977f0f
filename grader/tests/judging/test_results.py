"""What is stored of a result is read again, in this grader's words and in those of an earlier one."""

import json
from pathlib import Path

from grader.judging.judge import Row, Verdict
from grader.judging.results import GradedSubmission, from_json, to_json

ROW = Row(False, "what", "seen", "wanted", "belief", "words")
VERDICT = Verdict("ex1", "review", 0.0, 2.0, rows=(ROW,), warnings=("it was replaced",))
GRADED = GradedSubmission("a.ipynb", Path("a"), "a", "lesson", verdicts=(VERDICT,))


def test_a_result_comes_back_as_it_was():
    assert from_json(to_json(GRADED)) == GRADED


def test_a_result_of_a_grader_that_called_warnings_signs_is_read():
    stored = json.loads(to_json(GRADED))
    for verdict in stored["verdicts"]:
        verdict["signs"] = verdict.pop("warnings")
    assert from_json(json.dumps(stored)) == GRADED
