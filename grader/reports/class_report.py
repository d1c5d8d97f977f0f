"""The class at a glance: one page from the tables that grading left, with what to say in class and who needs a look.

The page is whole in itself: no script, nothing fetched, colours that follow the reader's, pictures with alternative texts.
"""

from __future__ import annotations

import html
import re
import statistics
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path

from grader.core.paths import lesson_names
from grader.core.tables import NoResults, rows_of
from grader.gradebook import manual_scores
from grader.intake.roster import UNKNOWN, Roster
from grader.judging.judge import ERROR, FAILED, NOT_ATTEMPTED, PASSED, beliefs
from grader.judging.results import GRADED, REFUSED, REVIEW, number
from grader.lessons.source import Exercise, Lesson, load
from grader.reports import charts
from grader.reports.feedback import FONTS, POLICY

STYLE = """
:root { color-scheme: light dark }
body { font: 16px/1.5 FONTS; max-width: 56rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.6rem; margin-bottom: .2rem } h2 { font-size: 1.25rem; margin-top: 2.4rem; border-bottom: 1px solid color-mix(in srgb, currentColor 25%, transparent) }
h3 { font-size: 1.05rem; margin: 1.6rem 0 .3rem }
svg { width: 100%; height: auto; display: block } svg text { font-family: FONTS }
.numbers { display: flex; flex-wrap: wrap; gap: .8rem 1.5rem; margin: 1.2rem 0; padding: 0; list-style: none } .numbers b { display: block; font-size: 1.7rem; line-height: 1.2 }
table { border-collapse: collapse; width: 100%; font-size: .93rem } td, th { text-align: left; vertical-align: top; padding: .35rem .9rem .35rem 0; border-bottom: 1px solid color-mix(in srgb, currentColor 15%, transparent) }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums } td { overflow-wrap: break-word } td.why { overflow-wrap: anywhere } td.short { white-space: nowrap }
table.look td:first-child { width: 11rem } .say { font-size: 1.02rem } .quiet { opacity: .72; font-size: .9rem } summary { cursor: pointer }
td.share { min-width: 6.5rem; white-space: nowrap } .bar { display: block; height: .5rem; background: #E69F00; border-radius: 3px; print-color-adjust: exact }
@media print { body { max-width: none; margin: 0 } h2, h3 { break-after: avoid } tr, figure { break-inside: avoid } details::details-content { content-visibility: visible } }
""".replace("FONTS", FONTS)


def text(value) -> str:
    return html.escape(str(value))


@dataclass(frozen=True)
class Results:
    """The tables of a graded folder; `names` gives the name of a student's key, `absent` those who handed in nothing."""

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
    """Read the tables, and what a person has entered in the gradebook. Raises NoResults and course.CourseError."""
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
def numbers(results: Results) -> str:
    outcomes = Counter(row["outcome"] for row in results.submissions)
    people = {row["student"] for row in results.submissions if not row["student"].startswith(UNKNOWN)} - {""}
    figures = [
        (len(people), "students handed in"),
        (outcomes[GRADED], "notebooks graded"),
        (outcomes[REVIEW], "wait for a person"),
        (outcomes[REFUSED], "files could not be graded"),
        *([(len(results.absent), "handed in nothing")] if results.absent else []),
    ]
    return '<ul class="numbers">' + "".join(f"<li><b>{count}</b>{words}</li>" for count, words in figures) + "</ul>"


def plain_title(exercise: Exercise) -> str:
    """A heading without marks of style and without the minutes and points behind it."""
    return re.sub(r"\s*\([^()]*(?:point|minute)[^()]*\)$", "", exercise.title).replace("`", "").replace("*", "")


def label(exercise: Exercise) -> str:
    title = re.sub(r"^(?:Exercise|Prediction) \d+\W*\s*", "", plain_title(exercise))
    return f"{exercise.id}   {title if len(title) <= 44 else title[:43].rsplit(' ', 1)[0] + ' …'}"


def styled(words: str) -> str:
    """A lesson's own words with their `code` and *stress* as HTML."""
    return re.sub(r"\*([^*\s][^*]*)\*", r"<em>\1</em>", re.sub(r"`([^`]+)`", r"<code>\1</code>", text(words)))


