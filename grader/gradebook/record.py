"""Record what grading found in nbgrader's gradebook, so that its formgrader, export and feedback show our verdicts.

A verdict becomes the automatic score of its check cell; its words become the automatic comment on the answer cell. What
a
teacher entered (manual scores, extra credit, manual comments) is never touched: nbgrader prefers it to what is
automatic.
"""

from __future__ import annotations

import math
import re
import traceback
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import nbformat
from nbgrader.api import (
    Assignment,
    Comment,
    Grade,
    GradeCell,
    Notebook,
    SolutionCell,
    Student,
    SubmittedAssignment,
    SubmittedNotebook,
    new_uuid,
)
from sqlalchemy import insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from grader.build.notebooks import notebook_text, released
from grader.core.files import student_id, write
from grader.core.tables import guarded
from grader.core.time_limit import TookTooLong, within
from grader.gradebook import sanitize
from grader.gradebook.course_directory import CourseError, database, first_line, lay_out, open_gradebook
from grader.gradebook.nbgrader_plugins import sources
from grader.judging.judge import REVIEW, Verdict
from grader.judging.results import REFUSED, SUPERSEDED, GradedSubmission, number
from grader.lessons.source import Lesson, grade_id


@dataclass
class GradebookEntry:
    """One submission as the gradebook keeps it: by check cell (score or None, whether a person must look), by answer
    cell its comment.
    """

    student: str
    first_name: str
    last_name: str
    lesson: str
    named: bool  # whether somebody said the name (a roster), so that it goes over an earlier guess
    renewed: bool  # whether there is something else to look at than last time
    scores: dict[str, tuple[float | None, bool]] = field(default_factory=dict)
    comments: dict[str, str] = field(default_factory=dict)


# names ---------------------------------------------------------------------------------------------------------------
def names_of(name: str) -> tuple[str, str]:
    """First and last name as formgrader lists them (last, first), from `Last, First` or `First Last`."""
    name = unicodedata.normalize("NFC", name).strip()
    if "," in name:
        last, _, first = map(str.strip, name.partition(","))
    else:
        first, _, last = name.rpartition(" ")
    return shown_name(first), shown_name(last)


def shown_name(name: str) -> str:
    """A name as formgrader shows it. `nbgrader export` puts no quotes around it, so it has no comma and no formula."""
    return guarded(sanitize.words(re.sub(r"[,\s]+", " ", name).strip()))[:128]


# files ---------------------------------------------------------------------------------------------------------------
def told(verdict: Verdict) -> str:
    """A verdict in lines of text, for the output of its check cell; nothing that depends on hidden inputs."""
    points = (
        "a person has to look"
        if verdict.outcome == REVIEW
        else f"{number(verdict.score)} of {number(verdict.max_score)} points"
    )
    lines = [
        f"Graded with fresh inputs: {verdict.outcome}, {points}",
        *(f"{'✓' if row.right else '✗'} {row.what}" for row in verdict.rows),
    ]
    return "\n".join([*lines, *(f"! {warning}" for warning in verdict.warnings)]) + "\n"


def graded_notebook(graded: GradedSubmission, release) -> nbformat.NotebookNode:
    """The notebook for autograded/: the rebuilt one, with the release's settings, the verdicts as outputs, safe to look
    at.
    """
    nb = sanitize.notebook(graded.notebook if graded.notebook is not None else release, sources(release))
    left = {grade_id(cell): cell for cell in release.cells if grade_id(cell)}
    verdicts = {f"{verdict.exercise}_check": verdict for verdict in graded.verdicts}
    for cell in nb.cells:
        own = left.pop(grade_id(cell), None)  # a second cell of the same name is nobody's
        cell.metadata.pop("nbgrader", None)
        if own is None:
            continue
        cell.metadata["nbgrader"] = dict(own.metadata["nbgrader"])
        if grade_id(own) in verdicts:
            said = sanitize.unlinked(told(verdicts[grade_id(own)]))
            shown = nbformat.from_dict({"output_type": "stream", "name": "stdout", "text": said})
            cell["outputs"] = [*cell.outputs, shown]
    if left:
        raise ValueError(f"its rebuilt notebook has no cell {', '.join(sorted(left))}")
    said = [*([graded.reason] if graded.reason else []), *graded.notes]
    if said:
        text = "\n".join(["**About this submission**", "", *(f"- {sanitize.words(one)}" for one in said)])
        nb.cells.insert(0, nbformat.v4.new_markdown_cell(text, id="about-this-submission"))
    nb.metadata.update(kernelspec=dict(release.metadata.kernelspec), language_info=dict(release.metadata.language_info))
    return nb


