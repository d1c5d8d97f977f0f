"""Every form in which files arrive: whose, which lesson, which one counts; nobody lost, nothing guessed."""

import io
import json
import os
import unicodedata
import zipfile
from datetime import datetime
from pathlib import Path

import pytest

from grader.intake import collect
from grader.intake.archives import Limits
from grader.intake.roster import RosterError, parse
from grader.notebook.identify import minutes_on_task

ROSTER = parse(
    """id,name,email
s01,Ana Li,ana.li@school.example
s02,"García Márquez, José Luis",jose@school.example
s03,Zoë O'Neil,zoe@school.example
s04,王小明,xiaoming@school.example
s05,Jürgen Groß,juergen@school.example
s06,Bo Li,bo.li@school.example
s07,Kim Lee,kim1@school.example
s08,Kim Lee,kim2@school.example
956227,Søren Ångström,soren@school.example
""".encode(),
    "roster.csv",
)


def zipped(members: dict, year: int = 2026) -> bytes:
    """A zip of name → content; names are stored as UTF-8."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, (name, content) in enumerate(members.items()):
            info = zipfile.ZipInfo(name, (year, 8, 1, 12, number % 60, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, content)
    return file.getvalue()


@pytest.fixture()
def released(course):
    """The text of the released lesson, and a version of it that somebody worked on."""
    from grader.build.notebooks import notebook_text, released
    from grader.lessons.source import load

    return notebook_text(released(load("01_mini"))).encode()


@pytest.fixture()
def found(released, tmp_path):
    """found(files, roster) writes files below a folder and collects it; returns verdicts by file."""

    def run(files, roster=ROSTER, **options):
        folder = tmp_path / "class"
        for name, content in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(released if content is None else content)
        return {one.file: one for one in collect.find([folder], roster, **options)}

    return run


@pytest.mark.parametrize(
    "file, student",
    [
        ("Ana Li/01_mini.ipynb", "s01"),
        ("Li Ana/01_mini/01_mini.ipynb", "s01"),
        ("s01/anything at all", "s01"),
        ("Ana Li - 01_mini.ipynb", "s01"),
        ("01_mini - Ana Li.ipynb", "s01"),
        ("Ana Li - Copy of 01_mini.ipynb", "s01"),
        ("Ana_Li_-_Copy_of_Copy_of_01_mini_(1).ipynb", "s01"),
        ("Ana Li - Kopie von 01_mini.ipynb.ipynb", "s01"),
        ("Ana Li - Copia de 01_mini (2).ipynb", "s01"),
        ("Ana Li - my homework.ipynb", "s01"),
        ("Ana Li.ipynb", "s01"),
        ("01_mini_Ana_Li.ipynb", "s01"),
        ("ana.li@school.example/01_mini.ipynb", "s01"),
        ("ana.li/Copy_of_01_mini.ipynb", "s01"),
        ("liana_11111_46792176_01_mini-1.ipynb", "s01"),
        ("Ana Li_12345_assignsubmission_file_/01_mini.ipynb", "s01"),
        ("Ana Li_12345_assignsubmission_file_01_mini (3).ipynb", "s01"),
        ("Ana Li/.ipynb_checkpoints/01_mini-checkpoint.ipynb", "s01"),
        ("José Luis García Márquez/01_mini.ipynb", "s02"),
        ("García Márquez José Luis/01_mini.ipynb", "s02"),
        ("Jose Garcia - 01_mini.ipynb", "s02"),
        ("garciamarquezjoseluis_LATE_22222_46792176_Copy of 01_mini (1).ipynb", "s02"),
        (unicodedata.normalize("NFD", "José Luis García Márquez - 01_mini.ipynb"), "s02"),
        ("Zoë O’Neil - 01_mini.ipynb", "s03"),
        ("ZOE ONEIL - 01_mini.ipynb", "s03"),
        ("王小明 - 01_mini.ipynb", "s04"),
        ("王 小明/01_mini.ipynb", "s04"),
        ("Juergen Gross - 01_mini.ipynb", "s05"),
        ("Jurgen Gross - 01_mini.ipynb", "s05"),
        ("somebody_956227_46792176_01_mini.ipynb", "956227"),
        ("Soren Angstrom/01_mini.ipynb", "956227"),
        ("kim1@school.example - 01_mini.ipynb", "s07"),
        ("Kim Lee s08 - 01_mini.ipynb", "s08"),
    ],
)
def test_the_path_tells_whose_a_file_is(found, file, student):
    [one] = found({file: None}).values()
    assert (one.student, one.lesson, one.verdict) == (student, "01_mini", collect.TAKEN), one.reason


@pytest.mark.parametrize(
    "file, words",
    [
        ("Kim Lee - 01_mini.ipynb", ("s07", "s08")),
        ("Li - 01_mini.ipynb", ("s01", "s06")),
        ("Zoë - 01_mini.ipynb", ("s03", "only a part")),
        ("Who Ever - 01_mini.ipynb", ("Who Ever", "not on the class list")),
        ("01_mini (1).ipynb", ("names nobody",)),
        ("Bo Li/Ana Li - 01_mini.ipynb", ("Ana Li", "Bo Li")),
    ],
)
def test_what_is_not_certain_is_not_guessed(found, file, words):
    [one] = found({file: None}).values()
    assert one.verdict == collect.UNSURE and one.student == f"unknown: {file}"
    assert all(word in one.reason for word in words), one.reason


def test_the_folder_settles_what_the_file_name_leaves_open(found):
    assert found({"s06/Li - 01_mini.ipynb": None})["s06/Li - 01_mini.ipynb"].student == "s06"


def test_a_google_id_inside_tells_nothing(found, released):
    nb = json.loads(released)
    nb["cells"][2]["metadata"]["executionInfo"] = {
        "user": {"displayName": "Ana Li", "userId": "0123"},
        "timestamp": 1,
        "status": "ok",
    }
    [one] = found({"Bo Li - 01_mini.ipynb": json.dumps(nb).encode()}).values()
    assert one.student == "s06"


@pytest.mark.parametrize(
    "file, student",
    [
        ("ana/01_mini.ipynb", "ana"),
        ("ana/01_mini/01_mini.ipynb", "ana"),
        ("Ana Li - Copy of 01_mini.ipynb", "Ana Li"),
        ("01_mini - 王小明.ipynb", "王小明"),
        ("ana li_12345_assignsubmission_file_/x.ipynb", "ana li"),
        ("liana_LATE_95_467_01_mini.ipynb", "liana"),
        ("01_mini.ipynb", "class"),
    ],
)
def test_without_a_class_list_the_path_is_believed(found, file, student):
    [one] = found({file: None}, roster=None).values()
    assert (one.student, one.verdict) == (student, collect.TAKEN)
    assert one.late == ("LATE" in file)


def test_without_names_a_heap_of_copies_is_not_taken_for_one_student(found):
    heap = found({"01_mini.ipynb": None, "01_mini (1).ipynb": None, "Copy of 01_mini.ipynb": None}, roster=None)
    assert {one.verdict for one in heap.values()} == {collect.UNSURE} and len(
        {one.student for one in heap.values()}
    ) == 3
    mixed = found({"lesson 1/Ana Li - 01_mini.ipynb": None, "lesson 1/01_mini.ipynb": None}, roster=None)
    assert mixed["lesson 1/01_mini.ipynb"].verdict == collect.UNSURE


def test_the_newest_of_several_counts_and_says_so(found, tmp_path):
    files = {
        f"Ana Li/{name}": None
        for name in ("01_mini.ipynb", "Copy of 01_mini.ipynb", ".ipynb_checkpoints/01_mini-checkpoint.ipynb")
    }
    files["Ana Li/01_mini (1).ipynb"] = b""
    found(files)
    for name, when in (
        ("01_mini.ipynb", 2000),
        ("Copy of 01_mini.ipynb", 1000),
        (".ipynb_checkpoints/01_mini-checkpoint.ipynb", 3000),
    ):
        path = tmp_path / "class" / "Ana Li" / name
        path.write_bytes(path.read_bytes() + b" " * when)
        os.utime(path, (when, when))
    result = {one.file: one for one in collect.find([tmp_path / "class"], ROSTER)}
    assert (
        result["Ana Li/01_mini.ipynb"].verdict == collect.TAKEN
        and "newest of 3" in result["Ana Li/01_mini.ipynb"].reason
    )
    assert "older than 01_mini.ipynb, which counts" in result["Ana Li/Copy of 01_mini.ipynb"].reason
    assert "editor's own copy" in result["Ana Li/.ipynb_checkpoints/01_mini-checkpoint.ipynb"].reason
    empty = result["Ana Li/01_mini (1).ipynb"]
    assert (
        empty.verdict == collect.REFUSED
        and "is empty" in empty.reason
        and "until then 01_mini.ipynb counts" in empty.reason
    )


FOR_ANOTHER = {
    "in_my_folder": "s06/s01 - 01_mini.ipynb",
    "in_a_folder_of_mine": "s06/s01/01_mini.ipynb",
    "in_my_zip": "s06.zip/s01 - 01_mini.ipynb",
    "in_a_folder_of_my_zip": "s06.zip/s01/01_mini.ipynb",
    "as_moodle_does": "s06_7_assignsubmission_file_/s01_9_assignsubmission_file_01_mini.ipynb",
    "as_canvas_does": "s06/s01_1_99999999_01_mini.ipynb",
}


@pytest.mark.parametrize(
    "mine", [(), ("s06/work/01_mini.ipynb",), ("s06/s03 - 01_mini.ipynb",)], ids=["alone", "with_my_own", "for_two"]
)
@pytest.mark.parametrize("roster", [None, ROSTER], ids=["no_list", "list"])
@pytest.mark.parametrize("evil", FOR_ANOTHER.values(), ids=FOR_ANOTHER)
def test_nobody_hands_in_for_another(found, released, tmp_path, evil, roster, mine):
    """A file in one student's folder that says it is another's takes nobody's place, however new it is; the teacher is
    asked.
    """
    top, _, rest = evil.partition("/")
    files = {"s01/01_mini.ipynb": None, "s03/01_mini/01_mini.ipynb": None, **dict.fromkeys(mine)}
    result = found(
        {**files, **({top: zipped({rest: released + b" "})} if top.endswith(".zip") else {evil: released + b" "})},
        roster=roster,
    )
    assert (result["s01/01_mini.ipynb"].verdict, result["s01/01_mini.ipynb"].student) == (collect.TAKEN, "s01"), result[
        "s01/01_mini.ipynb"
    ]
    assert result["s03/01_mini/01_mini.ipynb"].verdict == collect.TAKEN
    one = result[evil]
    assert one.verdict == collect.UNSURE and one.student == f"unknown: {evil}"
    doubt = one.reason.partition("is not certain: ")[2]
    assert all(words in doubt for words in ("s01", "s06", "rename it so that it begins with the id of whose it is")), (
        one.reason
    )


@pytest.mark.parametrize(
    "shape",
    [
        ("week 1/{} - 01_mini.ipynb", "week 1/{} - Copy of 01_mini.ipynb"),
        ("week 1/{} - 01_mini.ipynb", "week 2/{} - 01_mini.ipynb"),
        ("monday/{}/01_mini.ipynb", "tuesday/{}/01_mini.ipynb"),
        ("week 1/{}/01_mini.ipynb", "week 1/{} - 01_mini.ipynb"),
        ("{}/01_mini/01_mini.ipynb", "{}/01_mini (1).ipynb"),
        ("{}/01_mini.ipynb", "{}/old/{} - 01_mini.ipynb"),
        ("{}/01_mini.ipynb", "{}/{}/01_mini.ipynb"),
        ("{}_7_assignsubmission_file_/01_mini.ipynb", "{}_7_assignsubmission_file_/project/01_mini.ipynb"),
        ("{}_7_41_01_mini.ipynb", "{}_7_42_01_mini-1.ipynb"),
    ],
    ids=lambda shape: shape[1],
)
def test_a_students_own_two_files_are_no_contradiction(found, shape):
    """Nor does a stray file make a student of a class's folder."""
    files = [form.replace("{}", name) for name in ("ana", "bo", "s01") for form in shape]
    result = found(
        dict.fromkeys([*files, "week 1/01_mini.zip/00.ipynb", "week 1/stray/01_mini/01_mini.ipynb"]), roster=None
    )
    assert sorted(result[file].verdict for file in files) == [collect.SUPERSEDED] * 3 + [collect.TAKEN] * 3, [
        result[file] for file in files
    ]


