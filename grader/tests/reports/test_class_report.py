"""The class at a glance: what it says, what it never says, and that it is a page of its own in any browser."""

import re
from html.parser import HTMLParser

import pytest
from typer.testing import CliRunner

from grader.batch.class_run import table
from grader.cli.main import app
from grader.intake.collect import COLUMNS
from grader.intake.roster import parse
from grader.judging.results import GRADES, SUBMISSIONS
from grader.reports import class_report, feedback

ROSTER = (
    b'id,name,email\ns1,Ana Li,ana@school.example\ns2,"O\'Neil, Zoe",zoe@school.example\ns3,Bo '
    b"Absent,bo@school.example\ns4,<b>Eve</b>,eve@school.example\n"
)
NAMING = (
    "Ana",
    "Li ",
    "Zoe",
    "Neil",
    "Absent",
    "Eve",
    "school.example",
    "s1",
    "s2",
    "s3",
    "s4",
    "class.zip",
    "secret reason",
    ".ipynb",
)


class Checked(HTMLParser):
    """Collects what a page would fetch or run, and elements that are not closed."""

    def __init__(self):
        super().__init__()
        self.open, self.active, self.images = [], [], []

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag not in ("meta", "br", "col", "hr"):
            self.open.append(tag)
        if tag in ("script", "iframe", "img", "link", "object", "embed", "foreignobject", "b") and not (
            tag == "b" and self.open[-2:-1] == ["li"]
        ):
            self.active.append(tag)
        self.active += [
            f"{name}={value}"
            for name, value in attrs.items()
            if name.startswith("on") or (name in ("src", "href", "xlink:href") and not value.startswith("#"))
        ]
        if tag == "svg":
            self.images.append(attrs)

    def handle_startendtag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag, tag


@pytest.fixture()
def graded(course, tmp_path):
    """A folder such as grading leaves, of four students, one of whom handed in nothing."""
    out = tmp_path / "out"
    out.mkdir()
    grades = [
        (student, "01_mini", exercise, "" if outcome == "review" else "1", "2", outcome, belief)
        for student, exercise, outcome, belief in (
            ("s1", "predict1", "passed", "all-is-traced"),
            ("s1", "ex1", "failed", "gives-back"),
            ("s1", "ex2", "error", "error"),
            ("s2", "predict1", "passed", ""),
            ("s2", "ex1", "failed", "gives-back"),
            ("s2", "ex2", "passed", ""),
            ("s4", "predict1", "not attempted", ""),
            ("s4", "ex1", "review", ""),
            ("s4", "ex2", "failed", "not-registered"),
        )
    ]
    submissions = [
        ("class.zip/Ana Li.ipynb", "s1", "01_mini", "graded", "", "2", "6", "1"),
        ("class.zip/Zoe.ipynb", "s2", "01_mini", "graded", "", "5", "6", "1"),
        ("class.zip/Eve.ipynb", "s4", "01_mini", "review", "secret reason of Eve", "1", "6", "1"),
        ("class.zip/x.ipynb", "unknown: class.zip/x.ipynb", "", "refused", "class.zip/x.ipynb is empty.", "", "", "1"),
    ]
    collected = [
        (file, student, name, "01_mini", "taken", "x.", "", "", minutes)
        for file, student, name, minutes in (
            ("class.zip/Ana Li.ipynb", "s1", "Ana Li", "42"),
            ("class.zip/Zoe.ipynb", "s2", "Zoe O'Neil", "61.5"),
            ("class.zip/Eve.ipynb", "s4", "<b>Eve</b>", ""),
        )
    ]
    for name, header, rows in (
        ("grades.csv", GRADES, grades),
        ("submissions.csv", SUBMISSIONS, submissions),
        ("collected.csv", COLUMNS, collected),
    ):
        (out / name).write_text(table(header, rows), encoding="utf-8")
    (out / "roster.csv").write_bytes(ROSTER)
    return out


def pages(out):
    results = class_report.results_of(out, parse(ROSTER, "roster.csv"))
    return class_report.page(results), class_report.page(results, anonymous=True)


def test_it_says_what_happened_and_what_to_say(graded):
    named, anonymous = pages(graded)
    for page in (named, anonymous):
        beliefs = page.split("What to say in class")[1].split("<h2>")[0]
        assert (
            beliefs.index("gives back") < beliefs.index("not registered")
            and "2 of 2" in beliefs
            and "It gives back what it got." in beliefs
        )
        assert "JAX does not know the class: register it." in beliefs and ">error<" not in beliefs
        assert "ex1 2 failed, 1 review" in page and "predict1 1 passed, 1 predicted otherwise, 1 not attempted" in page
        assert "2 of 3 notebooks tell it" in page and "median 52" in page
    assert "secret reason of Eve" in named and "Bo Absent" in named and "2 of 6 points" in named and "is empty" in named
    assert (
        "1 file(s) wait for a person" in anonymous
        and "1 student(s) handed in nothing" in anonymous
        and "1 notebook(s) with less than half" in anonymous
    )


