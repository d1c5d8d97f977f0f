"""Unpack zips, and zips in zips, that strangers made: within limits, and never to a place that they name.

Members are written to numbered files in one folder; what a member was called is only told, never used as a path on the
disk. So a name with `..`, a link or a name that this disk cannot hold does no harm.
"""

from __future__ import annotations

import lzma
import re
import stat
import struct
import time
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from grader.notebook.notebook_file import SIZE_LIMIT

BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    EOFError,
    ValueError,
    IndexError,
    OverflowError,
    OSError,
)
UNNAMED = 0x800  # the flag of a member whose name is UTF-8


@dataclass(frozen=True)
class Limits:
    """What is unpacked at most: `size` bytes a member, `total` bytes and `count` members of all, zips `depth` deep.

    A member may unpack to `ratio` times its size. All of an archive, with what is in archives in it, may unpack to
    `sum_ratio` times its size, or to `freely` if that is more: notebooks become a fifth when packed.
    """

    size: int = SIZE_LIMIT
    total: int = 4 * 2**30
    count: int = 40_000
    depth: int = 4
    ratio: int = 200
    sum_ratio: int = 30
    freely: int = 64 * 2**20


@dataclass
class Budget:
    """What has been used of the limits by an archive, those in it included; also counted in the budget `above`, of
    which it is a share.
    """

    limits: Limits = field(default_factory=Limits)
    total: int = 0
    count: int = 0
    above: Budget | None = None
    swollen: bool = False  # whether `total` is what the archive's own size allows

    def share(self, among: int) -> Budget:
        """The budget of one archive of `among` that are still to be opened: an equal share of what is left, or a
        twentieth if that is more.

        So no archive can use up what the others need, whoever made it.
        """
        part = max(min(among, 20), 1)
        return Budget(
            replace(
                self.limits,
                total=(self.limits.total - self.total) // part,
                count=(self.limits.count - self.count) // part,
            ),
            above=self,
        )

    def bounded(self, packed: int) -> Budget:
        """The same for an archive of `packed` bytes, which may unpack to so many times as much at most."""
        most = max(self.limits.freely, self.limits.sum_ratio * packed)
        if most >= self.limits.total:
            return self
        return replace(self, limits=replace(self.limits, total=most), swollen=True)

    def use(self, files: int = 0, size: int = 0) -> None:
        self.count, self.total = self.count + files, self.total + size
        if self.above is not None:
            self.above.use(files, size)

    @property
    def number(self) -> int:
        """How many files have been written by all archives together: their names on the disk."""
        return self.count if self.above is None else self.above.number

    @property
    def spent(self) -> bool:
        return self.count >= self.limits.count or self.total >= self.limits.total


@dataclass(frozen=True)
class ArchiveMember:
    """A file of an archive: `name` with the archives it is in, such as "a.zip/b.zip/X.ipynb"; `when` in seconds, 0 if
    unknown.

    `path` is where its content lies now; `problem` says in one sentence why it could not be had. `archives` are those
    that it is
    in, from outside to inside, by name and date: ("a.zip", 1790000000.0) and ("a.zip/b.zip", 0.0).
    """

    name: str
    path: Path | None = None
    when: float = 0.0
    problem: str = ""
    archives: tuple[tuple[str, float], ...] = ()


class TooMuch(Exception):
    """A limit is reached; the message ends a sentence that begins with the file's name."""


def is_archive(path: Path, name: str) -> bool:
    """Whether a file is to be opened as a zip: by its name, or without an extension by its first bytes."""
    suffix = Path(name).suffix.lower()
    if suffix == ".zip":
        return True
    if suffix and re.fullmatch(r"\.[a-z]\w{0,7}", suffix):
        return False
    with open(path, "rb") as file:
        return file.read(4) == b"PK\x03\x04"


def name_of(info: zipfile.ZipInfo) -> str:
    """A member's name as it was meant: many programs write UTF-8 and do not say so, so that it is read as code page
    437.
    """
    name = info.orig_filename.split("\0", 1)[0]
    if not info.flag_bits & UNNAMED:
        try:
            raw = name.encode("cp437")
            extra = unicode_name(info.extra, raw)
            name = extra or raw.decode("utf-8")
        except UnicodeError:
            pass  # an older program's code page: 437, as the format says
    return name.replace("\\", "/").encode("utf-8", "replace").decode("utf-8")


def unicode_name(extra: bytes, raw: bytes) -> str:
    """The name in Info-ZIP's extra field 0x7075, "" if there is none for these bytes. Raises UnicodeError."""
    while len(extra) >= 4:
        kind, size = struct.unpack("<HH", extra[:4])
        if kind == 0x7075 and size > 5 and len(extra) >= 4 + size:
            version, checksum = struct.unpack("<BL", extra[4:9])
            if version == 1 and checksum == zlib.crc32(raw):
                return extra[9 : 4 + size].decode("utf-8")
        extra = extra[4 + size :]
    return ""


def when_of(info: zipfile.ZipInfo) -> float:
    """When a member was last changed, in seconds; 0 where the archive does not know (1980, or no date at all)."""
    if info.date_time <= (1980, 1, 1, 0, 0, 0):
        return 0.0
    try:
        return time.mktime((*info.date_time, 0, 0, -1))
    except (ValueError, OverflowError):
        return 0.0


