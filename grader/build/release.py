"""The released notebook of a lesson, kept from one process to the next, and the texts by which a lesson is known."""

from __future__ import annotations

import functools
import hashlib
import json
from contextlib import suppress
from importlib.metadata import version

import nbformat

from grader.build.notebooks import notebook_of, notebook_text, released
from grader.core.errors import NotWritten
from grader.core.files import write
from grader.core.paths import PACKAGE, ROOT
from grader.lessons.source import SETUP_TAG, has_tag, load


@functools.cache
def release_of(name: str):
    """The released notebook of a lesson; what was made of the same source before is kept, since making it takes
    nbgrader, and that a second.
    """
    lesson = load(name)
    maker = b"".join(
        path.read_bytes() for package in ("build", "lessons") for path in sorted((PACKAGE / package).glob("*.py"))
    )
    source = json.dumps(notebook_of(lesson, "learner", lesson.cells), sort_keys=True).encode()
    kept = (
        ROOT
        / ".make"
        / "released"
        / f"{hashlib.sha256(maker + version('nbgrader').encode() + source).hexdigest()}.json"
    )
    if kept.is_file():
        return nbformat.from_dict(json.loads(kept.read_text(encoding="utf-8")))
    made = released(lesson)
    with suppress(NotWritten):  # a course that only others may write to is made anew each time
        write(kept, notebook_text(made))
    return made


def squeezed(source: str) -> str:
    return " ".join(source.split())


@functools.cache
def fingerprints(name: str) -> frozenset[str]:
    """The texts by which a lesson is known: its released cells, but for the setup cell, which all lessons share."""
    return frozenset(
        squeezed(cell.source)
        for cell in release_of(name).cells
        if not has_tag(cell, SETUP_TAG) and len(cell.source) > 60
    )
