"""Take back what was handed in: every file under the given paths, which lesson it is, whose, and what becomes of it.

Folders, single files, zips and zips in zips; nothing of it is changed. The lesson is known by content, the student by
path
and class list (ownership.py, roster.py). Every file gets a verdict with one sentence, and no file is left out.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from grader.core.files import student_id
from grader.core.outcomes import FileVerdict
from grader.core.time_limit import TookTooLong, within
from grader.intake.archives import Limits
from grader.intake.discover import FoundFile, leftover, printable, walk
from grader.intake.ownership import (
    LEFTOVERS,
    Claim,
    Owner,
    around,
    claimed,
    contradictions,
    file_clues,
    lesson_hinted,
    nobodys,
    owner_of,
    parts_of,
)
from grader.intake.roster import UNKNOWN, Roster
from grader.notebook.identify import identified

TAKEN, UNSURE, REFUSED, SUPERSEDED, IGNORED = FileVerdict
PAGES = (
    "gbk",
    "big5",
    "cp932",
    "cp949",
    "cp850",
    "cp852",
    "cp866",
    "cp1250",
    "cp1251",
    "cp1252",
)  # of older Windows zips, beside 437


@dataclass(frozen=True)
class CollectedFile:
    """A file that was handed in.

    `file` is how it is called in the tables, archives counted as folders; `path` is where its content lies, `student`
    the key
    in all tables, `name` how the student is called, `when` its date in seconds (0 if unknown), `minutes` the time on
    task
    that the notebook tells (None if it tells none). `reason` is the one sentence on its verdict. In a student's own
    archive `when` is
    the archive's date, which says when it was handed in; `packed` is the date inside, by which its files are told
    apart, no more.
    """

    file: str
    path: Path
    student: str = ""
    name: str = ""
    lesson: str = ""
    verdict: str = TAKEN
    reason: str = ""
    when: float = 0.0
    late: bool = False
    minutes: float | None = None
    order: int = 0
    notebook: bool = False  # whether it can be read as a notebook of this course
    packed: float = 0.0
    inside: int = 0  # how many archives stand around the name that says whose it is
    root: Path | None = None  # the path, of those given, under which it was found

    @property
    def problem(self) -> str:
        """Why it cannot be graded, "" if it can."""
        return self.reason if self.verdict == REFUSED else ""

    @property
    def doubt(self) -> str:
        """Why it is not certain whose it is."""
        return self.reason if self.verdict == UNSURE else ""


def find(
    paths: list[Path],
    roster: Roster | None = None,
    into: Path | None = None,
    limits: Limits = Limits(),
    without: tuple[Path, ...] = (),
    track: Callable[[Iterable, str], Iterable] = lambda items, what: items,
) -> list[CollectedFile]:
    """Every file under `paths` with its verdict, in a stable order.

    What is unpacked lies in `into`, or in a temporary folder that goes with the process. Files and folders of `without`
    are left out (the class list, and what an earlier run has written). `track(items, what)` passes items on and may
    show
    how far it is.
    """
    if into is None:
        folder = tempfile.TemporaryDirectory(prefix="collected-")
        KEPT.append(folder)  # removed when the process ends: the files are needed until then
        into = Path(folder.name)
    into.mkdir(parents=True, exist_ok=True)
    files = walk([Path(path) for path in paths], into, limits, {path.resolve() for path in (*without, into)})
    raws = list(track(files, "looking for files"))
    folders = [around(raw.name, raw.above) for raw in raws]
    raws = labelled(raws)
    known = [UNREAD if leftover(raw.name) else read_in_time(raw) for raw in track(raws, "reading files")]
    shared, nobodies = shared_shelves(raws, known), frozenset() if roster else folders_of_nobody(raws, known)
    found: list[CollectedFile] = []
    digests: dict[str, bytes] = {}
    for raw, facts in zip(raws, known):
        one = judged(raw, facts, roster, raw.shelf in shared, nobodies, into)
        while one.file in digests:  # read anew, it may be called like another one
            one = replace(one, file=f"{one.file} [again]")
        digests[one.file] = facts[-1]
        found.append(one)
    return settled(told_apart(found if roster else questioned(found, folders)), digests)


Facts = tuple[str, float | None, str, bytes]  # what `identified` tells of a file: lesson, minutes, problem, digest
UNREAD: Facts = ("", None, "", b"")


def shared_shelves(raws: list[FoundFile], known: list[Facts]) -> set:
    """Shelves (a folder or an archive) on which files of several students lie side by side."""
    named, unnamed = set(), Counter()
    for raw, (lesson, *_) in zip(raws, known):
        if lesson:
            sure = any(clue.sure for clue in file_clues(raw.name.rpartition("/")[2]))
            named |= {raw.shelf} if sure else set()
            unnamed[raw.shelf, lesson] += raw.top and not sure
    return named | {shelf for (shelf, _), count in unnamed.items() if count > 1}


def folders_of_nobody(raws: list[FoundFile], known: list[Facts]) -> frozenset[tuple[str, ...]]:
    """Without a class list: folders whose names are no student's."""
    zips = {around(f"{name}/", raw.above) for raw in raws for name, _ in raw.archives}
    lessons = [
        (around(raw.inner, raw.above), parts_of(raw.inner)[1], lesson)
        for raw, (lesson, *_) in zip(raws, known)
        if lesson
    ]
    return nobodys(lessons, zips)


