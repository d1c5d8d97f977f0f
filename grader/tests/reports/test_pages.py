"""The pages that a teacher opens, in a real browser, made of a stranger's words: nothing acts, nothing is fetched, the
words are read as words.
"""

import dataclasses

import pytest

from grader.batch import class_run
from grader.intake.collect import COLUMNS
from grader.judging.results import GRADES, SUBMISSIONS, grades_rows, submissions_rows
from grader.reports import class_report, feedback
from grader.tests.gradebook.test_record import LESSON, graded, verdicts  # noqa: F401  (a fixture)
from grader.tests.lab import chromium

pytestmark = pytest.mark.browser
ACTS = "window.owned = 1"
PAYLOADS = (
    f"<script>{ACTS}</script>",
    f'<img src=x onerror="{ACTS}">',
    f"<svg onload='{ACTS}'>",
    f"</pre></details><script>{ACTS}</script>",
    f'"><body onload="{ACTS}">',
    f'<a id="link" href="javascript:{ACTS}">a</a>',
    '<iframe src="https://example.org"></iframe>',
    '<link rel="stylesheet" href="https://example.org/a.css">',
    f"<style>@import 'https://example.org/a.css'</style><details open ontoggle='{ACTS}'>",
    '<meta http-equiv="refresh" content="0; url=https://example.org">',
    "&#60;script&#62;",
)


def opened(page, html):
    """What happens when a page is opened and clicked through: (requests, dialogs, whether something of the stranger's
    ran).
    """
    asked, dialogs = [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    page.set_content(html)
    for summary in page.locator("summary").all():
        summary.click()
    for link in page.locator("#link").all():
        link.click()
    page.wait_for_timeout(300)
    return asked, dialogs, page.evaluate("window.owned === 1")


@pytest.fixture(scope="module")
def browser():
    with chromium() as chrome:
        yield chrome


def words_of_a_stranger(graded, payload):  # noqa: F811
    """A result in which everything that a stranger may choose is the payload."""
    found = graded(
        "ana",
        tuple(
            dataclasses.replace(
                verdict,
                words=payload,
                belief=payload,
                rows=tuple(
                    dataclasses.replace(row, what=payload, seen=payload, wanted=payload, right=False)
                    for row in verdict.rows
                ),
            )
            for verdict in verdicts(0, 0, 0.5)
        ),
    )
    for cell in found.notebook.cells:
        cell["source"] = payload
    return dataclasses.replace(
        found, student=payload, name=payload, file=f"{payload}/01_mini.ipynb", notes=(payload,), reason=payload
    )


@pytest.mark.parametrize("payload", PAYLOADS)
def test_nothing_of_a_stranger_acts_on_a_page(browser, graded, course, tmp_path, payload):  # noqa: F811
    one = words_of_a_stranger(graded, payload)
    waits = dataclasses.replace(one, outcome="review")
    tables = {
        "grades.csv": (GRADES, grades_rows([one])),
        "submissions.csv": (SUBMISSIONS, submissions_rows([waits])),
        "collected.csv": (COLUMNS, [(one.file, one.student, one.name, one.lesson, "unsure", one.reason, "", "", "")]),
    }
    for name, (header, rows) in tables.items():
        (tmp_path / name).write_text(class_run.table(header, rows), encoding="utf-8")
    for html in (feedback.page(one, LESSON), class_report.page(class_report.results_of(tmp_path))):
        page = browser.new_page()
        assert opened(page, html) == ([], [], False)
        if not payload.startswith("&"):
            assert payload in page.locator("body").inner_text(), "the words are not there: this shows nothing"
        page.close()


def test_the_payloads_act_where_they_are_taken_for_html(browser):
    acted = 0
    for payload in PAYLOADS:
        page = browser.new_page()
        page.route("https://example.org/**", lambda route: route.fulfill(body=""))
        asked, _, ran = opened(page, f"<html><body><pre>{payload}</pre></body></html>")
        acted += bool(asked) or ran
        page.close()
    assert acted >= len(PAYLOADS) - 1
