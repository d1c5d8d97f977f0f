"""Whose a file is, told by its path alone: file names and folders as people and learning systems make them.

Never by what stands inside: a notebook saved by Colab names whoever opened it last, who may be the teacher.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from grader.core.paths import lesson_names
from grader.intake import lms
from grader.intake.lms import google_drive
from grader.intake.roster import SHORT, UNKNOWN, Match, Roster, Student, tidy, words_of

LEFTOVERS = (".ipynb_checkpoints", "__MACOSX")
EXTENSION = re.compile(r"\.(?:ipynb|txt|json|pdf|html?|py|zip|docx?)$", re.I)
SEPARATOR = re.compile(r"(?:\s|_)+[-–—](?:\s|_)+")
WORD = re.compile(r"[\W_]+")
PARTS = re.compile(r"[\s_()\-–—]+")


@dataclass(frozen=True)
class Owner:
    """Whose a file is: `student` is the key in all tables, "" if that is not certain, and then `doubt` says why.

    `late` is what the learning system's file name says, `order` grows with its submissions.
    """

    student: str = ""
    name: str = ""
    how: str = ""
    doubt: str = ""
    late: bool = False
    order: int = 0


@dataclass(frozen=True)
class Clue:
    """A text that may name somebody; `sure` where the path's form says that it is meant to, `number` as Canvas counts
    them.
    """

    text: str
    sure: bool = False
    where: str = "file name"
    number: str = ""

    def match(self, roster: Roster) -> Match:
        known = roster.with_id(self.number) if len(self.number) > SHORT else Match()
        return Match(known.student, "by its Canvas number") if known.student else roster.match(self.text)


def bare(name: str) -> str:
    """A file name without extension and without what copying, downloading and printing add to it."""
    name = tidy(name)
    for _ in range(8):
        before = name
        name = google_drive.without_marks(EXTENSION.sub("", name))
        if name == before:
            break
    return name


def lesson_named(name: str) -> str:
    """The lesson that a name is, however its spaces and capitals were changed and copies marked; "" if none."""
    plain = WORD.sub("", bare(name).removesuffix("-checkpoint")).casefold()
    return next((lesson for lesson in lesson_names() if plain == WORD.sub("", lesson)), "")


def lesson_hinted(path: str) -> str:
    """The lesson that a path speaks of, in its file name or else the nearest folder that does; "" if none."""
    folders, file = parts_of(path)
    for name in (file, *reversed(folders)):
        for lesson in lesson_names():
            if re.search(loosely(lesson), tidy(name), re.I):
                return lesson
    return ""


def loosely(lesson: str) -> str:
    """A pattern for a lesson's name with whatever was made of its separators."""
    return r"[\W_]*".join(map(re.escape, WORD.split(lesson)))


def parts_of(path: str) -> tuple[list[str], str]:
    """The folders of a path as the tables give it, archives counted as folders, and the file's name."""
    *folders, file = path.split("/")
    return [re.sub(r"\.zip$", "", folder, flags=re.I) for folder in folders if folder not in ("", ".")], file


def is_person(folder: str) -> bool:
    """Whether a folder's name may be a student's: not a lesson's, an editor's or Drive's own."""
    return folder not in LEFTOVERS and not lesson_named(folder) and not google_drive.DOWNLOADED.search(folder)


def beside_lesson(name: str) -> Iterator[str]:
    """The other side of `PERSON - LESSON` and `LESSON - PERSON`."""
    for separator in SEPARATOR.finditer(name):
        left, right = name[: separator.start()], name[separator.end() :]
        if lesson_named(right):
            yield bare(left)
        elif lesson_named(left):
            yield bare(right)


def file_clues(file: str) -> Iterator[Clue]:
    """What in a file's name may name somebody, the surest first."""
    found = lms.named(tidy(file))
    if found:
        yield Clue(found.name, True, number=found.number)
        return
    name = bare(file).removesuffix("-checkpoint")
    yield from (Clue(person, True) for person in beside_lesson(name))
    for lesson in lesson_names():  # "Ana Li 01_lesson" and "01_lesson_Ana_Li"
        rest = re.sub(loosely(lesson), "", name, flags=re.I)
        if rest != name and rest.strip(" _-–—"):
            yield Clue(rest.strip(" _-–—()"))
    pieces = SEPARATOR.split(name)
    yield from (Clue(piece) for piece in ([name] if len(pieces) == 1 else [name, *pieces]))
    yield from (
        Clue(word) for word in re.split(r"[\s_()]+", name) if len(word) > 2 and (re.search(r"\d", word) or "@" in word)
    )


