"""Read a lesson's one source, solutions/NN_name.py, into cells and exercises.

Everything that judges an answer comes from here: the released notebook is only for the learner.
"""

from __future__ import annotations

import ast
import functools
import re
from dataclasses import dataclass, replace

import jupytext
import nbformat

from grader.core.errors import GraderError
from grader.core.paths import PROGRESS, SOLUTIONS
from grader.lessons import behaviour, kits
from grader.lessons.behaviour import instruments

SETUP_TAG, INSTRUCTOR_TAG, PROGRESS_TAG = "setup", "instructor", "progress"
BEGIN_SOLUTION, END_SOLUTION = "### BEGIN SOLUTION", "### END SOLUTION"
BEGIN_HIDDEN, END_HIDDEN = "### BEGIN HIDDEN TESTS", "### END HIDDEN TESTS"
STUB = "### STUB:"
TABLE = "TABLE"  # in a check cell: what the visible call compares with; the build writes it above the call
HIDDEN = {"wanted", "inputs"}  # the functions that only the instructor's edition has


class SourceError(GraderError):
    """A lesson's source is not of the agreed form; the message names the lesson, the cell and the remedy."""

    exit_code = 1


@dataclass(frozen=True, eq=False)
class Exercise:
    """One graded task: an answer cell `id` and its check cell `id_check`.

    `probe`, `wanted` and `inputs` are the sources of the functions of the check cell; for a prediction they are
    empty and `replies` maps each letter to (belief or None, words).
    """

    id: str
    title: str
    points: float
    answer: str  # source of the answer cell with its solution
    stub: str  # source of the answer cell as released
    probe: str = ""
    wanted: str = ""
    inputs: str = ""
    visible: dict | None = None  # the fixed inputs of the visible check
    variable: str = ""  # predictions: the name that holds the letter
    replies: dict | None = None

    @property
    def is_prediction(self) -> bool:
        return self.replies is not None


@dataclass(frozen=True, eq=False)
class Lesson:
    """One lesson: `cells` are nbformat cells of the instructor's edition, instruments put in, not executed."""

    name: str
    title: str
    cells: tuple
    exercises: tuple[Exercise, ...]

    @property
    def max_score(self) -> float:
        return sum(exercise.points for exercise in self.exercises)

    @property
    def is_practice(self) -> bool:
        """Whether this is a sheet of exercises alone: its title says so."""
        return self.title.startswith("Practice")

    def probed(self, only: str | None = None) -> list[Exercise]:
        """The exercises that a probe judges, which are all but the predictions; or `only` this one. Raises SourceError
        if there is none of that id.
        """
        found = [exercise for exercise in self.exercises if not exercise.is_prediction]
        if only is not None and only not in [exercise.id for exercise in found]:
            raise SourceError(
                f"{self.name} has no exercise '{only}': there "
                f"{'are ' + ', '.join(one.id for one in found) if found else 'is none'}"
            )
        return [exercise for exercise in found if only in (None, exercise.id)]


def progress() -> str:
    """The text of the progress cell: what `python -m grader progress` runs, then a look at the notebook's own
    folder.
    """
    text = PROGRESS.read_text(encoding="utf-8").split("# --- 8< ---\n", 1)[1].strip()
    return f"# @title Where you are: run this cell\n{text}\n\n\ndisplay(Progress())"


def grade_id(cell) -> str | None:
    return cell.metadata.get("nbgrader", {}).get("grade_id")


def has_tag(cell, tag: str) -> bool:
    return tag in cell.metadata.get("tags", [])


def stub_of(source: str, where: str = "") -> str:
    """`source` with each solution region replaced by its `### STUB:` lines, or by `raise NotImplementedError()`."""
    lines, region = [], None
    for line in source.split("\n"):
        if BEGIN_SOLUTION in line:
            if region is not None:
                raise SourceError(f"{where}: a second '{BEGIN_SOLUTION}' before the first has ended")
            region, indent = [], line[: len(line) - len(line.lstrip())]
        elif END_SOLUTION in line:
            if region is None:
                raise SourceError(f"{where}: '{END_SOLUTION}' without a beginning")
            stub = [text.split(STUB, 1)[1].removeprefix(" ") for text in region if STUB in text]
            lines += [(indent + text).rstrip() for text in stub or ["# your code here", "raise NotImplementedError()"]]
            region = None
        elif region is not None:
            region.append(line)
        else:
            lines.append(line)
    if region is not None:
        raise SourceError(f"{where}: '{BEGIN_SOLUTION}' without '{END_SOLUTION}'")
    return "\n".join(lines)


