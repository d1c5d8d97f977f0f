"""Every form in which a notebook comes back is read, or refused in one sentence that names the file."""

import json
import random
import time

import pytest

from grader.build.notebooks import released
from grader.build.release import release_of
from grader.judging.rebuild import names_defined, rebuild
from grader.lessons.source import load
from grader.notebook.identify import lesson_of
from grader.notebook.notebook_file import CELL_LIMIT, CODE_LIMIT, SIZE_LIMIT, Unreadable, read, read_bytes

NAME = "01_arrays_as_aux_data"


@pytest.fixture()
def nb():
    return json.loads(json.dumps(released(load(NAME))))


def data(nb) -> bytes:
    return json.dumps(nb).encode()


def answers(rebuilt):
    return {
        part.key: part.source
        for part in rebuilt.parts
        if part.role in ("answer", "missing") and part.key.startswith("ex")
    }


def cell(nb, key):
    return next(one for one in nb["cells"] if one["metadata"].get("nbgrader", {}).get("grade_id") == key)


def write(nb, key, source):
    cell(nb, key)["source"] = source
    return nb


def again(content: bytes):
    handed = read_bytes(content, "x.ipynb")
    return rebuild(handed, lesson_of(handed, "x.ipynb"))


MINE = "class Mine:\n    pass\n\nanswer = 'mine'\n"


def test_an_untouched_release_is_unchanged(nb):
    rebuilt = again(data(nb))
    assert rebuilt.lesson.name == NAME and not rebuilt.notes
    assert {exercise.id for exercise in rebuilt.lesson.exercises} <= rebuilt.unchanged
    assert [part.source for part in rebuilt.parts] == [one["source"] for one in nb["cells"]]


def strip_nbgrader(nb):
    for one in nb["cells"]:
        one["metadata"].pop("nbgrader", None)


def strip_ids(nb):
    nb["nbformat_minor"] = 0
    for one in nb["cells"]:
        one.pop("id")


def strip_everything(nb):
    strip_nbgrader(nb)
    strip_ids(nb)
    nb["metadata"] = {}
    for one in nb["cells"]:
        one["metadata"] = {}


def copy_check(nb):
    nb["cells"].append(json.loads(json.dumps(cell(nb, "ex3_check"))))


def drop_checks(nb):
    nb["cells"] = [one for one in nb["cells"] if not one["metadata"].get("nbgrader", {}).get("grade")]


def swap(nb):
    nb["cells"].reverse()


def tags(nb):
    for one in nb["cells"]:
        one["metadata"]["tags"] = ["skip-execution", "raises-exception"]


def bad_metadata(nb):
    for one in nb["cells"]:
        one["metadata"].setdefault("nbgrader", {})["schema_version"] = 99
        one["metadata"]["nbgrader"]["points"] = "abc"


def lists_of_lines(nb):
    for one in nb["cells"]:
        one["source"] = one["source"].splitlines(True)


def windows_lines(nb):
    for one in nb["cells"]:
        one["source"] = one["source"].replace("\n", "\r\n")


def badge(nb):
    nb["cells"].insert(
        0, {"cell_type": "markdown", "metadata": {"id": "view-in-github"}, "source": "<a>Open in Colab</a>"}
    )


def junk(nb):
    nb["cells"] += [None, 3, {"cell_type": "code"}, {"source": [1, "a"], "cell_type": 7, "metadata": []}]


def to_markdown(nb):
    cell(nb, "ex3")["cell_type"] = "markdown"


def kernelspec(nb):
    nb["metadata"]["kernelspec"] = {"name": "ir", "language": "R", "display_name": "R"}


def version3(nb):
    cells = nb.pop("cells")
    for one in cells:
        if one["cell_type"] == "code":
            one["input"] = one.pop("source")
    nb["worksheets"], nb["nbformat"] = [{"cells": cells}], 3


DAMAGE = [
    strip_nbgrader,
    strip_ids,
    strip_everything,
    copy_check,
    drop_checks,
    swap,
    tags,
    bad_metadata,
    lists_of_lines,
    windows_lines,
    badge,
    junk,
    to_markdown,
    kernelspec,
    version3,
]


@pytest.mark.parametrize("damage", DAMAGE, ids=lambda damage: damage.__name__)
def test_an_answer_survives(nb, damage):
    """Whatever happened to the file: the answer is found, the checks are the released ones, in the released order."""
    mine = cell(nb, "ex3")["source"].replace("raise NotImplementedError()", "return 'mine'")
    assert mine != cell(nb, "ex3")["source"]
    damage(write(nb, "ex3", mine))
    rebuilt = again(data(nb))
    assert answers(rebuilt)["ex3"] == mine
    assert "ex3" not in rebuilt.unchanged and "ex2" in rebuilt.unchanged
    release = released(load(NAME))
    assert [part.key for part in rebuilt.parts if part.key] == [one["id"] for one in release.cells]
    assert all(
        part.source == one.source
        for part, one in zip([p for p in rebuilt.parts if p.key], release.cells)
        if part.role not in ("answer", "missing")
    )


