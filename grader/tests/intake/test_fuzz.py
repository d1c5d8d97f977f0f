"""Anything at all as input: the readers answer with cells or with one clean sentence, never with another exception."""

import io
import json
import re
import zipfile

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grader.intake import collect
from grader.intake.archives import Budget, Limits, unpack
from grader.intake.ownership import owner_of
from grader.intake.roster import RosterError, folded, parse
from grader.notebook.identify import minutes_on_task
from grader.notebook.notebook_file import Unreadable, read_bytes

TRIES = settings(
    max_examples=150,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                [
                    "cells",
                    "source",
                    "input",
                    "metadata",
                    "nbgrader",
                    "grade_id",
                    "id",
                    "cell_type",
                    "worksheets",
                    "outputs",
                    "nbformat",
                    "executionInfo",
                    "timestamp",
                    "course",
                    "lesson",
                    "code",
                ]
            )
            | st.text(max_size=5),
            inner,
            max_size=4,
        )
    ),
    max_leaves=25,
)
CELLS = st.lists(
    VALUES
    | st.fixed_dictionaries(
        {"cell_type": st.sampled_from(["code", "markdown", 3]), "source": VALUES, "metadata": VALUES}
    ),
    max_size=6,
)
NOTEBOOKS = st.fixed_dictionaries({"cells": CELLS, "metadata": VALUES}) | VALUES
NAMES = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=30) | st.lists(
    st.sampled_from(
        [
            "Ana Li",
            "01_mini",
            " - ",
            "_",
            "Copy of ",
            ".ipynb",
            "(1)",
            "/",
            "..",
            "\\",
            "LATE",
            "123",
            "_95_46_",
            ".zip",
            "é",
            "王",
            "assignsubmission_file_",
            "\0",
            "\n",
        ]
    ),
    min_size=1,
    max_size=8,
).map("".join)


def is_sentence(text):
    return bool(re.fullmatch(r"[^\x00-\x1f]+[.:]?", text)) and len(text) < 1_000 and "Traceback" not in text


def read_or_refuse(data):
    try:
        handed = read_bytes(data, "x.ipynb")
    except Unreadable as error:
        assert is_sentence(str(error)) and "x.ipynb" in str(error)
        return None
    json.dumps([vars(cell) for cell in handed.cells]).encode()  # whatever was read can be written to any table
    return handed


@TRIES
@given(
    st.binary(max_size=400)
    | NOTEBOOKS.map(lambda value: json.dumps(value).encode())
    | st.text(max_size=200).map(lambda text: text.encode("utf-16"))
)
def test_reading_anything(data):
    read_or_refuse(data)
    minutes_on_task(data)
    minutes_on_task(data + b'"executionInfo"')


@TRIES
@given(NOTEBOOKS)
def test_rebuilding_anything_that_reads(course, value):
    from grader.judging.rebuild import rebuild
    from grader.notebook.identify import lesson_of

    handed = read_or_refuse(
        json.dumps(
            value | {"metadata": {"course": {"lesson": "01_mini"}}} if isinstance(value, dict) else value
        ).encode()
    )
    if handed is not None:
        try:
            lesson = lesson_of(handed, "x.ipynb")
        except Unreadable as error:
            assert is_sentence(str(error))
            return
        assert rebuild(handed, lesson).parts


@TRIES
@given(st.data())
def test_a_damaged_notebook(course, data):
    """The release with a piece cut out, doubled or overwritten."""
    from grader.build.notebooks import notebook_text, released
    from grader.lessons.source import load

    whole = notebook_text(released(load("01_mini"))).encode()
    start, length = data.draw(st.integers(0, len(whole))), data.draw(st.integers(0, 300))
    read_or_refuse(
        whole[:start]
        + data.draw(st.sampled_from([b"", whole[start : start + length] * 2, b"\xff" * 7, b'"', b"}"]))
        + whole[start + length :]
    )


@TRIES
@given(
    st.binary(max_size=300)
    | st.text(max_size=200).map(str.encode)
    | st.lists(st.lists(st.text(max_size=12), max_size=4), max_size=6).map(
        lambda rows: ("id,name,email\n" + "\n".join(",".join(row) for row in rows)).encode("utf-8", "ignore")
    ),
    NAMES,
)
def test_any_class_list(data, name):
    try:
        roster = parse(data, "class.csv")
    except RosterError as error:
        assert is_sentence(str(error)) and "class.csv" in str(error)
        return
    assert roster.students and len({student.id for student in roster.students}) == len(roster.students)
    match = roster.match(name)
    assert match.student is None or match.student in roster.students
    for student in roster.students:
        found = roster.match(student.name)
        assert (
            found.student == student
            or student in found.could_be
            or not folded(student.name)
            or found.student is not None
        )