def judged(
    raw: FoundFile, facts: Facts, roster: Roster | None, shared: bool, nobodies: frozenset, into: Path
) -> CollectedFile:
    """One file by itself: whose it is, which lesson, and whether it can be graded."""
    lesson, minutes, problem, _ = facts
    note = leftover(raw.name)
    owner = Owner() if note else owner_of(raw.inner, raw.above, roster, shared, nobodies)
    if owner.doubt and roster and raw.path.is_relative_to(into):
        raw, owner = read_anew(raw, owner, roster)
    names = tuple(name for name, _ in raw.archives)
    inside = claimed(names, raw.above, roster, owner.student, nobodies) if owner.student else len(names)
    one = CollectedFile(
        raw.name,
        raw.path,
        owner.student,
        owner.name,
        lesson,
        when=raw.archives[inside][1] if inside < len(names) else raw.when,
        late=owner.late,
        minutes=minutes,
        order=owner.order,
        notebook=bool(lesson),
        packed=raw.when,
        inside=inside,
        root=raw.root,
    )
    if note:
        return replace(one, verdict=IGNORED, reason=f"{raw.name} is {note}: it holds no work.")
    if problem:
        return replace(one, verdict=REFUSED, reason=problem, lesson=lesson_hinted(raw.name))
    if owner.doubt:
        return unsure(one, owner.doubt)
    return replace(one, reason=f"{raw.name} is {lesson} of {owner.name}, {owner.how}.")


def read_in_time(raw: FoundFile) -> tuple[str, float | None, str, bytes]:
    """`identified`, for a file that may have been made to keep its reader busy."""
    if raw.problem:
        return "", None, raw.problem, b""
    try:
        with within():
            return identified(raw.path, raw.name)
    except TookTooLong as error:
        return "", None, f"{raw.name} cannot be read: {error}.", b""


def questioned(found: list[CollectedFile], folders: list[tuple[str, ...]]) -> list[CollectedFile]:
    """Without a class list: the same, but unsure whose a file is where its path speaks for two students. `folders` are
    those of each file.
    """
    taken = [(number, one) for number, one in enumerate(found) if one.verdict == TAKEN]
    claims = [Claim(one.student, one.lesson, folders[number], one.file.rpartition("/")[2]) for number, one in taken]
    found = list(found)
    for (number, one), doubt in zip(taken, contradictions(claims)):
        if doubt:
            found[number] = unsure(one, doubt)
    return found


def told_apart(found: list[CollectedFile]) -> list[CollectedFile]:
    """The same, but unsure where two students would have one id, on a disk too that does not tell capitals apart.

    The one whose name stands further outside archives, where no other learner could write it, keeps the files.
    """
    outermost: dict[str, dict[str, int]] = defaultdict(dict)
    for one in found:
        if one.verdict == TAKEN:
            own = outermost[student_id(one.student).casefold()]
            own[one.student] = min(own.get(one.student, one.inside), one.inside)
    others: dict[str, str] = {}
    for own in outermost.values():
        first, *rest = sorted(own, key=own.get)
        for student in rest:
            others[student] = first
        if rest and own[first] == own[rest[0]]:
            others[first] = rest[0]
    return [
        unsure(
            one,
            f"'{one.student}' and '{others[one.student]}' would be one student on many disks: "
            "write the name in one way, or in ways that differ more",
        )
        if one.verdict == TAKEN and one.student in others
        else one
        for one in found
    ]


