"""From files to tables and pages: outcomes, accidents, bad files, killed runs."""

import csv
import functools
import gc
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import tracemalloc
import types
import unicodedata
from concurrent.futures import ThreadPoolExecutor

import pytest
from typer.testing import CliRunner

import grader.build.release
import grader.lessons.source
from grader.batch import bench, class_run, executors, worker
from grader.build.notebooks import released
from grader.cli.console import line_of
from grader.cli.main import app
from grader.core import files
from grader.core.files import student_id
from grader.gradebook import course_directory as courses
from grader.gradebook import sanitize
from grader.gradebook.record import graded_notebook
from grader.judging.results import GradedSubmission, from_json, to_json
from grader.judging.run_notebook import Times
from grader.lessons.source import load
from grader.sandbox import bubblewrap
from grader.sandbox.runner_client import NotStarted, Warm
from grader.tests.conftest import RIGHT

TIMES = Times(cell=2, probe=2, notebook=30)


def grade(hand_in, out, **changes):
    usual = {"sandboxed": False, "seed": "test", "jobs": 2, "times": TIMES, "gradebook": False}
    settings = class_run.Settings(out, **(usual | changes))
    return {result.file: result for result in class_run.grade_class([hand_in.folder], settings, say=print)}


def one(hand_in, tmp_path, answers, change=lambda nb: None):
    hand_in("ana", answers, change)
    (result,) = grade(hand_in, tmp_path / "out").values()
    return result, {verdict.exercise: verdict for verdict in result.verdicts}


def test_right_answers_get_all_and_a_prediction_counts_for_being_made(hand_in, tmp_path):
    result, verdicts = one(hand_in, tmp_path, RIGHT)
    assert (result.score, result.max_score, result.outcome) == (6, 6, "graded")
    assert verdicts["predict1"].belief == "all-is-traced"


def test_an_untouched_notebook_gets_nothing_and_is_called_not_attempted(hand_in, tmp_path):
    result, verdicts = one(hand_in, tmp_path, {})
    assert result.score == 0 and {verdict.outcome for verdict in verdicts.values()} == {"not attempted"}


def test_partial_credit_is_by_rows_and_the_first_wrong_row_names_the_belief(hand_in, tmp_path):
    result, verdicts = one(
        hand_in,
        tmp_path,
        RIGHT
        | {"ex1": "def double(x):\n    return x", "ex2": "class Box:\n    def __init__(self, x):\n        self.x = x"},
    )
    assert (verdicts["ex1"].score, verdicts["ex1"].belief) == (1, "gives-back")
    assert (verdicts["ex2"].score, verdicts["ex2"].belief) == (1, "not-registered")


@pytest.mark.parametrize(
    "answer, outcome, said",
    [
        ("def double(x):\n    return 1 / 0", "error", "raised ZeroDivisionError"),
        ("def double(x):\n    retrun x", "error", "SyntaxError"),
        (
            "1 / 0\ndef double(x):\n    return 2 * x",
            "error",
            "Your answer cell raised ZeroDivisionError: division by zero (its line 1)",
        ),
        ("def double(x):\n    while True: pass", "error", "longer than it may"),
        ("def double(x):\n    import os\n    os._exit(0)", "review", "ended its own process"),
        ("import os\nos.abort()", "review", "it aborted"),
        ("import os, signal\nos.kill(os.getpid(), signal.SIGKILL)", "review", "ended by the system"),
        ("def double(x):\n    raise SystemExit", "error", "SystemExit"),
        ("while True: pass", "error", "longer than it may"),
        ("def dubble(x):\n    return 2 * x", "error", "keep the names"),
        (
            "def double(x):\n    if type(x) is int and x < 10: return 2 * x\n    raise NotImplementedError()",
            "not attempted",
            "Part of the stub",
        ),
        (
            "def double(x):\n    import warnings, sys\n    warnings.warn('careful')\n    print('loud', "
            "file=sys.stderr)\n    return 2 * x",
            "passed",
            "Every row",
        ),
        ("def double(x):\n    return 2 * x\n\ndouble(undefined)", "passed", "Every row"),
        ("%matplotlib nonsense\ndef double(x):\n    return 2 * x", "passed", "Every row"),
        ("def double(x):\n    return 2.0 * x", "failed", "An integer in"),
    ],
)
def test_one_exercise_costs_only_itself(hand_in, tmp_path, answer, outcome, said):
    result, verdicts = one(hand_in, tmp_path, RIGHT | {"ex1": answer})
    assert verdicts["ex1"].outcome == outcome and said in verdicts["ex1"].words
    assert verdicts["ex2"].score == 3 and verdicts["predict1"].score == 1


