"""Marks for Canvas, for Moodle and for a spreadsheet, from the tables that grading left and what a person has entered
since.

What the importers take is from their sources (canvas-lms lib/gradebook_importer.rb, moodle grade/import/csv):

- Canvas wants the columns Student, ID, SIS User ID, SIS Login ID, Section, then the assignments; it finds a student by
ID, SIS
  user id, login or name, an assignment by "Title (id)" or title, and offers to make one that it does not know, with the
  points
  of the row "Points Possible". An empty cell takes away a grade that stands there.
- Moodle's user says which column identifies and which are grades. A cell without a grade has to be "-": an empty one
would be
  kept as a grade in a new item. A row without its identifying value would change the student of the row before, and one
  that Moodle does not know stops the import; so rows that lack it are left out and told.
"""

from __future__ import annotations

import csv
import io
import math
import re
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from grader.core.errors import GraderError
from grader.core.tables import guarded, rows_of
from grader.gradebook import manual_scores
from grader.intake.collect import looks_like_notebook
from grader.intake.roster import UNKNOWN, Roster, folded
from grader.judging.results import GRADED, REFUSED, REVIEW, SUPERSEDED, number

FORMATS = ("csv", "canvas", "moodle")
DAY = 24 * 60 * 60
READ_ONLY = re.compile(
    "(?:Current|Final|Override) (?:Score|Points|Grade|Status)"
)  # Canvas passes over columns with these words
NO_MARK = "-"  # Moodle's word for a cell without a grade
POSSIBLE = "    Points Possible"  # Canvas's heading of the row that says what an assignment is worth
MOODLE_MOST = 100  # points above which Moodle refuses the whole file, unless it is set up otherwise


class ExportError(GraderError):
    """Something that was asked for does not fit; the message is one sentence."""


@dataclass(frozen=True)
class Policy:
    """How points become marks.

    `due`: when a lesson was due, in seconds; `penalty`: percent of the points that each day begun after it takes,
    `most` at most;
    `best`: the best of several files counts, not the newest; `weights`: what a lesson is worth, in points, instead of
    its own;
    `missing_zero`: whoever handed in nothing gets 0, not an empty cell.
    """

    due: dict[str, float] = field(default_factory=dict)
    penalty: float = 0.0
    most: float = 100.0
    best: bool = False
    weights: dict[str, float] = field(default_factory=dict)
    missing_zero: bool = False


@dataclass(frozen=True)
class Mark:
    """What a student gets for a lesson: `points` is None where a cell stays empty, and `why` says why."""

    points: float | None
    out_of: float
    why: str = ""
    days_late: int = 0
    file: str = ""


@dataclass(frozen=True)
class Person:
    """A row of the export."""

    id: str
    name: str
    emails: tuple[str, ...] = ()
    row: dict = field(default_factory=dict)
    given: str = ""
    family: str = ""

    def column(self, *titles: str) -> str:
        """What the class list has in the first of these columns that is filled."""
        wanted = [folded(title) for title in titles]
        return next(
            (value for title in wanted for key, value in self.row.items() if folded(key) == title and value), ""
        )


@dataclass(frozen=True)
class Class:
    """All marks: `lessons` in order with what each is worth, `marks` by student id and lesson, `open` what a person
    must look at.
    """

    people: tuple[Person, ...]
    lessons: dict[str, float]
    marks: dict[tuple[str, str], Mark]
    open: tuple[str, ...]
    header: tuple[str, ...] = ()


def days_late(row: dict, lesson: str, policy: Policy) -> int:
    """Days begun after the due date; one where the learning system says late and no date is given."""
    due = policy.due.get(lesson)
    if due is not None and row.get("handed_in"):
        return max(0, math.ceil((datetime.fromisoformat(row["handed_in"]).timestamp() - due) / DAY))
    return 1 if row.get("late") else 0


def marks_of(out: Path, roster: Roster | None, policy: Policy = Policy(), db_url: str = "") -> Class:
    """Everybody's marks; what a person has entered in the gradebook counts. Raises NoResults, ExportError and
    CourseError.
    """
    rows = rows_of(out, "submissions.csv")
    manual_scores.over(rows, [], manual_scores.entered(out, db_url))
    files = {row["file"]: row for row in rows_of(out, "collected.csv")}
    worth = {row["lesson"]: float(row["max_score"]) for row in rows if row["lesson"] and row["max_score"]}
    lessons = {lesson: policy.weights.get(lesson, worth[lesson]) for lesson in sorted(worth)}
    people = {
        student.id: Person(student.id, student.name, student.emails, student.row, student.given, student.family)
        for student in (roster.students if roster else ())
    }
    told: list[str] = []
    attempts = attempts_of(rows, files, people, lessons, bool(roster), told)
    marks: dict[tuple[str, str], Mark] = {}
    for (student, lesson), tries in attempts.items():
        share = lessons[lesson] / worth[lesson] if worth[lesson] else 1
        mark, said = mark_for(tries, files, people[student].name, lesson, lessons[lesson], share, policy)
        told += said
        if mark is not None:
            marks[student, lesson] = mark
    for student in people:
        for lesson, out_of in lessons.items():
            nothing = Mark(0.0 if policy.missing_zero else None, out_of, "nothing was handed in")
            marks.setdefault((student, lesson), nothing)
    return Class(tuple(people.values()), lessons, marks, tuple(told), roster.header if roster else ())