def unsure(one: CollectedFile, doubt: str) -> CollectedFile:
    reason = f"Whose {one.file} is, is not certain: {doubt}."
    return replace(one, student=f"{UNKNOWN}{one.file}", verdict=UNSURE, reason=reason)


def read_anew(raw: FoundFile, owner: Owner, roster: Roster) -> tuple[FoundFile, Owner]:
    """A name from a zip that was written in the code page of somebody's Windows: the one in which it names a student,
    if all agree.
    """
    fitting = {}
    for page in PAGES:
        try:
            name = raw.inner.encode("cp437").decode(page)
        except UnicodeError:
            continue
        other = owner_of(name, raw.above, roster)
        if other.student and name != raw.inner:
            longer = raw.name.replace(raw.inner, name)
            fitting.setdefault(
                other.student,
                (replace(raw, name=longer, inner=name, problem=raw.problem.replace(raw.name, longer)), other),
            )
    return next(iter(fitting.values())) if len(fitting) == 1 else (raw, owner)


KEPT: list[tempfile.TemporaryDirectory] = []


def labelled(raws: list[FoundFile]) -> list[FoundFile]:
    """The same with names that tell all files apart, and the inner ones kept: where several given folders hold the same
    names, with the folder before it.
    """
    counts = Counter(raw.name for raw in raws)
    raws = [replace(raw, inner=raw.name) for raw in raws]
    longer = [
        replace(raw, name=f"{printable(str(raw.root if raw.root.is_dir() else raw.root.parent))}/{raw.name}")
        if counts[raw.name] > 1 and raw.root
        else raw
        for raw in raws
    ]
    longer = [replace(raw, problem=raw.problem.replace(old.name, raw.name)) for old, raw in zip(raws, longer)]
    seen: Counter = Counter()
    told = []
    for raw in longer:  # two members of one zip may have the same name
        seen[raw.name] += 1
        told.append(replace(raw, name=f"{raw.name} [{seen[raw.name]}]") if seen[raw.name] > 1 else raw)
    return told


def age(one: CollectedFile) -> tuple:
    """Sorts files of one student and lesson from old to new: an editor's own copies first, then by the system's count,
    date and copy's number.
    """
    number = re.search(r"\((\d{1,3})\)(?:\.[a-z]+)*$", one.file)
    return (
        not any(part in LEFTOVERS for part in one.file.split("/")),
        one.order,
        one.when,
        one.packed,
        int(number.group(1)) if number else 0,
        one.file,
    )


def beside(file: str, other: str) -> str:
    """How a sentence that begins with `other` calls `file`: by its name alone where both lie in one folder."""
    folder, _, name = file.rpartition("/")
    return name if folder == other.rpartition("/")[0] else file


def settled(found: list[CollectedFile], digests: dict[str, bytes]) -> list[CollectedFile]:
    """Of several files of a student for a lesson the newest counts; a file of another kind is not missed where a
    notebook is there.
    """
    groups: dict[tuple[str, str], list[CollectedFile]] = defaultdict(list)
    for one in found:
        if one.verdict == TAKEN:
            groups[one.student, one.lesson].append(one)
    changed: dict[str, CollectedFile] = {}
    newest: dict[tuple[str, str], CollectedFile] = {}
    for key, files in groups.items():
        files.sort(key=age)
        while (own := outside(files, digests)) is not None:
            last = files.pop()
            changed[last.file] = unsure(last, two_places(last, own))
        *older, last = files
        newest[key] = last
        if older:
            changed[last.file] = replace(last, reason=f"{last.reason[:-1]}; it is the newest of {len(files)}.")
        for one in older:
            reason = f"{one.file} {why_not(one, last, digests)}"
            changed[one.file] = replace(one, verdict=SUPERSEDED, reason=reason)
    for one in found:
        if one.verdict == REFUSED and one.student and (counts := counting(one, newest)) is not None:
            changed[one.file] = beside_one_that_counts(one, counts)
    return [changed.get(one.file, one) for one in found]


