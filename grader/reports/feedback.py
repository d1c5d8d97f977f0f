"""The page that a learner gets back: what is right, which belief a wrong row betrays, what to do next.

Everything on it is text: nothing from a submission is active, nothing that depends on hidden inputs is shown, and
no file but the page itself is needed.
"""

from __future__ import annotations

import re
from pathlib import Path

from markupsafe import Markup

from grader.core.html import filled
from grader.judging.judge import ERROR, FAILED, NOT_ATTEMPTED, PASSED, REVIEW, Verdict
from grader.judging.results import GradedSubmission, number
from grader.lessons.source import Exercise, Lesson

TEMPLATES = Path(__file__).with_name("templates")
MARKS = {
    PASSED: "✓ passed",
    FAILED: "✗ not yet",
    NOT_ATTEMPTED: "○ not attempted",
    ERROR: "! stopped by an error",
    REVIEW: "? a person will look",
}
POLICY = Markup("default-src 'none'; style-src 'unsafe-inline'")


def shown(value) -> str:
    if value is None:
        return ""
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def title_of(exercise: Exercise) -> str:
    """The heading without minutes and points."""
    return re.sub(r"\s*\([^()]*(?:points?|predicting)[^()]*\)\s*$", "", exercise.title)


def opening(graded: GradedSubmission) -> str:
    """One kind and true sentence on the whole."""
    passed = sum(verdict.outcome == PASSED for verdict in graded.verdicts)
    total = len(graded.verdicts)
    waiting = sum(verdict.outcome == REVIEW for verdict in graded.verdicts)
    untouched = sum(verdict.outcome == NOT_ATTEMPTED for verdict in graded.verdicts)
    if passed == total:
        return "Every row of every exercise is right."
    if untouched == total:
        return (
            "None of the exercises has been worked on in this file. "
            "If you did work on them, hand in the file that you saved."
        )
    said = [f"{passed} of {total} tasks are done."]
    if total - passed - untouched - waiting:
        said.append(
            "Below, each of the others names the first thing that went another way than the task asks, "
            "and what that usually means."
        )
    if untouched:
        said.append(f"{untouched} not attempted yet.")
    if waiting:
        said.append(f"{waiting} will be looked at by a person; no points are lost by that.")
    return " ".join(said)


def rows(verdict: Verdict) -> list[dict]:
    """The behaviour table. Values that depend on hidden inputs are not in it."""
    if verdict.outcome == REVIEW:
        return []
    wrong = next((number for number, row in enumerate(verdict.rows) if not row.right), None)
    return [
        {
            "what": str(row.what),
            "right": row.right,
            "first": number == wrong,
            "hidden": (row.seen, row.wanted) == (None, None),
            "seen": shown(row.seen),
            "wanted": shown(row.wanted),
        }
        for number, row in enumerate(verdict.rows)
    ]


def task(exercise: Exercise, verdict: Verdict, answer: str) -> dict:
    """What the page says of one exercise."""
    waiting, made = verdict.outcome == REVIEW, exercise.is_prediction and verdict.outcome == PASSED
    table = rows(verdict)
    said = verdict.outcome != PASSED or exercise.is_prediction
    tried = verdict.outcome != NOT_ATTEMPTED and not exercise.is_prediction
    return {
        "title": title_of(exercise),
        "mark": "✓ made" if made else MARKS[verdict.outcome],
        "points": "points later" if waiting else f"{number(verdict.score)} of {number(verdict.max_score)}",
        "waits": waiting and not verdict.warnings,
        "warnings": [str(warning) for warning in verdict.warnings] if waiting else [],
        "words": verdict.words if said else "",
        "belief": "" if verdict.belief in ("", "error", None) else verdict.belief.replace("-", " "),
        "hints": said and tried and not waiting,
        "rows": table,
        "all_right": all(row["right"] for row in table),
        "answer": answer if tried else None,
    }


def page(graded: GradedSubmission, lesson: Lesson) -> str:
    """The feedback page of one graded submission, as HTML."""
    sources = {cell["id"]: cell.source for cell in graded.notebook.cells} if graded.notebook is not None else {}
    return filled(
        TEMPLATES,
        "feedback.html.j2",
        policy=POLICY,
        title=lesson.title,
        student=graded.name or graded.student,
        score=number(graded.score),
        max_score=number(graded.max_score),
        opening=opening(graded),
        tasks=[
            task(exercise, verdict, sources.get(exercise.id, ""))
            for exercise, verdict in zip(lesson.exercises, graded.verdicts)
        ],
        notes=graded.notes,
    )
