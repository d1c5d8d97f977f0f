"""What grading leaves: one `GradedSubmission` per file that was handed in, and the tables made of them."""

from __future__ import annotations

import dataclasses
import itertools
import json
from dataclasses import dataclass, field
from pathlib import Path

import nbformat

from grader.core.files import plain
from grader.core.outcomes import SubmissionOutcome
from grader.judging.judge import REVIEW, Row, Verdict

SAID = 5  # reasons for a review that one line of a table tells
GRADED, REFUSED, SUPERSEDED = (  # beside REVIEW, the same word for an exercise and a submission
    SubmissionOutcome.GRADED,
    SubmissionOutcome.REFUSED,
    SubmissionOutcome.SUPERSEDED,
)


@dataclass
class GradedSubmission:
    """One submission.

    `outcome` is "graded", "review" (a person must look: `reason` says why), "refused" (the file cannot be graded:
    `reason` says what is wrong with it and what to do) or "superseded" (a newer file of the same student and lesson
    was graded). `notebook` is the rebuilt notebook with the outputs of its run: released cells, the learner's answers
    and extra cells.
    """

    file: str
    path: Path
    student: str = ""
    lesson: str = ""
    outcome: str = GRADED
    reason: str = ""
    verdicts: tuple[Verdict, ...] = ()
    notes: tuple[str, ...] = ()  # what was repaired or is odd, for the teacher and, kindly, for the learner
    seconds: float = 0.0
    sandboxed: bool = True
    seed: str = ""
    notebook: nbformat.NotebookNode | None = field(default=None, repr=False)
    name: str = ""  # how the student is called; `student` is the key in the tables

    @property
    def score(self) -> float:
        """Points, those of exercises under review not counted."""
        return round(sum(verdict.score for verdict in self.verdicts if verdict.outcome != REVIEW), 2)

    def settle(self) -> None:
        """Review, with its reasons, if an exercise is under review."""
        looked_at = [verdict for verdict in self.verdicts if verdict.outcome == REVIEW]
        said = [one.warnings or (f"{one.exercise}: {one.words}",) for one in looked_at]
        reasons = list(dict.fromkeys(itertools.chain.from_iterable(said)))
        if looked_at:
            more = f"; and {len(reasons) - SAID} more" if len(reasons) > SAID else ""
            self.outcome, self.reason = REVIEW, "; ".join(reasons[:SAID]) + more

    @property
    def max_score(self) -> float:
        return sum(verdict.max_score for verdict in self.verdicts)


def to_json(graded: GradedSubmission) -> str:
    """A result as text. Everything that may be a stranger's word, other than the notebook itself, is plain in it,
    wherever it is shown later.
    """
    fields = {key: value for key, value in vars(graded).items() if key not in ("notebook", "path", "verdicts")}
    fields |= {"path": str(graded.path), "verdicts": [dataclasses.asdict(verdict) for verdict in graded.verdicts]}
    return json.dumps(plainly(fields) | {"notebook": graded.notebook}, ensure_ascii=False, sort_keys=True)


def plainly(value, key: str = ""):
    """Plain data with its words made plain; those about one row of a check may have several lines."""
    if isinstance(value, dict):
        return {name: plainly(one, name) for name, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [plainly(one, key) for one in value]
    return (
        plain(value, "\n" if key in ("words", "seen", "wanted") else "")
        if isinstance(value, str) and key != "path"
        else value
    )


def verdict_of(fields: dict) -> Verdict:
    fields = dict(fields)
    if "signs" in fields:  # so they were called by graders before this one
        fields["warnings"] = fields.pop("signs")
    return Verdict(
        **fields | {"rows": tuple(Row(**row) for row in fields["rows"]), "warnings": tuple(fields["warnings"])}
    )


def from_json(text: str) -> GradedSubmission:
    """A result from its text. An earlier grader may have stored it: results of files that are gone are carried on."""
    fields = json.loads(text)
    verdicts = tuple(verdict_of(one) for one in fields["verdicts"])
    notebook = nbformat.from_dict(fields["notebook"]) if fields["notebook"] else None
    return GradedSubmission(
        **{
            **fields,
            "path": Path(fields["path"]),
            "verdicts": verdicts,
            "notes": tuple(fields["notes"]),
            "notebook": notebook,
        }
    )


GRADES = ("student", "lesson", "exercise", "score", "max_score", "outcome", "belief")
SUBMISSIONS = ("file", "student", "lesson", "outcome", "reason", "score", "max_score", "seconds")


def number(value: float) -> str:
    return f"{value:g}"


def grades_rows(results: list[GradedSubmission]):
    """Rows of grades.csv: one per student, lesson and exercise. The score is empty while a person has to look."""
    for graded in sorted(results, key=lambda one: (one.student, one.lesson, one.file)):
        if graded.outcome in (REFUSED, SUPERSEDED):
            continue
        for verdict in graded.verdicts:
            score = "" if verdict.outcome == REVIEW else number(verdict.score)
            yield (
                graded.student,
                graded.lesson,
                verdict.exercise,
                score,
                number(verdict.max_score),
                verdict.outcome,
                verdict.belief,
            )


def submissions_rows(results: list[GradedSubmission]):
    """Rows of submissions.csv: one per file, whatever became of it."""
    for graded in sorted(results, key=lambda one: (one.student, one.lesson, one.file)):
        judged = bool(graded.verdicts)  # a superseded file has verdicts if all attempts are graded
        yield (
            graded.file,
            graded.student,
            graded.lesson,
            graded.outcome,
            graded.reason,
            number(graded.score) if judged else "",
            number(graded.max_score) if judged else "",
            f"{graded.seconds:.2f}",
        )
