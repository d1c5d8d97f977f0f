"""Every file under the given paths: folders, single files, zips and zips in zips. Nothing is changed, no link is
followed, none is left out.
"""

from __future__ import annotations

import os
import stat
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from grader.core.files import unseen
from grader.intake.archives import Budget, Limits, is_archive, unpack


@dataclass(frozen=True)
class FoundFile:
    """A file as it lies there: `above` names the given folder, `shelf` tells its folder from all others, `top` whether
    that is the given one.
    """

    name: str
    path: Path
    when: float = 0.0
    problem: str = ""
    above: str = ""
    shelf: tuple = ()
    top: bool = False
    root: Path | None = None
    archives: tuple[tuple[str, float], ...] = ()  # those that it is in, from outside to inside, with their dates
    inner: str = (
        ""  # its name below the given folder, which tells whose it is, where `name` tells it from all other files
    )


def printable(name: str) -> str:
    """A name that can be written to any table and terminal: what is no UTF-8 or no character becomes a question mark,
    marks of format go.
    """
    name = name.encode("utf-8", "replace").decode("utf-8")
    return "".join(
        ("" if unicodedata.category(letter) == "Cf" else "?") if unseen(letter) else letter for letter in name
    )


def walk(paths: list[Path], into: Path, limits: Limits, without: set[Path] = frozenset()) -> Iterator[FoundFile]:
    """Every file under `paths` in a stable order; zips are unpacked into `into`, each within its share of the
    limits.
    """
    budget, raws = Budget(limits), list(lying(paths, without))
    left = sum(raw.name.lower().endswith(".zip") for raw in raws)
    for raw in raws:
        yield from opened(raw, into, budget.share(left))
        left -= raw.name.lower().endswith(".zip")


def lying(paths: list[Path], without: set[Path]) -> Iterator[FoundFile]:
    """The files themselves, zips among them."""
    for root in paths:
        name = printable(root.name or str(root))
        if not root.exists():
            yield FoundFile(
                printable(str(root)), root, problem=f"{printable(str(root))} does not exist: check the path.", root=root
            )
        elif root.is_dir():
            files = list(below(root, without))
            if not files:
                yield FoundFile(
                    name, root, problem=f"{name} is an empty folder: nothing was handed in there.", root=root
                )
            for path, problem in files:
                inner = printable(path.relative_to(root).as_posix())
                above, folder = printable(root.resolve().name), inner.rpartition("/")[0]
                yield FoundFile(inner, path, 0.0, problem, above, (root, folder), not folder, root)
        else:
            parent = root.resolve().parent
            yield FoundFile(name, root, 0.0, fault(root, name), printable(parent.name), (parent, ""), True, root)


def below(root: Path, without: set[Path] = frozenset()) -> Iterator[tuple[Path, str]]:
    """Files under a folder, with what is wrong with those that cannot be read; links are named, not followed."""
    faults: list[OSError] = []
    for folder, folders, files in os.walk(root, onerror=faults.append):
        folders.sort()
        place = Path(folder).resolve()
        folders[:] = [one for one in folders if place / one not in without]
        files = [one for one in files if place / one not in without]
        links = [one for one in folders if os.path.islink(os.path.join(folder, one))]
        folders[:] = [one for one in folders if one not in links and one != ".git"]
        for one in sorted(files + links):
            path = Path(folder) / one
            yield path, fault(path, printable(path.relative_to(root).as_posix()))
    for error in faults:
        yield (
            Path(error.filename),
            f"{printable(str(error.filename))} cannot be opened ({error.strerror}): check its permissions.",
        )


def fault(path: Path, name: str) -> str:
    """Why a file is not even opened."""
    try:
        mode = path.lstat().st_mode
    except OSError as error:
        return f"{name} cannot be opened ({error.strerror}): check it."
    if stat.S_ISLNK(mode):
        return f"{name} is a link to another file: hand in the file itself."
    return "" if stat.S_ISREG(mode) else f"{name} is no ordinary file: hand in the notebook."


def opened(raw: FoundFile, into: Path, budget: Budget) -> Iterator[FoundFile]:
    """The file itself, or what is in it if it is a zip."""
    if raw.problem or leftover(raw.name):
        yield raw
        return
    try:
        zipped = is_archive(raw.path, raw.name)
        when = raw.path.stat().st_mtime
    except OSError as error:
        yield replace(
            raw, problem=f"{raw.name} cannot be opened ({error.strerror or error}): check the file and its permissions."
        )
        return
    if not zipped:
        yield replace(raw, when=when)
        return
    members = list(unpack(raw.path, raw.name, into, budget, when))
    folders = [member.name.rpartition("/")[0] for member in members if not leftover(member.name)]
    shared = os.path.commonpath(folders) if folders else raw.name
    for member in members:
        folder = member.name.rpartition("/")[0]
        yield replace(
            raw,
            name=printable(member.name),
            path=member.path or raw.path,
            when=member.when,
            problem=printable(member.problem),
            shelf=(raw.shelf, folder),
            top=raw.top and folder == shared,
            archives=tuple((printable(name), date) for name, date in member.archives),
        )


def leftover(name: str) -> str:
    """Why a file is nobody's work, "" if it may be: what systems put beside the files that people made."""
    *folders, file = name.split("/")
    if "__MACOSX" in folders or file.startswith("._"):
        return "macOS's note beside a file"
    if file in (".DS_Store", "Thumbs.db", "desktop.ini", ".localized", ".gitignore", ".directory", ".keep", ".gitkeep"):
        return "a note of the file manager"
    if file == "timestamp.txt":
        return "nbgrader's note of the time"
    return ""