def two_places(last: CollectedFile, own: CollectedFile) -> str:
    """The doubt about a file inside an archive whose student has another file outside of it."""
    name = last.name if last.name == last.student else f"{last.name} ({last.student})"
    return (
        f"only names inside an archive say that it is from {name}, of whom {beside(own.file, last.file)} is there "
        f"as well: "
        "move the one that counts out of the archive, and the other one away"
    )


def why_not(one: CollectedFile, last: CollectedFile, digests: dict[str, bytes]) -> str:
    """Why `one` does not count beside `last`, which does."""
    other = beside(last.file, one.file)
    if digests[one.file] == digests[last.file]:
        return f"is the same as {other}, which counts."
    if any(part in LEFTOVERS for part in one.file.split("/")):
        return f"is an editor's own copy; {other} counts."
    if one.order < last.order or (one.when, one.packed) < (last.when, last.packed):
        return f"is older than {other}, which counts."
    return f"has the same date as {other}, which counts: by its name that is the later one."


def counting(one: CollectedFile, newest: dict[tuple[str, str], CollectedFile]) -> CollectedFile | None:
    """The notebook of the same student that counts, if there is one of the lesson that `one` may be of."""
    fits = (last for (student, lesson), last in newest.items() if student == one.student and one.lesson in ("", lesson))
    return next(fits, None)


def beside_one_that_counts(one: CollectedFile, counts: CollectedFile) -> CollectedFile:
    """A file that cannot be graded, beside a notebook that counts: missed only if it should have been one, too."""
    other = beside(counts.file, one.file)
    if looks_like_notebook(one.file):
        return replace(one, reason=f"{one.reason[:-1]}; until then {other} counts.")
    reason = f"{one.reason[:-1]}; but {other} is there and counts."
    return replace(one, verdict=SUPERSEDED, lesson=counts.lesson, reason=reason)


def outside(files: list[CollectedFile], digests: dict[str, bytes]) -> CollectedFile | None:
    """Of a student's files, from old to new, the one whose place the newest must not take: its name stands further
    outside archives, where no other
    learner could write it. None if there is none, or one with the same content.
    """
    own = [one for one in files if one.inside < files[-1].inside]
    return None if any(digests[one.file] == digests[files[-1].file] for one in own) else own[-1] if own else None


def looks_like_notebook(file: str) -> bool:
    return os.path.splitext(file)[1].lower() in (".ipynb", "", ".zip")


COLUMNS = ("file", "student", "name", "lesson", "verdict", "reason", "handed_in", "late", "minutes")


def rows(found: list[CollectedFile]) -> Iterator[tuple[str, ...]]:
    """Rows of collected.csv: one per file, in the order in which they were found; times are local."""
    for one in found:
        when = datetime.fromtimestamp(one.when).isoformat(sep=" ", timespec="seconds") if one.when else ""
        yield (
            one.file,
            one.student,
            one.name,
            one.lesson,
            one.verdict,
            one.reason,
            when,
            "yes" if one.late else "",
            "" if one.minutes is None else f"{one.minutes:g}",
        )


def summary(found: list[CollectedFile]) -> str:
    counts = Counter(one.verdict for one in found)
    return (
        f"{len(found)} file(s): "
        + ", ".join(
            f"{counts[verdict]} {verdict}"
            for verdict in (TAKEN, UNSURE, REFUSED, SUPERSEDED, IGNORED)
            if counts[verdict]
        )
        + "."
    )


def lay_out(found: list[CollectedFile], classroom: Path) -> list[Path]:
    """Copy what counts to `classroom`/submitted/STUDENT/LESSON/LESSON.ipynb, byte for byte, as nbgrader wants it;
    returns what was written.

    A file that lies there already and differs is kept in `classroom`/earlier/.
    """
    written = []
    for one in found:
        if one.verdict not in (TAKEN, UNSURE):
            continue
        target = classroom / "submitted" / student_id(one.student) / one.lesson / f"{one.lesson}.ipynb"
        data = one.path.read_bytes()
        if target.is_file():
            before = target.read_bytes()
            if before == data:
                continue
            kept = (
                classroom
                / "earlier"
                / target.relative_to(classroom / "submitted").parent
                / f"{hashlib.sha256(before).hexdigest()[:12]}.ipynb"
            )
            kept.parent.mkdir(parents=True, exist_ok=True)
            shutil.move(target, kept)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
        if one.when:
            os.utime(target, (one.when, one.when))
        written.append(target)
    return written
