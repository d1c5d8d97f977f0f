"""Find what was handed in: every file under the given paths, whose it is, and what it cannot be."""
from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path

from grader.paths import lesson_names

COPIES = re.compile(r"^(?:copy|copia|kopie|copie|cópia|kopia|kopi)[ _]+(?:of|de|von|van|af|av|z)[ _]+", re.I)
NUMBERED = re.compile(r"[ _]*\(\d+\)$")
LEFTOVERS = (".ipynb_checkpoints", "__MACOSX")


@dataclass(frozen=True)
class Found:
    """A file that was handed in: `file` is how it is called in the tables, `student` whose it seems to be."""

    file: str
    path: Path
    student: str
    problem: str = ""


def bare(name: str) -> str:
    """A file name without extension and without what copying and downloading add to it."""
    name = unicodedata.normalize("NFC", name)
    for _ in range(5):
        before = name
        name = COPIES.sub("", NUMBERED.sub("", re.sub(r"\.ipynb$", "", name, flags=re.I)).strip())
        if name == before:
            break
    return name


def is_lesson(name: str) -> bool:
    """Whether a bare name is a lesson's, however its spaces and capitals were changed."""
    plain = re.sub(r"[\W_]+", "", bare(name)).lower()
    return any(plain == re.sub(r"[\W_]+", "", lesson) for lesson in lesson_names())


def student_of(path: Path) -> str:
    """Whose a file is: from `Student Name - LESSON.ipynb` or `LESSON - Student Name.ipynb`, else from its folder STUDENT/."""
    name = bare(path.name)
    if " - " in name:
        first, last = name.split(" - ", 1)
        back_first, back_last = name.rsplit(" - ", 1)
        if is_lesson(back_last):
            return back_first.strip()
        if is_lesson(first):
            return last.strip()
    return unicodedata.normalize("NFC", path.resolve().parent.name) or name


def find(paths: list[Path]) -> list[Found]:
    """Every file under `paths` in a stable order; what is missing or empty is named, not skipped."""
    found = []
    for root in paths:
        if not root.exists():
            found.append(Found(str(root), root, "", f"{root} does not exist: check the path."))
        elif root.is_file():
            found.append(Found(root.name, root, student_of(root)))
        else:
            files = sorted(path for path in root.rglob("*") if (path.is_file() or path.is_symlink()) and not leftover(path))
            if not files:
                found.append(Found(str(root), root, "", f"{root} is an empty folder: nothing was handed in there."))
            found += [seen(path, root) for path in files]
    return found


def leftover(path: Path) -> bool:
    return any(part in LEFTOVERS for part in path.parts) or path.name.startswith("._") or path.name in (".DS_Store", "Thumbs.db")


def seen(path: Path, root: Path) -> Found:
    file = str(path.relative_to(root))
    if path.is_symlink():
        return Found(file, path, student_of(path), f"{file} is a link to another file: hand in the file itself.")
    if path.suffix.lower() != ".ipynb" and path.suffix:
        return Found(file, path, student_of(path), f"{file} is no notebook: hand in the .ipynb file.")
    return Found(file, path, student_of(path))
