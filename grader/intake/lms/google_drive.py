"""Google Drive, Colab, and what else copies, downloads and prints files: what they put before and behind a name."""

from __future__ import annotations

import re

# "Copy of", as Drive says it in several languages, and "- Copy" or "- Kopie", as Windows does.
COPY_BEFORE = re.compile(
    r"^(?:copy|copia|kopie|copie|cópia|kopia|kopi|kópia|kopyası|копия)[ _]+(?:of|de|di|von|van|af|av|z|-)?[ _]+", re.I
)
COPY_AFTER = re.compile(
    r"[ _]*-[ _]*(?:copy|copia|kopie|copie|cópia|kopia|kopi)$|[ _]+(?:のコピー|的副本|副本|사본)$|のコピー$|的副本$",
    re.I,
)
COPY_EAST = re.compile(r"^[「“\"](.+)[」”\"][ _]?(?:のコピー|的副本|사본)$")
NUMBERED = re.compile(r"[ _]*\(\d{1,3}\)$|(?<=[a-z])-\d{1,2}$")
PRINTED = re.compile(r"\s+-\s+(?:Colab|Colaboratory|Google Colab|Jupyter Notebook)$", re.I)
DOWNLOADED = re.compile(r"-\d{8}T\d{6}Z(?:-\d+)*$|^drive-download")  # a folder that Drive has packed


def without_marks(name: str) -> str:
    """A name without one layer of what copying and printing add."""
    name = NUMBERED.sub("", PRINTED.sub("", name).strip())
    return COPY_EAST.sub(r"\1", COPY_AFTER.sub("", COPY_BEFORE.sub("", name))).strip()