def leaves(name: str) -> bool:
    """Whether a name leads out of the folder that it is unpacked in."""
    return name.startswith("/") or ".." in name.split("/") or bool(re.match(r"[A-Za-z]:", name))


def unpack(
    archive: Path,
    name: str,
    target: Path,
    budget: Budget,
    when: float = 0.0,
    around: tuple[tuple[str, float], ...] = (),
) -> Iterator[ArchiveMember]:
    """Every file in `archive`, which is called `name`, is of `when` and lies in the archives `around`.

    What cannot be had comes with its problem.
    """
    archives = (*around, (name, when))
    try:
        budget = budget.bounded(archive.stat().st_size)
        with zipfile.ZipFile(archive) as zipped:
            yield from unpack_members(zipped, name, target, budget, archives)
    except NotImplementedError:
        problem = f"{name} is packed in a way that is not read here: pack it again as an ordinary zip."
        yield ArchiveMember(name, problem=problem, archives=archives)
    except (RuntimeError, *BROKEN) as error:
        problem = f"{name} is a damaged zip archive ({said(error)}): download it again."
        yield ArchiveMember(name, problem=problem, archives=archives)


def unpack_members(
    zipped: zipfile.ZipFile, name: str, target: Path, budget: Budget, archives: tuple
) -> Iterator[ArchiveMember]:
    """What lies in an opened archive; archives in it come last, so that nothing beside them is left out for what is in
    them.
    """
    depth, within = len(archives), []
    members = [info for info in zipped.infolist() if not info.is_dir() and not info.orig_filename.endswith("\\")]
    if not members:
        yield ArchiveMember(
            name, problem=f"{name} is an empty archive: nothing was handed in there.", archives=archives
        )
    for info in members:
        inner = f"{name}/{name_of(info)}"
        if leaves(name_of(info)):
            yield ArchiveMember(
                inner, problem=f"{inner} leads out of the archive: pack the files again.", archives=archives
            )
            continue
        try:
            path = extract(zipped, info, inner, target, budget)
        except TooMuch as error:
            yield ArchiveMember(name if budget.spent else inner, problem=f"{inner} {error}", archives=archives)
            if budget.spent:
                break
            continue
        if not is_archive(path, inner):
            yield ArchiveMember(inner, path, when_of(info), archives=archives)
        elif depth >= budget.limits.depth:
            problem = f"{inner} is an archive in an archive, {depth + 1} deep: unpack it and give its folder."
            yield ArchiveMember(inner, problem=problem, archives=archives)
        else:
            within.append((path, inner, when_of(info)))
    for number, (path, inner, date) in enumerate(within):
        yield from unpack(path, inner, target, budget.share(len(within) - number), date, archives)


def said(error: Exception) -> str:
    """An error's words as part of a sentence."""
    words = re.sub(r"\s+", " ", str(error)).strip().rstrip(".")[:120]
    return words.encode("utf-8", "replace").decode() or type(error).__name__


def extract(zipped: zipfile.ZipFile, info: zipfile.ZipInfo, name: str, target: Path, budget: Budget) -> Path:
    """Write one member to a numbered file; raises TooMuch where a limit or the member itself forbids it."""
    limits = budget.limits
    if budget.count >= limits.count:
        raise TooMuch(
            f"and what follows it were left out: the archive holds more than the {limits.count} files that can be "
            f"taken from it; give them in parts."
        )
    if stat.S_ISLNK(info.external_attr >> 16):
        raise TooMuch("is a link to another file: hand in the file itself.")
    if info.flag_bits & 1:
        raise TooMuch("is locked with a password: pack it again without one.")
    size = limits.total if Path(name).suffix.lower() == ".zip" else limits.size
    budget.use(files=1)
    path = (
        target
        / f"{budget.number:06d}{Path(name).suffix.lower() if Path(name).suffix.lower() in ('.ipynb', '.zip') else ''}"
    )
    written = 0
    try:
        with zipped.open(info) as source, open(path, "wb") as file:
            while block := source.read(2**16):
                written += len(block)
                budget.use(size=len(block))
                if problem := too_much(written, size, info.compress_size, budget):
                    raise TooMuch(problem)
                file.write(block)
    except TooMuch:
        path.unlink(missing_ok=True)
        raise
    except NotImplementedError:
        raise TooMuch("is packed in a way that is not read here: pack it again as an ordinary zip.") from None
    except (RuntimeError, *BROKEN) as error:
        path.unlink(missing_ok=True)
        raise TooMuch(f"is damaged inside its archive ({said(error)}): download it again.") from None
    return path


def too_much(written: int, size: int, compressed: int, budget: Budget) -> str:
    """Why no more bytes of a member are taken, "" if there is room."""
    limits = budget.limits
    if written > size:
        return f"has more than {size // 2**20} MB: clear its outputs and hand it in again."
    if written > 2**20 and written > limits.ratio * max(compressed, 1):
        return f"unpacks to more than {limits.ratio} times its size, as no notebook does: look at it by hand."
    if budget.total > limits.total and budget.swollen:
        return (
            "and what follows it were left out: the archive unpacks to more than "
            f"{limits.sum_ratio} times its size, as no class's work does; unpack it yourself, look at it, and give its "
            "folder."
        )
    if budget.total > limits.total:
        return (
            "and what follows it were left out: the archive unpacks to more than the "
            f"{limits.total // 2**20} MB that can be taken from it; give them in parts."
        )
    return ""
