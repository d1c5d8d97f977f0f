"""The class at a glance: one page from the tables that grading left, with what to say in class and who needs a look.

The page is whole in itself: no script, nothing fetched, colours that follow the reader's, pictures with alternative
texts.
"""

from __future__ import annotations

import re
import statistics
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path

from markupsafe import Markup

from grader.core.html import filled
from grader.core.paths import lesson_names
from grader.core.tables import NoResults, rows_of
from grader.gradebook import manual_scores
from grader.intake.roster import UNKNOWN, Roster
from grader.judging.judge import ERROR, FAILED, NOT_ATTEMPTED, PASSED, beliefs
from grader.judging.results import GRADED, REFUSED, REVIEW, number
from grader.lessons.source import Exercise, Lesson, load
from grader.reports import charts
from grader.reports.feedback import POLICY, TEMPLATES

MOST = 10  # beliefs on the page


@dataclass(frozen=True)
class Results:
    """The tables of a graded folder; `names` gives the name of a student's key, `absent` those who handed in
    nothing.
    """

    grades: list[dict]
    submissions: list[dict]
    minutes: dict[str, list[float]]
    names: dict[str, str]
    absent: tuple[str, ...]

    @property
    def lessons(self) -> list[Lesson]:
        there = {row["lesson"] for row in self.grades}
        return [load(name) for name in lesson_names() if name in there]


def results_of(out: Path, roster: Roster | None = None, db_url: str = "") -> Results:
    """Read the tables, and what a person has entered in the gradebook. Raises NoResults and CourseError."""
    grades, submissions, collected = (rows_of(out, name) for name in ("grades.csv", "submissions.csv", "collected.csv"))
    manual_scores.over(submissions, grades, manual_scores.entered(out, db_url))
    names = {row["student"]: row["name"] or row["student"] for row in collected if row["student"]}
    minutes: dict[str, list[float]] = defaultdict(list)
    for row in collected:
        if row["minutes"] and row["verdict"] in ("taken", "unsure"):
            minutes[row["lesson"]].append(float(row["minutes"]))
    handed_in = {row["student"] for row in submissions}
    names |= {student.id: student.name for student in roster.students} if roster else {}
    alike = Counter(names.values())
    names = {student: f"{name} ({student})" if alike[name] > 1 else name for student, name in names.items()}
    absent = tuple(names[student.id] for student in roster.students if student.id not in handed_in) if roster else ()
    return Results(grades, submissions, dict(minutes), names, absent)


# parts of the page ---------------------------------------------------------------------------------------------------
def figures(results: Results) -> list[tuple[int, str]]:
    outcomes = Counter(row["outcome"] for row in results.submissions)
    people = {row["student"] for row in results.submissions if not row["student"].startswith(UNKNOWN)} - {""}
    return [
        (len(people), "students handed in"),
        (outcomes[GRADED], "notebooks graded"),
        (outcomes[REVIEW], "wait for a person"),
        (outcomes[REFUSED], "files could not be graded"),
        *([(len(results.absent), "handed in nothing")] if results.absent else []),
    ]


def plain_title(exercise: Exercise) -> str:
    """A heading without marks of style and without the minutes and points behind it."""
    return re.sub(r"\s*\([^()]*(?:point|minute)[^()]*\)$", "", exercise.title).replace("`", "").replace("*", "")


def label(exercise: Exercise) -> str:
    title = re.sub(r"^(?:Exercise|Prediction) \d+\W*\s*", "", plain_title(exercise))
    return f"{exercise.id}   {title if len(title) <= 44 else title[:43].rsplit(' ', 1)[0] + ' …'}"


def counts_of(results: Results, lesson: Lesson) -> dict[str, Counter]:
    counts = {exercise.id: Counter() for exercise in lesson.exercises}
    for row in results.grades:
        if row["lesson"] == lesson.name and row["exercise"] in counts:
            otherwise = row["outcome"] == PASSED and row["belief"]  # only a prediction passes with a belief
            counts[row["exercise"]][charts.OTHERWISE if otherwise else row["outcome"]] += 1
    return counts


