"""The bank of a lesson: every exercise's stub, reference, other right answers and wrong ones.

One file an exercise, solutions/bank/LESSON/EXERCISE.py, one cell an answer. A head is one of

    # %% right frozen_wrapper: who writes this
    # %% wrong stale_aux stale-aux 0.6: who writes this        (its belief, and the most that it may earn of 1)

A cell holds what differs from the reference answer; `whole` before the colon says that it stands alone. merge.py
puts the two together.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from grader.core.paths import BANK
from grader.lessons.merge import merged
from grader.lessons.source import Exercise, Lesson, SourceError

HEAD = re.compile(r"# %% (?P<kind>right|wrong) (?P<name>\w+)(?P<rest>[^:]*)(?:: *(?P<why>.*\S))?\s*")
UNREACHABLE = re.compile(r"# unreachable (?P<belief>[^:]+): *(?P<why>.*\S)")


@dataclass(frozen=True)
class Answer:
    """One answer of the bank: `kind` is stub, reference, right or wrong; a wrong one states its belief and ceiling."""

    lesson: str
    exercise: str
    name: str
    kind: str
    source: str
    belief: str = ""
    ceiling: float = 1.0  # the most it may earn, as a fraction of the points
    place: str = ""  # file and line of its head


@dataclass(frozen=True)
class Cell:
    """One cell of a bank's file as it is written; `place` is file and line of its head."""

    kind: str
    name: str  # with its kind: right_frozen_wrapper
    belief: str
    ceiling: float
    whole: bool
    why: str
    text: str
    place: str


def place_of(path: Path, line: int) -> str:
    return f"bank/{path.parent.name}/{path.name}, line {line}"


def head(line: str, where: str) -> dict:
    """The fields of a cell's head. Raises SourceError with one sentence."""
    found = HEAD.fullmatch(line)
    if not found:
        raise SourceError(
            f"{where}: a head is '# %% right NAME: who writes this' or '# %% wrong NAME BELIEF SCORE: …', not {line!r}"
        )
    rest = found["rest"].split()
    whole = rest[-1:] == ["whole"]
    rest = rest[: len(rest) - whole]
    fields = {"kind": found["kind"], "name": f"{found['kind']}_{found['name']}", "whole": whole}
    fields |= {"why": found["why"] or "", "belief": "", "ceiling": 1.0}
    if found["kind"] == "right":
        if rest:
            raise SourceError(f"{where}: a right answer has a name and perhaps 'whole', not {' '.join(rest)!r}")
        return fields
    if len(rest) < 2:
        raise SourceError(f"{where}: a wrong answer has a name, a belief and a score before the colon")
    if not found["why"]:
        raise SourceError(f"{where}: the head of a wrong answer does not say who writes it: add ': …'")
    if not re.fullmatch(r"0(\.\d+)?|1(\.0+)?", rest[-1]):
        raise SourceError(f"{where}: a score is a fraction of the points from 0 to 1, such as 0.7, not {rest[-1]!r}")
    return fields | {"belief": " ".join(rest[:-1]), "ceiling": float(rest[-1])}


def cells(path: Path) -> list[Cell]:
    """The cells of one bank's file, [] if there is no file. Raises SourceError with file and line."""
    if not path.is_file():
        return []
    found, lines = [], path.read_text(encoding="utf-8").split("\n")
    starts = [number for number, line in enumerate(lines) if line.startswith("# %%")]
    for number, line in enumerate(lines[: starts[0] if starts else None]):
        if line.strip() and not line.startswith("#"):
            raise SourceError(f"{place_of(path, number + 1)}: a cell begins with a head: '# %% right NAME: …'")
    for start, end in zip(starts, [*starts, len(lines)][1:], strict=True):
        where = place_of(path, start + 1)
        fields = head(lines[start], where)
        if fields["name"] in [cell.name for cell in found]:
            raise SourceError(f"{where}: there is another answer called {fields['name']}: names are unique in a bank")
        found.append(Cell(**fields, text="\n".join(lines[start + 1 : end]).strip("\n") + "\n", place=where))
    return found


def unreachable(path: Path) -> dict[str, str]:
    """Belief → why no answer reaches it first: the lines '# unreachable BELIEF: reason' of a bank's file."""
    if not path.is_file():
        return {}
    found = (UNREACHABLE.fullmatch(line.rstrip()) for line in path.read_text(encoding="utf-8").split("\n"))
    return {one["belief"]: one["why"] for one in found if one}


def bank_file(lesson: str, exercise: str, folder: Path | None = None) -> Path:
    return (folder or BANK) / lesson / f"{exercise}.py"


def answers(lesson: Lesson, exercise: Exercise) -> Iterator[Answer]:
    """All answers to one exercise."""
    yield Answer(lesson.name, exercise.id, "stub", "stub", exercise.stub)
    yield Answer(lesson.name, exercise.id, "reference", "reference", exercise.answer)
    for cell in cells(bank_file(lesson.name, exercise.id)):
        try:
            source = cell.text if cell.whole else merged(exercise.answer, cell.text)
        except ValueError as error:
            raise SourceError(f"{cell.place}: {error}") from None
        yield Answer(lesson.name, exercise.id, cell.name, cell.kind, source, cell.belief, cell.ceiling, cell.place)
