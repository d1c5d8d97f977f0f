"""The bank of a lesson: every exercise's stub, reference, other right answers and wrong ones.

solutions/bank/LESSON/EXERCISE/right_*.py and wrong_*.py, with `# belief:` and `# score:` in a wrong one's head
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from grader.core.paths import BANK
from grader.lessons.source import Exercise, Lesson, SourceError


@dataclass(frozen=True)
class Answer:
    """One answer of the bank: `kind` is stub, reference, right or wrong; a wrong one states its belief and ceiling."""

    lesson: str
    exercise: str
    name: str
    kind: str
    source: str
    belief: str = ""
    ceiling: float = 1.0  # the most it may earn, as a fraction of the points


def field(text: str, name: str, path: Path) -> str:
    found = re.search(rf"^# {name}: *(.+?) *$", text, re.M)
    if not found:
        raise SourceError(f"{path.name} in {path.parent}: its head has no line '# {name}: …'")
    return found.group(1).split("  ")[0].strip()


def answers(lesson: Lesson, exercise: Exercise) -> Iterator[Answer]:
    """All answers to one exercise."""
    yield Answer(lesson.name, exercise.id, "stub", "stub", exercise.stub)
    yield Answer(lesson.name, exercise.id, "reference", "reference", exercise.answer)
    for path in sorted((BANK / lesson.name / exercise.id).glob("*.py")):
        kind, text = path.stem.split("_")[0], path.read_text(encoding="utf-8")
        if kind == "right":
            yield Answer(lesson.name, exercise.id, path.stem, kind, text)
        elif kind == "wrong":
            yield Answer(
                lesson.name,
                exercise.id,
                path.stem,
                kind,
                text,
                field(text, "belief", path),
                float(field(text, "score", path)),
            )
        else:
            raise SourceError(f"{path}: a file of the bank is called right_… or wrong_…")