def counts_of(results: Results, lesson: Lesson) -> dict[str, Counter]:
    counts = {exercise.id: Counter() for exercise in lesson.exercises}
    for row in results.grades:
        if row["lesson"] == lesson.name and row["exercise"] in counts:
            otherwise = row["outcome"] == PASSED and row["belief"]  # only a prediction passes with a belief
            counts[row["exercise"]][charts.OTHERWISE if otherwise else row["outcome"]] += 1
    return counts


def in_words(count: Counter) -> str:
    return ", ".join(f"{count[outcome]} {outcome}" for outcome in charts.LOOKS if count[outcome]) or "nothing"


def outcomes_part(results: Results, lesson: Lesson) -> str:
    counts = counts_of(results, lesson)
    alt = (
        f"{lesson.title}, outcomes: "
        + "; ".join(f"{exercise.id} {in_words(counts[exercise.id])}" for exercise in lesson.exercises)
        + "."
    )
    picture = charts.outcomes(
        f"o{lesson.name[:2]}",
        [label(exercise) for exercise in lesson.exercises],
        [counts[exercise.id] for exercise in lesson.exercises],
        alt,
    )
    head = "".join(f'<th class="n">{outcome}</th>' for outcome in charts.LOOKS)
    rows = "".join(
        f"<tr><td class='short'>{text(exercise.id)}</td><td>{text(plain_title(exercise))}</td>"
        + "".join(f'<td class="n">{counts[exercise.id][outcome]}</td>' for outcome in charts.LOOKS)
        + "</tr>"
        for exercise in lesson.exercises
    )
    scores = [
        float(row["score"])
        for row in results.submissions
        if row["lesson"] == lesson.name and row["outcome"] == GRADED and row["score"]
    ]
    said = (
        f"{len(scores)} graded; the middle score is {number(round(statistics.median(scores), 2))} of {number(lesson.max_score)}. "
        if scores
        else ""
    )
    return (
        f"<h3>{text(lesson.title)}</h3><p class='quiet'>{said}A prediction earns its points by being made.</p><figure style='margin:0'>{picture}</figure>"
        f"<details><summary>The same as a table</summary><table><tr><th></th><th>task</th>{head}</tr>{rows}</table></details>"
    )


def beliefs_part(results: Results, most: int = 10) -> str:
    """The beliefs that most students showed, in whichever exercises, with the words that the lessons' own tables have for them."""
    worked: dict[tuple[str, str], set[str]] = defaultdict(set)
    holders: dict[str, dict[tuple[str, str], set[str]]] = defaultdict(lambda: defaultdict(set))
    for row in results.grades:
        place = row["lesson"], row["exercise"]
        if row["outcome"] in (PASSED, FAILED, ERROR):
            worked[place].add(row["student"])
            if row["belief"] and row["belief"] != "error":
                holders[row["belief"]][place].add(row["student"])
    exercises = {(lesson.name, exercise.id): exercise for lesson in results.lessons for exercise in lesson.exercises}
    told = sorted(
        (
            (len(set().union(*places.values())), belief, places)
            for belief, places in holders.items()
            if places.keys() <= exercises.keys()
        ),
        key=lambda one: (-one[0], one[1]),
    )
    if not told:
        return "<p>No belief showed: every exercise that was worked on passed.</p>"
    rows = []
    for count, belief, places in told[:most]:
        asked = len(set().union(*(worked[place] for place in places)))
        ordered = sorted(places, key=lambda place: (-len(places[place]), place))
        words = beliefs(exercises[ordered[0]]).get(belief, "")
        where = "; ".join(
            f"lesson {lesson[:2]}, {name}: {plain_title(exercises[lesson, name])}" for lesson, name in ordered[:3]
        ) + (f"; and {len(ordered) - 3} more" if len(ordered) > 3 else "")
        rows.append(
            f'<tr><td class="share">{count} of {asked}<span class="bar" style="width:{100 * count / max(asked, 1):.0f}%"></span></td><td><strong>{text(belief.replace("-", " "))}</strong><br>'
            f'<span class="say">{styled(words)}</span><br><span class="quiet">{text(where)}</span></td></tr>'
        )
    return f"<table><tr><th>students</th><th>belief, and what to say</th></tr>{''.join(rows)}</table>"


