"""A made-up class of 60, as it comes back: names of many kinds, all forms of files, duplicates, a late one, broken
ones, zips in a zip.

make(folder, {lesson: (release, [answers, …])}) writes folder/classwork.zip and folder/roster.csv, and returns what is
in there.

Everything follows from the arguments alone. No one here is real.
"""

from __future__ import annotations

import csv
import io
import json
import unicodedata
import zipfile
from dataclasses import dataclass, field
from pathlib import Path

NAMES = (
    """
Ana Li|Bo Li|José Luis García Márquez|Zoë O'Neil|王小明|李娜|Jürgen Groß|Søren Ångström|Łukasz Żółć
Nguyễn Thị Mai|Siân Ó Dálaigh|D'Arcy Fontaine|François Lefèvre|Aïcha Benaïssa|Müge Yıldız
Đorđe Šarić|Ewa Wiśniewska|Þóra Jónsdóttir|Ιωάννα Παππά|Анна Петрова|Дмитрий Орлов|田中 さくら|山田 太郎|김민준
박서연|Mary-Jane O’Hara|Jean-Luc Dupré|Anne Marie van der Berg|Ludwig von Hohenfels|Kwame Mensah
Chloé Dubois|Inès Fernández Ruiz|Iñaki Etxeberria|Raúl Núñez|Beyza Çelik|Özgür Şahin|Noor al-Hassan
Priya Raman|Arjun Patel|Emeka Okafor|Fatou N'Diaye|Maeve Kelly|Tom Baker|Tim Baker|Kim Lee|Kim Lee
Eva Novák|Jan Novák|Petra Nováková|Olga Smirnova|Ivan Horvat|Lea Weiß|Max Weiss|Nils Bjørk
Astrid Lindqvist|Ravi Kumar|Sara Cohen|Yael Levi|Omar Haddad|Leila Haddad
""".strip()
    .replace("\n", "|")
    .split("|")
)


@dataclass
class Classroom:
    """What was made: `roster` and `zip`, and what has to come out of it."""

    roster: Path
    zip: Path
    expected: dict[tuple[str, str], int] = field(
        default_factory=dict
    )  # (student id, lesson) → which of the answers counts
    broken: list[str] = field(default_factory=list)  # ids of students with a broken file alone
    unsure: int = 0  # files whose owner nobody can tell
    absent: list[str] = field(default_factory=list)
    late: tuple[str, str] = ("", "")
    files: int = 0


def id_of(number: int) -> str:
    return f"2026{number:03d}"


def email_of(number: int) -> str:
    return f"student{number:02d}@school.example"


def roster_text() -> str:
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(["id", "name", "email"])
    for number, name in enumerate(NAMES, 1):
        given, _, family = name.rpartition(" ")
        writer.writerow([id_of(number), f"{family}, {given}" if number % 4 == 0 and given else name, email_of(number)])
    return text.getvalue()


# forms that saving gives a notebook -----------------------------------------------------------------------------------
def answered(release: dict, answers: dict[str, str]) -> dict:
    nb = json.loads(json.dumps(release))
    for cell in nb["cells"]:
        if cell["id"] in answers:
            cell["source"] = answers[cell["id"]]
    return nb


def saved_by_colab(nb: dict, number: int) -> bytes:
    """One minified line, format 4.0 without top-level ids, who opened it and when in every cell;
    the name is not the student's.
    """
    nb = json.loads(json.dumps(nb)) | {"nbformat_minor": 0}
    badge = {
        "cell_type": "markdown",
        "metadata": {"id": "view-in-github", "colab_type": "text"},
        "source": '<a href="https://colab.research.google.com/github/x">open</a>',
    }
    at = 1_785_000_000_000 + number * 86_400_000
    for cell in nb["cells"]:
        cell.pop("id", None)
        if cell["cell_type"] == "code":
            at += (1 + (number * 7 + len(cell["source"])) % 5) * (20_000 + number % 7 * 2_000)
            cell["metadata"]["executionInfo"] = {
                "status": "ok",
                "timestamp": at,
                "user_tz": -60,
                "elapsed": 5,
                "user": {"displayName": "Prof. Nobody", "userId": "0042"},
            }
            cell["execution_count"] = 1
    nb["cells"] = ([badge] if number % 2 else []) + nb["cells"]
    return json.dumps(nb, ensure_ascii=False).encode()


def saved(nb: dict, number: int) -> bytes:
    """The same notebook as different programs write it."""
    form = number % 5
    if form in (0, 3):
        return saved_by_colab(nb, number)
    if form == 1:
        return json.dumps(nb, indent=1).encode()
    if form == 2:
        return b"\xef\xbb\xbf" + json.dumps(nb, indent=1, ensure_ascii=False).replace("\n", "\r\n").encode()
    stripped = json.loads(json.dumps(nb))
    for cell in stripped["cells"]:
        cell["metadata"].pop("nbgrader", None)
    return json.dumps(stripped).encode()