def test_two_students_without_folders_of_their_own_are_told_apart_too(found):
    result = found(dict.fromkeys(["ana - 01_mini.ipynb", "bo - 01_mini.ipynb", "bo/ana - 01_mini.ipynb"]), roster=None)
    assert [result[f"{name} - 01_mini.ipynb"].verdict for name in ("ana", "bo", "bo/ana")] == [
        collect.TAKEN,
        collect.TAKEN,
        collect.UNSURE,
    ]
    assert "its file name names ana and its folder bo: rename it" in result["bo/ana - 01_mini.ipynb"].reason


def test_a_later_canvas_submission_counts_whatever_the_dates_say(found):
    result = found({"liana_1_500_01_mini.ipynb": None, "liana_1_499_01_mini.ipynb": None})
    assert (
        result["liana_1_500_01_mini.ipynb"].verdict == collect.TAKEN
        and result["liana_1_499_01_mini.ipynb"].verdict == collect.SUPERSEDED
    )


@pytest.mark.parametrize(
    "file, content, words",
    [
        ("Ana Li/01_mini.ipynb - Colab.pdf", b"%PDF-1.7 x", "is a PDF"),
        ("Ana Li/01_mini.ipynb", b"<!DOCTYPE html><title>Sign in</title>", "is a web page"),
        ("Ana Li/01_mini.ipynb", b"", "is empty"),
        ("Ana Li/01_mini.ipynb", b"https://colab.research.google.com/drive/1x\n", "only a link"),
        ("Ana Li/01_mini.gdoc", b'{"url": "https://x", "doc_id": "1"}', "only a link"),
        ("Ana Li/work.url", b"[InternetShortcut]\nURL=https://x", "only a link"),
        ("Ana Li/solution.py", b"x = 1", "is a Python file"),
        ("Ana Li/work.rar", b"Rar!", "an archive that is no zip"),
        ("Ana Li/01_mini.ipynb", b'{"cells": [', "is damaged"),
        ("Ana Li/other.ipynb", b'{"cells": [], "nbformat": 4}', "none of this course's lessons"),
    ],
)
def test_what_is_no_notebook_is_refused_in_one_sentence(found, file, content, words):
    [one] = found({file: content}).values()
    assert one.verdict == collect.REFUSED and one.student == "s01" and words in one.problem
    assert one.problem.startswith(file) and one.problem.endswith(".") and "\n" not in one.problem


