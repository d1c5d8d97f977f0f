"""Read a handed-in file as a list of cells, whatever an editor, Colab or a download has done to it.

Only what grading needs is taken: the kind and text of each cell and the keys by which it can be recognised. Personal
data (Colab's user names and ids), outputs, widgets and kernels stay behind.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from grader.core.errors import GraderError

SIZE_LIMIT = 16 * 2**20  # bytes of a file that is read at all: a lesson has 0.1 MB, one full of pictures ten
# What json.loads makes of a few bytes may take a hundred times as many, so both are counted before: a page of pictures
# has some thousands of either,
# an embedded plotting library some hundred thousand. At these numbers the parsed file takes at most 150 MB.
CONTAINER_LIMIT = 500_000  # of "[" and "{" in the text
VALUE_LIMIT = 1_000_000  # of "," in the text
CELL_LIMIT = 2_000  # cells of a notebook
SOURCE_LIMIT = 200_000  # characters of a cell
CODE_LIMIT = (
    500_000  # characters of all code cells: a lesson has 84,000; parsing lines of one letter takes 20 s a million
)


# Tried in this order; a name is told where it is not what Jupyter writes.
ENCODINGS = {
    "utf-8": "",
    "utf-8-sig": "byte order mark",
    "utf-16": "UTF-16",
    "cp1252": "Windows-1252",
    "latin-1": "Latin-1",
}


class Unreadable(GraderError):
    """The file cannot be graded; the message is one sentence with the file's name, what is wrong and what to do."""

    exit_code = 1


class Empty(Unreadable):
    """There is nothing in the file; the message speaks to a teacher, who was handed it."""


@dataclass(frozen=True)
class Cell:
    """A cell as handed in: `grade_id`, `id` and `colab_id` are "" where the file has none."""

    kind: str  # "code", "markdown" or "raw"
    source: str
    grade_id: str = ""
    id: str = ""
    colab_id: str = ""


@dataclass(frozen=True)
class SubmittedNotebook:
    """A notebook as handed in; `lesson` is what its own metadata says, "" if nothing."""

    cells: tuple[Cell, ...]
    lesson: str = ""
    notes: tuple[str, ...] = ()


def content(path: Path, name: str) -> bytes:
    """A file's bytes; raises Unreadable. `name` is how the file is called in messages."""
    try:
        size = path.stat().st_size
        if size > SIZE_LIMIT:
            raise Unreadable(
                f"{name} has {size / 2**20:.1f} MB, more than {SIZE_LIMIT // 2**20}: clear its outputs and hand it "
                f"in again."
            )
        return path.read_bytes()
    except OSError as error:
        raise Unreadable(
            f"{name} cannot be opened ({error.strerror or error}): check the file and its permissions."
        ) from None


def read(path: Path, name: str | None = None) -> SubmittedNotebook:
    """Read a file; raises Unreadable."""
    name = name or path.name
    return read_bytes(content(path, name), name)


def read_bytes(data: bytes, name: str) -> SubmittedNotebook:
    """`read` for the content of a file."""
    text, notes = decoded(data, name)
    if text.count("[") + text.count("{") > CONTAINER_LIMIT or text.count(",") > VALUE_LIMIT:
        raise Unreadable(
            f"{name} has more lists or values in it than any notebook of a lesson: clear its outputs and hand it in "
            f"again."
        )
    try:
        content = json.loads(text, parse_constant=lambda word: None)
    except RecursionError:
        raise Unreadable(
            f"{name} is nested too deeply to be a notebook: download it again from where it was written."
        ) from None
    except ValueError as error:
        at = f" at line {error.lineno}" if isinstance(error, json.JSONDecodeError) else ""
        raise Unreadable(
            f"{name} is damaged: it is no valid JSON{at}, perhaps cut off; download it again as .ipynb."
        ) from None
    return understood(content, name, notes)


