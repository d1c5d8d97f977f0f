"""How learning platforms name what they give out: a module a platform. A new one is a file and a place in SYSTEMS."""

from __future__ import annotations

from grader.intake.lms import canvas, moodle
from grader.intake.lms.named import Named

SYSTEMS = (moodle, canvas)


def named(part: str) -> Named | None:
    """What a file's or folder's name says, if it is one that a platform makes; None for any other."""
    found = (system.named(part) for system in SYSTEMS)
    return next((one for one in found if one is not None), None)