def path_of(number: int, name: str, lesson: str) -> str:
    """A path that tells whose a file is, in one of the ways in which paths do."""
    joined = "".join(letter for letter in unicodedata.normalize("NFKD", name).lower() if letter.isalnum())
    forms = (
        f"{name} - {lesson}.ipynb",
        f"{name} - Copy of {lesson}.ipynb",
        f"{lesson} - {name}.ipynb",
        f"{name.replace(' ', '_')}_-_Copy_of_Copy_of_{lesson}_(1).ipynb",
        f"{name}/{lesson}.ipynb",
        f"{name}/Copia de {lesson} (2).ipynb",
        f"{id_of(number)}/Kopie von {lesson}.ipynb.ipynb",
        f"{email_of(number)}/whatever I called it {lesson[:2]}.ipynb",
        f"{name}_{41000 + number}_assignsubmission_file_/{lesson}.ipynb",
        f"{joined}_{95000 + number}_{46790000 + number}_{lesson} (1).ipynb",
        unicodedata.normalize("NFD", f"{name} - {lesson}.ipynb"),
        f"{name}/.ipynb_checkpoints/{lesson}-checkpoint.ipynb",
        f"{name}/{lesson}",
        f"{name.upper()} - my work {lesson[:2]}.ipynb",
    )
    return forms[number % len(forms)]


def zipped(members: list[tuple[str, bytes, int]]) -> bytes:
    """A zip of (name, content, minutes after noon)."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, content, minutes in members:
            info = zipfile.ZipInfo(name, (2026, 9, 1, 12 + minutes // 60, minutes % 60, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, content)
    return file.getvalue()


# One class, told in order: who hands in what.
def make(folder: Path, lessons: dict[str, tuple[dict, list[dict[str, str]]]]) -> Classroom:
    """Write the class's work;
    `lessons` gives for each the released notebook and sets of answers by exercise, of which the first is empty.
    """
    folder.mkdir(parents=True, exist_ok=True)
    room = Classroom(folder / "roster.csv", folder / "classwork.zip")
    room.roster.write_text(roster_text(), encoding="utf-8")
    parts: dict[int, list[tuple[str, bytes, int]]] = {1: [], 2: []}
    twins = [number for number, name in enumerate(NAMES, 1) if NAMES.count(name) > 1]
    for number, name in enumerate(NAMES, 1):
        who = id_of(number)
        for lesson, (release, answers) in lessons.items():
            part = parts[1 + number % 2]
            if number in (17, 34):  # handed in nothing
                room.absent = sorted({*room.absent, who})
                continue
            if number in (5, 25, 50):  # broken
                content = {
                    5: b"<!DOCTYPE html><html><title>Sign in</title></html>",
                    25: b"",
                    50: b'{"cells": [{"cell_type"',
                }[number]
                part.append((f"{name} - {lesson}.ipynb", content, 1))
                room.broken = sorted({*room.broken, who})
                continue
            which = number % len(answers)
            content = saved(answered(release, answers[which]), number)
            if number == twins[0]:  # with the same name as another and nothing else to tell
                part.append((f"{name} - {lesson}.ipynb", content, 1))
                room.unsure += 1
                continue
            path = f"{who}/{lesson}.ipynb" if number in twins else path_of(number, name, lesson)
            if number == 12:  # late, as Canvas says it
                path, room.late = f"darcyfontaine_LATE_95012_46790012_{lesson}.ipynb", (who, lesson)
            if number % 13 == 2:  # an older copy with other answers beside it
                part.append(
                    (
                        f"{name} - old {lesson}.ipynb",
                        saved(answered(release, answers[(which + 1) % len(answers)]), number + 1),
                        2,
                    )
                )
            part.append((path, content, 90))
            room.expected[who, lesson] = which
        if number % 20 == 3:
            parts[1 + number % 2].append((f"{name}/screenshot of my work.png", b"\x89PNG\r\n\x1a\n", 5))
    noise = [("__MACOSX/._classwork", b"\x00\x05\x16\x07", 0), (".DS_Store", b"Bud1", 0)]
    top = [
        (
            f"Lesson work-20260901T160000Z-00{part}.zip",
            zipped([(f"Lesson work/{name}", content, minutes) for name, content, minutes in members]),
            200,
        )
        for part, members in parts.items()
    ]
    room.zip.write_bytes(zipped(top + noise))
    room.files = sum(map(len, parts.values())) + len(noise)
    return room