def test_a_loop_that_nothing_interrupts_costs_only_its_cell(hand_in, tmp_path):
    stubborn = "import signal\nsignal.setitimer(signal.ITIMER_REAL, 0)\nwhile True: pass"
    result, verdicts = one(hand_in, tmp_path, RIGHT | {"ex1": stubborn})
    assert verdicts["ex1"].score == 0 and "in time" in verdicts["ex1"].words and verdicts["ex2"].score == 3


def test_the_outputs_of_many_cells_together_are_limited(hand_in, tmp_path, monkeypatch):
    """Of cells that run because an answer reads a name of theirs; errors are still told."""

    def chatter(nb):
        new = [
            {"cell_type": "code", "source": source, "metadata": {}, "outputs": [], "execution_count": None}
            for source in [f"a{number} = print('x' * 900)" for number in range(40)] + ["e = 1 / 0"]
        ]
        nb["cells"] = [*nb["cells"][:2], *new, *nb["cells"][2:]]

    monkeypatch.setattr("grader.judging.run_notebook.ROOM", 9_000)
    hand_in(
        "ana", RIGHT | {"ex1": RIGHT["ex1"] + "\n" + ", ".join(f"a{number}" for number in range(40)) + "\ne"}, chatter
    )
    (result,) = grade(hand_in, tmp_path / "out").values()
    (kept,) = (tmp_path / "out" / "state").glob("*.json")
    assert result.notebook is None, "notebooks of a whole class do not fit into memory"
    outputs = [
        output
        for cell in from_json(kept.read_text(encoding="utf-8")).notebook.cells
        for output in cell.get("outputs", [])
    ]
    assert result.score == 6 and len(json.dumps(outputs)) < 9_000 + 50 * 200
    assert (
        sum("x" * 900 in output.get("text", "") for output in outputs) == 9
        and sum("left out" in output.get("text", "") for output in outputs) >= 30
    )
    assert sum(output.get("ename") == "ZeroDivisionError" for output in outputs) == 1


def peak(hand_in, out, monkeypatch, count):
    """Bytes that a batch of `count` large files with large results takes at most in the grader's own process."""

    def result(task):
        cell = {
            "cell_type": "code",
            "id": "x",
            "source": "",
            "metadata": {},
            "outputs": [{"output_type": "stream", "name": "stdout", "text": "x" * 2**20}],
        }
        return to_json(
            GradedSubmission(
                task.file,
                path=task.path,
                student=task.student,
                lesson="01_mini",
                notebook={"cells": [cell], "metadata": {}},
            )
        )

    monkeypatch.setattr(worker, "work", result)
    monkeypatch.setattr(executors, "IN_FLIGHT", 4 * 2**20)
    for number in range(count):
        hand_in(f"student {number}", RIGHT, lambda nb: nb["metadata"].update(filling="x" * 2**20))
    tracemalloc.start()
    try:
        assert len(grade(hand_in, out, gradebook=True)) == count
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_memory_does_not_grow_with_the_number_of_files(hand_in, tmp_path, monkeypatch):
    few = peak(hand_in, tmp_path / "few", monkeypatch, 8)
    assert peak(hand_in, tmp_path / "many", monkeypatch, 32) < few + 8 * 2**20, (
        "24 files more, of 1 MiB each, with 1 MiB of results each"
    )