def prepare(out: Path, graded: GradedSubmission, lesson: Lesson, release) -> GradebookEntry:
    """Check one result and put its two files in their places. Raises ValueError or OSError, before anything is changed,
    if it is bad.
    """
    exercises = {exercise.id: exercise for exercise in lesson.exercises}
    first, last = names_of(graded.name or graded.student)
    entry = GradebookEntry(student_id(graded.student), first, last, lesson.name, named=bool(graded.name), renewed=True)
    for verdict in graded.verdicts:
        if verdict.exercise not in exercises:
            raise ValueError(f"{lesson.name} has no exercise '{verdict.exercise}'")
        if not (math.isfinite(verdict.score) and 0 <= verdict.score <= exercises[verdict.exercise].points + 1e-9):
            raise ValueError(
                f"{verdict.score} is no score for '{verdict.exercise}', which is worth "
                f"{number(exercises[verdict.exercise].points)}"
            )
        review = verdict.outcome == REVIEW
        entry.scores[f"{verdict.exercise}_check"] = (None if review else verdict.score, review)
        warnings = f" A person has to look: {'; '.join(verdict.warnings[:5])}." if review and verdict.warnings else ""
        entry.comments[verdict.exercise] = sanitize.words(verdict.words + warnings)
    for name in exercises:  # not judged, or not to be graded at all: a person decides
        if f"{name}_check" not in entry.scores:
            entry.scores[f"{name}_check"] = (None, True)
            entry.comments[name] = sanitize.words(graded.reason)
    if (
        graded.outcome == REVIEW and entry.scores and not any(review for _, review in entry.scores.values())
    ):  # of the file as a whole: its first exercise asks
        first_one = next(iter(exercises))
        entry.scores[f"{first_one}_check"] = (entry.scores[f"{first_one}_check"][0], True)
        entry.comments[first_one] = sanitize.words(
            f"A person has to look at this file as a whole: {graded.reason} A score entered here settles it. "
            f"{entry.comments[first_one]}"
        )
    data, shown = graded.path.read_bytes(), notebook_text(graded_notebook(graded, release))
    folder = Path(entry.student) / lesson.name / f"{lesson.name}.ipynb"
    renewed = [write(out / "submitted" / folder, data), write(out / "autograded" / folder, shown)]
    entry.renewed = any(renewed)
    return entry


# the database --------------------------------------------------------------------------------------------------------
def record(db, entries: list[GradebookEntry]) -> None:
    """Write entries to the gradebook's tables in one go: nbgrader's own functions commit each cell, which takes a class
    minutes.
    """
    tables = Tables(db, {entry.lesson for entry in entries})
    for entry in entries:
        tables.put(entry)
    tables.write(db)


def by_pair(db, kind: type, one: str, other: str) -> dict[tuple, str]:
    """The ids of a table's rows by two of its columns."""
    columns = getattr(kind, one), getattr(kind, other)
    return {(first, second): id for id, first, second in db.execute(select(kind.id, *columns))}


