"""Files that are written at once and whole, a lock on a folder, names that every disk takes, words that every terminal
takes.
"""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from grader.core.errors import Busy, NotWritten


def write(path: Path, data: str | bytes) -> bool:
    """Write a file whole or not at all, also over a read-only one; leaves it, and returns False, if it holds `data`
    already. Raises NotWritten.
    """
    data = data.encode() if isinstance(data, str) else data
    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        if path.is_file() and path.read_bytes() == data:
            return False
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(temporary, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except OSError as error:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise NotWritten(
            f"{path} cannot be written ({error.strerror}): make room or name another place, and run the same again; "
            "what is finished already is kept."
        ) from None
    return True


def folder(path: Path) -> Path:
    """`path`, as a folder that takes files; made if it is not there, nothing is left in it. Raises NotWritten."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=path).close()
    except OSError as error:
        why = "it is a file" if path.is_file() else error.strerror
        raise NotWritten(f"{path} cannot be a folder to write to ({why}): name another folder.") from None
    return path


@contextmanager
def locked(out: Path) -> Iterator[None]:
    """Keep a second run away from `out`, which is made if it is not there; the lock goes with the process, whatever
    ends it. Raises Busy and NotWritten.
    """
    lock = FileLock(folder(out) / ".lock", blocking=False)
    try:
        lock.acquire()
    except Timeout:
        raise Busy(f"another run is writing to {out}: wait for it, or give another --out.") from None
    except OSError as error:
        raise NotWritten(f"{out}/.lock cannot be written ({error.strerror}): name another folder.") from None
    try:
        yield
    finally:
        lock.release()


# The end of every id that is made here; long enough that nobody finds another name with the same.
MADE = re.compile(r"-[0-9a-f]{16}", re.I)


def student_id(student: str) -> str:
    """The id of a student in nbgrader and in every folder: the name itself unless it would break a path, a file glob or
    a page of formgrader.

    Letters of all scripts, digits, spaces, `.`, `-`, `_`, `@` and apostrophes work. Others give way to `-`, with a
    digest of the
    whole name at the end. A name that ends like that itself gets one too, so that no name is ever the id of another.
    """
    name = unicodedata.normalize("NFC", student).strip()
    plain = re.sub(r"-+", "-", re.sub(r"[^\w .@'’-]", "-", name)).strip(" .-'@")
    if plain == name and len(name.encode()) <= 120 and not MADE.fullmatch(name[-17:]):
        return name
    short = plain.encode()[:100].decode(errors="ignore").rstrip(" .-'@")
    return f"{short or 'student'}-{hashlib.sha256(name.encode()).hexdigest()[:16]}"


UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp")  # control and format characters, lone surrogates, other ends of a line
JOINERS = "\u200c\u200d"  # format characters that words are written with, in Persian or Hindi say


def unseen(letter: str) -> bool:
    """Whether a letter acts on a terminal or on its line instead of showing: escape codes, bells, turns of
    direction.
    """
    return not letter.isprintable() and letter not in JOINERS and unicodedata.category(letter) in UNSEEN


def plain(text: str, keep: str = "") -> str:
    """Words of somebody else as one line that terminals, tables and pages show as it is: what would act comes as an
    escape such as \\x1b.
    """
    return (
        text
        if text.isprintable()
        else "".join(
            letter.encode("unicode_escape").decode() if unseen(letter) and letter not in keep else letter
            for letter in text
        )
    )
