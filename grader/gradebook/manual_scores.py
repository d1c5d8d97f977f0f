"""What a teacher has entered in nbgrader's gradebook goes over what grading found: for marks, and for the class at a
glance.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from grader.core.files import student_id
from grader.judging.judge import FAILED, PASSED
from grader.judging.results import GRADED, REFUSED, REVIEW, SUPERSEDED, number


@dataclass(frozen=True)
class Cell:
    """An exercise in the gradebook: points by hand (None if none were given), by grading, on top; whether a person
    still has to look.
    """

    by_hand: float | None
    found: float | None
    extra: float
    open: bool
    worth: float

    @property
    def points(self) -> float:
        return (self.by_hand if self.by_hand is not None else self.found or 0.0) + self.extra


def entered(out: Path, db_url: str = "") -> dict[tuple[str, str], dict[str, Cell]]:
    """By student's id and lesson, each exercise of those submissions in which a person entered something. Raises
    course.CourseError.
    """
    if not db_url and not (out / "gradebook.db").is_file():
        return {}
    from nbgrader.api import Assignment, Grade, GradeCell, SubmittedAssignment, SubmittedNotebook
    from sqlalchemy import select
    from sqlalchemy.exc import SQLAlchemyError

    from grader.gradebook.course_directory import CourseError, database, first_line, open_gradebook

    columns = (
        SubmittedAssignment.student_id,
        Assignment.name,
        GradeCell.name.label("cell"),
        Grade.manual_score,
        Grade.auto_score,
        Grade.extra_credit,
        Grade.needs_manual_grade,
        GradeCell.max_score,
    )
    joined = (
        select(*columns)
        .select_from(Grade)
        .join(GradeCell, Grade.cell_id == GradeCell.id)
        .join(SubmittedNotebook, Grade.notebook_id == SubmittedNotebook.id)
        .join(SubmittedAssignment, SubmittedNotebook.assignment_id == SubmittedAssignment.id)
        .join(Assignment, SubmittedAssignment.assignment_id == Assignment.id)
    )
    try:
        with open_gradebook(database(out, db_url or None)) as book:
            rows = book.db.execute(joined).all()
    except SQLAlchemyError as error:
        raise CourseError(
            f"the gradebook of {out} cannot be read ({first_line(error)}): close programs that use it and run this "
            f"again"
        ) from None
    found: dict[tuple[str, str], dict[str, Cell]] = {}
    for row in rows:
        cell = Cell(
            row.manual_score, row.auto_score, row.extra_credit or 0.0, bool(row.needs_manual_grade), row.max_score
        )
        found.setdefault((row.student_id, row.name), {})[row.cell.removesuffix("_check")] = cell
    return {
        key: cells
        for key, cells in found.items()
        if any(cell.by_hand is not None or cell.extra for cell in cells.values())
    }


def over(submissions: list[dict], grades: list[dict], cells: dict[tuple[str, str], dict[str, Cell]]) -> None:
    """Put `entered` over the rows of submissions.csv and grades.csv, in place.

    What had to be looked at is settled when no exercise of it is open any more; a file that could not be graded has
    marks then, too.
    """
    graded = {(row["student"], row["lesson"]) for row in submissions if row["outcome"] in (GRADED, REVIEW)}
    for row in submissions:
        own = cells.get((student_id(row["student"]), row["lesson"]))
        if (
            not own
            or row["outcome"] == SUPERSEDED
            or (row["outcome"] == REFUSED and (row["student"], row["lesson"]) in graded)
        ):
            continue
        waiting = any(cell.open for cell in own.values())
        row["score"], row["max_score"] = (
            number(round(sum(cell.points for cell in own.values()), 2)),
            number(sum(cell.worth for cell in own.values())),
        )
        row["outcome"], row["reason"] = (REVIEW, row["reason"]) if waiting else (GRADED, "")
    for row in grades:
        cell = cells.get((student_id(row["student"]), row["lesson"]), {}).get(row["exercise"])
        if cell is None or cell.open or (cell.by_hand is None and not cell.extra):
            continue
        row["score"] = number(round(cell.points, 2))
        if row["outcome"] == REVIEW:
            row["outcome"] = PASSED if cell.points >= cell.worth else FAILED