def time_part(results: Results) -> str:
    lessons = [lesson for lesson in results.lessons if results.minutes.get(lesson.name)]
    if not lessons:
        return ""
    meant = []
    for lesson in lessons:
        said = re.search(r"(\d+) minutes", lesson.cells[0].source)
        meant.append(float(said.group(1)) if said else None)
    values = [results.minutes[lesson.name] for lesson in lessons]
    alt = (
        "Minutes on task: "
        + "; ".join(
            f"lesson {lesson.name[:2]}, {len(times)} notebook(s), median {statistics.median(times):.0f}, from {min(times):.0f} to {max(times):.0f}"
            for lesson, times in zip(lessons, values)
        )
        + "."
    )
    picture = charts.minutes("minutes", [f"lesson {lesson.name[:2]}" for lesson in lessons], values, meant, alt)
    told, all_of = sum(map(len, values)), sum(row["outcome"] in (GRADED, REVIEW) for row in results.submissions)
    return (
        f"<h2>Time on task</h2><p class='quiet'>{told} of {all_of} notebooks tell it: Colab keeps when each cell ran last. So these are lower bounds, pauses of more than 15 minutes "
        f"left out. The bar is the middle half, the dotted line what the lesson says.</p><figure style='margin:0'>{picture}</figure>"
    )


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


def look_part(results: Results, anonymous: bool) -> str:
    odd = [
        (row["student"], row["lesson"], KINDS[row["outcome"]], row["reason"])
        for row in results.submissions
        if row["outcome"] in KINDS
    ]
    low = struggling(results)
    if anonymous:
        kinds = Counter(kind for _, _, kind, _ in odd)
        lines = [f"{kinds[kind]} file(s) {kind}" for kind in KINDS.values() if kinds[kind]]
        lines += [f"{len(low)} notebook(s) with less than half of the points"] if low else []
        lines += [f"{len(results.absent)} student(s) handed in nothing"] if results.absent else []
        return "<ul>" + "".join(f"<li>{line}</li>" for line in lines) + "</ul>" if lines else "<p>Nobody.</p>"
    parts = []
    for kind in KINDS.values():
        rows = [(name_of(results, student), lesson[:2], why) for student, lesson, each, why in odd if each == kind]
        parts += [f"<h3>{kind.capitalize()}</h3>", table_of(rows)] if rows else []
    if low:
        people = {
            student: [(lesson, why) for each, lesson, why in low if each == student]
            for student in dict.fromkeys(student for student, _, _ in low)
        }
        rows = [
            (
                name_of(results, student),
                ", ".join(lesson[:2] for lesson, _ in whys),
                "; ".join(dict.fromkeys(why for _, why in whys)),
            )
            for student, whys in people.items()
        ]
        parts += ["<h3>Less than half of the points</h3>", table_of(sorted(rows, key=lambda row: -len(row[1])))]
    if results.absent:
        open_ones = any(row["student"].startswith(UNKNOWN) for row in results.submissions)
        note = " A file whose owner is not certain, above, may be from one of them." if open_ones else ""
        parts.append(f"<h3>Handed in nothing</h3><p>{text(', '.join(results.absent))}.{note}</p>")
    return "".join(parts) or "<p>Nobody.</p>"


def table_of(rows: list[tuple[str, str, str]]) -> str:
    body = "".join(
        f"<tr><td>{text(who)}</td><td class='short'>{text(lesson)}</td><td class='why'>{text(why)}</td></tr>"
        for who, lesson, why in rows
    )
    return f"<table class='look'><tr><th>who</th><th>lesson</th><th>why</th></tr>{body}</table>"


def name_of(results: Results, student: str) -> str:
    return "not known" if student.startswith(UNKNOWN) or not student else results.names.get(student) or student


def page(results: Results, anonymous: bool = False) -> str:
    """The report as HTML; with `anonymous` no student, file or reason that could name one is in it."""
    lessons = results.lessons
    if not lessons:
        raise NoResults("Nothing in this folder has been graded: no exercise has an outcome.")
    note = " This copy names nobody." if anonymous else ""
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        f'<meta name="viewport" content="width=device-width"><title>The class at a glance</title><style>{STYLE}</style></head><body>'
        f"<h1>The class at a glance</h1><p class='quiet'>{len(lessons)} lesson(s): {text(', '.join(lesson.title for lesson in lessons))}.{note}</p>{numbers(results)}"
        f"<h2>What to say in class</h2>{beliefs_part(results)}<h2>Outcomes</h2>{''.join(outcomes_part(results, lesson) for lesson in lessons)}{time_part(results)}"
        f"<h2>Who needs a look</h2>{look_part(results, anonymous)}</body></html>\n"
    )
