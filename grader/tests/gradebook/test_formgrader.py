"""nbgrader's formgrader in JupyterLab on a filled course: scores are there, and nothing of a learner's runs there."""

import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import expect, sync_playwright

from grader.build.notebooks import notebook_text, released
from grader.gradebook import record
from grader.judging.judge import FAILED, PASSED, REVIEW, Row, Verdict
from grader.judging.results import GradedSubmission
from grader.lessons.source import parse
from grader.tests.conftest import MINI

pytestmark = pytest.mark.browser
expect.set_options(timeout=30_000)  # on a busy machine a page takes its time
NAME = "01_mini"
TOKEN = "only-for-this-test"
OWNED = "window.top.owned = (window.top.owned || []).concat"
MARKDOWN = f"""Notes of mine, a < b.

<img src="x" onerror="{OWNED}('markdown image')"> <b onmouseover="1">bold as typed</b>

<script>{OWNED}('markdown script')</script>

[a link](javascript:alert(1))

[your session has ended](https://a.example/) https://a.example/ <a href="https://a.example/">sign in</a>"""


def handed_in():
    """A learner's rebuilt notebook with attacks in markdown, in outputs and in a raw cell."""
    nb = nbformat.from_dict(released(parse(NAME, MINI)))
    page = f"<b>an output of mine</b><a href='https://a.example'>sign in</a><img src=x onerror=\"{OWNED}('output')\">"
    output = nbformat.v4.new_output("display_data", {"text/html": page, "text/plain": "x"})
    nb.cells += [
        nbformat.v4.new_markdown_cell(MARKDOWN),
        nbformat.v4.new_code_cell("show(1)", outputs=[output]),
        nbformat.v4.new_raw_cell(f"<script>{OWNED}('raw')</script>", metadata={"raw_mimetype": "text/html"}),
    ]
    return nb


def result(folder: Path, student: str, ex2: float | None, notebook) -> GradedSubmission:
    path = folder / f"{student}.ipynb"
    path.write_text("{}")
    rows = (
        Row(True, "leaves", 1, 1, "", ""),
        Row(False, "where", "concrete", "traced", "where", "x has to be traced."),
    )
    return GradedSubmission(
        path.name,
        path,
        student,
        NAME,
        notebook=notebook,
        reason="json.loads was replaced" if ex2 is None else "",
        verdicts=(
            Verdict("predict1", PASSED, 1, 1, words="So it was measured."),
            Verdict("ex1", PASSED, 2, 2, words="Every row is right."),
            Verdict(
                "ex2",
                REVIEW if ex2 is None else FAILED,
                ex2 or 0,
                3,
                "where",
                "x has to be traced.",
                rows=rows,
                warnings=("json.loads was replaced",) if ex2 is None else (),
            ),
        ),
    )


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """A course directory with three students' work."""
    out, files = tmp_path_factory.mktemp("classroom"), tmp_path_factory.mktemp("files")
    lesson = parse(NAME, MINI)
    honest = released(lesson)
    results = [
        result(files, "Zoë O'Brien", 1.5, honest),
        result(files, "王小明", None, honest),
        result(files, "mallory", 0.75, handed_in()),
    ]
    assert record.fill(out, [lesson], results) == []
    return out


