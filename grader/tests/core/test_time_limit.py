"""What a stranger's file can cost the grader's own process: its time, and the room of its parsers."""

import json
import threading
import time

import nbformat
import pytest

from grader.batch import worker
from grader.core import time_limit
from grader.core.time_limit import TookTooLong, within
from grader.gradebook import record, sanitize
from grader.intake import collect
from grader.notebook.notebook_file import CODE_LIMIT, Unreadable, read_bytes
from grader.reports import feedback
from grader.tests.batch.test_class_run import grade
from grader.tests.conftest import RIGHT


def busy(*_, **__):
    """Work without end that holds on to whatever interrupts it, as a library may."""
    while True:
        try:
            sum(range(1000))
        except Exception:
            pass


def ended():
    with pytest.raises(TookTooLong), within(0.2):
        busy()
    return True


def test_work_without_end_is_ended_in_any_thread():
    assert ended()
    found = []
    thread = threading.Thread(target=lambda: found.append(ended()))
    thread.start()
    thread.join(20)
    assert found == [True]


def test_waiting_does_not_count_nor_does_the_work_of_others():
    thread = threading.Thread(target=ended)
    with within(0.2):
        thread.start()
        time.sleep(1)
    thread.join()


def test_what_is_sent_arrives_in_the_block_or_at_its_end_never_later():
    for _ in range(60):
        limit, told = within(0.001), False
        try:
            with limit:
                while not limit.sent:  # ends just when the exception is about to be sent
                    pass
        except TookTooLong:
            told = True
        assert told


STEPS = {
    "reading": (collect, "identified"),
    "rebuilding": (worker, "rebuild"),
    "running": (worker, "grade"),
    "the page": (feedback, "page"),
    "the gradebook": (record, "graded_notebook"),
}
REFUSED = {"reading", "rebuilding", "running"}


@pytest.mark.parametrize("step", STEPS)
def test_a_file_that_keeps_the_grader_busy_is_named_and_the_batch_goes_on(hand_in, tmp_path, monkeypatch, capsys, step):
    module, name = STEPS[step]
    real = getattr(module, name)
    monkeypatch.setattr(time_limit, "SECONDS", 2)
    monkeypatch.setattr(
        module,
        name,
        lambda *given, **named: (
            busy() if "evil" in repr(given) + str(getattr(given[0], "notebook", "")) else real(*given, **named)
        ),
    )
    hand_in("evil", RIGHT | {"ex1": RIGHT["ex1"] + "  # evil"})
    hand_in("good", RIGHT)
    results = {one.student: one for one in grade(hand_in, tmp_path / "out", gradebook=True).values()}
    evil = results.get("evil") or next(one for one in results.values() if "evil" in one.file)
    said = evil.reason + capsys.readouterr().out
    assert results["good"].score == 6 and results["good"].outcome == "graded"
    assert "evil/01_mini.ipynb" in said and "takes more than 2 s, as no lesson's does: look at it by hand." in said
    assert (evil.outcome == "refused") == (step in REFUSED)


def code_cells(count, source):
    cells = [{"cell_type": "code", "source": source, "metadata": {}, "outputs": []} for _ in range(count)]
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 4}).encode()


def test_code_that_would_take_a_parser_minutes_is_not_begun():
    with pytest.raises(
        Unreadable, match=f"^x.ipynb has 1584000 characters in its code cells, more than {CODE_LIMIT}: remove"
    ):
        read_bytes(code_cells(8, "a\n" * 99_000), "x.ipynb")
    assert len(read_bytes(code_cells(2, "a\n" * 99_000), "x.ipynb").cells) == 2


def shown(outputs):
    cell = nbformat.v4.new_code_cell(
        "x", outputs=[nbformat.v4.new_output("display_data", data={"text/html": html}) for html in outputs]
    )
    return [
        one["data"]["text/html"] for one in sanitize.notebook(nbformat.v4.new_notebook(cells=[cell])).cells[0].outputs
    ]


@pytest.mark.parametrize(
    "html",
    [
        "".join(f"<b a={number}>" for number in range(15_000)),
        "<div>" * 40_000,
        "".join(f"<b a={number}>" for number in range(3_990)),
    ],
    ids=["open elements", "deep", "many of fewer"],
)
def test_html_that_would_take_a_parser_minutes_is_left_out(html):
    begun = time.process_time()
    found = shown([html] * 60)
    assert time.process_time() - begun < 20, "linear in what is shown"
    assert "left out" in found[-1]


def test_a_large_table_is_shown():
    table = "<table>" + ("<tr>" + "<td>1</td>" * 20 + "</tr>") * 60 + "</table>"
    assert all(one.count("<td>") == 1200 for one in shown([table] * 7))