def in_words(count: Counter) -> str:
    return ", ".join(f"{count[outcome]} {outcome}" for outcome in charts.LOOKS if count[outcome]) or "nothing"


def outcomes_of(results: Results, lesson: Lesson) -> dict:
    """One lesson's outcomes, as a picture and as a table."""
    counts = counts_of(results, lesson)
    told = "; ".join(f"{exercise.id} {in_words(counts[exercise.id])}" for exercise in lesson.exercises)
    picture = charts.outcomes(
        f"o{lesson.name[:2]}",
        [label(exercise) for exercise in lesson.exercises],
        [counts[exercise.id] for exercise in lesson.exercises],
        f"{lesson.title}, outcomes: {told}.",
    )
    scores = [
        float(row["score"])
        for row in results.submissions
        if row["lesson"] == lesson.name and row["outcome"] == GRADED and row["score"]
    ]
    middle = number(round(statistics.median(scores), 2)) if scores else ""
    return {
        "title": lesson.title,
        "picture": Markup(picture),  # drawn by us; what comes from elsewhere is escaped there
        "scores": f"{len(scores)} graded; the middle score is {middle} of {number(lesson.max_score)}. "
        if scores
        else "",
        "rows": [
            {
                "id": exercise.id,
                "title": plain_title(exercise),
                "counts": [counts[exercise.id][outcome] for outcome in charts.LOOKS],
            }
            for exercise in lesson.exercises
        ],
    }


Place = tuple[str, str]  # lesson, exercise


def shown_beliefs(results: Results) -> tuple[dict[str, dict[Place, set[str]]], dict[Place, set[str]]]:
    """Who showed which belief where, and who worked on what."""
    worked: dict[Place, set[str]] = defaultdict(set)
    holders: dict[str, dict[Place, set[str]]] = defaultdict(lambda: defaultdict(set))
    for row in results.grades:
        place = row["lesson"], row["exercise"]
        if row["outcome"] in (PASSED, FAILED, ERROR):
            worked[place].add(row["student"])
            if row["belief"] and row["belief"] != "error":
                holders[row["belief"]][place].add(row["student"])
    return holders, worked


def commonest_beliefs(results: Results) -> list[dict]:
    """The beliefs that most students showed, in whichever exercises, with the words that the lessons' own tables have
    for them.
    """
    holders, worked = shown_beliefs(results)
    exercises = {(lesson.name, exercise.id): exercise for lesson in results.lessons for exercise in lesson.exercises}
    told = [
        (len(set().union(*places.values())), belief, places)
        for belief, places in holders.items()
        if places.keys() <= exercises.keys()
    ]
    found = []
    for count, belief, places in sorted(told, key=lambda one: (-one[0], one[1]))[:MOST]:
        asked = len(set().union(*(worked[place] for place in places)))
        ordered = sorted(places, key=lambda place: (-len(places[place]), place))
        where = [f"lesson {place[0][:2]}, {place[1]}: {plain_title(exercises[place])}" for place in ordered[:3]]
        where += [f"and {len(ordered) - 3} more"] if len(ordered) > 3 else []
        found.append(
            {
                "count": count,
                "asked": asked,
                "percent": f"{100 * count / max(asked, 1):.0f}",
                "belief": belief.replace("-", " "),
                "words": beliefs(exercises[ordered[0]]).get(belief, ""),
                "where": "; ".join(where),
            }
        )
    return found


def minutes_of(lesson: Lesson) -> float | None:
    """How long the lesson says that it takes."""
    said = re.search(r"(\d+) minutes", lesson.cells[0].source)
    return float(said.group(1)) if said else None


def time_on_task(results: Results) -> dict | None:
    lessons = [lesson for lesson in results.lessons if results.minutes.get(lesson.name)]
    if not lessons:
        return None
    values = [results.minutes[lesson.name] for lesson in lessons]
    told = "; ".join(
        f"lesson {lesson.name[:2]}, {len(times)} notebook(s), median {statistics.median(times):.0f}, "
        f"from {min(times):.0f} to {max(times):.0f}"
        for lesson, times in zip(lessons, values)
    )
    labels = [f"lesson {lesson.name[:2]}" for lesson in lessons]
    picture = charts.minutes("minutes", labels, values, list(map(minutes_of, lessons)), f"Minutes on task: {told}.")
    return {
        "told": sum(map(len, values)),
        "all": sum(row["outcome"] in (GRADED, REVIEW) for row in results.submissions),
        "picture": Markup(picture),
    }