def test_a_printed_copy_is_not_missed_where_the_notebook_is_there(found):
    result = found(
        {"Ana Li/01_mini.ipynb - Colab.pdf": b"%PDF-1.7", "Ana Li/01_mini.ipynb": None, "Ana Li/plot.png": b"\x89PNG"}
    )
    assert {one.verdict for one in result.values()} == {collect.TAKEN, collect.SUPERSEDED}


def test_a_printed_copy_of_one_lesson_is_missed_where_only_another_is_there(found, monkeypatch):
    monkeypatch.setattr("grader.intake.ownership.lesson_names", lambda: ["01_mini", "02_more"])
    result = found(
        {
            "Ana Li - 02 more.ipynb - Colab.pdf": b"%PDF-1.7",
            "02_more/Ana Li.docx": b"PK\x03\x04",
            "Ana Li - 01_mini.ipynb": None,
        }
    )
    assert sorted(one.verdict for one in result.values()) == ["refused", "refused", "taken"]
    assert {one.lesson for one in result.values() if one.problem} == {"02_more"}


def test_leftovers_are_named_and_hold_no_work(found):
    result = found(
        {
            "__MACOSX/Ana Li/._01_mini.ipynb": b"\x00\x05",
            ".DS_Store": b"x",
            "Ana Li/01_mini.ipynb": None,
            "s06/timestamp.txt": b"now",
        }
    )
    assert sorted(one.verdict for one in result.values()) == ["ignored"] * 3 + ["taken"]


def test_links_and_pipes_are_not_followed(found, released, tmp_path):
    secret = tmp_path / "secret.ipynb"
    secret.write_bytes(released)
    found({"Ana Li/x.ipynb": None})
    (tmp_path / "class" / "Ana Li" / "link.ipynb").symlink_to(secret)
    (tmp_path / "class" / "linked").symlink_to(tmp_path)
    os.mkfifo(tmp_path / "class" / "pipe.ipynb")
    result = {one.file: one for one in collect.find([tmp_path / "class"], ROSTER)}
    assert (
        "is a link" in result["Ana Li/link.ipynb"].reason
        and "is a link" in result["linked"].reason
        and "no ordinary file" in result["pipe.ipynb"].reason
    )
    assert len(result) == 4