def test_an_answer_that_may_be_in_two_cells_goes_to_a_person_in_its_own_words(hand_in, tmp_path):
    def tries(nb):
        at = next(number for number, cell in enumerate(nb["cells"]) if cell["id"] == "ex1_check")
        nb["cells"][at:at] = [
            {"cell_type": "code", "source": source, "metadata": {}, "outputs": []}
            for source in ("def double(x):\n    return x", RIGHT["ex1"])
        ]

    result, verdicts = one(hand_in, tmp_path, {key: source for key, source in RIGHT.items() if key != "ex1"}, tries)
    assert verdicts["ex1"].outcome == "review" and result.score == 4 and result.outcome == "review"
    assert result.reason.startswith("ex1: Your answer cell holds no answer, but other cells of yours define")
    (page,) = (tmp_path / "out" / "feedback").rglob("*.html")
    assert (
        "move the right one into the answer cell" in page.read_text()
        and "uses something that no answer needs" not in page.read_text()
    )


def test_patched_tools_end_in_review_never_in_points(hand_in, tmp_path):
    result, verdicts = one(hand_in, tmp_path, RIGHT | {"ex1": RIGHT["ex1"] + "\njax.jit = lambda f: f"})
    assert (
        result.outcome == "review"
        and "cell ex1, line 3: sets jax.jit; a part of jax was replaced or added" == result.reason
    )
    assert verdicts["ex1"].outcome == "review" and verdicts["ex2"].outcome == "passed" and result.score == 4
    (page,) = (tmp_path / "out" / "feedback").rglob("*.html")
    assert (
        "uses something that no answer needs" in page.read_text()
        and "<li>cell ex1, line 3: sets jax.jit</li>" in page.read_text()
    )
    rows = list(csv.DictReader(open(tmp_path / "out" / "grades.csv")))
    assert [row["score"] for row in rows if row["exercise"] == "ex1"] == [""]


def test_every_file_has_its_row_and_the_rest_is_graded(hand_in, tmp_path):
    hand_in("ana", RIGHT)
    hand_in("bo", RIGHT, name="Zoë O'Neil - 01_mini.ipynb")
    for name, content in {
        "empty.ipynb": b"",
        "cut.ipynb": b'{"cells": [',
        "page.ipynb": b"<html>",
        "notes.txt": b"hi",
        "foreign.ipynb": b'{"cells": []}',
    }.items():
        (hand_in.folder / "cy").mkdir(exist_ok=True)
        (hand_in.folder / "cy" / name).write_bytes(content)
    results = grade(hand_in, tmp_path / "out")
    rows = list(csv.DictReader(open(tmp_path / "out" / "submissions.csv")))
    assert len(rows) == 7 and {row["student"] for row in rows if row["outcome"] == "graded"} == {"ana", "Zoë O'Neil"}
    assert all(row["file"].split("/")[-1] in row["reason"] for row in rows if row["outcome"] == "refused")
    assert sum(result.outcome == "refused" for result in results.values()) == 5


def test_paths_that_hold_nothing_are_named(hand_in, tmp_path):
    (tmp_path / "void").mkdir()
    settings = class_run.Settings(tmp_path / "out", sandboxed=False, gradebook=False)
    results = class_run.grade_class([tmp_path / "void", tmp_path / "nowhere"], settings)
    assert {result.file: result.reason for result in results} == {
        "void": "void is an empty folder: nothing was handed in there.",
        str(tmp_path / "nowhere"): f"{tmp_path / 'nowhere'} does not exist: check the path.",
    }


def test_the_newest_of_several_counts_and_the_others_are_named(hand_in, tmp_path):
    old = hand_in("ana", RIGHT, name="01_mini (1).ipynb")
    os.utime(old, (1, 1))
    hand_in("ana", {})
    results = grade(hand_in, tmp_path / "out")
    assert results["ana/01_mini (1).ipynb"].outcome == "superseded" and results["ana/01_mini.ipynb"].score == 0


def test_a_machine_that_cannot_start_a_runner_costs_nobody_points(hand_in, tmp_path, monkeypatch):
    def broken():
        raise NotStarted("no runner could be started: out of memory")

    hand_in("ana", RIGHT)
    kept = worker.warm
    monkeypatch.setattr(worker, "warm", lambda sandboxed, shared: Warm(broken))
    (result,) = grade(hand_in, tmp_path / "out").values()
    monkeypatch.setattr(worker, "warm", kept)
    assert result.outcome == "review" and "the grader itself failed" in result.reason
    (result,) = grade(hand_in, tmp_path / "out").values()
    assert result.score == 6


