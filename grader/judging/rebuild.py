"""Rebuild a handed-in notebook from the release: released cells in released order, the learner's answers, their extra
cells.

So a lost check, a copied cell, a changed id or a tag costs nobody anything and earns nobody anything.
"""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass

from grader.build.release import release_of, squeezed
from grader.lessons.source import Lesson
from grader.notebook.notebook_file import Cell, SubmittedNotebook

ALIKE = 0.6  # similarity from which a cell without any key is taken for a released cell
# Bounds on the search for answers that lost every key, so that no file keeps it busy: an answer has some hundred
# characters.
COMPARED = 20_000  # characters of a cell that is looked at
CANDIDATES = 20  # cells whose text is compared with one answer
DEFINED = re.compile(r"^(?:class|def)[ \t]+(\w+)|^(\w+)[ \t]*=(?!=)", re.M)


@dataclass(frozen=True)
class Part:
    """One cell of the rebuilt notebook.

    `role` is "released", "answer", "check", "missing" (an answer that was not found: the stub stands in) or "extra"
    (a cell of the learner's own); `key` is the released cell's id, "" for an extra one.
    """

    role: str
    kind: str
    source: str
    key: str = ""


@dataclass(frozen=True)
class RebuiltNotebook:
    lesson: Lesson
    parts: tuple[Part, ...]
    notes: tuple[str, ...]
    unchanged: frozenset[str]  # answer cells as they were released, or missing
    astray: frozenset[str] = (
        frozenset()
    )  # answer cells with nothing in them while other cells define their names: a person has to say which is the answer


def is_answer(cell) -> bool:
    return bool(cell.metadata.get("nbgrader", {}).get("solution"))


def names_defined(source: str) -> frozenset[str]:
    """Names that a cell defines at its top level, whether it parses or not."""
    return frozenset(one or other for one, other in DEFINED.findall(source))


def most_alike(stub: str, cells: dict[int, tuple[frozenset[str], str]]) -> int | None:
    """Which of `cells` (names that it defines and text, by index) is an answer to `stub`, None if none looks like one.

    Names count as much as text, and both must agree: a cell that defines none of the stub's names is not compared.
    """
    wanted = names_defined(stub)
    shared = {index: len(wanted & names) / len(wanted) for index, (names, _) in cells.items() if wanted & names}
    matcher = difflib.SequenceMatcher(None, "", squeezed(stub)[:4000])
    best, found = ALIKE + 0.5, None
    for index in sorted(shared, key=lambda index: (shared[index], index), reverse=True)[
        :CANDIDATES
    ]:  # of equals the last one
        matcher.set_seq1(cells[index][1][:4000])
        if (
            shared[index] + matcher.quick_ratio() > best and (score := shared[index] + matcher.ratio()) > best
        ):  # the first is never less, and cheap
            best, found = score, index
    return found


def empty(source: str, stub: str) -> bool:
    """Whether an answer cell holds nothing of the learner's: the stub as it was, or no code at all."""
    return squeezed(source) == squeezed(stub) or all(line.strip()[:1] in ("", "#") for line in source.splitlines())


def found_below(
    key: str, stub: str, chosen: dict[str, Cell], extras: dict[str, list[Cell]], defines: dict[int, frozenset[str]]
) -> str:
    """Where nothing is in the answer cell `key`, but one new cell right below it or its check defines all its names:
    take that as the answer.

    What stands between the two, and the stub, runs before it, as it did for the learner. Returns a note, "" if that
    is not the case; nothing is guessed where several cells define one of the names. `defines` tells by a cell's id()
    what it defines.
    """
    wanted = names_defined(stub)
    below = [(place, cell) for place in (key, f"{key}_check") for cell in extras.get(place, [])]
    defining = [number for number, (_, cell) in enumerate(below) if wanted & defines[id(cell)]]
    if (
        key not in chosen
        or not wanted
        or not empty(chosen[key].source, stub)
        or len(defining) != 1
        or not wanted <= defines[id(below[defining[0]][1])]
    ):
        return ""
    *before, (_, answer) = below[: defining[0] + 1]
    for place, cell in below[: defining[0] + 1]:
        extras[place].remove(cell)
    extras.setdefault(key + "<", []).extend([chosen[key], *(cell for _, cell in before)])
    chosen[key] = answer
    return (
        f"your answer to '{key}' was found in a new cell below its own cell, which holds nothing of yours, and "
        f"that new cell counts: next time, write it into the answer cell"
    )


