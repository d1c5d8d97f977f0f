"""The symptom index and the cheat sheet: equal to what the lessons say, and made of nothing else."""

import pytest

from grader.authoring.lint import is_whole
from grader.build import index_pages
from grader.core.paths import DOCS, ROOT, lesson_names
from grader.lessons.source import load, parse
from grader.tests.authoring.test_lint import GOOD, LESSON


@pytest.fixture()
def lesson():
    return parse(
        LESSON,
        GOOD.replace(
            "Help: TypeError</summary>An array was wanted.", 'Help: "not a <code>f(x)</code>"</summary>One &lt; two.', 1
        ),
    )


def test_the_pages_are_what_the_lessons_say():
    differ = [
        str(path.relative_to(ROOT))
        for path, same in index_pages.write_pages([load(name) for name in lesson_names()], check=True)
        if not same
    ]
    assert not differ, f"{differ} differ from the lessons: run python -m grader index"


def test_every_lesson_is_in_both_pages():
    for name in lesson_names():
        if is_whole(load(name)):
            for page in "symptoms.md", "cheat-sheet.md":
                assert f"(../notebooks/{name}.ipynb)" in (DOCS / page).read_text(encoding="utf-8")


def test_links_lead_to_notebooks():
    import re

    for page in DOCS.glob("*.md"):
        for target in re.findall(r"\]\((\.\./notebooks/[^)]+)\)", page.read_text(encoding="utf-8")):
            assert (DOCS / target).resolve().is_file(), f"{page.name}: {target}"


def test_help_and_exit_are_gathered_per_symptom(lesson):
    page = index_pages.symptoms_page([lesson])
    rows = [line for line in page.split("\n") if line.startswith("| ") and "symptom" not in line and "---" not in line]
    assert len(rows) == 2
    assert (
        rows[0].startswith("| TypeError | ")
        and rows[0].count("An array was wanted.") == 5
        and rows[0].endswith("exercise 1 |")
    )
    assert rows[1].startswith('| "not a `f(x)`" | One < two. ([lesson 7](../notebooks/07_fixture.ipynb), exercise 1)')


def test_the_cheat_sheet_has_the_tables_of_the_exit(lesson):
    page = index_pages.cheat_sheet_page([lesson])
    assert (
        "## [A lesson](../notebooks/07_fixture.ipynb)" in page and "| data | a leaf |" in page and "symptom" not in page
    )


def test_a_changed_lesson_is_noticed(lesson, tmp_path):
    assert [same for _, same in index_pages.write_pages([lesson], folder=tmp_path)] == [False, False]
    assert [same for _, same in index_pages.write_pages([lesson], check=True, folder=tmp_path)] == [True, True]
    other = parse(LESSON, GOOD.replace("An array was wanted.", "A list was wanted."))
    assert [same for _, same in index_pages.write_pages([other], check=True, folder=tmp_path)] == [False, True]
