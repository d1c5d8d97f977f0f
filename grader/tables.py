"""Read the tables that grading leaves in its folder."""

from __future__ import annotations

import csv
import re
from pathlib import Path


class NoResults(ValueError):
    """A folder is not one that grading left; the message is one sentence."""


def unguarded(value: str) -> str:
    """A value as it was before it was kept from being taken for a formula."""
    return value[1:] if re.match(r"'[=+@\t\r-]", value) else value


def rows_of(out: Path, name: str) -> list[dict[str, str]]:
    """The rows of OUT/name by column. Raises NoResults."""
    try:
        with open(out / name, encoding="utf-8", newline="") as file:
            return [{key: unguarded(value or "") for key, value in row.items() if key} for row in csv.DictReader(file)]
    except OSError as error:
        raise NoResults(f"{out / name} cannot be read ({error.strerror or error}): give the folder that `grade --out` wrote.") from None
    except (csv.Error, UnicodeDecodeError) as error:
        raise NoResults(f"{out / name} is damaged ({error}): run grade again.") from None
