"""Does every lesson keep the anatomy that learners rely on? Rules over the sources, the banks and the stored outputs.

A rule is a generator of faults, (where, words). Lessons without exercises (00_start_here) and practice sheets are free
of the rules about size and parts.
"""

from __future__ import annotations

import ast
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from grader.build.index_pages import cheat_sheet, symptoms
from grader.core.paths import SOLUTIONS
from grader.judging.judge import constant_share
from grader.lessons import bank as banks
from grader.lessons.behaviour import rows
from grader.lessons.misconceptions import MISCONCEPTIONS
from grader.lessons.source import (
    BEGIN_SOLUTION,
    END_SOLUTION,
    INSTRUCTOR_TAG,
    PROGRESS_TAG,
    SETUP_TAG,
    STUB,
    Lesson,
    grade_id,
    has_tag,
    hidden,
    stub_of,
)

# Some room beyond what lessons aim at: 12 lines of code, 80 words of prose, 10 lines to write.
CELLS, MINUTES, CODE_LINES, PROSE_WORDS, STUB_LINES = (45, 60), (60, 75), 14, 90, 12
CONSTANT = 0.5  # of an exercise's weight, on rows that want the same whatever the inputs
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


@dataclass(frozen=True)
class Fault:
    lesson: str
    rule: str
    where: str
    words: str

    def __str__(self) -> str:
        return f"{self.lesson}, {self.where}: {self.words} [{self.rule}]"


# reading a lesson -----------------------------------------------------------------------------------------------------
def is_practice(lesson: Lesson) -> bool:
    """Whether this is a sheet of exercises alone: its title says so."""
    return lesson.title.startswith("Practice")


def is_whole(lesson: Lesson) -> bool:
    """Whether this is a lesson with all its parts."""
    return bool(lesson.exercises) and not is_practice(lesson)


def learners_cells(lesson: Lesson) -> list:
    return [cell for cell in lesson.cells if not has_tag(cell, INSTRUCTOR_TAG)]


def is_check(cell) -> bool:
    return bool(re.fullmatch(r".*\d_check", grade_id(cell) or ""))


def own_code(lesson: Lesson) -> list:
    """Code cells with a code of their own: all but what the build puts in."""
    return [
        cell
        for cell in lesson.cells
        if cell.cell_type == "code" and not has_tag(cell, SETUP_TAG) and not has_tag(cell, PROGRESS_TAG)
    ]


def code_that_is_read(lesson: Lesson) -> list:
    return [cell for cell in own_code(lesson) if not has_tag(cell, "folded") and not is_check(cell)]


def code_lines(cell) -> int:
    """Lines of a code cell as released, without blank ones, comments and the stub's own."""
    source = stub_of(cell.source) if BEGIN_SOLUTION in cell.source else cell.source
    return sum(
        bool(line.strip()) and not line.strip().startswith(("#", "raise NotImplementedError()"))
        for line in source.split("\n")
    )


def tree_of(cell) -> ast.Module:
    return ast.parse("\n".join(line for line in cell.source.split("\n") if not line.startswith(("%", "!"))))


def calls(lesson: Lesson, name: str) -> Iterator[tuple]:
    """(cell, call) for every call of the function `name` in the lesson's code."""
    for cell in own_code(lesson):
        for node in ast.walk(tree_of(cell)):
            if isinstance(node, ast.Call) and getattr(node.func, "id", None) == name:
                yield cell, node


def prose(source: str) -> str:
    """The running text of a markdown cell: no tables, code blocks, folded hints, headings, no questions with their
    options.
    """
    source = re.sub(
        r"^(\d+\.|[-*]) (?=.*(\bA:|\*\*A\*\*)).*(\n {2,}.*)*", "", source, flags=re.M
    )  # a question and its options
    source = re.sub(r"^([-*] )?\*{0,2}[A-E]\*{0,2}:? .*", "", source, flags=re.M)  # an option
    source = re.sub(
        r"^\d+\. [^\n]*\n {2,}\*\*A\*\*.*(\n {2,}.*)*", "", source, flags=re.M
    )  # a question with options on the next line
    kept = [
        line
        for line in source.split("\n")
        if not line.lstrip().startswith(("|", "<details", "#")) and not line.startswith("    ")
    ]
    return re.sub(r"<details>.*?</details>", "", "\n".join(kept), flags=re.S)


