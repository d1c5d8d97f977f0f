"""Write tables that no spreadsheet takes for formulas, and read those that grading leaves in its folder."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable
from pathlib import Path

from grader.core.errors import GraderError

# What a formula begins with: also as the wide and small forms that spreadsheets in East Asia take for the same.
BEGINS = "=+@\\-＝＋＠－﹦﹢﹫﹣"
# Where a cell may begin: where a value does, and after what another country's spreadsheet takes for the end of a cell
# or of a line. Spaces and quotes may stand between.
CELL = "(^|[;\t\n\v\f\r\x1c-\x1e\x85\u2028\u2029])"
FORMULA = re.compile(rf"{CELL}(?=[ \xa0\u3000\"']*[{BEGINS}])")
GUARDED = re.compile(rf"{CELL}'(?=[ \xa0\u3000\"']*[{BEGINS}])")
NUMBER = re.compile(r"-?[0-9.]+")


class NoResults(GraderError):
    """A folder is not one that grading left; the message is one sentence."""


def guarded(value: str) -> str:
    """A value in which no spreadsheet finds a formula, whether it parts cells at commas, semicolons or tabs."""
    return value if NUMBER.fullmatch(value) else FORMULA.sub(r"\1'", value)


def unguarded(value: str) -> str:
    """A value as it was before `guarded`."""
    return GUARDED.sub(r"\1", value)


def table(header: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Rows as CSV, guarded."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows([guarded(value) for value in row] for row in rows)
    return text.getvalue()


def rows_of(out: Path, name: str) -> list[dict[str, str]]:
    """The rows of OUT/name by column. Raises NoResults."""
    try:
        with open(out / name, encoding="utf-8", newline="") as file:
            return [{key: unguarded(value or "") for key, value in row.items() if key} for row in csv.DictReader(file)]
    except OSError as error:
        raise NoResults(
            f"{out / name} cannot be read ({error.strerror or error}): give the folder that `grade --out` wrote."
        ) from None
    except (csv.Error, UnicodeDecodeError) as error:
        raise NoResults(f"{out / name} is damaged ({error}): run grade again.") from None