@TRIES
@given(NAMES)
def test_any_path(course, name):
    roster = parse(b"id,name\ns1,Ana Li\n123,Bo Li\n", "class.csv")
    for which in (None, roster):
        owner = owner_of(name, "class", which)
        assert bool(owner.student) != bool(owner.doubt)
        assert which is None or owner.student in ("", "s1", "123")


def zip_of(members):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members:
            try:
                archive.writestr(zipfile.ZipInfo(name.replace("\0", ""), (2026, 1, 1, 0, 0, 0)), content)
            except (ValueError, UnicodeError):  # a name that cannot even be packed
                continue
    return file.getvalue()


LIMITS = Limits(size=10_000, total=100_000, count=50, depth=2, ratio=100)


@pytest.mark.filterwarnings("ignore:Duplicate name")
@TRIES
@given(st.lists(st.tuples(NAMES, st.binary(max_size=200) | st.just(b"0" * 20_000)), max_size=6), st.data())
def test_any_zip(tmp_path_factory, members, data):
    """Whole and damaged zips: every member is written to the target or has a sentence, and nothing is written
    elsewhere.
    """
    folder = tmp_path_factory.mktemp("zip")
    content = bytearray(zip_of(members))
    if data.draw(st.booleans()):
        content = bytearray(zip_of([("inner.zip", bytes(content)), *members]))
    for _ in range(data.draw(st.integers(0, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    del content[data.draw(st.integers(len(content) // 2, len(content))) if data.draw(st.booleans()) else len(content) :]
    (folder / "x.zip").write_bytes(content)
    (folder / "into").mkdir()
    for member in unpack(folder / "x.zip", "x.zip", folder / "into", Budget(LIMITS)):
        assert bool(member.problem) != bool(member.path)
        assert member.path is None or (
            member.path.parent == folder / "into" and member.path.stat().st_size <= LIMITS.size
        )
        assert member.problem == "" or (member.problem.startswith("x.zip") and member.problem.rstrip().endswith("."))
    assert {path.name for path in folder.iterdir()} == {"x.zip", "into"}
    assert sum(path.stat().st_size for path in (folder / "into").iterdir()) <= LIMITS.total + LIMITS.size


@pytest.mark.filterwarnings("ignore:Duplicate name")
@TRIES
@given(
    st.lists(
        st.tuples(NAMES, NOTEBOOKS.map(lambda value: json.dumps(value).encode()) | st.binary(max_size=50)), max_size=4
    )
)
def test_any_collection(course, tmp_path_factory, members):
    """No file is lost, two files are never called the same, every verdict is a sentence."""
    folder = tmp_path_factory.mktemp("all")
    (folder / "x.zip").write_bytes(zip_of(members))
    (folder / "y.ipynb").write_bytes(members[0][1] if members else b"")
    found = collect.find([folder], parse(b"id,name\ns1,Ana Li\n", "class.csv"), folder / "into", LIMITS)
    assert len({one.file for one in found}) == len(found) >= len(zipfile.ZipFile(folder / "x.zip").namelist()) - 5
    assert all(one.reason.endswith(".") and is_sentence(one.reason) for one in found), found


def test_a_zip_with_any_one_byte_damaged(tmp_path):
    """Every byte in turn, two ways: headers, names, compressed data and directory."""
    whole = zip_of([("Ana Li/01_mini.ipynb", b"abcdefghij" * 30), ("b.zip", zip_of([("x", b"y")]))])
    (tmp_path / "into").mkdir()
    problems = set()
    for position in range(len(whole)):
        for flip in (0x01, 0xFF):
            (tmp_path / "x.zip").write_bytes(whole[:position] + bytes([whole[position] ^ flip]) + whole[position + 1 :])
            for member in unpack(tmp_path / "x.zip", "x.zip", tmp_path / "into", Budget(LIMITS)):
                assert bool(member.problem) != bool(member.path) and not re.search(r"[\n\r]", member.problem)
                problems.add(re.sub(r"\(.*\)|^\S*", "", member.problem))
    assert any("damaged inside" in problem for problem in problems) and any(
        "damaged zip" in problem for problem in problems
    ), problems