def exercise_cells(lesson: Lesson) -> Iterator[tuple[str, object]]:
    """(number, markdown cell) for each cell that begins an exercise."""
    for cell in lesson.cells:
        found = re.search(r"^### +Exercise (\d+)\.", cell.source, re.M) if cell.cell_type == "markdown" else None
        if found:
            yield found.group(1), cell


def heading_of(cell) -> str:
    return re.search(r"^### +(Exercise \d+\..*)$", cell.source, re.M).group(1)


def minutes_of(text: str) -> int:
    found = re.search(r"\((?:[^()]*\W)?(\d+) minutes", text)
    return int(found.group(1)) if found else 0


def sections(lesson: Lesson) -> list[tuple[str, int, list[int]]]:
    """(title, own minutes, minutes of its parts) for each section; 0 where a heading names none."""
    found: list = []
    for level, text in re.findall(
        r"^(##|###) +(.+)$",
        "\n".join(cell.source for cell in learners_cells(lesson) if cell.cell_type == "markdown"),
        re.M,
    ):
        if level == "##":
            found.append((text, minutes_of(text), []))
        elif found:
            found[-1][2].append(minutes_of(text))
    return found


def said_minutes(lesson: Lesson) -> int:
    found = re.search(r"(\d+) minutes", lesson.cells[0].source)
    return int(found.group(1)) if found else 0


def total_minutes(lesson: Lesson) -> int:
    return sum(own or sum(parts) for _, own, parts in sections(lesson))


def named_beliefs(exercise) -> list[tuple[str, str]]:
    """All (belief, words) that an exercise can name with the visible inputs; the same belief may have several words."""
    if exercise.is_prediction:
        return [(belief, words) for belief, words in exercise.replies.values() if belief]
    return [pair for _, _, beliefs, _ in rows(exercise, exercise.visible) for pair in beliefs.values()]


def all_beliefs(lesson: Lesson) -> list[tuple[str, str, str]]:
    """(where, belief, words) over the exercises and every question that is answered by a letter."""
    found = [
        (exercise.id, belief, words)
        for exercise in lesson.exercises
        if not exercise.is_prediction
        for belief, words in named_beliefs(exercise)
    ]
    for _, call in calls(lesson, "reply"):
        options = ast.literal_eval(call.args[2])
        found += [(call.args[0].value, belief, words) for belief, words in options.values() if belief]
    return found


def constant_rows(lesson: Lesson) -> dict[str, tuple[float, str]]:
    """Exercise → (share of its weight that constant rows carry, why that may be more than half, as its hidden tests
    say).
    """
    checks = {grade_id(cell): hidden(cell.source) for cell in lesson.cells if cell.cell_type == "code"}
    found = {}
    for exercise in lesson.probed():
        reason = re.search(r"^# constant rows: *(\S.*)$", checks[f"{exercise.id}_check"], re.M)
        found[exercise.id] = constant_share(exercise), reason.group(1) if reason else ""
    return found


def claims(lesson: Lesson) -> list[tuple[str, str]]:
    """(where, id) of every claim."""
    return [
        (cell["id"], call.args[0].value if call.args and isinstance(call.args[0], ast.Constant) else "")
        for cell, call in calls(lesson, "claim")
    ]


# rules about one lesson -----------------------------------------------------------------------------------------------
def size(lesson: Lesson):
    """45 to 60 cells for the learner."""
    count = len(learners_cells(lesson))
    if is_whole(lesson) and not CELLS[0] <= count <= CELLS[1]:
        yield "the lesson", f"has {count} cells for the learner, not {CELLS[0]} to {CELLS[1]}"


def minutes(lesson: Lesson):
    """The minutes of the parts add up to what the header says; in a lesson, 60 to 75."""
    if not lesson.exercises:
        return
    total, said = total_minutes(lesson), said_minutes(lesson)
    if total != said:
        yield "the header", f"says {said} minutes, the sections add up to {total}"
    if is_whole(lesson) and not MINUTES[0] <= total <= MINUTES[1]:
        yield "the lesson", f"takes {total} minutes, not {MINUTES[0]} to {MINUTES[1]}"
    for title, own, parts in sections(lesson):
        if title.startswith("Exercises") and own and own != sum(parts):
            yield title, f"says {own} minutes, its exercises add up to {sum(parts)}"