def rebuild(handed: SubmittedNotebook, lesson: Lesson) -> RebuiltNotebook:
    """Put the learner's answers and extra cells into the release."""
    release = release_of(lesson.name).cells
    answers = {cell["id"]: cell for cell in release if is_answer(cell)}
    notes = list(handed.notes)
    places = placed(handed, release, answers, notes)
    chosen, extras = sorted_out(handed, places, answers, notes)
    defines = {
        id(cell): names_defined(cell.source) if len(cell.source) <= COMPARED else frozenset()
        for cells in extras.values()
        for cell in cells
    }
    elsewhere = frozenset().union(*defines.values())
    notes += [note for key, cell in answers.items() if (note := found_below(key, cell.source, chosen, extras, defines))]
    astray = {
        key
        for key, cell in answers.items()
        if (key not in chosen or empty(chosen[key].source, cell.source))
        and frozenset() < names_defined(cell.source) <= elsewhere
    }
    notes += [note for key in answers if (note := defined_again(key, answers, chosen, extras, defines))]
    parts, unchanged = put_together(release, answers, chosen, extras, notes)
    return RebuiltNotebook(lesson, tuple(parts), tuple(dict.fromkeys(notes)), frozenset(unchanged), frozenset(astray))


def placed(handed: SubmittedNotebook, release, answers: dict, notes: list[str]) -> list[str]:
    """For each handed cell the id of the released cell that it is, or "": by its labels, its text, or what it
    defines.
    """
    keys = {cell["id"] for cell in release}
    by_text = {squeezed(cell.source): cell["id"] for cell in release}
    texts = [squeezed(cell.source) for cell in handed.cells]
    places = []
    for cell, text in zip(handed.cells, texts):
        key = next((key for key in (cell.grade_id, cell.id, cell.colab_id) if key in keys), "")
        places.append(key or by_text.get(text, ""))
    wanted = frozenset().union(*(names_defined(cell.source) for key, cell in answers.items() if key not in places))
    free = {
        index: (names, text)
        for index, text in enumerate(texts)
        if not places[index]
        and len(handed.cells[index].source) <= COMPARED
        and (names := wanted & names_defined(handed.cells[index].source))
    }
    for key, cell in answers.items():
        if key not in places and (index := most_alike(cell.source, free)) is not None:
            places[index] = key
            del free[index]
            notes.append(f"the answer '{key}' had lost its label and was recognised by what it defines")
    return places


def sorted_out(handed: SubmittedNotebook, places: list[str], answers: dict, notes: list[str]) -> tuple[dict, dict]:
    """The cell that counts for each answer, and the learner's own cells by the released cell that they follow ("ID<":
    precede).
    """
    chosen: dict[str, Cell] = {}
    extras: dict[str, list[Cell]] = {}
    last = ""
    for cell, key in zip(handed.cells, places):
        if key in answers:
            stub = squeezed(answers[key].source)
            earlier = chosen.get(key)
            if earlier is not None:
                notes.append(f"there are two cells for '{key}': the last one that was worked on counts")
                if squeezed(cell.source) == stub:
                    continue
                if squeezed(earlier.source) != stub:
                    extras.setdefault(key + "<", []).append(earlier)  # may define what the later one uses
            chosen[key] = cell
        elif not key and cell.kind == "code" and cell.source.strip():
            extras.setdefault(last, []).append(cell)
        last = key or last
    return chosen, extras


def defined_again(key: str, answers: dict, chosen: dict, extras: dict, defines: dict) -> str:
    """A note where a cell between an answer and its check defines a name of the answer once more, else nothing."""
    if key not in chosen:
        return ""
    between = frozenset().union(*(defines[id(extra)] for extra in extras.get(key, [])))
    again = names_defined(answers[key].source) & names_defined(chosen[key].source) & between
    if not again:
        return ""
    return (
        f"a cell between your answer to '{key}' and its check defines {', '.join(sorted(again))} once more: "
        "the check sees that one, here as in your notebook"
    )


def put_together(release, answers: dict, chosen: dict, extras: dict, notes: list[str]) -> tuple[list[Part], set[str]]:
    """The cells of the rebuilt notebook, and which answers are as they were released."""
    parts: list[Part] = [Part("extra", "code", cell.source) for cell in extras.get("", [])]
    unchanged = set()
    for cell in release:
        key = cell["id"]
        parts += [Part("extra", "code", extra.source) for extra in extras.get(key + "<", [])]
        if key in answers:
            answer = chosen.get(key)
            if answer is None:
                notes.append(f"the cell for '{key}' is not in the file")
            elif answer.kind != cell.cell_type:
                notes.append(f"the cell for '{key}' had become a {answer.kind} cell and was read as {cell.cell_type}")
            source = cell.source if answer is None else answer.source
            if answer is None or squeezed(source) == squeezed(cell.source):
                unchanged.add(key)
            parts.append(Part("answer" if answer else "missing", cell.cell_type, source, key))
        else:
            role = "check" if cell.metadata.get("nbgrader", {}).get("grade") else "released"
            parts.append(Part(role, cell.cell_type, cell.source, key))
        parts += [Part("extra", "code", extra.source) for extra in extras.get(key, [])]
    return parts, unchanged