class Tables:
    """The gradebook's tables as they are, and what is to be added and changed."""

    def __init__(self, db, lessons: set[str]):
        lesson_rows = select(Assignment.name, Assignment.id, Notebook.id).join(Notebook)
        wanted = lesson_rows.where(Assignment.name.in_(lessons), Notebook.name == Assignment.name)
        self.places = {name: (assignment, notebook) for name, assignment, notebook in db.execute(wanted)}
        self.graded = {(row.notebook_id, row.name): row.id for row in cells_of(db, GradeCell)}
        self.answered = {(row.notebook_id, row.name): row.id for row in cells_of(db, SolutionCell)}
        self.students = {row.id: row for row in db.execute(select(Student.id, Student.first_name, Student.last_name))}
        self.submissions = by_pair(db, SubmittedAssignment, "assignment_id", "student_id")
        self.notebooks = by_pair(db, SubmittedNotebook, "assignment_id", "notebook_id")
        self.comments = by_pair(db, Comment, "notebook_id", "cell_id")
        scores = Grade.auto_score, Grade.manual_score, Grade.needs_manual_grade
        rows = db.execute(select(Grade.id, Grade.notebook_id, Grade.cell_id, *scores))
        self.grades = {(row.notebook_id, row.cell_id): row for row in rows}
        added = Student, SubmittedAssignment, SubmittedNotebook, Grade, Comment
        self.new: dict[type, list[dict]] = {kind: [] for kind in added}
        self.changed: dict[type, list[dict]] = {kind: [] for kind in (Student, Grade, Comment)}

    def key(self, known: dict, where: tuple, kind: type, **columns) -> str:
        """The id of a row, which is added if it is not there."""
        if where not in known:
            known[where] = new_uuid()
            self.new[kind].append({"id": known[where], **columns})
        return known[where]

    def put(self, entry: GradebookEntry) -> None:
        assignment, notebook = self.places[entry.lesson]
        self.put_student(entry)
        whose = {"assignment_id": assignment, "student_id": entry.student}
        submission = self.key(self.submissions, tuple(whose.values()), SubmittedAssignment, **whose)
        which = {"assignment_id": submission, "notebook_id": notebook}
        submitted = self.key(self.notebooks, tuple(which.values()), SubmittedNotebook, **which, flagged=False)
        for (where, name), cell in self.graded.items():
            if where == notebook:
                self.put_score(entry, name, submitted, cell)
        for (where, name), cell in self.answered.items():
            if where == notebook:
                self.put_comment(entry.comments.get(name), submitted, cell)

    def put_student(self, entry: GradebookEntry) -> None:
        row = {"id": entry.student, "first_name": entry.first_name, "last_name": entry.last_name}
        known = self.students.get(entry.student)
        if known is None:
            self.students[entry.student] = entry
            self.new[Student].append(row)
        elif entry.named or (known.first_name is None and known.last_name is None):
            self.changed[Student].append(row)

    def put_score(self, entry: GradebookEntry, name: str, submitted: str, cell: str) -> None:
        """What a teacher has dealt with stays dealt with, unless there is something new to look at."""
        score, review = entry.scores.get(name, (None, True))
        old = self.grades.get((submitted, cell))
        if old is None:
            place = {"notebook_id": submitted, "cell_id": cell}
            self.new[Grade].append({"id": new_uuid(), **place, "auto_score": score, "needs_manual_grade": review})
            return
        same = not entry.renewed and old.auto_score == score
        look = old.needs_manual_grade if same else review or old.manual_score is not None
        self.changed[Grade].append({"id": old.id, "auto_score": score, "needs_manual_grade": look})

    def put_comment(self, said: str | None, submitted: str, cell: str) -> None:
        if (submitted, cell) in self.comments:
            self.changed[Comment].append({"id": self.comments[submitted, cell], "auto_comment": said})
        else:
            row = {"notebook_id": submitted, "cell_id": cell, "auto_comment": said}
            self.new[Comment].append({"id": new_uuid(), **row})

    def write(self, db) -> None:
        for kind, rows in self.new.items():
            if rows:
                db.execute(insert(kind), rows)
        for kind, rows in self.changed.items():
            if rows:
                db.execute(update(kind), rows)
        db.commit()


def cells_of(db, kind: type):
    return db.execute(select(kind.notebook_id, kind.name, kind.id))


def fill(
    out: Path,
    lessons: list[Lesson],
    results: list[GradedSubmission],
    db_url: str | None = None,
    whole: Callable[[GradedSubmission], GradedSubmission] = lambda one: one,
) -> list[str]:
    """Make `out` a course directory with the results in it; a second time changes only what is new.

    `whole(result)` gives a result with its notebook.

    Returns one sentence for each result that could not be recorded. Superseded files are left out, and so are files of
    no lesson: they
    stand in submissions.csv. Raises CourseError if the course directory or its gradebook cannot be used at all.
    """
    lay_out(out, lessons, db_url)
    releases = {lesson.name: (lesson, released(lesson)) for lesson in lessons}
    entries: dict[tuple[str, str], GradebookEntry] = {}
    faults = []
    for graded in sorted(
        results, key=lambda one: one.outcome != REFUSED
    ):  # what could be graded goes over what could not
        if graded.outcome == SUPERSEDED or not graded.lesson or not graded.student:
            continue
        try:
            if graded.lesson not in releases:
                raise ValueError(f"there is no lesson '{graded.lesson}' in this course directory")
            with within():
                entry = prepare(out, whole(graded), *releases[graded.lesson])
        except (ValueError, OSError, AttributeError, TypeError, nbformat.ValidationError, TookTooLong) as error:
            kept = out / "faults" / f"gradebook-{student_id(graded.student)}-{graded.lesson or 'no-lesson'}.txt"
            write(kept, "".join(traceback.format_exception(error)))
            faults.append(
                f"{graded.file} of {graded.student} is not in the gradebook: {first_line(error)}. The traceback is in "
                f"faults/{kept.name}."
            )
            continue
        entries[entry.student, entry.lesson] = entry
    try:
        with open_gradebook(database(out, db_url)) as book:
            record(book.db, list(entries.values()))
    except SQLAlchemyError as error:
        raise CourseError(
            f"the gradebook of {out} could not be written ({first_line(error)}): close programs that use it and run "
            f"this again"
        ) from None
    return faults