# One server from its settings to its end: what is started here has to be ended here.
@pytest.fixture(scope="module")
def server(course, tmp_path_factory):
    """The address of a JupyterLab that runs in the course directory, with a home of its own."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    home = tmp_path_factory.mktemp("home")
    environment = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    environment |= {
        "HOME": str(home),
        "JUPYTER_CONFIG_DIR": str(home / "config"),
        "JUPYTER_DATA_DIR": str(home / "data"),
        "JUPYTER_RUNTIME_DIR": str(home / "run"),
        "PATH": str(Path(sys.executable).parent) + os.pathsep + environment.get("PATH", ""),
    }
    quiet = (
        home
        / "config"
        / "lab"
        / "user-settings"
        / "@jupyterlab"
        / "apputils-extension"
        / "notification.jupyterlab-settings"
    )
    quiet.parent.mkdir(parents=True)
    quiet.write_text('{"fetchNews": "false", "checkForUpdates": false}')
    log = open(home / "log", "w")
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "jupyterlab",
            "--no-browser",
            "--allow-root",
            f"--ServerApp.port={port}",
            "--ServerApp.port_retries=0",
            "--ServerApp.ip=127.0.0.1",
            f"--IdentityProvider.token={TOKEN}",
            f"--ServerApp.root_dir={course}",
            "--LabApp.extension_manager=readonly",
        ],
        cwd=course,
        env=environment,
        stdout=log,
        stderr=log,
    )
    address = f"http://127.0.0.1:{port}"
    try:
        until = time.monotonic() + 90
        while True:
            try:
                urllib.request.urlopen(f"{address}/api/status?token={TOKEN}", timeout=2).close()
                break
            except OSError:
                if process.poll() is not None or time.monotonic() > until:
                    raise RuntimeError(f"JupyterLab did not start: {(home / 'log').read_text()[-2000:]}") from None
                time.sleep(0.2)
        yield address
    finally:
        process.terminate()
        process.wait(20)
        log.close()


@pytest.fixture(scope="module")
def browser():
    path = next(
        (found for found in map(shutil.which, ("chromium", "chromium-browser", "google-chrome")) if found), None
    )
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        )
        yield chromium
        chromium.close()


@pytest.fixture()
def page(browser, server):
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.route(
        re.compile(r"^(?!http://127\.0\.0\.1)"), lambda route: route.abort()
    )  # nothing from outside, so nothing to wait for
    page = context.new_page()
    page.set_default_timeout(60_000)
    page.goto(f"{server}/api/status?token={TOKEN}")  # logs in
    yield page
    context.close()


def keep(page, name):
    """Leave a screenshot in the folder that COURSE_SCREENSHOTS names, to be looked at."""
    if folder := os.environ.get("COURSE_SCREENSHOTS"):
        page.screenshot(path=str(Path(folder) / f"{name}.png"), full_page=True)


def submission(page, server, student):
    """Open a student's submission from formgrader's list."""
    page.goto(f"{server}/formgrader/gradebook/{NAME}/{NAME}")
    page.locator("td.name a.name-hidden").first.wait_for()
    page.click("#toggle_names")
    page.get_by_role("link", name=student).click()
    page.wait_for_load_state("load")


def test_lab_shows_students_and_scores(page, server):
    page.goto(f"{server}/lab?reset")
    page.get_by_role("menuitem", name="Nbgrader").click()
    page.get_by_role("menuitem", name="Formgrader", exact=True).click()
    frame = page.frame_locator("iframe")
    frame.get_by_role("link", name="Manual Grading").click()
    frame.get_by_role("link", name=NAME).click()
    frame.get_by_role("link", name=NAME).click()
    frame.locator("td.name a.name-hidden").first.wait_for()
    frame.locator("#toggle_names").click()
    for student, score in (("O'Brien, Zoë", "4.5 / 6"), ("王小明, ", "3 / 6"), ("mallory, ", "3.75 / 6")):
        row = frame.get_by_role("row").filter(has_text=student)
        expect(row.locator(".score")).to_have_text(score)
        expect(row.locator(".needs-manual-grade .glyphicon-ok")).to_have_count(1 if "王" in student else 0)
    keep(page, "formgrader-list")


def test_a_students_page_opens_whatever_the_name(page, server):
    page.goto(f"{server}/formgrader/manage_submissions/{NAME}")
    expect(page.get_by_role("row").filter(has_text="O'Brien, Zoë")).to_contain_text("graded")
    page.get_by_role("link", name="O'Brien, Zoë").click()
    expect(page.get_by_role("row").filter(has_text=NAME).locator(".score")).to_have_text("4.5 / 6")
    page.goto(f"{server}/formgrader/manage_students")
    page.get_by_role("link", name="王小明").click()
    expect(page.get_by_role("row").filter(has_text=NAME).locator(".score")).to_have_text("3 / 6")


def test_a_submission_shows_verdict_and_words_and_takes_a_teachers_score(page, server, course):
    submission(page, server, "王小明")
    expect(page.locator("body")).to_contain_text("Graded with fresh inputs: review, a person has to look")
    expect(page.locator("#ex2-comment")).to_have_attribute(
        "placeholder", "x has to be traced. A person has to look: json.loads was replaced."
    )
    expect(page.locator("body")).not_to_contain_text("def count_traces")  # the setup cell is left out
    expect(page.locator("#ex1_check")).to_have_attribute("placeholder", "2")
    keep(page, "formgrader-review")
    assert saved(page, course) == 5.5


def saved(page, course):
    """The score in the gradebook once a teacher has entered 2.5 points; entered again if the page was not yet ready to
    take them.
    """
    for _ in range(5):
        page.fill("#ex2_check", "2.5")
        page.locator("#ex2_check").blur()
        expect(
            page.locator("#ex2_check")
            .locator("xpath=ancestor::div[contains(@class,'panel-heading')]")
            .locator(".score-saved")
        ).to_be_visible()
        for _ in range(20):
            with record.open_gradebook(record.database(course)) as book:
                score = book.find_submission(NAME, "王小明").score
            if score == 5.5:
                return score
            page.wait_for_timeout(200)
        page.fill("#ex2_check", "")
    return score


def test_nothing_of_a_learners_runs_in_formgrader(page, server, course):
    shown = course / "autograded" / "mallory" / NAME / f"{NAME}.ipynb"
    safe = shown.read_text(encoding="utf-8")
    submission(page, server, "mallory")
    for text in ("Notes of mine, a < b", "bold as typed", "an output of mine"):  # readable
        expect(page.locator("#notebook-container").first).to_contain_text(text)
    keep(page, "formgrader-attack")
    page.wait_for_timeout(500)
    assert page.evaluate("window.top.owned") is None
    links = page.locator("#notebook-container a[href^='javascript'], #notebook-container a[href*='a.example']")
    assert links.count() == 0
    try:  # the counter-fixture: the same notebook as it was handed in does run, with a teacher's rights
        shown.write_text(notebook_text(handed_in()), encoding="utf-8")
        submission(page, server, "mallory")
        page.wait_for_function("window.top.owned && window.top.owned.length >= 2")
        assert {"markdown image", "markdown script"} <= set(page.evaluate("window.top.owned"))
        assert links.count() == 5
    finally:
        shown.write_text(safe, encoding="utf-8")