def attempts_of(rows, files, people: dict[str, Person], lessons, listed: bool, told: list[str]) -> dict:
    """The rows of submissions.csv by (student, lesson); what belongs to nobody is `told`. Without a class list `people`
    is filled.
    """
    attempts: dict[tuple[str, str], list[dict]] = {}
    for row in rows:
        if row["outcome"] == REFUSED or row["student"].startswith(UNKNOWN):
            told.append(f"{row['file']}: {row['reason']}")
        elif row["lesson"] in lessons and row["outcome"] in (GRADED, REVIEW, SUPERSEDED):
            if listed and row["student"] not in people:
                told.append(f"{row['file']}: {row['student']} is not on the class list, so there is no row for it.")
                continue
            name = files.get(row["file"], {}).get("name") or row["student"]
            people.setdefault(row["student"], Person(row["student"], name))
            attempts.setdefault((row["student"], row["lesson"]), []).append(row)
    return attempts


def mark_for(tries, files, name: str, lesson: str, out_of: float, share: float, policy: Policy) -> tuple:
    """The mark of one student for one lesson, None if no file counts, and what there is to say of it."""
    counting = [row for row in tries if row["outcome"] != SUPERSEDED or (policy.best and row["score"])]
    waiting = next((row for row in counting if row["outcome"] == REVIEW or not row["score"]), None)
    if waiting:
        said = f"{name} gets no mark for {lesson} yet, a person has to look: {waiting['reason']}"
        return Mark(None, out_of, "a person has to look", file=waiting["file"]), [f"{waiting['file']}: {said}"]
    ungraded = [row for row in tries if row["outcome"] == SUPERSEDED and not row["score"]]
    said = []
    if policy.best and any(looks_like_notebook(row["file"]) for row in ungraded):
        said = [
            (
                f"{name} has older files for {lesson} that were not graded: grade with --all-attempts to let the best "
                f"count."
            )
        ]
    marks = []
    for row in counting:
        days = days_late(files.get(row["file"], {}), lesson, policy)
        kept = 1 - min(policy.most, days * policy.penalty) / 100
        marks.append(Mark(round(float(row["score"]) * kept * share, 2), out_of, "", days, row["file"]))
    return max(marks, key=lambda mark: mark.points, default=None), said


# formats -------------------------------------------------------------------------------------------------------------
def cell(mark: Mark, empty: str = "") -> str:
    return empty if mark.points is None else number(mark.points)


def written(rows: list[list[str]]) -> str:
    """Rows as CSV; no text is taken for a formula by a spreadsheet, no cell has a line break.

    Canvas's and Moodle's own words stay as they are.
    """
    text = io.StringIO()
    writer = csv.writer(text)
    for row in rows:
        writer.writerow([value if value in (NO_MARK, POSSIBLE) else guarded(" ".join(value.split())) for value in row])
    return text.getvalue()


def spreadsheet(marks: Class) -> str:
    """One row per student: marks by lesson, their sum, what was possible, percent if all marks are there, and what is
    missing.
    """
    rows = [["student", "name", "email", *marks.lessons, "total", "out_of", "percent", "missing", "days_late"]]
    for person in marks.people:
        own = {lesson: marks.marks[person.id, lesson] for lesson in marks.lessons}
        total, out_of = sum(mark.points or 0 for mark in own.values()), sum(marks.lessons.values())
        complete = out_of and all(mark.points is not None for mark in own.values())
        missing = "; ".join(f"{lesson}: {mark.why}" for lesson, mark in own.items() if mark.points is None)
        late = "; ".join(f"{lesson}: {mark.days_late}" for lesson, mark in own.items() if mark.days_late)
        rows.append(
            [
                person.id,
                person.name,
                person.emails[0] if person.emails else "",
                *(cell(mark) for mark in own.values()),
                number(round(total, 2)),
                number(out_of),
                f"{100 * total / out_of:.1f}" if complete else "",
                missing,
                late,
            ]
        )
    return "\ufeff" + written(rows)  # the mark tells Excel that it is UTF-8