def crowd(nb, size, fill):
    """As many cells as a file may hold, each about as large as `size`, all of which define every name of every answer
    that is not in the file.
    """
    asked = [one["source"] for one in nb["cells"] if one["metadata"].get("nbgrader", {}).get("solution")]
    names = sorted(set().union(*map(names_defined, asked)))
    head = "\n".join(f"{name} = {name}" for name in names) + "\n"
    nb["cells"] = [one for one in nb["cells"] if not one["metadata"].get("nbgrader", {}).get("solution")]
    body = list(((fill or "\n".join(asked)) * (size // len(fill or asked[0]) + 1))[:size])
    random.Random(0).shuffle(body)
    body = "".join(body)
    left = CODE_LIMIT - sum(len(one["source"]) for one in nb["cells"] if one["cell_type"] == "code")
    count = min(CELL_LIMIT - len(nb["cells"]), left // len(head + body))
    nb["cells"] += [{"cell_type": "code", "metadata": {}, "source": head + body[i:] + body[:i]} for i in range(count)]
    return nb


@pytest.mark.parametrize(
    "size, fill",
    [(2_000, None), (5_000, "a = b\n"), (6_000, None), (100_000, "a = (b + c)\n"), (150_000, "x ")],
    ids=["many_alike", "many_names", "many_long", "huge", "huge_of_blanks"],
)
def test_no_file_keeps_the_rebuilding_busy(nb, size, fill):
    content = data(crowd(nb, size, fill))
    assert len(content) <= SIZE_LIMIT
    handed = read_bytes(content, "x.ipynb")
    release_of(NAME)
    start = time.process_time()
    rebuilt = rebuild(handed, lesson_of(handed, "x.ipynb"))
    assert time.process_time() - start < 5 and rebuilt.lesson.name == NAME


def test_a_deleted_answer_is_missing_and_said(nb):
    nb["cells"].remove(cell(nb, "ex3"))
    rebuilt = again(data(nb))
    assert "ex3" in rebuilt.unchanged and any("'ex3' is not in the file" in note for note in rebuilt.notes)


def test_of_two_answers_the_one_worked_on_counts(nb):
    copy = json.loads(json.dumps(cell(nb, "ex3")))
    copy["source"] = MINE
    nb["cells"].insert(3, copy)
    rebuilt = again(data(nb))
    assert answers(rebuilt)["ex3"] == MINE and any("two cells for 'ex3'" in note for note in rebuilt.notes)


def test_extra_cells_stay_in_their_place(nb):
    position = nb["cells"].index(cell(nb, "ex3"))
    nb["cells"].insert(
        position, {"cell_type": "code", "metadata": {}, "source": "helper = 1", "outputs": [], "execution_count": None}
    )
    parts = again(data(nb)).parts
    index = next(i for i, part in enumerate(parts) if part.role == "extra")
    assert parts[index].source == "helper = 1" and parts[index + 1].key == "ex3"


@pytest.mark.parametrize(
    "encode",
    [
        lambda text: b"\xef\xbb\xbf" + text.encode(),
        lambda text: text.encode("utf-16"),
        lambda text: text.encode("latin-1"),
    ],
    ids=["bom", "utf-16", "latin-1"],
)
def test_other_encodings_are_read_and_noted(nb, encode):
    text = json.dumps(write(nb, "ex3", MINE + "# Zoë\n"), ensure_ascii=False)
    text = text.translate(
        {ord(mark): "?" for mark in set(text) if ord(mark) > 255}
    )  # what Latin-1 cannot write is not the point here
    rebuilt = again(encode(text))
    assert answers(rebuilt)["ex3"].startswith("class Mine") and any("encoding" in note for note in rebuilt.notes)


@pytest.mark.parametrize(
    "content, said",
    [
        (b"", "is empty"),
        (b"\x00" * 100, "is empty"),
        (b'{"cells": [', "cut off"),
        (b"hello", "no valid JSON"),
        (b"[1, 2]", "no notebook"),
        (b'{"a": 1}', "no notebook"),
        (b"<!DOCTYPE html><html>Sign in</html>", "web page"),
        (b"%PDF-1.7 ...", "a PDF"),
        (b"PK\x03\x04....", "a zip archive"),
        (b"[" * 200_000, "nested too deeply"),
        (b"\xff\xfe\x00", "no valid JSON"),
    ],
)
def test_what_is_no_notebook_is_refused_in_one_sentence(content, said):
    with pytest.raises(Unreadable, match="x.ipynb") as raised:
        read_bytes(content, "x.ipynb")
    assert said in str(raised.value) and "\n" not in str(raised.value)


@pytest.mark.parametrize(
    "content, said",
    [
        ({"cells": []}, "none of this course's lessons"),
        ({"cells": [{"cell_type": "code", "source": "print(1)", "metadata": {}}]}, "none of this course's lessons"),
        (
            {"cells": [], "metadata": {"course": {"lesson": "77_unheard_of"}}},
            "'77_unheard_of', which this course does not have",
        ),
    ],
)
def test_a_foreign_notebook_is_refused_in_one_sentence(content, said):
    with pytest.raises(Unreadable, match="x.ipynb") as raised:
        lesson_of(read_bytes(json.dumps(content).encode(), "x.ipynb"), "x.ipynb")
    assert said in str(raised.value)


ABSURD = {
    "lists": b"[" + b"[]," * 5_000_000 + b"0]",
    "objects": b'{"cells": [' + b'{"a":0},' * 2_000_000 + b"0]}",
    "texts": b"[" + b'"aa",' * 3_000_000 + b"0]",
}


@pytest.mark.parametrize("content", ABSURD.values(), ids=ABSURD)
def test_a_small_file_that_would_take_much_memory_is_not_even_parsed(content, monkeypatch):
    monkeypatch.setattr(
        "grader.notebook.notebook_file.json.loads", lambda *args, **options: pytest.fail("it was parsed")
    )
    assert len(content) < SIZE_LIMIT
    with pytest.raises(Unreadable, match="^x.ipynb has more lists or values in it than any notebook") as raised:
        read_bytes(content, "x.ipynb")
    assert "\n" not in str(raised.value)


def test_a_notebook_full_of_pictures_and_text_is_read(nb, tmp_path):
    """10 MB of pictures, printed arrays, and a plotting library of 3 MB in an output; a file above the limit is not
    opened.
    """
    library = "function(a,b){return[a,{c:b}]},".ljust(60, "x") * 50_000
    for one, text in zip(nb["cells"][5:], [*["iVBORw0KGgo" * 90_000] * 10, "[1.0, 2.0, 3.0]\n" * 10_000, library]):
        one["outputs"] = [{"output_type": "display_data", "data": {"image/png": text}, "metadata": {}}]
    path = tmp_path / "x.ipynb"
    path.write_bytes(data(nb))
    assert 10 * 2**20 < path.stat().st_size < SIZE_LIMIT and len(read(path).cells) == len(nb["cells"])
    path.write_bytes(data(nb).ljust(SIZE_LIMIT + 1))
    with pytest.raises(Unreadable, match="x.ipynb has 16.0 MB, more than 16: clear its outputs"):
        read(path)


def test_a_file_that_cannot_be_opened_is_refused(tmp_path):
    with pytest.raises(Unreadable, match="gone.ipynb cannot be opened"):
        read(tmp_path / "gone.ipynb")


def test_personal_data_of_colab_stays_behind(nb):
    for one in nb["cells"]:
        one["metadata"]["executionInfo"] = {"user": {"displayName": "Ana Secret", "userId": "123"}}
    assert "Secret" not in repr(again(data(nb)))


# the answer stands in another cell
# -------------------------------------------------------------------------------------
def below(nb, key, *sources):
    """`nb` with new cells right below the cell `key`."""
    at = nb["cells"].index(cell(nb, key)) + 1
    nb["cells"][at:at] = [
        {"cell_type": "code", "metadata": {}, "source": source, "outputs": [], "execution_count": None}
        for source in sources
    ]
    return nb


def test_an_answer_below_the_untouched_stub_counts_and_says_so(nb):
    mine = cell(nb, "ex3")["source"].replace("raise NotImplementedError()", "return 'mine'")
    rebuilt = again(data(below(nb, "ex3_check", "helper = 1", mine)))
    assert answers(rebuilt)["ex3"] == mine and "ex3" not in rebuilt.unchanged | rebuilt.astray
    assert any("'ex3' was found in a new cell below" in note for note in rebuilt.notes)
    sources = [part.source for part in rebuilt.parts]
    keys = [part.key for part in rebuilt.parts]
    assert sources.index("helper = 1") < keys.index("ex3") < keys.index("ex3_check")


def test_among_several_cells_below_the_stub_none_is_chosen(nb):
    mine = cell(nb, "ex3")["source"].replace("raise NotImplementedError()", "return 'mine'")
    rebuilt = again(data(below(nb, "ex3", mine, mine.replace("mine", "other"))))
    assert "ex3" in rebuilt.unchanged & rebuilt.astray and not any("was found" in note for note in rebuilt.notes)


def test_a_scratch_cell_below_the_stub_is_no_answer(nb):
    rebuilt = again(data(below(nb, "ex3", "x = 1", "print(x)")))
    assert "ex3" in rebuilt.unchanged - rebuilt.astray and not rebuilt.notes


def test_a_cell_that_defines_the_answer_once_more_before_the_check_is_noted(nb):
    mine = cell(nb, "ex3")["source"].replace("raise NotImplementedError()", "return 'mine'")
    rebuilt = again(data(below(write(nb, "ex3", mine), "ex3", mine.replace("mine", "old"))))
    assert answers(rebuilt)["ex3"] == mine and any(
        "between your answer to 'ex3' and its check defines" in note for note in rebuilt.notes
    )


def test_a_cell_that_defines_the_answer_once_more_after_the_check_is_not(nb):
    mine = cell(nb, "ex3")["source"].replace("raise NotImplementedError()", "return 'mine'")
    assert not again(data(below(write(nb, "ex3", mine), "ex3_check", mine))).notes
