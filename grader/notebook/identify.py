"""What one file is: a notebook of a lesson, and the time on task that it tells; a link, a PDF or something else, and
what to do then.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from pathlib import Path

from grader.build.release import fingerprints, squeezed
from grader.core.paths import lesson_names
from grader.lessons.source import Lesson, load
from grader.notebook.notebook_file import SIZE_LIMIT, SubmittedNotebook, Unreadable, read_bytes

KINDS = {
    ".pdf": "a PDF",
    ".doc": "a text document",
    ".docx": "a text document",
    ".odt": "a text document",
    ".py": "a Python file",
    ".rar": "an archive that is no zip",
    ".7z": "an archive that is no zip",
    ".gz": "an archive that is no zip",
    ".tar": "an archive that is no zip",
    ".tgz": "an archive that is no zip",
    ".png": "a picture",
    ".jpg": "a picture",
    ".jpeg": "a picture",
    ".heic": "a picture",
    ".html": "a web page",
    ".htm": "a web page",
}
LINKS = (".url", ".webloc", ".gdoc", ".gsheet", ".desktop", ".lnk")
PAUSE = 15 * 60  # seconds after which a gap between two runs of cells is a pause, not work


def link_only(data: bytes) -> bool:
    """Whether a file holds an address and nothing else."""
    text = data[:2000].decode("utf-8", "ignore").strip()
    return len(data) < 2000 and (
        text.startswith(("[InternetShortcut]", "[Desktop Entry]"))
        or bool(re.fullmatch(r"<?https?://\S+>?", text))
        or bool(re.match(r'\{\s*"(?:url|doc_id|:\.)', text) and '"cells"' not in text)
    )


def identified(path: Path, name: str) -> tuple[str, float | None, str, bytes]:
    """Lesson, minutes, problem and digest of a file."""
    try:
        size = path.stat().st_size
        if size > SIZE_LIMIT:
            raise Unreadable(
                f"{name} has {size / 2**20:.1f} MB, more than {SIZE_LIMIT // 2**20}: clear its outputs and hand it "
                f"in again."
            )
        data = path.read_bytes()
    except OSError as error:
        return (
            "",
            None,
            f"{name} cannot be opened ({error.strerror or error}): check the file and its permissions.",
            b"",
        )
    except Unreadable as error:
        return "", None, str(error), b""
    digest = hashlib.sha256(data).digest()
    suffix = os.path.splitext(name)[1].lower()
    if suffix in LINKS or link_only(data):
        return "", None, f"{name} is only a link: hand in the file itself (File > Download > Download .ipynb).", digest
    try:
        handed = read_bytes(data, name)
        return lesson_of(handed, name).name, minutes_on_task(data), "", digest
    except Unreadable as error:
        if suffix in KINDS:
            return (
                "",
                None,
                f"{name} is {KINDS[suffix]}, not a notebook: hand in the .ipynb file (File > Download > Download "
                f".ipynb).",
                digest,
            )
        return "", None, str(error), digest


def minutes_on_task(data: bytes) -> float | None:
    """Minutes of work, from the times at which Colab last ran each cell; None where a notebook does not tell.

    A lower bound: a cell remembers its last run alone. Gaps longer than `PAUSE` are pauses. Of Colab's records only the
    times are read. A notebook whose cells all ran within two minutes was run once more at the end and tells nothing.
    """
    if b'"executionInfo"' not in data:
        return None
    try:
        cells = json.loads(data).get("cells")
        times = sorted(
            float(info["timestamp"]) / 1000
            for cell in cells
            if isinstance(info := cell["metadata"].get("executionInfo"), dict)
            and isinstance(info.get("timestamp"), (int, float))
            and 0 < info["timestamp"] < 1e14
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    gaps = [later - earlier for earlier, later in zip(times, times[1:])]
    if not gaps or times[-1] - times[0] < 120:
        return None
    return round(sum(gap for gap in gaps if gap <= PAUSE) / 60, 1)


def lesson_of(handed: SubmittedNotebook, file: str) -> Lesson:
    """Which lesson a notebook belongs to, by its content; raises Unreadable with one sentence if to none."""
    names = lesson_names()
    texts = {squeezed(cell.source) for cell in handed.cells}
    ids = {key for cell in handed.cells for key in (cell.id, cell.colab_id)}

    def agreement(name: str) -> int:
        return (
            3 * len(texts & fingerprints(name))
            + sum(key.startswith(f"{name[:2]}-") for key in ids)
            + (handed.lesson == name)
        )

    best = max(names, key=agreement)
    if agreement(best):
        return load(best)
    if handed.lesson:
        raise Unreadable(
            f"{file} says it is lesson '{handed.lesson}', which this course does not have: its lessons are "
            f"{', '.join(names)}."
        )
    raise Unreadable(
        f"{file} is a notebook, but none of this course's lessons: hand in the notebook that was given out."
    )
