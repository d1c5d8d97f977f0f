"""What a platform's name for a file or folder tells."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Named:
    """`name` is the student as the platform writes them, `number` their number there, "" if it has none in names.

    `late` is what the platform says of it; `order` grows with its submissions, None where the name tells none.
    `sure_of_folder` says whether a folder of that form is certainly the platform's.
    """

    name: str
    number: str = ""
    late: bool = False
    order: int | None = None
    sure_of_folder: bool = True