# archives ------------------------------------------------------------------------------------------------------------
def test_zips_in_zips_and_zips_in_parts(found, released):
    inner = zipped({"Zoë O'Neil - 01_mini.ipynb": released})
    result = found(
        {
            "Lesson 1-20260801T120000Z-001.zip": zipped(
                {"Lesson 1/Ana Li - Copy of 01_mini.ipynb": released, "Lesson 1/more.zip": inner}
            ),
            "Lesson 1-20260801T120000Z-002.zip": zipped(
                {"Lesson 1/Bo Li - 01_mini.ipynb": released, "__MACOSX/Lesson 1/._Bo": b"x"}
            ),
        }
    )
    assert {one.student for one in result.values() if one.verdict == collect.TAKEN} == {"s01", "s03", "s06"}
    deep = result["Lesson 1-20260801T120000Z-001.zip/Lesson 1/more.zip/Zoë O'Neil - 01_mini.ipynb"]
    assert deep.when and deep.path.read_bytes() == released


def test_a_zip_with_a_name_and_none_inside_is_that_students(found, released):
    assert found({"Ana Li.zip": zipped({"01_mini.ipynb": released})})["Ana Li.zip/01_mini.ipynb"].student == "s01"
    assert (
        found({"Bo Li - 01_mini.zip": zipped({"01_mini.ipynb": released})}, roster=None)[
            "Bo Li - 01_mini.zip/01_mini.ipynb"
        ].student
        == "Bo Li"
    )


def test_names_of_old_zips(found, released):
    """A name in UTF-8 that does not say so, and one in code page 437."""
    stored = zipped({"XX.ipynb": released})
    utf8 = "José Luis García Márquez - 01_mini.ipynb".encode()
    old = "José Luis García Márquez - 01_mini.ipynb".replace("Á", "A").encode("cp437")
    for name in (utf8, old):
        data = zipped({"X" * len(name): released}).replace(b"X" * len(name), name)
        [one] = [one for one in found({"old.zip": data}).values()]
        assert one.student == "s02", one
    assert stored


@pytest.mark.parametrize(
    "name, page, student",
    [
        ("王小明", "gbk", "s04"),
        ("王小明", "cp932", "s04"),
        ("Jürgen Groß", "cp1252", "s05"),
        ("Søren Ångström", "cp850", "956227"),
    ],
)
def test_names_in_the_code_page_of_an_older_windows(found, released, name, page, student):
    stored = f"{name} - 01_mini.ipynb".encode(page)
    data = zipped({"X" * len(stored): released}).replace(b"X" * len(stored), stored)
    [one] = found({"old.zip": data}).values()
    assert (one.student, one.file) == (student, f"old.zip/{name} - 01_mini.ipynb"), one.reason
    [one] = found({"old.zip": data}, parse(b"id,name\n1,Somebody Else\n", "r.csv")).values()
    assert one.verdict == collect.UNSURE


def test_nothing_in_a_zip_leads_out_of_it(found, released, tmp_path):
    link = zipfile.ZipInfo("Ana Li/link.ipynb")
    link.external_attr = 0o120777 << 16
    data = io.BytesIO(
        zipped(
            {
                "../../Ana Li - 01_mini.ipynb": released,
                "/Ana Li/01_mini.ipynb": released,
                "C:\\Ana Li\\01_mini.ipynb": released,
                "Ana Li\\01_mini.ipynb": released,
            }
        )
    )
    with zipfile.ZipFile(data, "a") as archive:
        archive.writestr(link, "/etc/passwd")
    before = {path for path in tmp_path.rglob("*")}
    result = found({"evil.zip": data.getvalue()}, into=tmp_path / "into")
    assert sorted(one.verdict for one in result.values()) == ["refused"] * 4 + ["taken"], result
    written = {path for path in tmp_path.rglob("*")} - before
    assert all(path.is_relative_to(tmp_path / "into") or path.is_relative_to(tmp_path / "class") for path in written)
    assert not any("passwd" in path.read_text(errors="replace") for path in (tmp_path / "into").iterdir())


@pytest.mark.parametrize(
    "limits, words",
    [
        (Limits(count=1), "more than the 1 files"),
        (Limits(size=10_000), "more than 0 MB"),
        (Limits(total=2_000_000), "unpacks to more than"),
        (Limits(depth=1), "an archive in an archive"),
        (Limits(ratio=20), "unpacks to more than 20 times"),
        (
            Limits(sum_ratio=20, freely=10_000),
            "the archive unpacks to more than 20 times its size, as no class's work does; unpack it yourself",
        ),
    ],
)
def test_limits(found, released, limits, words):
    """Each limit is reached by the same zip, which has none of these faults without it."""
    data = zipped(
        {
            "Ana Li/01_mini.ipynb": released + b" " * 2**21,
            "Bo Li/01_mini.ipynb": released + b" " * 2**21,
            "s03.zip": zipped({"01_mini.ipynb": released}),
        }
    )
    assert {one.verdict for one in found({"all.zip": data}, limits=Limits(ratio=10**6)).values()} == {collect.TAKEN}
    result = found(
        {"all.zip": data}, limits=Limits(**{**vars(limits), "ratio": limits.ratio if limits.ratio != 200 else 10**6})
    )
    assert any(words in one.problem for one in result.values()), result


@pytest.mark.parametrize(
    "waste",
    [
        {f"__MACOSX/{number}": b"" for number in range(400)},
        {f"{number}.bin": b"x" * 9_000 for number in range(40)},
        {f"{number}.zip": zipped({str(one): b"" for one in range(20)}) for number in range(40)},
    ],
    ids=["members", "bytes", "zips"],
)
@pytest.mark.parametrize("class_zip", [False, True], ids=["folder", "class_zip"])
def test_no_archive_uses_up_what_the_others_need(found, released, waste, class_zip):
    """Whatever the first learner packs, the others' files are read."""
    files = (
        {"Ana Li.zip": zipped(waste)}
        | {f"{name}.zip": zipped({"01_mini.ipynb": released}) for name in ("Bo Li", "s03")}
        | {"s05 - 01_mini.ipynb": released}
    )
    result = found(
        {"all.zip": zipped(files)} if class_zip else files,
        limits=Limits(count=200, total=40 * len(released), ratio=10**6),
    )
    assert {one.student for one in result.values() if one.verdict == collect.TAKEN} == {"s03", "s05", "s06"}, result
    assert any("and what follows it were left out" in one.reason for one in result.values())


