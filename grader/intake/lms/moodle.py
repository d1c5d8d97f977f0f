"""Moodle, Download all submissions: `Ana Li_12345_assignsubmission_file_lesson.ipynb`, as a file or as a folder."""

from __future__ import annotations

import re

from grader.intake.lms.named import Named

FORM = re.compile(r"^(?P<name>.+?)_(?P<number>\d+)_assignsubmission_(?:file|onlinetext)(?:_(?P<rest>.*))?$")


def named(part: str) -> Named | None:
    """The number is that of the submission, which names nobody."""
    found = FORM.match(part)
    return Named(found["name"]) if found else None
