"""The class list: who is in the class, and whose a name, an id or an address found in a path is.

Any CSV with a header line will do, among them the exports of Canvas's gradebook, of Moodle's participants and of Google
Classroom. A name is matched in stages, each less strict than the one before, and only if it fits one student alone.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from grader.core.errors import GraderError

SIZE_LIMIT = 4 * 2**20  # bytes
SHORT = 2  # characters of an id that may as well be a lesson's or a copy's number
UNKNOWN = "unknown: "  # how the key of a file begins of which it is not certain whose it is; no student's does
# Header words, folded, in the order of trust: what identifies a student for good comes first.
IDS = (
    "id",
    "studentid",
    "studentnumber",
    "sisuserid",
    "idnumber",
    "matriculationnumber",
    "matriculation",
    "matrikelnummer",
    "matricula",
    "username",
    "userid",
    "sisloginid",
    "login",
    "loginid",
    "学号",
    "学籍番号",
)
NAMES = ("name", "student", "studentname", "fullname", "displayname", "nom complet", "姓名", "氏名")
GIVEN = ("firstname", "givenname", "givennames", "forename", "vorname", "prenom", "nombre", "名")
FAMILY = ("lastname", "surname", "familyname", "nachname", "nom", "apellido", "apellidos", "姓")
EMAILS = ("email", "emails", "emailaddress", "emailaddresses", "mail", "correo")
# Letters that have no accent to take off, and how people without a keyboard for them write them.
PLAIN = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h"})
SPELLED = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"})


class RosterError(GraderError):
    """The class list cannot be used; the message is one sentence with the file, the line and the remedy."""


def tidy(text: str) -> str:
    """One form of the same text: composed, no control characters, single spaces."""
    text = "".join(
        " " if unicodedata.category(letter) in ("Cc", "Zs", "Zl", "Zp") else letter
        for letter in unicodedata.normalize("NFC", text)
        if unicodedata.category(letter) not in ("Cf", "Cs")
    )
    return " ".join(text.split())


def folded(text: str, spelled: bool = False) -> str:
    """`text` without case, accents and anything that is neither letter nor digit; with `spelled` ü becomes ue."""
    text = unicodedata.normalize("NFC", text).casefold()
    text = unicodedata.normalize("NFKD", (text.translate(SPELLED) if spelled else text)).casefold().translate(PLAIN)
    return "".join(letter for letter in text if letter.isalnum())


def words_of(text: str) -> tuple[str, ...]:
    """The words of a name, folded, in the order written; an apostrophe or accent does not part a word, a hyphen
    does.
    """
    return tuple(word for word in (folded(part) for part in re.split(r"[\s_.,;()\-‐‑–—]+", tidy(text))) if word)


@dataclass(frozen=True)
class Student:
    """A row of the class list: `id` stands in all tables, `ids` are all that may name this student, `row` is as
    read.
    """

    id: str
    name: str
    given: str = ""
    family: str = ""
    emails: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    row: dict = field(default_factory=dict, hash=False, compare=False)

    @cached_property
    def forms(self) -> frozenset[str]:
        """The name as it may be written, with accents and in lower case; both orders."""
        forms = [
            self.name,
            f"{self.given} {self.family}",
            f"{self.family} {self.given}",
            f"{self.family}, {self.given}",
            self.family + self.given,
            self.given + self.family,
        ]
        if "," in self.name:
            family, given = self.name.split(",", 1)
            forms.append(f"{given} {family}")
        words = self.name.split()
        forms += [f"{words[-1]} {' '.join(words[:-1])}"] if len(words) > 1 else []
        return frozenset(
            " ".join(re.split(r"[\s_,]+", tidy(form).casefold())).strip() for form in forms if form.strip(" ,")
        )

    @cached_property
    def keys(self) -> frozenset[str]:
        """`forms` folded to letters alone, with ü as u and as ue."""
        return frozenset(folded(form, spelled) for form in self.forms for spelled in (False, True))

    @cached_property
    def words(self) -> frozenset[str]:
        return frozenset(words_of(self.name) + words_of(self.given) + words_of(self.family))


@dataclass(frozen=True)
class Match:
    """Whose something is: `student` if it is certain, else `could_be` names those that it might be."""

    student: Student | None = None
    how: str = ""
    could_be: tuple[Student, ...] = ()


@dataclass(frozen=True)
class Roster:
    """All students of a class, in the order of the file; `header` is its first line."""

    students: tuple[Student, ...]
    header: tuple[str, ...] = ()

    @cached_property
    def _tokens(self) -> dict[str, list[Student]]:
        """Ids, addresses and the parts of addresses before the @ that are no mere initials, in lower case."""
        return self._index(
            lambda student: {
                one.replace("_", " ")
                for one in (*student.ids, *student.emails, *(email.split("@")[0] for email in student.emails))
                if len(one) > SHORT or one in student.ids
            }
        )

    @cached_property
    def _forms(self) -> dict[str, list[Student]]:
        return self._index(lambda student: student.forms)

    @cached_property
    def _keys(self) -> dict[str, list[Student]]:
        return self._index(lambda student: student.keys - {""})

    def _index(self, texts) -> dict[str, list[Student]]:
        found: dict[str, list[Student]] = {}
        for student in self.students:
            for text in {one.casefold() for one in texts(student)}:
                found.setdefault(text, []).append(student)
        return found

    def with_id(self, text: str) -> Match:
        """The student with exactly this id, user name or address."""
        found = self._tokens.get(tidy(text).casefold().replace("_", " "), [])
        return Match(found[0], "by id") if len(found) == 1 else Match(could_be=tuple(found))

    def match(self, text: str) -> Match:
        """Whose `text` is: an id or address, a full name in either order, the same without accents, or two of more
        names.
        """
        text = tidy(text.replace("_", " "))
        if not text:
            return Match()
        words = frozenset(words_of(text))
        stages = (
            ("by id", lambda: self._tokens.get(text.casefold(), [])),
            ("by name", lambda: self._forms.get(" ".join(re.split(r"[\s,]+", text.casefold())), [])),
            ("by name", lambda: self._keys.get(folded(text), [])),
            ("by name", lambda: [student for student in self.students if len(words) > 1 and words == student.words]),
            (
                "by a part of the name",
                lambda: [student for student in self.students if len(words) > 1 and words < student.words],
            ),
        )
        for how, fitting in stages:
            found = tuple(fitting())
            if len(found) == 1:
                return Match(found[0], how)
            if found:
                return Match(could_be=found)
        return Match(could_be=tuple(student for student in self.students if words & student.words and len(words) == 1))


def load(path: Path) -> Roster:
    """Read a class list. Raises RosterError."""
    try:
        if path.stat().st_size > SIZE_LIMIT:
            raise RosterError(f"{path} has more than {SIZE_LIMIT // 2**20} MB: is it the class list?")
        data = path.read_bytes()
    except OSError as error:
        raise RosterError(
            f"{path} cannot be opened ({error.strerror or error}): give the class list as a CSV file."
        ) from None
    return parse(data, str(path))


def parse(data: bytes, name: str) -> Roster:
    """`load` for the content of a file."""
    if data.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0")):
        raise RosterError(f"{name} is a spreadsheet file: save it as CSV (UTF-8) and give that.")
    text = decoded(data)
    lines = text.split("\n", 1)[0]
    delimiter = max(",;\t", key=lines.count)
    try:
        rows = [
            [tidy(value) for value in row] for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
        ]
    except csv.Error as error:
        raise RosterError(f"{name} is no proper CSV ({error}): save it again as CSV.") from None
    rows = [row for row in rows if any(row)]
    if not rows:
        raise RosterError(f"{name} is empty: it needs a header line such as id,name,email and a line per student.")
    header = tuple(rows[0])
    columns = {
        kind: [index for word in words for index, title in enumerate(header) if folded(title) == folded(word)]
        for kind, words in (("ids", IDS), ("names", NAMES), ("given", GIVEN), ("family", FAMILY), ("emails", EMAILS))
    }
    if not (columns["names"] or columns["family"] or columns["ids"]):
        raise RosterError(
            f"{name} has no column that is called id, name, or first name and last name: its first line is "
            f"'{', '.join(header)[:120]}'."
        )
    students: list[Student] = []
    seen: dict[str, int] = {}
    for number, row in enumerate(rows[1:], 2):
        row = row + [""] * (len(header) - len(row))
        student = student_from(row, header, columns)
        if student is None:
            continue
        if not student.id:
            raise RosterError(f"{name}, row {number} has neither an id nor a name: fill it in, or remove the row.")
        if student.id.startswith(UNKNOWN):
            raise RosterError(
                f"{name}, row {number} has the id '{student.id}', by which the tables call files of nobody: "
                "give it another one."
            )
        if student.id in seen:
            raise RosterError(
                f"{name}, row {number} has the same id as row {seen[student.id]}, '{student.id}': ids must tell "
                f"students apart."
            )
        seen[student.id] = number
        students.append(student)
    if not students:
        raise RosterError(f"{name} names no student: it needs a line per student after its header line.")
    return Roster(tuple(students), header)


def student_from(row: list[str], header: tuple[str, ...], columns: dict[str, list[int]]) -> Student | None:
    """The student of a row; None for rows of Canvas's exports that are about no student."""

    def first(kind: str) -> str:
        return next((row[index] for index in columns[kind] if row[index]), "")

    name, given, family = first("names"), first("given"), first("family")
    if name.startswith("Points Possible") or name in ("Student, Test", "Test Student"):
        return None
    ids = tuple(dict.fromkeys(row[index] for index in columns["ids"] if row[index]))
    emails = tuple(
        dict.fromkeys(
            email for index in columns["emails"] for email in re.split(r"[\s;,]+", row[index]) if "@" in email
        )
    )
    if not name:
        name = f"{given} {family}".strip()
    elif "," in name and not (given or family):  # "Family, Given", as Canvas sorts
        family, given = (part.strip() for part in name.split(",", 1))
        name = f"{given} {family}".strip()
    identity = first("ids") or (emails[0] if emails else "") or name
    return Student(identity, name or identity, given, family, emails, ids, dict(zip(header, row)))


def decoded(data: bytes) -> str:
    """The text of a CSV file as spreadsheets save it: UTF-8, UTF-16 with its mark, or Windows-1252."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")