def test_a_small_zip_of_large_notebooks_does_not_fill_the_disk(found, released, tmp_path):
    """Of one that unpacks to a hundred times its size, the first few are read; the others are named in one sentence,
    and nobody else loses anything.
    """
    repetitive = "".join(f"line {number % 97} of what was printed\n" for number in range(500_000)).encode()
    packed = zipped({f"{number:02d}/01_mini.ipynb": released + repetitive[: 15 * 2**20] for number in range(12)})
    assert 50 < 12 * 15 * 2**20 / len(packed) < Limits().ratio
    result = found({"Ana Li.zip": packed, "Bo Li.zip": zipped({"01_mini.ipynb": released})}, into=tmp_path / "into")
    assert sum(path.stat().st_size for path in (tmp_path / "into").iterdir()) <= Limits().freely + 2 * len(released)
    assert result["Bo Li.zip/01_mini.ipynb"].verdict == collect.TAKEN
    (left,) = [one for one in result.values() if "times its size" in one.reason]
    assert left.verdict == collect.REFUSED and left.file == "Ana Li.zip"


def test_damaged_and_locked_zips(found, released):
    whole = zipped({"Ana Li - 01_mini.ipynb": released, "Bo Li - 01_mini.ipynb": released})
    locked = bytearray(whole)
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):  # set the flag of encryption at the first member
        locked[locked.index(signature) + offset] |= 1
    hurt = bytearray(whole)
    hurt[200] ^= 0xFF
    assert "locked with a password" in found({"x.zip": bytes(locked)})["x.zip/Ana Li - 01_mini.ipynb"].problem
    assert "damaged inside its archive" in found({"x.zip": bytes(hurt)})["x.zip/Ana Li - 01_mini.ipynb"].problem
    assert found({"x.zip": bytes(hurt)})["x.zip/Bo Li - 01_mini.ipynb"].verdict == collect.TAKEN
    assert "damaged zip archive" in found({"x.zip": whole[:-100]})["x.zip"].problem
    assert "empty archive" in found({"x.zip": zipped({})})["x.zip"].problem


def test_the_class_list_and_what_an_earlier_run_wrote_are_no_work(found, tmp_path):
    files = {"Ana Li - 01_mini.ipynb": None, "roster.csv": b"id\n", "results/autograded/s01/01_mini.ipynb": None}
    assert len(found(files)) == 3
    without = (tmp_path / "class" / "roster.csv", tmp_path / "class" / "results")
    assert [one.file for one in collect.find([tmp_path / "class"], ROSTER, without=without)] == [
        "Ana Li - 01_mini.ipynb"
    ]


# several paths, laying out -------------------------------------------------------------------------------------------
def test_the_same_names_below_several_folders_stay_apart(released, tmp_path):
    for folder in ("monday", "tuesday"):
        (tmp_path / folder / "Ana Li").mkdir(parents=True)
        (tmp_path / folder / "Ana Li" / "01_mini.ipynb").write_bytes(released)
    result = collect.find([tmp_path / "monday", tmp_path / "tuesday", tmp_path / "sunday"], ROSTER)
    assert len({one.file for one in result}) == 3 and "does not exist" in result[2].problem
    for roster, student in ((ROSTER, "s01"), (None, "Ana Li")):  # one student, whatever the folders around are called
        result = collect.find([tmp_path / "monday", tmp_path / "tuesday"], roster)
        assert [one.student for one in result] == [student] * 2 and sorted(one.verdict for one in result) == [
            collect.SUPERSEDED,
            collect.TAKEN,
        ]


def test_laying_out_keeps_originals_and_what_lay_there(found, released, tmp_path):
    found({"Ana Li - 01_mini.ipynb": released, "Who - 01_mini.ipynb": None})
    before = {path: path.read_bytes() for path in (tmp_path / "class").rglob("*") if path.is_file()}
    written = collect.lay_out(collect.find([tmp_path / "class"], ROSTER), tmp_path / "classroom")
    assert (
        tmp_path / "classroom" / "submitted" / "s01" / "01_mini" / "01_mini.ipynb"
    ).read_bytes() == released and len(written) == 2
    assert collect.lay_out(collect.find([tmp_path / "class"], ROSTER), tmp_path / "classroom") == []
    (tmp_path / "class" / "Ana Li - 01_mini.ipynb").write_bytes(released + b"\n")
    assert len(collect.lay_out(collect.find([tmp_path / "class"], ROSTER), tmp_path / "classroom")) == 1
    assert [path.read_bytes() for path in (tmp_path / "classroom" / "earlier").rglob("*.ipynb")] == [released]
    after = {path: path.read_bytes() for path in before}
    assert {path for path in before if before[path] != after[path]} == {tmp_path / "class" / "Ana Li - 01_mini.ipynb"}


