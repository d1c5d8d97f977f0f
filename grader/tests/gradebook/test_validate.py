"""nbgrader's Validate button in JupyterLab on our released notebooks: what a learner sees who presses it."""

import json
import re
import time

import pytest

from grader.build.notebooks import notebook_text, released
from grader.lessons.source import parse
from grader.tests.conftest import MINI, RIGHT
from grader.tests.lab import Notebook, again, browser, lab

pytestmark = pytest.mark.browser
HANDED = {
    "untouched": {},
    "right": RIGHT,
    "wrong": RIGHT | {"ex1": "def double(x):\n    return x"},
}


def answered(answers):
    nb = released(parse("01_mini", MINI))
    for cell in nb.cells:
        cell.source = answers.get(cell["id"], cell.source)
    return nb


@pytest.fixture(scope="module")
def page_and_base(tmp_path_factory):
    folder, home = tmp_path_factory.mktemp("notebooks"), tmp_path_factory.mktemp("home")
    for name, answers in HANDED.items():
        (folder / f"{name}.ipynb").write_text(notebook_text(answered(answers)), encoding="utf-8")
    changed = answered(RIGHT)
    next(cell for cell in changed.cells if cell["id"] == "ex1_check").source = "pass"
    (folder / "changed.ipynb").write_text(json.dumps(changed), encoding="utf-8")
    with lab(folder, home) as base, browser() as page:
        yield page, base


@again()
def validated(page, base, name):
    """What the dialog says after the button is pressed."""
    notebook = Notebook(page, base, f"{name}.ipynb")
    page.get_by_role("button", name=re.compile("^Validate")).click()
    dialog = page.locator("dialog.jp-Dialog", has_text=re.compile("passes all the tests|failed|changed", re.I))
    until = time.monotonic() + 90
    while not dialog.count():
        if time.monotonic() > until:
            raise AssertionError(f"Validate does not answer: {page.locator('body').inner_text()[-2000:]}")
        notebook.answer(expected="Validat")
        page.wait_for_timeout(150)
    said = dialog.first.inner_text()
    page.keyboard.press("Escape")
    return said


@pytest.mark.parametrize(
    "name, words, never",
    [
        ("right", "passes all the tests", "failed"),
        ("wrong", "It gives back what it got", "passes all"),
        ("untouched", "NotAttempted", "passes all"),
        ("changed", "changed", "passes all"),
    ],
)
def test_the_button_says_what_the_checks_say(page_and_base, name, words, never):
    said = validated(*page_and_base, name)
    assert words in said and never not in said, said
