"""Canvas: `lifana_LATE_1234_567890_lesson.ipynb`: the name, lateness, the number of user and submission, the file."""

from __future__ import annotations

import re

from grader.intake.lms.named import Named

FORM = re.compile(r"^(?P<name>[^_]+)(?P<late>_LATE)?_(?P<user>\d+)_(?P<submission>\d+)_(?P<rest>.+)$")


def named(part: str) -> Named | None:
    """Of a folder (a zip that was unpacked) it is not sure: a class's own may be called hw_1_2_all."""
    found = FORM.match(part)
    if not found:
        return None
    order = int(found["submission"][:18])
    return Named(found["name"], found["user"], bool(found["late"]), order, sure_of_folder=False)