def short_code(lesson: Lesson):
    """A code cell that the learner reads has at most about 12 lines."""
    for cell in code_that_is_read(lesson):
        count = code_lines(cell)
        if count > CODE_LINES:
            yield cell["id"], f"has {count} lines of code, more than {CODE_LINES}"


def short_answers(lesson: Lesson):
    """At most about ten lines are to be written."""
    for cell in lesson.cells:
        if BEGIN_SOLUTION in cell.source:
            regions = re.findall(rf"{BEGIN_SOLUTION}\n(.*?){END_SOLUTION}", cell.source, re.S)
            count = sum(bool(line.strip()) and STUB not in line for region in regions for line in region.split("\n"))
            if count > STUB_LINES:
                yield cell["id"], f"asks for {count} lines, more than {STUB_LINES}"


def short_prose(lesson: Lesson):
    """A prose cell has at most about 80 words, an exercise's lead too."""
    for cell in learners_cells(lesson):
        if cell.cell_type == "markdown":
            source = cell.source.split("\n|")[0] if re.search(r"^### +Exercise", cell.source, re.M) else cell.source
            count = len(re.findall(r"[\w`][^\s]*", prose(source)))
            if count > PROSE_WORDS:
                yield cell["id"], f"has {count} words, more than {PROSE_WORDS}"


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


def weights(lesson: Lesson):
    """Rows that want the same whatever the inputs carry at most half of the weight, or the source says why that cannot
    be.
    """
    for where, (share, reason) in constant_rows(lesson).items():
        if share > CONSTANT and not reason:
            yield (
                where,
                (
                    f"its constant rows carry {share:.0%} of the weight, more than {CONSTANT:.0%}: give the rows "
                    f"that depend "
                    "on the inputs more, or say why that cannot be in a line '# constant rows: …' among the hidden "
                    "tests"
                ),
            )
        elif reason and share <= CONSTANT:
            yield (
                where,
                (
                    f"says why its constant rows carry much, and they carry {share:.0%} of the weight: "
                    "leave out the line '# constant rows: …'"
                ),
            )


def exit_tables(lesson: Lesson):
    """The exit has a cheat sheet and a symptom index, in the form that `python -m grader index` reads."""
    if is_whole(lesson) and not symptoms(lesson):
        yield "the exit", "has no symptom index, a table '| symptom | see |'"
    if is_whole(lesson) and not cheat_sheet(lesson):
        yield "the exit", "has no cheat sheet, a table below '### Cheat sheet'"


def claim_ids(lesson: Lesson):
    """Claim ids are words in the source, carry the lesson's prefix, and each stands once."""
    seen = set()
    for where, name in claims(lesson):
        if not re.fullmatch(rf"l{int(lesson.name[:2])}-[a-z0-9-]+", name):
            yield where, f"claim id {name!r} is not 'l{int(lesson.name[:2])}-…' in small letters"
        elif name in seen:
            yield where, f"claim id {name!r} is used twice"
        seen.add(name)


def bank(lesson: Lesson, folder: Path):
    """Three other right answers and six wrong ones; a wrong one's belief is one that its exercise can name."""
    for exercise in lesson.exercises:
        if exercise.is_prediction:
            continue
        cells = banks.cells(banks.bank_file(lesson.name, exercise.id, folder / "bank"))
        for kind, least in ("right", 3), ("wrong", 6):
            count = sum(cell.kind == kind for cell in cells)
            if count < least:
                yield exercise.id, f"its bank has {count} {kind} answers, fewer than {least}"
        known = {belief for belief, _ in named_beliefs(exercise)} | {"error", "not attempted"}
        for cell in cells:
            if cell.kind == "wrong" and cell.belief not in known:
                yield exercise.id, f"{cell.place} states the belief '{cell.belief}', which the exercise never names"