def folder_clues(folders: Sequence[str]) -> Iterator[Clue]:
    """The same for the folders, the nearest first."""
    for folder in reversed(folders):
        found = lms.named(tidy(folder))
        people = [found.name] if found and found.sure_of_folder else list(beside_lesson(bare(folder)))
        if people:
            yield Clue(people[0], True, "folder")
        elif found:
            yield Clue(found.name, False, "folder", found.number)
        elif is_person(folder):
            yield Clue(tidy(folder), False, "folder")


def owner_of(
    path: str,
    above: str,
    roster: Roster | None = None,
    shared: bool = False,
    nobodys: frozenset[tuple[str, ...]] = frozenset(),
) -> Owner:
    """Whose the file `path` is.

    `above` is the folder that was given, which counts as the last of the folders; `shared` says that the file's own
    folder
    holds the work of several people, so that its name is nobody's, as those of the folders `nobodys` are.
    """
    folders, file = around(path, above), parts_of(path)[1]
    folders = [folder for depth, folder in enumerate(folders, 1) if folders[:depth] not in nobodys]
    owner = on_list(folders, file, roster) if roster else by_path(folders, file, shared)
    # The outermost that names the owner: what names inside a student's own zip say is their own word.
    for part in (*folders, file):
        found = lms.named(tidy(part))
        if found is None or found.order is None:
            continue
        if part == file or names(Clue(found.name, number=found.number), owner, roster):
            return replace(owner, late=found.late, order=found.order)
    return owner


def names(clue: Clue, owner: Owner, roster: Roster | None) -> bool:
    """Whether a clue alone leads to `owner`."""
    student = clue.match(roster).student if roster else None
    return bool(owner.student) and (
        student is not None and student.id == owner.student if roster else key_of(clue.text) == key_of(owner.student)
    )


def around(path: str, above: str) -> tuple[str, ...]:
    """The folders of a path, archives among them, from the given one on."""
    return ((above,) if above else ()) + tuple(parts_of(path)[0])


def claimed(
    archives: tuple[str, ...],
    above: str,
    roster: Roster | None,
    student: str,
    nobodys: frozenset[tuple[str, ...]] = frozenset(),
) -> int:
    """How far inside archives a file's claim to be `student`'s stands: the number of archives around the one whose path
    makes it; all, if none does.

    `archives` are those that the file is in, from outside to inside. A learner may call what is in their own archive as
    they like.
    """
    return next(
        (
            depth
            for depth, name in enumerate(archives)
            if owner_of(f"{name}/", above, roster, nobodys=nobodys).student == student
        ),
        len(archives),
    )


def by_path(folders: Sequence[str], file: str, shared: bool) -> Owner:
    """Without a class list: the name that the path is made to carry, else the nearest folder."""
    clue = next((clue for clue in file_clues(file) if clue.sure), None) or next(
        (clue for clue in folder_clues(folders) if clue.sure), None
    )
    if clue is None and not shared:
        clue = next(folder_clues(folders), None)
    name = clue.text.replace("_", " ").strip() if clue else ""
    if not name:
        return Owner(
            doubt="its path names nobody: put it into a folder with the student's name, or call it 'Student Name - "
            "LESSON.ipynb'"
        )
    if name.startswith(UNKNOWN):
        said = f"its {clue.where} calls the student '{name}', as the tables call files of nobody"
        return Owner(doubt=f"{said}: give it the student's name")
    return Owner(name, name, f"by {clue.where}")


@dataclass(frozen=True)
class Numbered:
    """A file's name in words, as far as an id of one or two characters may be among them.

    `lead` is the one that it begins with, `rest` what it says otherwise, `others` are all that could be one. Only whole
    words count, none that belongs to the lesson's name, and none behind it, where copies have their numbers; except
    `LESSON - ID`.
    """

    lead: str = ""
    rest: str = ""
    others: tuple[str, ...] = ()


def numbered(file: str) -> Numbered:
    """The words of a file's name before the lesson's own; none of a learning system's, which has numbers of its own."""
    if lms.named(tidy(file)):
        return Numbered()
    name = bare(file).removesuffix("-checkpoint")
    places = (re.search(rf"(?<![^\W_]){loosely(lesson)}(?![^\W_])", name, re.I) for lesson in lesson_names())
    lesson = next(filter(None, places), None)
    before = name[: lesson.start()] if lesson else name
    behind = re.fullmatch(rf"{SEPARATOR.pattern}(\w{{1,{SHORT}}})", name[lesson.end() :]) if lesson else None
    words = [word for word in PARTS.split(before) if word]
    if behind and not words:
        return Numbered(behind[1])
    if not words or (not lesson and shortened(words)):
        return Numbered()
    first, *rest = words
    whole = not rest or SEPARATOR.match(before[len(first) :].lstrip("("))
    lead = first if len(first) <= SHORT and (whole or re.search(r"\d", first)) else ""
    others = tuple(word for word in words if len(word) <= SHORT and re.search(r"\d", word))
    return Numbered(lead, " ".join(word for word in rest if word not in others), others)