def test_feedback_names_the_belief_and_gives_no_hidden_input_away(hand_in, tmp_path):
    telling = (
        "def double(x):\n    print('x is', x)\n    raise ValueError(f'x was {x}')",
        "def double(x):\n    return str(x)",
        "class Told(Exception): pass\ndef double(x):\n    raise type('E' + str(x), (Exception,), {})(x)",
        "def double(x):\n    return x",
    )
    for number, answer in enumerate(telling):
        hand_in(f"s{number}", RIGHT | {"ex1": answer})
    grade(hand_in, tmp_path / "out")
    for number in range(len(telling)):
        page = (tmp_path / "out" / "feedback" / f"s{number}" / "01_mini.html").read_text()
        assert not re.search(r"\d{7,}", page), "a hidden input is a number of seven to nine digits"
        assert "<script" not in page and "Traceback" not in page and "probe(" not in page
    assert "It gives back what it got." in page and "gives back" in page


def test_every_student_has_a_folder_of_their_own(hand_in, tmp_path):
    """Names that differ in what a path cannot hold: each page tells its own student's points."""
    names = {".ana": {}, "ana": RIGHT, "Bo:b": RIGHT, "Bo*b": {}}
    for name, answers in names.items():
        hand_in(name, answers)
    grade(hand_in, tmp_path / "out")
    pages = [page.read_text() for page in (tmp_path / "out" / "feedback").rglob("*.html")]
    assert sorted("6 of 6 points" in page for page in pages) == [False, False, True, True]


def test_words_of_a_stranger_act_on_no_terminal_and_no_table(hand_in, tmp_path, capsys):
    """Escape codes, bells, line ends and turns of direction: in file names, in signs of tampering, in what an exception
    says.
    """
    acting = "\x1b]0;x\x07\x9b31m\u202e\u2028\n=1+1"
    hand_in("x\u009b31mred\u202egnp", RIGHT)
    hand_in("bo", RIGHT | {"ex1": f"raise ValueError({acting!r})"})
    hand_in("cy", RIGHT | {"ex1": RIGHT["ex1"] + f"\ngetattr(double, {'_' + acting!r}, 1)"})
    results = grade(hand_in, tmp_path / "out")
    signed = next(result for result in results.values() if result.student == "cy")
    assert signed.outcome == "review" and r"\x1b]0;x\x07\x9b31m\u202e\u2028\n=1+1" in signed.reason
    for result in results.values():
        print(line_of(result, 1, 3))
    shown = [
        capsys.readouterr().out,
        *(path.read_text() for path in (tmp_path / "out").glob("*.csv")),
        *graded_about(results),
    ]
    assert len(shown) == 7
    for text in shown:
        letters = text.replace("\n", "").replace(sanitize.BREAK, "")
        assert not [letter for letter in letters if unicodedata.category(letter) in ("Cc", "Cf", "Zl", "Zp")]
        assert "\n=1" not in text


def graded_about(results):
    """What the first cell of each notebook for the teacher says, or else its check of exercise 1."""
    for result in results.values():
        cells = graded_notebook(result, released(load("01_mini"))).cells
        yield cells[0].source + "".join(
            output.get("text", "") for cell in cells if cell["id"] == "ex1_check" for output in cell.outputs
        )


def test_feedback_is_only_text(hand_in, tmp_path):
    nasty = "<script>alert(1)</script><img src=x onerror=alert(2)>"
    hand_in(f"ana{nasty.replace('/', '')}", RIGHT | {"ex1": f"def double(x):\n    return x  # {nasty}"})
    grade(hand_in, tmp_path / "out")
    (page,) = (tmp_path / "out" / "feedback").rglob("*.html")
    text = page.read_text()
    assert "<script" not in text and "<img" not in text and "&lt;script&gt;" in text and "default-src 'none'" in text


def test_a_formula_in_a_name_is_no_formula_in_a_table(hand_in, tmp_path):
    hand_in("=HYPERLINK(1)", RIGHT)
    grade(hand_in, tmp_path / "out")
    assert "\n'=HYPERLINK" in (tmp_path / "out" / "grades.csv").read_text()


