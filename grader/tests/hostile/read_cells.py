"""Cases whose cells are written in files, cells/**/*.py in percent format: what a reviewer reads is what the learner
wrote.

The comment at a file's head says what all its cases share:

    # kind: ways in               the kind of its cases
    # answers: wrong              what stands in cells that a case does not write: right, wrong, or released (the stubs)
    # code: above                 the place of code that stands right below a case's head; without it, `ex1`

Then come cells. `# %% NAME: graded or review, 4 points, slow` begins a case (no points said: none; all are six),
lines of `#: ` say why, and `# %% [PLACE]` begins a cell of it. PLACE is an answer (`predict1`, `ex1`,
`ex2`), `above` (above the answer to exercise 1, in its cell), or a cell of the learner's own: `first` (after the
setup cell), `between` (before exercise 2), `last`.

`# %% [every PLACE]` is what the cases below have there unless they write it themselves. `# %% [piece NAME]` is text
that other cells take in by a line `#+ NAME`. Empty lines at the end of a cell are none of it; it has no end of line
behind its last line, unless that takes in a piece, or `#.` stands alone below it. `{ROOT}` and `{ROOT.parent}` are
the project's folder and the one around it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from grader.core.paths import ROOT
from grader.tests.hostile import RIGHT, WRONG, answered, case, code, index_of

FOLDER = Path(__file__).parent / "cells"
BASES = {"right": RIGHT, "wrong": WRONG, "released": {}}
OWN = {
    "last": lambda notebook: len(notebook["cells"]),
    "between": lambda notebook: index_of(notebook, "ex2"),
    "first": lambda _: 2,
}  # where cells of the learner's own go, the last place first
ANSWERS = ("predict1", "ex1", "ex2")
HEAD = re.compile(r"^# %% (.*)$", re.M)
OPENING = re.compile(r"([a-z]\w*): (\w+(?: or \w+)*)(?:, ([\d.]+) points?)?(, slow)?")


class BadCells(ValueError):
    """A file of cells says something that nobody understands."""


@dataclass
class Written:
    """One case as its file has it: cells are (place, text), in order;
    `every` is what the file says for all, place → text.
    """

    name: str
    outcomes: tuple[str, ...]
    points: float
    slow: bool
    about: str
    cells: list[tuple[str, str]] = field(default_factory=list)
    every: dict[str, str] = field(default_factory=dict)


def text_of_cell(lines: list[str], pieces: dict[str, str]) -> str:
    """The text of a cell from its lines: pieces taken in, empty lines at its end left out."""
    while lines and not lines[-1]:
        lines = lines[:-1]
    ends = "\n" if lines and (lines[-1] == "#." or lines[-1].startswith("#+ ")) else ""
    lines = lines[:-1] if lines and lines[-1] == "#." else lines
    try:
        whole = "\n".join(pieces[line[3:]] if line.startswith("#+ ") else line for line in lines)
    except KeyError as error:
        raise BadCells(f"there is no piece {error}") from None
    return whole.replace("{ROOT}", repr(str(ROOT))).replace("{ROOT.parent}", repr(str(ROOT.parent))) + ends


def opening(head: str, lines: list[str]) -> tuple[Written, list[str]]:
    """A case of its head line and its `#: ` lines, and the lines below them.

    Raises BadCells for a head that is none.
    """
    found = OPENING.fullmatch(head)
    if not found:
        raise BadCells(f"no head of a case: {head}")
    name, outcomes, points, slow = found.groups()
    count = next((place for place, line in enumerate(lines) if not line.startswith("#: ")), len(lines))
    about = " ".join(line[3:] for line in lines[:count])
    return Written(name, tuple(outcomes.split(" or ")), float(points or 0), bool(slow), about), lines[count:]


def parse(text: str) -> tuple[dict[str, str], list[Written]]:
    """What a file's head says, and its cases. Raises BadCells for a head that is none, or a piece that is not there."""
    start, *rest = HEAD.split(text)
    said = dict(re.findall(r"^# (kind|answers|code): (.+)$", start, re.M))
    pieces, every, cases = {}, {}, []
    for head, body in zip(rest[::2], rest[1::2], strict=True):
        lines = body.removeprefix("\n").split("\n")
        if found := re.fullmatch(r"\[(every|piece) (\w+)\]", head):
            (every if found[1] == "every" else pieces)[found[2]] = text_of_cell(lines, pieces)
        elif found := re.fullmatch(r"\[(\w+)\]", head):
            if not cases or found[1] not in (*ANSWERS, *OWN, "above"):
                raise BadCells(f"no place: {head}")
            cases[-1].cells.append((found[1], text_of_cell(lines, pieces)))
        else:
            written, lines = opening(head, lines)
            if below := text_of_cell(lines, pieces):
                written.cells.append((said.get("code", "ex1"), below))
            cases.append(written)
            written.every = dict(every)
    if not {"kind", "answers"} <= said.keys() or said["answers"] not in BASES:
        raise BadCells("the comment at the head has to say `# kind: …` and `# answers: right`, `wrong` or `released`")
    return said, cases


def put_in(notebook: dict, written: Written, base: str) -> dict:
    """`notebook` with the cells of a case, and the answers of `base` where it has none."""
    answers = BASES[base] | written.every | {place: text for place, text in written.cells if place in ANSWERS}
    for place, text in written.cells:
        if place == "above":
            answers["ex1"] = f"{text}\n{answers['ex1']}"
    answered(notebook, answers)
    for place, index in OWN.items():
        at = index(notebook)
        notebook["cells"][at:at] = [code(text) for where, text in written.cells if where == place]
    return notebook


def written_in(file: str) -> list[Written]:
    """The cases of one file, named from cells/ on."""
    return parse((FOLDER / file).read_text(encoding="utf-8"))[1]


def register() -> None:
    """Make the cases of all files known."""
    for path in sorted(FOLDER.rglob("*.py")):
        said, cases = parse(path.read_text(encoding="utf-8"))
        for written in cases:

            def make(notebook, written=written, base=said["answers"]):
                return put_in(notebook, written, base)

            make.__name__, make.__doc__ = written.name, written.about
            case(said["kind"], written.points, written.outcomes, written.slow)(make)


register()
