"""Where the folders of the project are."""

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
ROOT = PACKAGE.parent
SOLUTIONS = ROOT / "solutions"
NOTEBOOKS = ROOT / "notebooks"
BANK = SOLUTIONS / "bank"
KITS = SOLUTIONS / "kits.py"
INSTRUMENTS = SOLUTIONS / "instruments.py"
PROGRESS = PACKAGE / "lessons" / "progress.py"
DOCS = ROOT / "docs"


def lesson_names() -> list[str]:
    """Names of all lessons, in order: the stems of solutions/NN_*.py."""
    return sorted(path.stem for path in SOLUTIONS.glob("[0-9][0-9]_*.py"))