def test_a_second_run_grades_only_what_is_new(hand_in, tmp_path, monkeypatch):
    hand_in("ana", RIGHT)
    first = grade(hand_in, tmp_path / "out")
    before = (tmp_path / "out" / "grades.csv").read_text()

    def never(*_):
        raise AssertionError("something is left to run")

    monkeypatch.setattr(executors, "given_out", never)
    second = grade(hand_in, tmp_path / "out")
    with pytest.raises(AssertionError, match="something is left to run"):
        grade(hand_in, tmp_path / "elsewhere")
    assert first["ana/01_mini.ipynb"].verdicts == second["ana/01_mini.ipynb"].verdicts
    assert (tmp_path / "out" / "grades.csv").read_text() == before


def test_a_resubmission_replaces_the_old_score(hand_in, tmp_path):
    hand_in("ana", RIGHT)
    assert grade(hand_in, tmp_path / "out")["ana/01_mini.ipynb"].score == 6
    hand_in("ana", {})
    assert grade(hand_in, tmp_path / "out")["ana/01_mini.ipynb"].score == 0
    assert [row["score"] for row in csv.DictReader(open(tmp_path / "out" / "grades.csv"))] == ["0", "0", "0"]


def also(folder, student, notebook):
    """A copy of a notebook, handed in to another folder."""
    path = folder / student / "01_mini.ipynb"
    path.parent.mkdir(parents=True)
    shutil.copy(notebook, path)
    return path


def tables(out):
    return {name: list(csv.DictReader(open(out / name))) for name in ("grades.csv", "submissions.csv")}


def test_late_files_come_beside_the_rest_and_no_folder_that_is_gone_falls_out_of_the_tables(hand_in, tmp_path):
    sunday, late, out = hand_in.folder, tmp_path / "late", tmp_path / "out"
    settings = dict(sandboxed=False, seed="test", jobs=2, times=TIMES, gradebook=False)
    hand_in("ana", RIGHT)
    hand_in("bo", {})
    class_run.grade_class([sunday], class_run.Settings(out, **settings))
    also(late, "cleo", sunday / "ana" / "01_mini.ipynb")
    time.sleep(0.02)
    os.utime(also(late, "bo", sunday / "ana" / "01_mini.ipynb"))  # newer, and another content
    class_run.grade_class([late], class_run.Settings(out, **settings))
    after = tables(out)
    assert sorted({(row["student"], row["outcome"]) for row in after["submissions.csv"]}) == [
        ("ana", "graded"),
        ("bo", "graded"),
        ("bo", "superseded"),
        ("cleo", "graded"),
    ]
    assert {row["student"]: row["score"] for row in after["grades.csv"] if row["exercise"] == "ex1"} == {
        "ana": "2",
        "bo": "2",
        "cleo": "2",
    }

    def fewer(rows):
        return sorted((row["student"], row["outcome"], row["score"]) for row in rows)

    shutil.move(sunday, tmp_path / "away")
    class_run.grade_class([late], class_run.Settings(out, **settings))
    assert tables(out)["grades.csv"] == after["grades.csv"] and fewer(tables(out)["submissions.csv"]) == fewer(
        after["submissions.csv"]
    )
    class_run.grade_class(
        [sunday], class_run.Settings(out, **settings)
    )  # the path is wrong now: it is told, and takes nothing away
    assert tables(out)["grades.csv"] == after["grades.csv"]
    assert [row["reason"] for row in tables(out)["submissions.csv"] if row["outcome"] == "refused"] == [
        f"{sunday} does not exist: check the path."
    ]
    shutil.move(tmp_path / "away", sunday)
    class_run.grade_class([late, late / "cleo"], class_run.Settings(out, **settings))  # found again, and nothing twice
    assert tables(out)["grades.csv"] == after["grades.csv"] and fewer(tables(out)["submissions.csv"]) == fewer(
        after["submissions.csv"]
    )