def without_stub_lines(source: str) -> str:
    """The solution as it is shown and run: `### STUB:` lines are only for the build."""
    return "\n".join(line for line in source.split("\n") if STUB not in line)


def without_hidden(source: str) -> str:
    """`source` without its hidden tests."""
    return re.sub(rf"\n*{BEGIN_HIDDEN}\n.*?{END_HIDDEN}", "", source, flags=re.S)


def hidden(source: str) -> str:
    """The hidden tests of `source`, "" if it has none."""
    return "\n".join(re.findall(rf"{BEGIN_HIDDEN}\n(.*?){END_HIDDEN}", source, flags=re.S))


def functions(source: str) -> dict[str, str]:
    """Sources of the functions defined at the top of `source`, by name."""
    return {
        node.name: ast.get_source_segment(source, node)
        for node in ast.parse(source).body
        if isinstance(node, ast.FunctionDef)
    }


def calls_of(source: str, name: str) -> list[ast.Call]:
    """The calls of `name` at the top level of `source`."""
    values = [getattr(node, "value", None) for node in ast.parse(source).body]
    return [call for call in values if isinstance(call, ast.Call) and getattr(call.func, "id", None) == name]


def call_of(source: str, name: str, where: str) -> ast.Call:
    for call in calls_of(source, name):
        return call
    raise SourceError(f"{where}: the cell has no call of {name}(…) at its top level")


def title_before(cells, index: int) -> str:
    for cell in reversed(cells[:index]):
        headings = re.findall(r"^#+ +(.+)$", cell.source, re.M) if cell.cell_type == "markdown" else []
        if headings:
            return headings[-1]
    return ""


def exercise_from(cells, index: int, lesson: str) -> Exercise:
    """The exercise whose check cell is `cells[index]`."""
    check = cells[index]
    name = grade_id(check).removesuffix("_check")
    where = f"{lesson}, {name}"
    answers = [i for i, cell in enumerate(cells[:index]) if grade_id(cell) == name]
    if len(answers) != 1:
        raise SourceError(
            f"{where}: the check needs one answer cell with grade_id '{name}' before it, found {len(answers)}"
        )
    answer = cells[answers[0]]
    common = {
        "id": name,
        "title": title_before(cells, answers[0]),
        "points": float(check.metadata.nbgrader["points"]),
        "answer": without_stub_lines(answer.source),
        "stub": stub_of(answer.source, where),
    }
    if name.startswith("predict"):
        call = call_of(check.source, "reply", where)
        return Exercise(**common, variable=call.args[1].id, replies=ast.literal_eval(call.args[2]))
    return checked(Exercise(**common), check.source, where)


def checked(exercise: Exercise, source: str, where: str) -> Exercise:
    """`exercise` with what its check cell defines; refused unless what tells right answers stands between the hidden
    markers.
    """
    shown, kept = without_hidden(source), hidden(source)
    place = f"between '{BEGIN_HIDDEN}' and '{END_HIDDEN}'"
    if not kept:
        raise SourceError(
            f"{where}: the check cell has no hidden tests: its inputs would be released; write them {place}"
        )
    open_to_all = sorted(HIDDEN & functions(shown).keys()) + ["score_hidden"] * bool(calls_of(shown, "score_hidden"))
    if open_to_all:
        raise SourceError(f"{where}: {', '.join(open_to_all)} would be released: move it {place}")
    found = functions(shown) | functions(kept)
    missing = {"probe", *HIDDEN} - found.keys()
    if missing:
        raise SourceError(f"{where}: the check cell does not define {', '.join(sorted(missing))}")
    call = call_of(shown, "check", where)
    if [ast.unparse(argument) for argument in call.args[1:]] != ["probe", TABLE]:
        raise SourceError(
            f'{where}: the check is not called as check("{exercise.id}", probe, {TABLE}, …); the build writes {TABLE}'
        )
    visible = {keyword.arg: ast.literal_eval(keyword.value) for keyword in call.keywords}
    scored = {keyword.arg: ast.literal_eval(keyword.value) for keyword in call_of(kept, "score_hidden", where).keywords}
    if scored.get("points") != exercise.points:
        raise SourceError(
            f"{where}: score_hidden(…, points={scored.get('points')}) and the cell's {exercise.points} points differ"
        )
    apart = functions(kept)
    return replace(
        exercise,
        probe="\n\n\n".join(functions(shown).values()),
        wanted="\n\n\n".join(text for name, text in apart.items() if name != "inputs"),
        inputs=found["inputs"],
        visible=visible,
    )


