"""Begin a new exercise: a practice sheet solutions/NN_name.py with one exercise that passes every gate, to be
changed into one's own.

A second call for the same sheet adds the next exercise. What is copied lies in template/.
"""

from __future__ import annotations

import re
from pathlib import Path

from grader.core.paths import PACKAGE, SOLUTIONS
from grader.lessons.source import SourceError, parse

TEMPLATE = PACKAGE / "authoring" / "template"


def numbered(text: str, number: int) -> str:
    """A template's text as that of exercise `number`: ids, heading, names of classes and functions."""
    for word in ("exN", "Exercise N", "LengthN", "length_n", "kept_values_n"):
        text = text.replace(word, f"{word[:-1]}{number}")
    return text


def begin(name: str, folder: Path = SOLUTIONS) -> list[Path]:
    """Write the sheet `name` or add an exercise to it; returns what was written, the source first. Raises
    SourceError, and then writes nothing."""
    if not re.fullmatch(r"[0-9]{2}_[a-z0-9_]+", name):
        raise SourceError(
            f"'{name}' is no name of a sheet: write two digits, an underscore and small letters, such as 04_practice."
        )
    source = folder / f"{name}.py"
    taken = [path.stem for path in folder.glob(f"{name[:2]}_*.py") if path != source]
    if taken:
        raise SourceError(f"The number {name[:2]} is taken by {taken[0]}: choose another one.")
    text, number = (TEMPLATE / "sheet.py").read_text(encoding="utf-8").replace("NN", str(int(name[:2]))), 1
    if source.is_file():
        text = source.read_text(encoding="utf-8").rstrip("\n") + "\n"
        sheet = parse(name, text)
        if not sheet.is_practice:
            raise SourceError(
                f"{name} is a lesson, which has its fixed size: "
                "exchange one of its exercises, or begin a practice sheet."
            )
        number = 1 + max((int(found) for found in re.findall(r'"grade_id": "ex(\d+)"', text)), default=0)
    bank = folder / "bank" / name / f"ex{number}.py"
    if bank.exists():
        raise SourceError(f"{bank} is there already, and no exercise {number}: move it away.")
    text += numbered((TEMPLATE / "exercise.py").read_text(encoding="utf-8"), number)
    minutes = sum(int(found) for found in re.findall(r"^# ### .*\(.*, (\d+) minutes,", text, re.M))
    text = re.sub(
        r"^(# |# ## Exercises  \()\d+ minutes", rf"\g<1>{minutes} minutes", text, flags=re.M
    )  # said in the header and above the exercises
    source.write_text(text, encoding="utf-8")
    bank.parent.mkdir(parents=True, exist_ok=True)
    bank.write_text(numbered((TEMPLATE / "bank.py").read_text(encoding="utf-8"), number), encoding="utf-8")
    return [source, bank]