def test_the_verb_shows_its_plan_and_writes_nothing(found, tmp_path, monkeypatch):
    from typer.testing import CliRunner

    from grader.cli.main import app

    found({"Ana Li - 01_mini.ipynb": None, "Kim Lee - 01_mini.ipynb": None})
    (tmp_path / "roster.csv").write_text("id,name\ns01,Ana Li\ns07,Kim Lee\ns08,Kim Lee\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "140")
    result = CliRunner().invoke(app, ["collect", "class", "--roster", "roster.csv", "--dry-run"])
    assert (
        result.exit_code == 1
        and "unsure" in result.stdout
        and "Ana Li (s01)" in result.stdout
        and not Path("classroom").exists()
    )
    result = CliRunner().invoke(app, ["collect", "class", "--roster", "roster.csv"])
    assert (
        result.exit_code == 1
        and Path("classroom/submitted/s01/01_mini/01_mini.ipynb").is_file()
        and "Kim Lee (s07)" in result.stdout
    )
    (tmp_path / "roster.csv").write_text("a,b\n", encoding="utf-8")
    result = CliRunner().invoke(app, ["collect", "class", "--roster", "roster.csv"])
    assert result.exit_code == 2 and "no column" in result.stderr


@pytest.mark.parametrize("terminal", [True, False])
def test_progress_is_shown_on_a_terminal_alone_and_apart_from_the_plan(found, tmp_path, monkeypatch, terminal):
    from rich.console import Console
    from typer.testing import CliRunner

    from grader.cli.main import app

    found({f"{name} - 01_mini.ipynb": None for name in ("Ana Li", "王小明")})
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Console, "is_terminal", property(lambda console: terminal and console.stderr))
    result = CliRunner().invoke(app, ["collect", "class", "--dry-run"])
    assert result.exit_code == 0 and "2 taken" in result.stdout and "reading files" not in result.stdout
    assert ("reading files" in result.stderr and "2/2" in result.stderr) if terminal else result.stderr == ""


# time on task --------------------------------------------------------------------------------------------------------
def test_time_on_task_is_told_by_times_alone():
    def told(*minutes):
        return minutes_on_task(
            json.dumps(
                {
                    "cells": [
                        {
                            "metadata": {
                                "executionInfo": {"timestamp": 1.7e12 + minute * 60_000, "user": {"displayName": "x"}}
                            }
                        }
                        for minute in minutes
                    ]
                }
            ).encode()
        )

    assert told(0, 5, 12) == 12 and told(12, 0, 5, 300, 304) == 16  # the night between is a pause
    assert told(0, 0.5, 1) is None and told(3) is None and minutes_on_task(b"{}") is None
    assert minutes_on_task(b'{"cells": [{"metadata": {"executionInfo": 3}}, 4]}') is None


# ids of one or two characters -----------------------------------------------------------------------------------------
SHORT_IDS = parse(
    """id,name,user_id
1,Ana Li,1111
2,Bo Chen,2222
12,Kim Lee,3333
13,Kim Lee,4444
ab,Zoe Fox,5555
01,Cy Day,6666
9,李明,7777
""".encode(),
    "r.csv",
)


@pytest.mark.parametrize(
    "file, student",
    [
        ("1/01_mini.ipynb", "1"),
        ("12/anything.ipynb", "12"),
        ("ab/01_mini.ipynb", "ab"),
        ("12.zip/01_mini.ipynb", "12"),
        ("12.ipynb", "12"),
        ("12 - 01_mini.ipynb", "12"),
        ("01_mini - 12.ipynb", "12"),
        ("12_01_mini.ipynb", "12"),
        ("12 01_mini (1).ipynb", "12"),
        ("Copy of 2 - 01_mini.ipynb", "2"),
        ("2 homework.ipynb", "2"),
        ("2-homework.ipynb", "2"),
        ("(2) homework.ipynb", "2"),
        ("2 Bo Chen - 01_mini.ipynb", "2"),
        ("2 Nick Name - 01_mini.ipynb", "2"),
        ("AB - 01_mini.ipynb", "ab"),
        ("ab - homework.ipynb", "ab"),
        ("Kim Lee 13 - 01_mini.ipynb", "13"),
        ("13 Kim Lee - 01_mini.ipynb", "13"),
        ("Kim Lee/13 - 01_mini.ipynb", "13"),
        # numbers that are somebody's id only by accident
        ("Ana Li/2.ipynb", "1"),
        ("Ana Li/2 - 01_mini.ipynb", "1"),
        ("Ana Li/01_mini - 2.ipynb", "1"),
        ("Ana Li/homework 2.ipynb", "1"),
        ("Ana Li/01_mini_2.ipynb", "1"),
        ("Ana Li - 2.ipynb", "1"),
        ("Bo Chen - 01_mini (1).ipynb", "2"),
        ("chenbo_1_2_01_mini.ipynb", "2"),
        ("李明 - 01_mini.ipynb", "9"),
        ("李明/2 Who Ever.ipynb", "9"),
        ("Ana Li_12_assignsubmission_file_/01_mini.ipynb", "1"),
    ],
)
def test_an_id_of_one_or_two_characters_tells_whose_a_file_is(found, released, file, student):
    top, _, rest = file.partition("/")
    [one] = found({top: zipped({rest: released})} if top.endswith(".zip") else {file: None}, roster=SHORT_IDS).values()
    assert (one.student, one.verdict) == (student, collect.TAKEN), one.reason


@pytest.mark.parametrize(
    "file",
    [
        "01_mini.ipynb",
        "1 mini.ipynb",
        "01_mini_2.ipynb",
        "01_mini 2.ipynb",
        "01_mini (2).ipynb",
        "101_mini.ipynb",
        "homework 2.ipynb",
        "homework2.ipynb",
        "homework - 2.ipynb",
        "abc.ipynb",
        "ab homework.ipynb",
        "lab - 01_mini.ipynb",
        "2b - 01_mini.ipynb",
        "week 2/01_mini.ipynb",
        "2. week/01_mini.ipynb",
        "2/Who Ever - 01_mini.ipynb",
        "2/Ana Li - 01_mini.ipynb",
        "2 Ana Li - 01_mini.ipynb",
        "2 Kim Lee - 01_mini.ipynb",
        "Kim Lee 2 - 01_mini.ipynb",
        "Kim Lee - 01_mini 12.ipynb",
        "1.2 homework.ipynb",
        "leekim_12_13_01_mini.ipynb",
        "who_1_2_01_mini.ipynb",
    ],
)
def test_a_number_within_other_words_is_nobodys_id(found, file):
    [one] = found({file: None}, roster=SHORT_IDS).values()
    assert one.verdict == collect.UNSURE, one.reason


