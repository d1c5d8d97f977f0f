"""Which parts a lesson has, and which parts an exercise has."""

from __future__ import annotations

import re

from grader.authoring.lint.reading import exercise_cells, heading_of, is_whole, sections
from grader.build.index_pages import cheat_sheet, symptoms
from grader.lessons.source import INSTRUCTOR_TAG, Lesson, grade_id, has_tag

DIFFICULTIES = {"●○○": "easy", "●●○": "medium", "●●●": "hard"}


PARTS = (
    "Recall",
    "The phenomenon",
    "Predict, observe, explain",
    "What the document says",
    "Worked example",
    "Exercises",
    "Exit",
)


def parts(lesson: Lesson):
    """All parts are there, in their order; at least two predictions, six to eight exercises."""
    if not is_whole(lesson):
        return
    titles = [title for title, *_ in sections(lesson)]
    places = []
    for part in PARTS:
        place = next((index for index, title in enumerate(titles) if title.lower().startswith(part.lower())), None)
        if place is None:
            yield "the lesson", f"has no part '## {part}'"
        else:
            places.append(place)
    if places != sorted(places):
        yield "the lesson", f"has its parts in another order than {', '.join(PARTS)}"
    predictions = sum(exercise.is_prediction for exercise in lesson.exercises)
    if predictions < 2:
        yield "the lesson", f"has {predictions} predictions, fewer than 2"
    if not 6 <= len(lesson.exercises) - predictions <= 8:
        yield "the lesson", f"has {len(lesson.exercises) - predictions} exercises, not 6 to 8"


def headings(lesson: Lesson):
    """An exercise's heading says number, title, difficulty, minutes, points, and they are true."""
    exercises = {exercise.id: exercise for exercise in lesson.exercises}
    for number, cell in exercise_cells(lesson):
        found = re.fullmatch(
            r"Exercise \d+\. .+  \((●[●○]{2}) (easy|medium|hard), (\d+) minutes?, (\d+) points?\)", heading_of(cell)
        )
        exercise = exercises.pop(f"ex{number}", None)
        if exercise is None:
            yield f"ex{number}", "has a heading, and no exercise of that number follows"
        elif not found:
            yield exercise.id, "its heading is not '### Exercise N. Title  (●●○ medium, 5 minutes, 2 points)'"
        else:
            if DIFFICULTIES.get(found[1]) != found[2]:
                yield exercise.id, f"{found[1]} is not {found[2]}"
            if float(found[4]) != exercise.points:
                yield exercise.id, f"its heading says {found[4]} points, its check {exercise.points:g}"
    for name in exercises:
        if name.startswith("ex"):
            yield name, f"has no heading '### Exercise {name[2:]}. …'"


def exercise_text(lesson: Lesson):
    """An exercise says why it matters and has a table of wanted behaviour."""
    for number, cell in exercise_cells(lesson):
        if not re.search(r"^\*{1,2}Why\b", cell.source, re.M):
            yield f"ex{number}", "does not say why it matters"
        if "\n| ---" not in cell.source:
            yield f"ex{number}", "has no table of wanted behaviour"


def hints(lesson: Lesson):
    """Three hints, and help by symptom."""
    for number, cell in exercise_cells(lesson):
        summaries = re.findall(r"<summary>(.*?)</summary>", cell.source)
        if [one for one in summaries if one.startswith("Hint")] != ["Hint 1", "Hint 2", "Hint 3"]:
            yield f"ex{number}", "has not exactly the hints 1, 2 and 3"
        if not any(one.startswith("Help: ") for one in summaries):
            yield f"ex{number}", "has no help by symptom (<summary>Help: …</summary>)"


def explained(lesson: Lesson):
    """After each exercise's check the instructor's edition says why the other ways fail."""
    for index, cell in enumerate(lesson.cells):
        if re.fullmatch(r"ex\d+_check", grade_id(cell) or ""):
            following = lesson.cells[index + 1] if index + 1 < len(lesson.cells) else None
            if (
                following is None
                or not has_tag(following, INSTRUCTOR_TAG)
                or "Why the other ways fail" not in following.source
            ):
                yield cell["id"], "is not followed by an instructor's cell 'Why the other ways fail'"


def exit_tables(lesson: Lesson):
    """The exit has a cheat sheet and a symptom index, in the form that `python -m grader index` reads."""
    if is_whole(lesson) and not symptoms(lesson):
        yield "the exit", "has no symptom index, a table '| symptom | see |'"
    if is_whole(lesson) and not cheat_sheet(lesson):
        yield "the exit", "has no cheat sheet, a table below '### Cheat sheet'"