def show_table(check, exercise: Exercise, where: str) -> None:
    """Give the check cell its title and its table, which is what `wanted` says of the visible inputs; it is shown
    closed.
    """
    try:
        rows = behaviour.wanted_rows(exercise, exercise.visible)
        text = behaviour.table(rows)
    except Exception as error:  # of the author's own code
        said = f"{type(error).__name__}: {error}".split("\n")[0]
        raise SourceError(f"{where}: what `wanted` gives for the visible inputs is no table ({said})") from None
    if fault := behaviour.fault(rows) or behaviour.inputs_fault(exercise):
        raise SourceError(f"{where}: {fault}")
    lines = check.source.split("\n")
    lines.insert(call_of(check.source, "check", where).lineno - 1, f"{TABLE} = {text}")
    check.source = "\n".join(["# @title Check", *lines])
    check.metadata["tags"] = [*check.metadata.get("tags", []), "folded"]


@functools.cache
def load(name: str) -> Lesson:
    """Read solutions/`name`.py. Raises SourceError with one sentence if it is not of the agreed form."""
    path = SOLUTIONS / f"{name}.py"
    if not path.is_file():
        raise SourceError(f"there is no lesson '{name}': solutions/{name}.py does not exist")
    return parse(name, path.read_text(encoding="utf-8"))


def parse(name: str, text: str) -> Lesson:
    """`load` for a source given as text."""
    cells = jupytext.reads(text, fmt="py:percent").cells
    ids = [grade_id(cell) for cell in cells if grade_id(cell)]
    twice = sorted({one for one in ids if ids.count(one) > 1})
    if twice:
        raise SourceError(f"{name}: grade_id used twice: {', '.join(twice)}")
    setups = [cell for cell in cells if has_tag(cell, SETUP_TAG)]
    if len(setups) != 1:
        raise SourceError(f"{name}: needs exactly one cell tagged '{SETUP_TAG}', found {len(setups)}")
    letters = [
        name
        for cell in cells
        if cell.cell_type == "code"
        for name in re.findall(r"^reply\(\"\w+\", (\w+),", cell.source, re.M)
    ]
    setups[0].source = instruments() + (
        f"\n\nfor letter in {tuple(dict.fromkeys(letters))!r}:  # yours to write below\n    "
        f"globals().setdefault(letter, None)"
        if letters
        else ""
    )
    for cell in cells:
        if has_tag(cell, PROGRESS_TAG):
            cell.source = progress()
    for cell in cells:
        if cell.metadata.get("nbgrader", {}).get("grade") and kits.IMPORT in cell.source:
            try:
                cell.source = kits.put_in(cell.source)
            except ValueError as error:
                raise SourceError(f"{name}, {grade_id(cell).removesuffix('_check')}: {error}") from None
    for number, cell in enumerate(cells):
        cell["id"] = grade_id(cell) or f"{name[:2]}-{number:03d}"
    exercises = {
        index: exercise_from(cells, index, name)
        for index, cell in enumerate(cells)
        if cell.metadata.get("nbgrader", {}).get("grade")
    }
    for index, exercise in exercises.items():
        if not exercise.is_prediction:
            show_table(cells[index], exercise, f"{name}, {exercise.id}")
    title = re.search(r"^# +(.+)$", cells[0].source, re.M)
    title = title.group(1) if title else name
    return Lesson(name, title, tuple(nbformat.from_dict(cell) for cell in cells), tuple(exercises.values()))