FORBIDDEN = {
    "a star import": lambda node: isinstance(node, ast.ImportFrom) and any(alias.name == "*" for alias in node.names),
    "jit(…) with arguments as a decorator (fails on 0.7.2: use functools.partial)": lambda node: (
        isinstance(node, (ast.FunctionDef, ast.ClassDef))
        and any(
            isinstance(one, ast.Call) and ast.unparse(one.func) in ("jax.jit", "jit") for one in node.decorator_list
        )
    ),
    "jax.core": lambda node: isinstance(node, ast.Attribute) and ast.unparse(node) == "jax.core",
    "a private module": lambda node: (
        (isinstance(node, ast.Attribute) and node.attr == "_src")
        or (isinstance(node, (ast.ImportFrom, ast.Import)) and "_src" in ast.unparse(node))
        or (isinstance(node, ast.ImportFrom) and node.module == "jax.core")
    ),
    "equinox's static_field (use field(static=True))": lambda node: (
        isinstance(node, ast.Attribute) and ast.unparse(node) in ("eqx.static_field", "equinox.static_field")
    ),
}


def allowed_api(lesson: Lesson):
    """No forbidden API outside the setup cell."""
    for cell in own_code(lesson):
        for node in ast.walk(tree_of(cell)):
            for what, is_it in FORBIDDEN.items():
                if is_it(node):
                    yield cell["id"], f"uses {what}"


def calm(lesson: Lesson):
    """No exclamation marks in what the learner reads."""

    def loud(text: str) -> bool:
        return "!" in re.sub(r"<!--|`[^`]*`|<code>.*?</code>|!=|^ {4}.*$", "", text, flags=re.M)

    for cell in learners_cells(lesson):
        if cell.cell_type == "markdown" and loud(cell.source):
            yield cell["id"], "has an exclamation mark"
    for where, belief, words in all_beliefs(lesson):
        if loud(words):
            yield where, f"the words of '{belief}' have an exclamation mark"


def beliefs_named(lesson: Lesson):
    """A belief has a name in kebab-case and words."""
    for where, belief, words in all_beliefs(lesson):
        if not re.fullmatch(r"[a-z0-9]+([-.][a-z0-9]+)+", belief):
            yield where, f"'{belief}' is no belief's name, such as 'aux-is-traced'"
        if len(words.split()) < 3:
            yield where, f"the belief '{belief}' has no words for the learner"


TOLD_BY_JAX = (
    r"Traced<|JitTracer|JVPTracer|BatchTracer|DynamicJaxprTracer|PyTreeDef|\b0x[0-9a-f]{6,}|Traceback "
    r"\(most recent|jax\.errors\.\w+: "
)


def stable_output(lesson: Lesson, folder: Path):
    """No stored output shows a tracer, a treedef, an address or an error in JAX's words; nothing is written to
    stderr.
    """
    path = folder / f"{lesson.name}.ipynb"
    if not path.is_file():
        yield "the notebook", f"solutions/{lesson.name}.ipynb is not there: run make build"
        return
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        for output in cell.get("outputs", []):
            text = "".join(output.get("text", "")) + "".join(
                "".join(value) for value in output.get("data", {}).values()
            )
            if output.get("name") == "stderr":
                yield cell["id"], "writes to stderr"
            elif output["output_type"] == "error":
                yield cell["id"], f"raises {output['ename']}"
            elif re.search(TOLD_BY_JAX, text):
                yield cell["id"], f"prints {re.search(TOLD_BY_JAX, text).group()!r}, which differs between versions"


def is_python(lesson: Lesson, folder: Path):
    """The source is Python as a whole: a line of prose that lost its `# ` is none."""
    path = folder / f"{lesson.name}.py"
    try:
        ast.parse(path.read_text(encoding="utf-8") if path.is_file() else "")
    except SyntaxError as error:
        yield (
            f"line {error.lineno}",
            (f"solutions/{lesson.name}.py is no Python there ({error.msg}): a line of prose begins with '# '"),
        )