# two students of one id -----------------------------------------------------------------------------------------------
def test_two_students_of_one_id_are_told_and_nobody_else_waits(found):
    """Where a disk does not tell capitals apart, they would share a folder."""
    result = found({"anne/01_mini.ipynb": None, "Anne/01_mini.ipynb": None, "Bo/01_mini.ipynb": None}, roster=None)
    assert [one.student for one in result.values() if one.verdict == collect.TAKEN] == ["Bo"]
    for file, other in (("anne/01_mini.ipynb", "Anne"), ("Anne/01_mini.ipynb", "anne")):
        one = result[file]
        assert one.verdict == collect.UNSURE and one.student == f"unknown: {file}"
        assert f"'{other}' would be one student" in one.reason
    two = parse(b"id,name\nab1,Ana Li\nAB1,Bo Chen\ncd2,Cy Day\n", "r.csv")
    people = ("Ana Li/01_mini.ipynb", "Bo Chen/01_mini.ipynb", "Cy Day/01_mini.ipynb", "ab1 - 01_mini.ipynb")
    result = found(dict.fromkeys(people), roster=two)
    assert [one.student for one in result.values() if one.verdict == collect.TAKEN] == ["cd2"], result


def test_a_name_inside_an_archive_puts_nobody_into_doubt(found, released):
    other = zipped({"anne - 01_mini.ipynb": released + b" "}, 2030)
    result = found({"Anne/01_mini.ipynb": released, "Mallory.zip": other}, roster=None)
    assert result["Anne/01_mini.ipynb"].verdict == collect.TAKEN
    assert result["Mallory.zip/anne - 01_mini.ipynb"].verdict == collect.UNSURE


def test_nobody_is_called_as_the_tables_call_files_of_nobody(found):
    files = ("01_mini.ipynb", "unknown: 01_mini.ipynb/01_mini.ipynb", "unknown:_01_mini.ipynb - 01_mini.ipynb")
    result = found(dict.fromkeys(files), roster=None)
    keys = [one.student for one in result.values()]
    assert len(set(keys)) == 3 and [one.verdict for one in result.values()].count(collect.UNSURE) >= 2, result
    with pytest.raises(RosterError, match="row 2 has the id 'unknown: x'"):
        parse(b"id,name\nunknown: x,Ana Li\n", "r.csv")


# names inside archives -----------------------------------------------------------------------------------------------
CANVAS_LIST = parse(b"id,name,user_id\nb1,Bob Smith,1111\nc1,Cleo Jones,1212\n", "roster.csv")
STEALING = {  # Bob's own file, and one that another learner has made and dated later
    "canvas": ("smithbob_11_22_01_mini.ipynb", "jonescleo_12_23_w.zip", "smithbob_11_99_01_mini.ipynb"),
    "canvas_by_number": ("smithbob_1111_22_01_mini.ipynb", "jonescleo_1212_23_w.zip", "smithbob_1111_99_01_mini.ipynb"),
    "canvas_zip_of_bob": (
        "smithbob_11_22_w.zip/01_mini.ipynb",
        "jonescleo_12_23_w.zip",
        "smithbob_11_99_01_mini.ipynb",
    ),
    "nobodys_zip": ("Bob Smith.zip/01_mini.ipynb", "homework.zip", "Bob Smith/01_mini.ipynb"),
    "nobodys_zip_with_a_zip": ("Bob Smith.zip/01_mini.ipynb", "homework.zip", "Bob Smith.zip/01_mini.ipynb"),
    "a_part_of_a_name": ("Bob Smith/01_mini.ipynb", "cleos work.zip", "Bob Smith - 01_mini.ipynb"),
    "moodle": (
        "Bob Smith_1_assignsubmission_file_/01_mini.ipynb",
        "Cleo Jones_2_assignsubmission_file_/w.zip",
        "Bob Smith_9_assignsubmission_file_/01_mini.ipynb",
    ),
}


@pytest.mark.parametrize("roster", [None, CANVAS_LIST], ids=["no_list", "list"])
@pytest.mark.parametrize("class_zip", [False, True], ids=["folder", "class_zip"])
@pytest.mark.parametrize("case", STEALING)
def test_a_name_inside_an_archive_takes_nobodys_place(found, released, case, class_zip, roster):
    own, archive, inner = STEALING[case]
    files = {archive: zipped(nest(inner, released + b" "), 2030)}
    top, _, rest = own.partition("/")
    files |= {top: zipped({rest: released})} if top.endswith(".zip") else {own: released}
    outer = ""
    if class_zip:
        files, outer = {"submissions.zip": zipped(files)}, "submissions.zip/"
    result = found(files, roster=roster)
    mine, other = result[outer + own], result[f"{outer}{archive}/{inner}"]
    assert mine.verdict == collect.TAKEN and "newest of" not in mine.reason, mine.reason
    assert other.verdict == collect.UNSURE and other.student == f"unknown: {other.file}", other.reason


def nest(path: str, content: bytes) -> dict[str, bytes]:
    """The members of a zip with `content` at `path`, in which a folder that ends in .zip is a zip too."""
    top, _, rest = path.partition("/")
    return {top: zipped({rest: content}, 2030)} if top.endswith(".zip") else {path: content}


