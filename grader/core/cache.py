"""Results that are kept until what they were made from changes, so that a long run can be ended and taken up again."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable
from pathlib import Path

from grader.core.paths import ROOT

KEPT = ROOT / ".make" / "matrix"


def digest(*parts: object) -> str:
    """A digest of plain data, and of the bytes of the files among the parts; a file that is not there counts as
    empty.
    """
    total = hashlib.sha256()
    for part in parts:
        data = (
            (part.read_bytes() if part.is_file() else b"")
            if isinstance(part, Path)
            else json.dumps(part, sort_keys=True).encode()
        )
        total.update(hashlib.sha256(data).digest())
    return total.hexdigest()


def files(folder: Path) -> Iterable[Path]:
    """The Python files below a folder, in a fixed order."""
    return sorted(folder.rglob("*.py"))


def kept(name: str, made_from: str, work: Callable[[], object], again: bool = False):
    """The kept result `name` if it was made from the same, else what `work()` returns (plain data), which is then kept.

    What raises is not kept. Written aside and moved: a run that is ended leaves no half result.
    """
    path = KEPT / f"{name}.json"
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        found = {}
    if not again and found.get("made from") == made_from:
        return found["result"]
    result = work()
    path.parent.mkdir(parents=True, exist_ok=True)
    aside = path.with_suffix(f".{os.getpid()}")
    aside.write_text(
        json.dumps({"made from": made_from, "result": result}, indent=1, ensure_ascii=False), encoding="utf-8"
    )
    aside.replace(path)
    return result