def test_a_later_file_of_a_folder_that_is_gone_is_superseded_by_what_is_there(hand_in, tmp_path):
    out, late = tmp_path / "out", tmp_path / "late"
    settings = dict(sandboxed=False, seed="test", jobs=2, times=TIMES, gradebook=False)
    hand_in("ana", {})
    class_run.grade_class([hand_in.folder], class_run.Settings(out, **settings))
    also(late, "ana", hand_in("ana", RIGHT))
    shutil.rmtree(hand_in.folder)
    class_run.grade_class([late], class_run.Settings(out, **settings))
    rows = tables(out)["submissions.csv"]
    assert sorted((row["outcome"], row["score"]) for row in rows) == [("graded", "6"), ("superseded", "0")]
    assert len({row["file"] for row in rows}) == 2, "two files, two names"
    assert [row["score"] for row in tables(out)["grades.csv"]] == ["1", "2", "3"]


def remembered(function, most=200_000):
    """The texts that a function with a cache holds."""
    seen, waiting, texts = set(), [function], []
    while waiting and len(seen) < most:
        one = waiting.pop()
        if isinstance(one, str):
            texts.append(one)
        elif id(one) not in seen and not isinstance(one, (type, types.ModuleType, types.FunctionType)):
            seen.add(id(one))
            waiting += gc.get_referents(one)
    return texts


def test_no_cache_keeps_what_was_handed_in(hand_in, tmp_path):
    """Thousands of cells of 200 KB would stay in memory until the command ends; lessons may stay."""
    mark = "a name that stands in no lesson"
    hand_in("ana", RIGHT | {"ex1": f"{RIGHT['ex1']}\n# {mark}"})
    grade(hand_in, tmp_path / "out")
    modules = [module for name, module in sys.modules.items() if name.startswith("grader.") and ".tests." not in name]
    caches = [value for module in modules for value in vars(module).values() if hasattr(value, "cache_info")]
    assert len(caches) >= 8
    assert [cache.__name__ for cache in caches if any(mark in text for text in remembered(cache))] == []

    @functools.lru_cache(4096)
    def read(cell):
        return len(cell)

    read(f"x = 1  # {mark}")  # the counter-fixture
    assert any(mark in text for text in remembered(read))


def in_gradebook(out):
    """Student → score, None where nothing has been judged."""
    with courses.open_gradebook(courses.database(out)) as book:
        return {one.student_id: one.score for one in book.assignment_submissions("01_mini")}


def in_tables(out):
    scores = {}
    for row in tables(out)["grades.csv"]:
        scores[student_id(row["student"])] = scores.get(student_id(row["student"]), 0) + float(row["score"])
    return scores


def test_no_name_takes_anothers_place_in_the_gradebook(hand_in, tmp_path):
    """Somebody calls a file after the id that the grader makes of a name with brackets."""
    hand_in("Anne (Annie) Smith", RIGHT)
    out = tmp_path / "out"
    grade(hand_in, out, gradebook=True)
    [made] = [path.name for path in (out / "feedback").iterdir()]
    hand_in(made, {})
    hand_in("Anne -Annie- Smith", {"ex1": RIGHT["ex1"]})
    grade(hand_in, out, gradebook=True)
    assert in_gradebook(out) == in_tables(out) and sorted(in_gradebook(out).values()) == [0, 2, 6]
    assert len(list((out / "feedback").iterdir())) == 3


def test_what_a_changed_check_or_another_file_changes_is_told(hand_in, course, tmp_path, monkeypatch):
    out = tmp_path / "out"
    hand_in("ana", RIGHT)
    hand_in("bo", {})
    grade(hand_in, out)
    grade(hand_in, out)
    assert not (out / "changes.csv").exists(), "nothing is another outcome than before"

    source = course / "solutions" / "01_mini.py"
    source.write_text(source.read_text().replace('yield "double", 2 * x', 'yield "double", 3 * x'))
    for cache in (grader.lessons.source.load, grader.build.release.release_of, grader.build.release.fingerprints):
        cache.cache_clear()
    grade(hand_in, out)
    changed = list(csv.DictReader(open(out / "changes.csv")))
    assert [
        (
            row["student"],
            row["exercise"],
            row["score_before"],
            row["score"],
            row["outcome_before"],
            row["outcome"],
            row["why"],
        )
        for row in changed
    ] == [("ana", "ex1", "2", "1", "passed", "failed", "the lessons or the grader are another edition")]

    hand_in("bo", RIGHT)
    grade(hand_in, out)
    changed = list(csv.DictReader(open(out / "changes.csv")))
    assert {(row["student"], row["why"]) for row in changed} == {("bo", "the file is another one")} and len(
        changed
    ) == 3