def struggling(results: Results) -> list[tuple[str, str, str]]:
    """(student, lesson, why) where less than half of the points of what was handed in were reached."""
    found = []
    tasks: dict[tuple[str, str], Counter] = defaultdict(Counter)
    for row in results.grades:
        tasks[row["student"], row["lesson"]][row["outcome"]] += 1
    for row in results.submissions:
        if row["outcome"] == GRADED and row["score"] and float(row["score"]) < float(row["max_score"]) / 2:
            count = tasks[row["student"], row["lesson"]]
            worked = sum(count.values()) - count[NOT_ATTEMPTED]
            why = (
                "an untouched copy: was another file meant?"
                if not worked
                else f"{row['score']} of {row['max_score']} points: {in_words(count)}"
            )
            found.append((row["student"], row["lesson"], why))
    return found


KINDS = {REVIEW: "wait for a person", REFUSED: "could not be graded"}


def odd_ones(results: Results) -> list[tuple[str, str, str, str]]:
    """(student, lesson, kind, reason) of what a person has to see."""
    return [
        (row["student"], row["lesson"], KINDS[row["outcome"]], row["reason"])
        for row in results.submissions
        if row["outcome"] in KINDS
    ]


def look_in_numbers(results: Results) -> dict:
    """For a copy that names nobody."""
    kinds, low = Counter(kind for _, _, kind, _ in odd_ones(results)), struggling(results)
    lines = [f"{kinds[kind]} file(s) {kind}" for kind in KINDS.values() if kinds[kind]]
    lines += [f"{len(low)} notebook(s) with less than half of the points"] if low else []
    lines += [f"{len(results.absent)} student(s) handed in nothing"] if results.absent else []
    return {"lines": lines, "parts": [], "absent": [], "unknown": False, "nobody": not lines}


def look_by_name(results: Results) -> dict:
    odd, low, parts = odd_ones(results), struggling(results), []
    for kind in KINDS.values():
        rows = [(name_of(results, student), lesson[:2], why) for student, lesson, each, why in odd if each == kind]
        parts += [(kind.capitalize(), rows)] if rows else []
    whys: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for student, lesson, why in low:
        whys[student].append((lesson[:2], why))
    rows = [
        (
            name_of(results, student),
            ", ".join(lesson for lesson, _ in each),
            "; ".join(dict.fromkeys(why for _, why in each)),
        )
        for student, each in whys.items()
    ]
    parts += [("Less than half of the points", sorted(rows, key=lambda row: -len(row[1])))] if rows else []
    return {
        "lines": [],
        "parts": parts,
        "absent": results.absent,
        "unknown": any(row["student"].startswith(UNKNOWN) for row in results.submissions),
        "nobody": not parts and not results.absent,
    }


def name_of(results: Results, student: str) -> str:
    return "not known" if student.startswith(UNKNOWN) or not student else results.names.get(student) or student


def page(results: Results, anonymous: bool = False) -> str:
    """The report as HTML; with `anonymous` no student, file or reason that could name one is in it."""
    lessons = results.lessons
    if not lessons:
        raise NoResults("Nothing in this folder has been graded: no exercise has an outcome.")
    return filled(
        TEMPLATES,
        "class_report.html.j2",
        policy=POLICY,
        anonymous=anonymous,
        titles=[lesson.title for lesson in lessons],
        figures=figures(results),
        beliefs=commonest_beliefs(results),
        kinds=list(charts.LOOKS),
        outcomes=[outcomes_of(results, lesson) for lesson in lessons],
        minutes=time_on_task(results),
        look=look_in_numbers(results) if anonymous else look_by_name(results),
    )