# rules about all lessons ----------------------------------------------------------------------------------------------
def beliefs_apart(lessons: list[Lesson]):
    """Two beliefs never share their words, nor the words of their names."""
    by_words, by_name = defaultdict(dict), defaultdict(dict)
    for lesson in lessons:
        for where, belief, words in all_beliefs(lesson):
            by_words[" ".join(words.lower().split())].setdefault(belief, f"{lesson.name[:2]} {where}")
            by_name[frozenset(belief.split("-"))].setdefault(belief, f"{lesson.name[:2]} {where}")
    for what, groups in ("say the same to the learner", by_words), ("have names of the same words", by_name):
        for group in groups.values():
            if len(group) > 1:
                yield "", " and ".join(f"{belief} ({where})" for belief, where in group.items()), f"{what}"


def claims_apart(lessons: list[Lesson]):
    """A claim's id is used in one lesson only."""
    seen: dict[str, str] = {}
    for lesson in lessons:
        for where, name in claims(lesson):
            if seen.setdefault(name, lesson.name) != lesson.name:
                yield lesson.name, where, f"claim id {name!r} is already used in {seen[name]}"


def covered(lessons: list[Lesson], misconceptions: dict = MISCONCEPTIONS, folder: Path = SOLUTIONS):
    """Each misconception seen in the wild is caught where grader/lessons/misconceptions.py says so; at least once by a
    graded exercise, whose
    bank has a wrong answer of that belief. `folder` is where the bank is."""
    known = {(lesson.name[:2], where, belief) for lesson in lessons for where, belief, _ in all_beliefs(lesson)}
    names = {lesson.name[:2]: lesson.name for lesson in lessons}
    for misconception, places in misconceptions.items():
        for place in places:
            if tuple(place.split()) not in known:
                yield "", f"'{misconception}'", f"should be caught at {place}, and that does not name this belief"
        graded = [place.split() for place in places if re.match(r"\d+ ex\d+ ", place)]
        if not graded:
            yield (
                "",
                f"'{misconception}'",
                "is caught by no graded exercise: give one a row for it, and its place into "
                "grader/lessons/misconceptions.py",
            )
        for number, exercise, belief in graded:
            cells = banks.cells(banks.bank_file(names.get(number, ""), exercise, folder / "bank"))
            if belief not in [cell.belief for cell in cells]:
                yield (
                    "",
                    f"'{misconception}'",
                    f"is caught at {number} {exercise} by no wrong answer of the bank: add one whose head names "
                    f"{belief}",
                )


RULES = (
    size,
    minutes,
    short_code,
    short_answers,
    short_prose,
    parts,
    headings,
    exercise_text,
    hints,
    explained,
    weights,
    exit_tables,
    claim_ids,
    allowed_api,
    calm,
    beliefs_named,
)
WITH_FILES = (bank, stable_output, is_python)
TOGETHER = (beliefs_apart, claims_apart, covered)


def faults(lesson: Lesson, folder: Path = SOLUTIONS) -> list[Fault]:
    """What one lesson does not keep; `folder` is where its bank and its executed notebook are."""
    found = [(rule, *fault) for rule in RULES for fault in rule(lesson)]
    found += [(rule, *fault) for rule in WITH_FILES for fault in rule(lesson, folder)]
    return [Fault(lesson.name, rule.__name__.replace("_", "-"), where, words) for rule, where, words in found]


def faults_together(lessons: list[Lesson]) -> list[Fault]:
    """What the lessons do not keep taken together."""
    return [
        Fault(lesson or "all lessons", rule.__name__.replace("_", "-"), where, words)
        for rule in TOGETHER
        for lesson, where, words in rule(lessons)
    ]


def figures(lesson: Lesson, folder: Path = SOLUTIONS) -> dict:
    """What `lint` prints of a lesson, by column."""
    read = [code_lines(cell) for cell in code_that_is_read(lesson)]
    cells = [cell.kind for path in (folder / "bank" / lesson.name).glob("ex*.py") for cell in banks.cells(path)]
    return {
        "cells": len(learners_cells(lesson)),
        "minutes": total_minutes(lesson) or said_minutes(lesson),
        "longest code": max(read, default=0),
        "exercises": sum(not exercise.is_prediction for exercise in lesson.exercises),
        "predictions": sum(exercise.is_prediction for exercise in lesson.exercises),
        "points": f"{lesson.max_score:g}",
        "beliefs": len({belief for _, belief, _ in all_beliefs(lesson)}),
        "claims": len(claims(lesson)),
        "right": cells.count("right"),
        "wrong": cells.count("wrong"),
    }