def canvas_column(lesson: str, marks: Class, columns: dict[str, str]) -> str:
    """The assignment's heading: the one that was given, else the one in Canvas's own export, else the lesson's name."""
    if lesson in columns:
        title = columns[lesson]
    else:
        title = next(
            (head for head in marks.header if folded(re.sub(r"\s*\(\d+\)\s*$", "", head)) == folded(lesson)), lesson
        )
    if READ_ONLY.search(title):
        raise ExportError(f"Canvas passes over a column that is called '{title}': give the assignment another name.")
    return title


def canvas(marks: Class, columns: dict[str, str] | None = None) -> str:
    """Canvas's gradebook import."""
    titles = [canvas_column(lesson, marks, columns or {}) for lesson in marks.lessons]
    known = [bool(re.search(r"\(\d+\)\s*$", title)) for title in titles]  # Canvas knows their points
    worth = ["" if there else number(points) for there, points in zip(known, marks.lessons.values())]
    rows = [["Student", "ID", "SIS User ID", "SIS Login ID", "Section", *titles], [POSSIBLE, "", "", "", "", *worth]]
    own = any(folded(head) == "sisuserid" for head in marks.header) or any(
        folded(head) == "sisloginid" for head in marks.header
    )
    for person in marks.people:
        if own:  # the class list is Canvas's own export
            who = [
                person.column("Student") or person.name,
                person.column("ID"),
                person.column("SIS User ID"),
                person.column("SIS Login ID"),
                person.column("Section"),
            ]
        else:
            number_or_name = person.id if person.id not in (person.name, *person.emails) else ""
            who = [
                person.name,
                "",
                number_or_name,
                person.column("login", "login id", "username") or (person.emails[0] if person.emails else ""),
                person.column("section"),
            ]
        rows.append([*who, *(cell(marks.marks[person.id, lesson]) for lesson in marks.lessons)])
    return written(rows)


def moodle(marks: Class, columns: dict[str, str] | None = None) -> tuple[str, list[str]]:
    """Moodle's CSV grade import, and what was left out of it."""
    keys = {
        "Email address": {person.id: person.emails[0] for person in marks.people if person.emails},
        "ID number": {
            person.id: person.column("id number", "idnumber") or person.id
            for person in marks.people
            if person.id not in (person.name, *person.emails)
        },
    }
    full = [title for title, values in keys.items() if len(values) == len(marks.people)]
    identity = full or [max(keys, key=lambda title: len(keys[title]))]
    left_out = [
        (
            f"{person.name} is not in the file: Moodle knows a student by an address or id number, and the class list "
            f"has neither."
        )
        for person in marks.people
        if any(person.id not in keys[title] for title in identity)
    ]
    left_out += [
        (
            f"{lesson} is worth {number(worth)} points: Moodle refuses marks above {MOODLE_MOST} unless it is set to "
            f"take them."
        )
        for lesson, worth in marks.lessons.items()
        if worth > MOODLE_MOST
    ]
    rows = [["First name", "Last name", *identity, *((columns or {}).get(lesson, lesson) for lesson in marks.lessons)]]
    for person in marks.people:
        if all(person.id in keys[title] for title in identity):
            given, _, family = person.name.rpartition(" ")
            names = [person.given, person.family] if person.given or person.family else [given, family]
            rows.append(
                [
                    *names,
                    *(keys[title][person.id] for title in identity),
                    *(cell(marks.marks[person.id, lesson], NO_MARK) for lesson in marks.lessons),
                ]
            )
    return written(rows), left_out


def check_formats(names: list[str], out: str) -> None:
    """Raises ExportError for a format that there is not, or for more formats than files."""
    if unknown := [name for name in names if name not in FORMATS]:
        raise ExportError(f"There is no format '{unknown[0]}': there are {', '.join(FORMATS)}.")
    if out and len(names) > 1:
        raise ExportError("--out names one file: give one --format with it.")


def dates_and_weights(due: dict[str, str], weight: dict[str, str]) -> tuple[dict[str, float], dict[str, float]]:
    """When lessons were due, in seconds, and what they are worth, in points, from texts by lesson. Raises
    ExportError.
    """
    try:
        dates = {lesson: datetime.fromisoformat(value).timestamp() for lesson, value in due.items()}
        weights = {lesson: float(value) for lesson, value in weight.items()}
    except ValueError as error:
        raise ExportError(f"A date or weight cannot be read ({error}): write 01=2026-09-01T23:59 and 01=40.") from None
    if any(not 0 < value < 1e6 for value in weights.values()):
        raise ExportError("A weight has to be above 0.")
    return dates, weights


def in_format(name: str, marks: Class, columns: dict[str, str] | None = None) -> tuple[str, list[str]]:
    """The text of a file and what is left out of it, in one of FORMATS."""
    if name == "moodle":
        return moodle(marks, columns)
    return (canvas(marks, columns) if name == "canvas" else spreadsheet(marks)), []