def shortened(words: Sequence[str]) -> bool:
    """Whether words are a lesson's number and some of its title: "2 Methods" is no file of student 2."""
    for lesson in lesson_names():
        (number, *title), (first, *rest) = words_of(lesson), words
        words_said = {word.casefold() for word in rest}
        if words_said and words_said <= set(title) and first.isdecimal() and int(first) == int(number):
            return True
    return False


def by_short_id(file: str, roster: Roster, could_be: tuple[Student, ...]) -> Owner | None:
    """Whose a file is by an id of one or two characters in its name; None if it says nothing of that kind.

    It begins with the id, and nothing else in it names another student; or its name fits several students and the id
    tells which of them.
    """
    said = numbered(file)
    rest = roster.match(said.rest) if said.rest else Match()
    could_be = could_be or rest.could_be
    if could_be:
        told = {student.id: student for word in said.others if (student := roster.with_id(word).student) in could_be}
        return found(*told.values(), "by id in its file name") if len(told) == 1 else None
    student = roster.with_id(said.lead).student if said.lead else None
    if student and rest.student and rest.student != student:
        one, other = (f"{each.name} ({each.id})" for each in (student, rest.student))
        return Owner(doubt=two_names(one, Clue(said.lead), other, Clue(said.rest)))
    return found(student, "by id in its file name") if student else None


def on_list(folders: Sequence[str], file: str, roster: Roster) -> Owner:
    """With a class list: the one student on it whom the path names."""
    # "file name - lesson" before folders; what is not certain is settled by what else the path says
    named, could_be, unknown = [], (), ""
    for clues in (file_clues(file), folder_clues(folders)):
        for clue in clues:
            match = clue.match(roster)
            if clue.where == "file name" and len(clue.text) <= SHORT and match.how == "by id":
                continue  # it may be a number of something else: by_short_id
            if match.student:
                named.append((match, clue))
                break
            if match.could_be and not could_be:
                could_be = match.could_be
            if clue.sure and not unknown:
                unknown = clue.text
    for other, second in [
        (match, clue) for clue in folder_clues(folders) if (match := clue.match(roster)).student
    ]:  # every folder: one of a student's that lies in another's must not speak for its inner name alone
        one, first = named[0]
        if other.student != one.student:
            return Owner(
                doubt=two_names(
                    f"{one.student.name} ({one.student.id})",
                    first,
                    f"{other.student.name} ({other.student.id})",
                    second,
                )
            )
    if not named and (owner := by_short_id(file, roster, could_be)):
        return owner
    # a folder of one or two characters may as well be called after a lesson
    if named and unknown and named[0][0].how == "by id" and len(named[0][1].text) <= SHORT:
        return Owner(doubt=not_listed(unknown))
    if named and (not could_be or named[0][0].student in could_be or not unknown):
        match, clue = named[0]
        return found(match.student, f"{match.how} in its {clue.where}")
    if could_be:
        people = ", ".join(f"{student.name} ({student.id})" for student in could_be[:4]) + (
            " or others" if len(could_be) > 4 else ""
        )
        part = "" if len(could_be) > 1 else ", but the path has only a part of that name"
        return Owner(doubt=f"it may be from {people}{part}: rename it so that it begins with the id")
    if unknown:
        return Owner(doubt=not_listed(unknown))
    return Owner(doubt="its path names nobody on the class list: put it into a folder with the student's name or id")


def not_listed(name: str) -> str:
    """The doubt about a path that names somebody who is not on the class list."""
    return f"'{name}' is not on the class list: add that name to it, or rename the file"


def two_names(one: str, first: Clue, other: str, second: Clue) -> str:
    """The doubt about a path that speaks for two students."""
    return (
        f"its {first.where} names {one} and {'another' if first.where == second.where else 'its'} {second.where} "
        f"{other}: "
        f"rename it so that it begins with the id of whose it is, and move it out of the other's folder"
    )