@pytest.mark.parametrize("roster", [None, CANVAS_LIST], ids=["no_list", "list"])
def test_a_class_in_two_zips_and_the_same_file_again_are_no_contradiction(found, released, roster):
    result = found(
        {
            "week 1.zip": zipped({"Bob Smith/01_mini.ipynb": released, "Cleo Jones/01_mini.ipynb": released}),
            "week 2.zip": zipped(
                {"Bob Smith/01_mini.ipynb": released + b" ", "Cleo Jones/01_mini.ipynb": released}, 2030
            ),
        },
        roster=roster,
    )
    assert sorted(one.verdict for one in result.values()) == [collect.SUPERSEDED] * 2 + [collect.TAKEN] * 2, result


def test_the_same_file_inside_an_archive_and_beside_it_is_no_contradiction(found, released):
    result = found(
        {"all.zip": zipped({"Bob Smith - 01_mini.ipynb": released}, 2030), "Bob Smith - 01_mini.ipynb": released},
        roster=CANVAS_LIST,
    )
    assert sorted(one.verdict for one in result.values()) == [collect.SUPERSEDED, collect.TAKEN], result


@pytest.mark.parametrize("roster", [None, CANVAS_LIST], ids=["no_list", "list"])
@pytest.mark.parametrize(
    "archive",
    ["Cleo Jones.zip", "Cleo Jones/w.zip", "jonescleo_1212_23_w.zip", "Cleo Jones_2_assignsubmission_file_/w.zip"],
)
def test_when_a_zip_was_handed_in_is_told_by_the_zip_not_by_the_dates_in_it(found, released, tmp_path, archive, roster):
    """On the disk, and in the zip of the whole class."""
    data = zipped({"01_mini.ipynb": released}, 2019)
    found(
        {archive: data, "all.zip": zipped({"Bob Smith/01_mini.ipynb": released, f"week 2/{archive}": data}, 2024)},
        roster=roster,
    )
    os.utime(tmp_path / "class" / archive, (1.6e9, 1.6e9))
    result = {one.file: one for one in collect.find([tmp_path / "class"], roster)}
    assert result[f"{archive}/01_mini.ipynb"].when == 1.6e9
    assert all(
        year(result[f"all.zip/{file}"]) == 2024
        for file in ("Bob Smith/01_mini.ipynb", f"week 2/{archive}/01_mini.ipynb")
    )


def year(one):
    return datetime.fromtimestamp(one.when).year


def test_of_the_files_in_a_students_zip_the_newest_counts(found, released, tmp_path):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, when in (
            ("01_mini.ipynb", (2026, 8, 2, 0, 0, 0)),
            ("old/01_mini.ipynb", (2026, 8, 1, 0, 0, 0)),
            ("z/01_mini.ipynb", (2026, 7, 1, 0, 0, 0)),
        ):
            archive.writestr(zipfile.ZipInfo(name, when), released + b" " * len(name))
    result = found({"Ana Li.zip": data.getvalue()})
    assert {file for file, one in result.items() if one.verdict == collect.TAKEN} == {"Ana Li.zip/01_mini.ipynb"}


@pytest.mark.parametrize(
    "inner", [("homework.zip", "homework.zip"), ("hw.zip", "my work.zip"), ("homework", "homework")]
)
@pytest.mark.parametrize("outer", ["", "all.zip/", "week 1/"])
def test_the_same_generic_name_in_two_students_folders_makes_no_student(found, released, inner, outer):
    files = {
        f"{outer}{name}/{place}/01_mini.ipynb": released + b" " * len(name)
        for name, place in zip(("Bob", "Cleo"), inner)
    }
    found_files = found(packed(files), roster=None)
    assert {one.student: one.verdict for one in found_files.values()} == {
        "Bob": collect.TAKEN,
        "Cleo": collect.TAKEN,
    }, found_files


def test_a_student_who_hands_in_two_zips_is_one_student(found, released):
    result = found(
        packed(
            {
                f"{path}/01_mini.ipynb": released
                for path in ("Bob/homework.zip", "Cleo/homework.zip", "Cleo/homework (1).zip")
            }
        ),
        roster=None,
    )
    assert {(one.student, one.verdict) for one in result.values()} == {
        ("Bob", collect.TAKEN),
        ("Cleo", collect.TAKEN),
        ("Cleo", collect.SUPERSEDED),
    }, result


def packed(files: dict[str, bytes]) -> dict[str, bytes]:
    """The same with folders that end in .zip as zips of what is in them."""
    made, zips = {}, {}
    for path, content in files.items():
        before, dot, after = path.partition(".zip/")
        if dot:
            zips.setdefault(f"{before}.zip", {})[after] = content
        else:
            made[path] = content
    return made | {name: zipped(packed(members)) for name, members in zips.items()}


@pytest.mark.parametrize(
    "files, students",
    [
        (("week 1/Bob.zip", "week 1/Cleo.zip", "week 2/Bob.zip"), {"Bob", "Cleo"}),
        (("all.zip/Bob.zip",), {"Bob"}),
        (("Bob.zip", "Cleo.zip"), {"Bob", "Cleo"}),
        (("week 1.zip/Bob", "week 1.zip/Cleo", "week 2.zip/Bob"), {"Bob", "Cleo"}),
    ],
)
def test_a_zip_in_a_folder_of_the_class_is_a_persons(found, released, files, students):
    result = found(packed({f"{file}/01_mini.ipynb": released for file in files}), roster=None)
    assert {one.student for one in result.values()} == students, result


def test_lateness_comes_from_the_learning_systems_name_not_from_one_inside_a_learners_zip(found, released):
    archive = zipped({"jonescleo_12_99_01_mini.ipynb": released})
    [one] = found({"jonescleo_LATE_12_23_w.zip": archive}, roster=CANVAS_LIST).values()
    assert (one.student, one.late, one.order) == ("c1", True, 23)
    assert found({"hw_1_2_all.zip": zipped({"jonescleo_LATE_12_99_01_mini.ipynb": released})}, roster=None)[
        "hw_1_2_all.zip/jonescleo_LATE_12_99_01_mini.ipynb"
    ].late
