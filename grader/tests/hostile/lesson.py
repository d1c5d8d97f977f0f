"""A small lesson of which every row depends on the hidden inputs: a wrong answer earns nothing, whatever it is."""

from __future__ import annotations

import functools
from pathlib import Path

from grader.build.notebooks import released
from grader.lessons.source import Lesson, parse

NAME = "90_hostile"
SOURCE = (Path(__file__).parent.parent / "data" / f"{NAME}.py").read_text(encoding="utf-8")


@functools.cache
def lesson() -> Lesson:
    return parse(NAME, SOURCE)


@functools.cache
def release():
    return released(lesson())


def give_out(patch) -> None:
    """Make this lesson the only one of the course;
    `patch(module, name, value)` is pytest's monkeypatch.setattr or like it.
    """
    from grader.batch import class_run
    from grader.build import release
    from grader.intake import collect
    from grader.notebook import identify

    for module in (release, identify, class_run, collect):
        for name, value in (("load", lambda name: lesson()), ("lesson_names", lambda: [NAME])):
            if hasattr(module, name):
                patch(module, name, value)
    release.release_of.cache_clear()
    release.fingerprints.cache_clear()
