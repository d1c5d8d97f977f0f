"""docs/symptoms.md and docs/cheat-sheet.md, made of the lessons' own help and exits: one page each over all lessons."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path

from grader.core.paths import DOCS
from grader.lessons.source import INSTRUCTOR_TAG, Lesson, has_tag

GENERATED = "<!-- generated from solutions/*.py by python -m grader index; do not edit -->\n"


def tables(lesson: Lesson) -> Iterator[tuple[str, list[str]]]:
    """(heading above, lines) of every Markdown table of the learner's edition."""
    for cell in lesson.cells:
        if cell.cell_type != "markdown" or has_tag(cell, INSTRUCTOR_TAG):
            continue
        heading, lines = "", []
        for line in [*cell.source.split("\n"), ""]:
            if line.startswith("|"):
                lines.append(line)
            elif lines:
                yield heading, lines
                lines = []
            if line.startswith("#"):
                heading = line.lstrip("# ")


def cells_of(line: str) -> list[str]:
    """The cells of a table's line; a bar inside code is none of its borders."""
    return [part.strip() for part in re.split(r"(?<!\\)\|", line.strip().strip("|"))]


def is_symptoms(lines: list[str]) -> bool:
    head = cells_of(lines[0])
    return len(head) == 2 and "symptom" in head[0].lower() and head[1].lower() in ("see", "exercise", "exercises")


def symptoms(lesson: Lesson) -> list[tuple[str, str]]:
    """(symptom, where it is treated) from the tables of the lesson's exit."""
    found = []
    for _, lines in tables(lesson):
        if is_symptoms(lines):
            for symptom, where in map(cells_of, lines[2:]):
                found.append(
                    (
                        symptom,
                        f"exercise{'s' if ',' in where else ''} {where}"
                        if re.fullmatch(r"[\d, and]+", where)
                        else where,
                    )
                )
    return found


def cheat_sheet(lesson: Lesson) -> list[list[str]]:
    """The tables below a heading 'Cheat sheet' or 'On one page', but for the symptoms."""
    return [
        lines
        for heading, lines in tables(lesson)
        if re.match(r"(cheat sheet|on one page)", heading, re.I) and not is_symptoms(lines)
    ]


def helps(lesson: Lesson) -> list[tuple[str, str, str]]:
    """(symptom, exercise, what to do) from the folded help of each exercise."""
    found, place = [], ""
    for cell in lesson.cells:
        if cell.cell_type == "markdown" and not has_tag(cell, INSTRUCTOR_TAG):
            for part in re.split(r"(?=^### )", cell.source, flags=re.M):
                heading = re.match(r"### +(Exercise \d+)", part)
                place = heading.group(1).lower() if heading else place
                found += [
                    (plain(symptom), place, plain(words))
                    for symptom, words in re.findall(r"<summary>Help: *(.*?)</summary>(.*?)</details>", part, re.S)
                    if place
                ]
    return found


def plain(text: str) -> str:
    """HTML of a folded help as Markdown for a table's cell."""
    text = re.sub(r"<code>(.*?)</code>", r"`\1`", " ".join(text.split()))
    return html.unescape(text).replace("|", "\\|")


def link(lesson: Lesson, where: str) -> str:
    return f"[lesson {int(lesson.name[:2])}](../notebooks/{lesson.name}.ipynb), {where}"


def error_of(symptom: str) -> str:
    """The class of an error that a symptom names, "" if none."""
    found = re.search(r"\b[A-Z]\w*(Error|Exception)\b", symptom)
    return found.group() if found else ""


def key_of(symptom: str) -> str:
    """The same for a symptom however it is quoted."""
    return re.sub(r"[^a-z0-9_ ]+", "", symptom.lower()).strip()


def symptoms_page(lessons: list[Lesson]) -> str:
    """Every symptom, errors by class first, with the places that treat it."""
    found: dict[str, tuple[str, list[str]]] = {}
    for lesson in lessons:
        said = [(symptom, f"{words} ({link(lesson, place)})") for symptom, place, words in helps(lesson)]
        for symptom, place in said + [(symptom, link(lesson, where)) for symptom, where in symptoms(lesson)]:
            found.setdefault(key_of(symptom), (symptom, []))[1].append(place)
    errors = sorted((key for key in found if error_of(found[key][0])), key=lambda key: (error_of(found[key][0]), key))
    others = sorted(found.keys() - set(errors))

    def table(keys):
        return "\n".join(
            [
                "| symptom | what it is, where it is treated |",
                "| --- | --- |",
                *(f"| {found[key][0]} | {'<br>'.join(found[key][1])} |" for key in keys),
            ]
        )

    return (
        f"{GENERATED}# Symptoms\n\nAn error message or a strange result, and the place in the lessons that treats "
        f"it. Words in quotes are from messages "
        f"of JAX or Python; their wording differs a little between versions.\n\n## Errors by "
        f"class\n\n{table(errors)}\n\n## Messages, and no message at all\n\n{table(others)}\n"
    )


def cheat_sheet_page(lessons: list[Lesson]) -> str:
    """The cheat sheets of all lessons."""
    parts = [
        f"## [{re.sub(r'^(Lesson )?[0-9]+[.] ', '', lesson.title)}](../notebooks/{lesson.name}.ipynb)\n\n"
        + "\n\n".join("\n".join(lines) for lines in cheat_sheet(lesson))
        for lesson in lessons
        if cheat_sheet(lesson)
    ]
    return (
        f"{GENERATED}# Cheat sheet\n\nWhat goes where, and what it costs. Each table stands at the end of its "
        f"lesson.\n\n" + "\n\n".join(parts) + "\n"
    )


def pages(lessons: list[Lesson], folder: Path = DOCS) -> dict[Path, str]:
    """Path → text of what is generated."""
    return {folder / "symptoms.md": symptoms_page(lessons), folder / "cheat-sheet.md": cheat_sheet_page(lessons)}


def write_pages(lessons: list[Lesson], check: bool = False, folder: Path = DOCS) -> Iterator[tuple[Path, bool]]:
    """Write the pages, or with `check` only compare; yields (path, whether what was there is the same)."""
    for path, text in pages(lessons, folder).items():
        same = path.is_file() and path.read_text(encoding="utf-8") == text
        if not check and not same:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        yield path, same