# without a class list: what the other files tell
# ------------------------------------------------------------------------
def nobodys(
    files: list[tuple[tuple[str, ...], str, str]], archives: set[tuple[str, ...]]
) -> frozenset[tuple[str, ...]]:
    """Folders and archives that are not called after anybody though they are the nearest to a file: Bob/homework.zip
    and Cleo/homework.zip are of Bob and Cleo.

    `files` are the folders, the name and the lesson of each; `archives` says which folders are archives. The folder
    around is a
    person's if no lesson is in two of its folders, as it is in a class's. The name within is nobody's if it stands in
    several
    folders that are all a person's and equally deep, or if it is an archive's that has a folder of its own.
    """
    homes: dict[
        tuple[str, ...], tuple[str, ...]
    ] = {}  # nearest folder that could be a person's: the one around it, () for the given one
    within: dict[tuple[tuple[str, ...], str], set[str]] = defaultdict(set)
    named: dict[str, set[tuple[str, ...]]] = defaultdict(set)
    for folders, file, lesson in files:
        people = [depth for depth, name in enumerate(folders, 1) if is_person(name)]
        if people and not any(clue.sure for clue in (*file_clues(file), *folder_clues(folders))):
            home, parent = folders[: people[-1]], folders[: people[-2]] if len(people) > 1 and people[-2] > 1 else ()
            homes[home] = parent
            within[parent, lesson].add(key_of(bare(home[-1])))
            named[key_of(bare(home[-1]))].add(parent)
    classes = {()} | {parent for (parent, _), found in within.items() if len(found) > 1}
    return frozenset(
        home
        for home, parent in homes.items()
        if classes.isdisjoint(parents := named[key_of(bare(home[-1]))])
        and (
            len(parents) > 1
            and len({len(one) for one in parents}) == 1
            or len(parents) == 1
            and home in archives
            and parent not in archives
        )
    )


@dataclass(frozen=True)
class Claim:
    """A file as its path alone gives it to `student`: `folders` from the given one on, archives counted as folders, and
    its `file` name.
    """

    student: str
    lesson: str
    folders: tuple[str, ...]
    file: str

    @cached_property
    def people(self) -> list[tuple[tuple[str, ...], Clue]]:
        """The folders that may be called after somebody, as whole path and name, from the outermost to the student's
        own or the last.
        """
        named = [
            (self.folders[: depth + 1], clue)
            for depth, name in enumerate(self.folders)
            for clue in folder_clues([name])
        ]
        own = next(
            (number for number, (_, clue) in enumerate(named) if key_of(clue.text) == key_of(self.student)), len(named)
        )
        return named[: own + 1]

    @cached_property
    def home(self) -> tuple[str, ...] | None:
        """The student's own folder, None if the file lies in none."""
        return self.people[-1][0] if self.people and key_of(self.people[-1][1].text) == key_of(self.student) else None


def key_of(name: str) -> str:
    """By what names of folders and files are compared: the words in any order."""
    return " ".join(sorted(words_of(name))) or tidy(name).casefold()


def contradictions(claims: list[Claim]) -> list[str]:
    """For each file the doubt, "" if there is none, that its path speaks for somebody else too: such a file must not
    take another one's place.

    Where the student has a file for the lesson in a folder of their own, that is a path through a folder beside that
    one, or
    into one that does not lie around it, as a class's does. Everywhere it is a path through a folder that is called
    after a
    student of other files and holds files of these two alone, so that it is no class's.
    """
    homes: dict[tuple[str, str], list[tuple[str, ...]]] = defaultdict(list)
    files: Counter[str] = Counter()
    under: dict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
    for claim in claims:
        if claim.home:
            homes[claim.student, claim.lesson].append(claim.home)
        files[key_of(claim.student)] += 1
        for place, _ in claim.people:
            under[place][key_of(claim.student)] += 1
    around = {key: Counter(home[:depth] for home in own for depth in range(len(home))) for key, own in homes.items()}
    parents = {key: {home[:-1] for home in own} for key, own in homes.items()}

    def other(claim: Claim) -> Clue | None:
        key, owner = (claim.student, claim.lesson), key_of(claim.student)
        for place, clue in reversed(claim.people):
            stranger = key_of(clue.text)
            if stranger == owner:
                continue
            beside = place[:-1] in parents.get(key, ())
            elsewhere = (
                key in homes
                and claim.home is None
                and place == claim.people[-1][0]
                and around[key][place] < len(homes[key])
            )
            both_hand_in = (
                files[stranger] > 0 and files[owner] > under[place][owner] and under[place].keys() <= {owner, stranger}
            )
            if beside or elsewhere or both_hand_in:
                return clue
        return None

    doubts = []
    for claim in claims:
        clue = other(claim)
        where = "file name" if any(one.sure for one in file_clues(claim.file)) else "folder"
        doubts.append(two_names(claim.student, Clue(claim.student, where=where), clue.text, clue) if clue else "")
    return doubts


def found(student: Student, how: str) -> Owner:
    return Owner(student.id, student.name, how)