def test_the_anonymous_copy_names_nobody(graded):
    named, anonymous = pages(graded)
    words = re.sub(
        r"<style>.*?</style>|<svg.*?</svg>",
        lambda found: " ".join(re.findall(r'aria-label="[^"]*"|>[^<]+<', found.group())),
        anonymous,
        flags=re.S,
    )
    assert not [name for name in NAMING if name in words]
    assert len([name for name in NAMING if name in named]) > 5  # the same look at the other copy finds them


def test_it_is_one_page_without_anything_active(graded):
    for page in pages(graded):
        checked = Checked()
        checked.feed(page)
        assert checked.active == [] and checked.open == [] and "default-src 'none'" in page
        assert len(checked.images) == 2 and all(
            image["role"] == "img" and len(image["aria-label"]) > 20 for image in checked.images
        )
        ids = re.findall(r'\bid="([^"]+)"', page)
        assert len(ids) == len(set(ids)) and all(
            f'id="{used}"' in page for used in re.findall(r"url\(#([^)]+)\)", page)
        )
        assert "#010203" not in page and "currentColor" in page


def test_a_page_is_the_same_each_time(graded):
    assert pages(graded) == pages(graded)


def test_the_verb(graded, tmp_path):
    assert CliRunner().invoke(app, ["report", str(graded)]).exit_code == 0 and (graded / "report.html").is_file()
    assert (
        CliRunner().invoke(app, ["report", str(graded), "--anonymous"]).exit_code == 0
        and (graded / "report-anonymous.html").is_file()
    )
    assert (
        CliRunner().invoke(app, ["report", str(graded), "--out", str(tmp_path / "class.html")]).exit_code == 0
        and (tmp_path / "class.html").is_file()
    )
    (graded / "grades.csv").write_text(table(GRADES, []), encoding="utf-8")
    result = CliRunner().invoke(app, ["report", str(graded)])
    assert result.exit_code == 2 and "Nothing in this folder" in result.stderr
    result = CliRunner().invoke(app, ["report", str(tmp_path)])
    assert result.exit_code == 2 and "give the folder" in result.stderr


@pytest.mark.browser
def test_it_reads_in_light_dark_and_print(graded):
    """In a browser: text stands out from its ground in both schemes, nothing is fetched, nothing is wider than the
    page.
    """
    from playwright.sync_api import sync_playwright

    from grader.tests.lab import ARGUMENTS, CHROMIUM

    path = graded / "report.html"
    path.write_text(pages(graded)[0], encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        for scheme in ("light", "dark"):
            page = browser.new_page(viewport={"width": 1000, "height": 800}, color_scheme=scheme)
            asked, said = [], []
            page.on("request", lambda request: asked.append(request.url))
            page.on("console", lambda message: said.append(message.text))
            page.goto(path.as_uri())
            ink = page.evaluate("getComputedStyle(document.querySelector('svg text')).fill")
            value = sum(map(int, re.findall(r"\d+", ink)[:3])) / 3
            assert value < 100 if scheme == "light" else value > 155, (scheme, ink)
            assert page.evaluate("document.documentElement.scrollWidth") <= 1000 and len(asked) == 1 and said == []
        browser.close()


def test_pages_name_fonts_for_names_in_any_script():
    """A family for Chinese, Japanese and Korean on Linux, macOS and Windows each, before the last resort."""
    style = (feedback.TEMPLATES / "fonts.css").read_text(encoding="utf-8")
    for page in ("feedback", "class_report"):
        stacks = re.findall(r"--fonts: (system-ui[^;}]*)", style)
        own = (feedback.TEMPLATES / f"{page}.css").read_text(encoding="utf-8")
        assert stacks and "var(--fonts)" in own and "fonts.css" in (feedback.TEMPLATES / f"{page}.html.j2").read_text()
        for stack in stacks:
            assert all(
                f'"{family}"' in stack
                for family in (
                    "Noto Sans CJK SC",
                    "PingFang SC",
                    "Microsoft YaHei",
                    "Hiragino Sans",
                    "Yu Gothic",
                    "Apple SD Gothic Neo",
                    "Malgun Gothic",
                )
            )
            assert stack.strip().endswith("sans-serif")


def test_two_of_one_name_are_told_apart(graded):
    twins = parse(b"id,name\ns1,Ana Li\ns2,Zoe O'Neil\ns8,Ana Li\ns9,Bo Li\n", "class.csv")
    page = class_report.page(class_report.results_of(graded, twins))
    assert "Ana Li (s8), Bo Li." in page and "Ana Li (s1)" in page and "Bo Li (s9)" not in page
