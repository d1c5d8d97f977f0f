"""What a run changes in the tables of the run before it, exercise by exercise, and why: another file, or another
edition of the lessons.
"""

from __future__ import annotations

import json
from pathlib import Path

from grader.core.tables import rows_of
from grader.judging.results import REFUSED, SUPERSEDED, GradedSubmission, grades_rows

COLUMNS = ("student", "lesson", "exercise", "score_before", "score", "outcome_before", "outcome", "why")


def between(out: Path, results: list[GradedSubmission], run: dict) -> list[tuple[str, ...]]:
    """Rows of changes.csv: what stands in OUT/grades.csv beside what `results` will put there. None where nothing was
    graded before.

    `run` is what will stand in run.json: its edition of the lessons and the grader is compared with that of the last
    run.
    """
    if not (out / "grades.csv").is_file():
        return []
    before = {
        (row["student"], row["lesson"], row["exercise"]): (row["score"], row["outcome"])
        for row in rows_of(out, "grades.csv")
    }
    files = {
        (row["student"], row["lesson"]): row["file"]
        for row in rows_of(out, "submissions.csv")
        if row["outcome"] not in (REFUSED, SUPERSEDED)
    }
    now = {
        (graded.student, graded.lesson): graded.file
        for graded in results
        if graded.outcome not in (REFUSED, SUPERSEDED)
    }
    edition = (
        json.loads((out / "run.json").read_text(encoding="utf-8")).get("lessons")
        if (out / "run.json").is_file()
        else run["lessons"]
    )

    def why(whose: tuple[str, str]) -> str:
        if whose not in now:
            return "the file that counted is not there any more"
        if files.get(whose) != now[whose]:
            return f"another file counts: {now[whose]}"
        return (
            "the file is another one" if edition == run["lessons"] else "the lessons or the grader are another edition"
        )

    after = {row[:3]: (row[3], row[5]) for row in grades_rows(results)}
    rows = []
    for key in sorted(before.keys() | after.keys()):
        if key[:2] not in files:  # graded for the first time
            continue
        (score_before, outcome_before), (score, outcome) = before.get(key, ("", "")), after.get(key, ("", ""))
        if (score_before, outcome_before) != (score, outcome):
            rows.append((*key, score_before, score, outcome_before, outcome, why(key[:2])))
    return rows