def decoded(data: bytes, name: str) -> tuple[str, list[str]]:
    """The text of a file and what was odd about its encoding."""
    if not data.strip(b"\x00 \t\r\n"):
        raise Empty(f"{name} is empty: ask for it again, the download may have failed.")
    kinds = {
        b"%PDF": "a PDF",
        b"PK\x03\x04": "a zip archive",
        b"\x89PNG": "a picture",
        b"\xd0\xcf\x11\xe0": "an Office document",
    }
    kind = next((kind for magic, kind in kinds.items() if data.startswith(magic)), None)
    if kind:
        raise Unreadable(
            f"{name} is {kind}, not a notebook: hand in the .ipynb file (File > Download > Download .ipynb)."
        )
    for encoding in ENCODINGS:
        if encoding == "utf-8" and data.startswith(b"\xef\xbb\xbf"):
            continue
        if encoding == "utf-16" and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
            continue
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        break
    if text.lstrip()[:200].lower().startswith(("<!doctype", "<html", "<?xml")):
        raise Unreadable(
            f"{name} is a web page, not a notebook: it was saved from the browser; use File > Download > Download "
            f".ipynb."
        )
    note = ENCODINGS[encoding]
    return text, [f"its text encoding was unusual ({note}) and was read all the same"] if note else []


def joined(source) -> str:
    """A source, which formats keep as a string or as a list of lines; NUL bytes and lone surrogates are dropped."""
    text = (
        source
        if isinstance(source, str)
        else "".join(part for part in source if isinstance(part, str))
        if isinstance(source, list)
        else ""
    )
    return text.replace("\x00", "").encode("utf-8", "ignore").decode("utf-8").replace("\r\n", "\n")


def word(value) -> str:
    return value if isinstance(value, str) and len(value) <= 200 else ""


def understood(content, name: str, notes: list[str]) -> SubmittedNotebook:
    """The cells of parsed JSON of any notebook format since 3."""
    if not isinstance(content, dict):
        raise Unreadable(f"{name} is JSON but no notebook: hand in the .ipynb file of the lesson.")
    sheets, cells = content.get("worksheets"), content.get("cells")
    if not isinstance(cells, list) and isinstance(sheets, list):
        cells = [
            cell
            for sheet in sheets
            if isinstance(sheet, dict)
            for cell in sheet.get("cells") or []
            if isinstance(sheet.get("cells"), list)
        ]
        notes = [*notes, "it is of an old notebook format and was read all the same"]
    if not isinstance(cells, list):
        raise Unreadable(f"{name} is JSON but no notebook (it has no cells): hand in the .ipynb file of the lesson.")
    if len(cells) > CELL_LIMIT:
        raise Unreadable(
            f"{name} has {len(cells)} cells, more than {CELL_LIMIT}: remove what does not belong to the lesson."
        )
    found = []
    for cell in cells:
        if not isinstance(cell, dict):
            notes = [*notes, "a cell that is no cell was left out"]
            continue
        source = joined(cell.get("source", cell.get("input", "")))
        if len(source) > SOURCE_LIMIT:
            notes = [*notes, f"a cell of {len(source)} characters was left out"]
            continue
        metadata = cell.get("metadata") if isinstance(cell.get("metadata"), dict) else {}
        nbgrader = metadata.get("nbgrader") if isinstance(metadata.get("nbgrader"), dict) else {}
        kind = cell.get("cell_type")
        found.append(
            Cell(
                kind if kind in ("code", "markdown", "raw") else "markdown",
                source,
                word(nbgrader.get("grade_id")),
                word(cell.get("id")),
                word(metadata.get("id")),
            )
        )
    metadata = content.get("metadata") if isinstance(content.get("metadata"), dict) else {}
    course = metadata.get("course") if isinstance(metadata.get("course"), dict) else {}
    code = sum(len(cell.source) for cell in found if cell.kind == "code")
    if code > CODE_LIMIT:
        raise Unreadable(
            f"{name} has {code} characters in its code cells, more than {CODE_LIMIT}: "
            "remove what does not belong to the lesson."
        )
    return SubmittedNotebook(tuple(found), word(course.get("lesson")), tuple(dict.fromkeys(notes)))