def test_another_grader_or_another_jax_is_another_edition(course, monkeypatch):
    monkeypatch.setattr(worker, "grader_edition", worker.grader_edition.__wrapped__)  # as in a new process
    before = worker.edition()
    assert worker.edition() == before
    monkeypatch.setattr(worker, "version", lambda name: "0")
    assert worker.edition() != before


@pytest.mark.parametrize("package", worker.DECIDE)
def test_one_changed_line_in_a_package_that_decides_is_another_edition(course, tmp_path, monkeypatch, package):
    """Also in a folder below it, also in what is no Python: all of it decides."""
    monkeypatch.setattr(worker, "grader_edition", worker.grader_edition.__wrapped__)
    before, copied = worker.edition(), tmp_path / "grader"
    for name in worker.DECIDE:
        shutil.copytree(worker.PACKAGE / name, copied / name, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(worker, "PACKAGE", copied)
    assert worker.edition() == before
    for path in [path for path in (copied / package).rglob("*") if path.is_file()]:
        old = path.read_bytes()
        path.write_bytes(old + b"\n")
        assert worker.edition() != before, path
        path.write_bytes(old)


def test_another_kind_of_class_list_or_page_is_no_other_edition():
    """A new word of a learning platform must not have a class graded anew."""
    assert not {"intake", "reports", "gradebook", "cli", "batch"} & set(worker.DECIDE)


def test_the_same_seed_gives_the_same_inputs_and_it_is_written_down(hand_in, tmp_path):
    hand_in("ana", RIGHT)
    result = grade(hand_in, tmp_path / "out")["ana/01_mini.ipynb"]
    assert result.seed.startswith("test/ana/01_mini/")
    assert json.loads((tmp_path / "out" / "run.json").read_text())["seed"] == "test"


def test_two_runs_on_one_folder_refuse_each_other(hand_in, tmp_path):
    hand_in("ana", RIGHT)
    with files.locked(tmp_path / "out"):
        with pytest.raises(files.Busy, match="another run"):
            grade(hand_in, tmp_path / "out")


KILLED = """
import sys, pathlib, grader.core.paths, grader.lessons.source, grader.batch.class_run as batch, grader.batch.worker
for module in (grader.core.paths, grader.lessons.source, grader.batch.worker):
    module.SOLUTIONS = pathlib.Path(sys.argv[1])
settings = batch.Settings(pathlib.Path(sys.argv[3]), sandboxed=False, seed="test", jobs=1, gradebook=False)
batch.grade_class([pathlib.Path(sys.argv[2])], settings)
"""


def test_a_killed_run_is_completed_by_the_next_and_nothing_is_doubled(hand_in, course, tmp_path):
    for number in range(4):
        hand_in(f"s{number}", RIGHT if number % 2 else {})
    command = [sys.executable, "-c", KILLED, str(course / "solutions"), str(hand_in.folder), str(tmp_path / "killed")]
    process = subprocess.Popen(command, start_new_session=True)
    until = time.monotonic() + 60
    while (
        len(list((tmp_path / "killed" / "state").glob("*.json"))) < 2
        and time.monotonic() < until
        and process.poll() is None
    ):
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    assert not (tmp_path / "killed" / "grades.csv").exists(), "it was killed before it was done"
    grade(hand_in, tmp_path / "killed")
    grade(hand_in, tmp_path / "whole")
    assert (tmp_path / "killed" / "grades.csv").read_text() == (tmp_path / "whole" / "grades.csv").read_text()


def test_a_given_executor_is_used(hand_in, tmp_path):
    hand_in("ana", RIGHT)
    settings = class_run.Settings(tmp_path / "out", sandboxed=False, seed="test", gradebook=False)
    made = []

    def executor():
        made.append(ThreadPoolExecutor(1))
        return made[0]

    assert class_run.grade_class([hand_in.folder], settings, executor=executor)[0].score == 6 and made


def processes_of(session):
    """Processes that still carry a word in their command line or environment."""
    found = []
    for entry in os.listdir("/proc"):
        try:
            if (
                entry.isdigit()
                and session.encode() in open(f"/proc/{entry}/environ", "rb").read()
                and open(f"/proc/{entry}/stat").read().rsplit(")", 1)[1].split()[0] != "Z"
            ):
                found.append(int(entry))
        except OSError:
            pass
    return found


def test_strangers_are_refused_where_there_is_no_sandbox_unless_that_is_wanted(hand_in, tmp_path, monkeypatch):
    """Nothing of a submission runs, nothing is written; with --no-sandbox it runs, and the results say so."""
    hand_in("ana", RIGHT | {"ex1": RIGHT["ex1"] + f"\nopen({str(tmp_path / 'ran')!r}, 'w')"})
    monkeypatch.setattr(bubblewrap, "available", lambda: (False, "bubblewrap is missing."))
    command = ["grade", str(hand_in.folder), "--out", str(tmp_path / "out"), "--no-gradebook", "--jobs", "1"]
    said = CliRunner().invoke(app, command)
    assert said.exit_code == 2 and "bubblewrap is missing." in said.output and "--no-sandbox" in said.output
    assert not (tmp_path / "ran").exists() and not list((tmp_path / "out").rglob("*.csv"))
    said = CliRunner().invoke(app, [*command, "--no-sandbox"])
    assert said.exit_code == 1 and (tmp_path / "ran").exists()  # an answer that opens files is looked at
    assert json.loads((tmp_path / "out" / "run.json").read_text())["sandboxed"] is False


@pytest.mark.confined
def test_a_killed_command_leaves_no_process(tmp_path):
    """Only the command itself is killed; its workers and their sandboxes notice."""
    bench.written(bench.submissions(12), tmp_path / "handed")
    marker = f"MARK{os.getpid()}x{time.time_ns()}"
    command = [
        sys.executable,
        "-m",
        "grader",
        "grade",
        str(tmp_path / "handed"),
        "--out",
        str(tmp_path / "out"),
        "--jobs",
        "2",
    ]
    process = subprocess.Popen(command, env=dict(os.environ, MARKER=marker), stdout=subprocess.DEVNULL)
    until = time.monotonic() + 90
    while not list((tmp_path / "out" / "state").glob("*.json")) and time.monotonic() < until and process.poll() is None:
        time.sleep(0.05)
    seen = processes_of(marker)
    process.kill()
    process.wait()
    until = time.monotonic() + 10
    while (left := processes_of(marker)) and time.monotonic() < until:
        time.sleep(0.1)
    assert len(seen) > 2 and left == []


@pytest.mark.confined
def test_a_full_disk_loses_nothing(tmp_path):
    """A disk of 1.5 MB of which a large file takes all but 100 KB: the run says so, and the next one, with room,
    completes it.
    """
    bench.written([one for one in bench.submissions(30) if one.kind == bench.EMPTY], tmp_path / "handed")
    (tmp_path / "results").mkdir()
    (tmp_path / "out").mkdir()
    out, grade = (
        tmp_path / "out",
        f"{sys.executable} -m grader grade {tmp_path / 'handed'} --out {tmp_path / 'out'} --no-gradebook "
        f"--no-sandbox --jobs 1",
    )
    script = (
        f"head -c 1400000 /dev/zero > {out}/large; {grade} > {tmp_path}/first 2>&1; echo $? >> {tmp_path}/first; ls "
        f"{out} > {tmp_path}/left; "
        f"rm {out}/large; {grade} > {tmp_path}/second; cp -r {out}/. {tmp_path}/results"
    )
    subprocess.run(
        ["bwrap", "--dev-bind", "/", "/", "--size", "1500000", "--tmpfs", str(out), "sh", "-c", script],
        check=True,
        timeout=120,
    )
    first = (tmp_path / "first").read_text().splitlines()
    assert (
        first[-1] == "2"
        and "cannot be written (No space left on device)" in first[-2]
        and "Traceback" not in "".join(first)
    ), first
    assert "grades.csv" not in (tmp_path / "left").read_text()
    assert (
        "3 file(s): 3 graded" in (tmp_path / "second").read_text()
        and (tmp_path / "results" / "grades.csv").read_text().count("student") > 20
    )
    assert not list((tmp_path / "results").rglob("*.part"))
