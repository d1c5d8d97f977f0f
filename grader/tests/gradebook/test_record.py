"""Our verdicts in nbgrader's gradebook: the same scores, the teacher's own kept, nobody lost, nothing that runs."""

import html
import re
from html.parser import HTMLParser

import nbformat
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nbconvert import HTMLExporter
from nbconvert.filters.markdown_mistune import markdown2html_mistune
from nbgrader.api import MissingEntry

from grader.build.notebooks import released
from grader.core.files import student_id
from grader.gradebook import course_directory as courses
from grader.gradebook import sanitize
from grader.gradebook.record import fill, graded_notebook, names_of
from grader.judging.judge import FAILED, NOT_ATTEMPTED, PASSED, REVIEW, Row, Verdict
from grader.judging.results import GRADED, REFUSED, SUPERSEDED, GradedSubmission, grades_rows
from grader.judging.results import REVIEW as IN_REVIEW
from grader.lessons.source import load, parse
from grader.tests.conftest import MINI
from grader.tests.gradebook.test_course_directory import api_of

LESSON = parse("01_mini", MINI)


def verdicts(predict1=1.0, ex1=2.0, ex2=1.5):
    """Three verdicts by their scores; None stands for a review."""
    found = []
    for exercise, score, most in (("predict1", predict1, 1.0), ("ex1", ex1, 2.0), ("ex2", ex2, 3.0)):
        outcome = REVIEW if score is None else PASSED if score == most else FAILED if score else NOT_ATTEMPTED
        found.append(
            Verdict(
                exercise,
                outcome,
                1.0 if score is None else score,
                most,
                words=f"Words on {exercise}.",
                warnings=("json.loads was replaced",) if score is None else (),
                rows=(Row(bool(score), "what is looked at", 1, 2, "", ""),),
            )
        )
    return tuple(found)


@pytest.fixture()
def graded(tmp_path):
    """graded(student, verdicts=…, content=…) makes a result whose file exists."""

    def make(student="ana", given=None, content="{}", **changes):
        path = tmp_path / "handed in" / f"{abs(hash((student, content)))}.ipynb"
        path.parent.mkdir(exist_ok=True)
        path.write_text(content, encoding="utf-8")
        fields = {
            "verdicts": verdicts() if given is None else given,
            "notebook": released(LESSON),
            "lesson": "01_mini",
        } | changes
        return GradedSubmission(f"{student}/01_mini.ipynb", path, student, **fields)

    return make


@pytest.fixture()
def out(tmp_path):
    return tmp_path / "classroom"


def book(out):
    return courses.open_gradebook(courses.database(out))


def grade_of(gradebook, student, exercise):
    return gradebook.find_grade(f"{exercise}_check", "01_mini", "01_mini", student_id(student))


STUDENTS = [
    "ana",
    "Zoë O'Brien",
    "王小明",
    "Łukasz Żółć",
    "d’Arc @x",
    "-rf",
    "a/b:c",
    "a_b_c",
    "..",
    "[x]*?",
    '"><img src=x onerror=alert(1)>',
    "Ana  +  Bo",
    "x" * 300,
]


def unlike(shown, table):
    """Students of whom formgrader shows another sum than `table` (student → exercise → score, "" for none yet) has."""
    return [
        student
        for student, scores in table.items()
        if shown[student]["score"] != sum(float(score or 0) for score in scores.values())
    ]


def test_formgrader_shows_the_scores_of_grades_csv(out, graded):
    results = [
        graded(student, verdicts(number % 2, 2 - number % 3, None if number % 4 == 3 else 1.5))
        for number, student in enumerate(STUDENTS)
    ]
    assert fill(out, [LESSON], results) == []
    api = api_of(out)
    table = {}
    for student, _, exercise, score, *_ in grades_rows(results):
        table.setdefault(student_id(student), {})[exercise] = score
    shown = {one["student"]: one for one in api.get_submissions("01_mini")}
    assert len(shown) == len(STUDENTS) and shown.keys() == table.keys()
    assert unlike(shown, table) == []
    for student, scores in table.items():
        assert shown[student]["autograded"] and shown[student]["max_score"] == 6
        assert shown[student]["needs_manual_grade"] == ("" in scores.values())
        with api.gradebook as gradebook:
            for exercise, score in scores.items():
                assert gradebook.find_grade(f"{exercise}_check", "01_mini", "01_mini", student).auto_score == (
                    float(score) if score else None
                )
    assert len(api.get_notebook_submissions("01_mini", "01_mini")) == len(STUDENTS)
    assert (
        {path.name for path in (out / "submitted").iterdir()}
        == {path.name for path in (out / "autograded").iterdir()}
        == shown.keys()
    )
    with api.gradebook as gradebook:  # the counter-fixture: one score that is changed behind our back is found
        gradebook.find_grade("ex1_check", "01_mini", "01_mini", "王小明").auto_score += 1
        gradebook.db.commit()
    assert unlike({one["student"]: one for one in api.get_submissions("01_mini")}, table) == ["王小明"]


def test_ids_are_the_names_where_they_work_and_never_shared():
    assert [student_id(name) for name in ("ana", "Zoë O'Brien", "王小明", "a_b-c.d@e")] == [
        "ana",
        "Zoë O'Brien",
        "王小明",
        "a_b-c.d@e",
    ]
    assert student_id("Zoe\u0308") == "Zoë"
    ids = [student_id(name) for name in STUDENTS]
    assert len(set(ids)) == len(ids)
    assert all(
        re.fullmatch(r"[\w][\w .@'’-]*", one) and len(one.encode()) <= 120 and one.strip(" .") == one for one in ids
    ), ids
    assert names_of("Zoë O'Brien") == names_of("O'Brien, Zoë") == ("Zoë", "O'Brien") and names_of("王小明") == (
        "",
        "王小明",
    )


def test_no_name_is_the_id_that_another_name_has():
    for made in map(student_id, ["Anne (Annie) Smith", "-rf", "@x", "x" * 300]):
        assert student_id(made) != made and student_id(student_id(made)) not in (made, student_id(made))
        assert student_id(made.upper()).casefold() != made
    assert student_id("Anne-1a2b3c4d") == "Anne-1a2b3c4d"  # eight digits at the end are somebody's number


def test_a_rosters_name_goes_over_a_guess_and_a_guess_over_nothing(out, graded):
    for name, wanted in (
        ("", ("", "ana17")),
        ("Ana María López", ("Ana María", "López")),
        ("", ("Ana María", "López")),
    ):
        fill(out, [LESSON], [graded("ana17", name=name)])
        with book(out) as gradebook:
            student = gradebook.find_student("ana17")
            assert (student.first_name, student.last_name) == wanted


def test_the_original_bytes_are_kept_and_the_shown_notebook_has_no_hidden_test(out, graded):
    fill(out, [LESSON], [graded("ana", content='{"the": "very bytes"}')])
    assert (out / "submitted/ana/01_mini/01_mini.ipynb").read_bytes() == b'{"the": "very bytes"}'
    shown = nbformat.read(out / "autograded/ana/01_mini/01_mini.ipynb", 4)
    assert "rng.randrange" not in str(shown) and "BEGIN HIDDEN" not in str(shown)
    assert "rng.randrange" in (out / "source/01_mini/01_mini.ipynb").read_text()  # where it would come from
    check = next(cell for cell in shown.cells if cell["id"] == "ex1_check")
    assert check.metadata.nbgrader.points == 2 and check.outputs[-1].text.startswith(
        "Graded with fresh inputs: passed, 2 of 2 points\n✓ what"
    )


def test_what_a_teacher_entered_stays_and_a_second_run_changes_nothing(out, graded):
    results = [graded("ana", verdicts(ex1=None)), graded("bo")]
    fill(out, [LESSON], results)
    with book(out) as gradebook:
        grade = grade_of(gradebook, "ana", "ex1")
        assert grade.needs_manual_grade and grade.auto_score is None
        grade.manual_score, grade.extra_credit, grade.needs_manual_grade = 1.25, 0.5, False
        gradebook.find_comment("ex1", "01_mini", "01_mini", "ana").manual_comment = "We spoke about it."
        gradebook.db.commit()
    before = dump(out)
    assert fill(out, [LESSON], results) == [] and dump(out) == before
    fill(out, [LESSON], [graded("ana", verdicts(ex1=None), content="another file"), results[1]])
    with book(out) as gradebook:
        grade = grade_of(gradebook, "ana", "ex1")
        assert (grade.manual_score, grade.extra_credit, grade.score) == (1.25, 0.5, 1.75)
        assert grade.needs_manual_grade, "there is a new file to look at"
        comment = gradebook.find_comment("ex1", "01_mini", "01_mini", "ana")
        assert comment.comment == "We spoke about it." and "json.loads was replaced" in comment.auto_comment
        assert not grade_of(gradebook, "ana", "ex2").needs_manual_grade
    assert dump(out) != before


def dump(out):
    """Every row of every table, and every file."""
    with book(out) as gradebook:
        connection = gradebook.db.connection().connection
        rows = list(connection.iterdump())
    return rows, {path: path.read_bytes() for path in sorted(out.rglob("*.ipynb"))}


def test_no_old_automatic_score_survives(out, graded):
    fill(out, [LESSON], [graded("ana", verdicts(1, 2, 3)), graded("bo", verdicts(1, 2, 3))])
    fill(
        out,
        [LESSON],
        [
            graded("ana", verdicts(0, 0, 0), content="emptied"),
            graded("bo", (), content="unreadable", outcome=REFUSED, reason="It cannot be read.", notebook=None),
        ],
    )
    with book(out) as gradebook:
        assert gradebook.find_submission("01_mini", "ana").score == 0
        bo = gradebook.find_submission("01_mini", "bo")
        assert bo.score == 0 and bo.needs_manual_grade
        assert gradebook.find_comment("ex1", "01_mini", "01_mini", "bo").comment == "It cannot be read."
    assert "It cannot be read." in (out / "autograded/bo/01_mini/01_mini.ipynb").read_text()


def test_one_bad_record_does_not_stop_the_rest(out, graded, tmp_path):
    good = graded("good")
    bad = [
        graded("a", (Verdict("ex9", PASSED, 1, 1),)),
        graded("b", (Verdict("ex1", PASSED, 99.0, 2.0),)),
        graded("c", (Verdict("ex1", PASSED, float("nan"), 2.0),)),
        graded("d", lesson="02_other"),
        graded("e", notebook=nbformat.v4.new_notebook()),
        graded("f"),
    ]
    bad[-1].path = tmp_path / "gone.ipynb"
    faults = fill(out, [LESSON], [*bad, good])
    assert len(faults) == len(bad) and all(fault.count("\n") == 0 for fault in faults)
    for fault, said in zip(
        faults,
        (
            "no exercise 'ex9'",
            "99.0 is no score for 'ex1'",
            "nan is no score",
            "no lesson '02_other'",
            "has no cell ex1",
            "No such file",
        ),
    ):
        assert said in fault and "is not in the gradebook" in fault
    with book(out) as gradebook:
        assert [student.id for student in gradebook.students] == ["good"]


def test_superseded_files_and_files_of_no_lesson_are_left_out(out, graded):
    assert (
        fill(
            out,
            [LESSON],
            [graded("ana", outcome=SUPERSEDED), graded("bo", lesson="", outcome=REFUSED), graded("cy", outcome=GRADED)],
        )
        == []
    )
    with book(out) as gradebook:
        assert [student.id for student in gradebook.students] == ["cy"]
        with pytest.raises(MissingEntry):
            gradebook.find_submission("01_mini", "ana")


def test_a_graded_file_counts_whatever_else_came(out, graded):
    refused = graded("ana", (), outcome=REFUSED, reason="It cannot be read.", notebook=None, content="broken")
    for results in ([refused, graded("ana")], [graded("ana"), refused]):
        fill(out, [LESSON], results)
        with book(out) as gradebook:
            assert gradebook.find_submission("01_mini", "ana").score == 4.5


def test_another_gradebook_can_be_named(out, graded, tmp_path):
    url = f"sqlite:///{tmp_path / 'elsewhere.db'}"
    assert fill(out, [LESSON], [graded("ana", outcome=IN_REVIEW, reason="look")], url) == []
    assert not (out / "gradebook.db").exists() and api_of(out).get_submissions("01_mini")[0]["score"] == 4.5


def test_feedback_by_nbgrader_shows_words_and_no_hidden_test(out, graded):
    fill(out, [LESSON], [graded("Zoë O'Brien")])
    done = api_of(out).generate_feedback("01_mini", "Zoë O'Brien")
    assert done["success"], done["error"]
    page = (out / "feedback/Zoë O'Brien/01_mini/01_mini.html").read_text()
    assert "Words on ex2." in page and "randrange" not in page


# what is shown cannot run ---------------------------------------------------------------------------------------------
PAYLOADS = [
    "<script>window.owned = 1</script>",
    "<img src=x onerror='window.owned = 1'>",
    "<svg onload=alert(1)>",
    "<iframe src='javascript:alert(1)'>",
    "[x](javascript:alert(1))",
    "[x]: javascript:alert(1)\n\n[x]",
    "![x](/logout)",
    "<a href='javascript:alert(1)'>x</a>",
    "<form action=/x><button>",
    "<style>*{display:none}</style>",
    "<b style='position:fixed'>x</b>",
    "<!--x--><math><mtext><table><mglyph><style><img src onerror=alert(1)>",
    "<https://a.example/>",
    "[session ended, sign in](https://a.example)",
    "[a][b]\n\n[b]: https://a.example",
    "[a]: https://a.example\n\n[a]",
    "https://a.example/x",
    "HTTP://a.example",
    "see www.a.example",
    "<a href=https://a.example>in</a>",
    "<a href='//a.example'>in</a>",
    "![x](https://a.example/x.png)",
    "<mailto:a@a.example>",
    "<1@a.example>",
    "&#60;a href=https://a.example&#62;in&lt;/a>",
    "&lt;https://a.example>",
    "[x]&#40;https://a.example)",
    "[x]&lpar;https://a.example)",
    "https&colon;//a.example",
    "https:&#47;/a.example",
    "&amp;lt;script>",
    '```mermaid\ngraph TD\nclick A href "https://a.example"\n```',
    "~~~ Mermaid\n<b>\n~~~",
    "<svg><a xlink:href='https://a.example'><text>in</text></a></svg>",
    "<svg><rect fill='url(https://a.example)'/></svg>",
    "<svg><rect fill='u\\72l(https://a.example)'/></svg>",
    "<svg><image href='https://a.example'/></svg>",
    "<area href=x>",
    "<q cite='https://a.example'>x</q>",
    "<td background='https://a.example'>",
    "$$<script>alert(1)</script>$$",
    "```\n<script>\n```",
    "<details><summary>x</summary>",
    "&lt;script&gt;",
    "\\<script>",
]


LINKING = {
    "style",
    "src",
    "action",
    "srcdoc",
    "id",
    "href",
    "xlink:href",
    "cite",
    "background",
    "ping",
    "formaction",
    "poster",
    "data",
}


class Active(HTMLParser):
    """Collects what a browser would run, fetch or follow, but for renderers' own links to headings."""

    def __init__(self, text):
        super().__init__()
        self.found = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        if tag in (
            "script",
            "style",
            "iframe",
            "object",
            "embed",
            "form",
            "input",
            "button",
            "link",
            "meta",
            "base",
            "img",
            "math",
        ):
            self.found.append(tag)
        if tag == "pre" and ("class", "mermaid") in attrs:
            self.found.append("mermaid")
        if ("class", "anchor-link") not in attrs and not re.fullmatch("h[1-6]", tag):
            self.found += [
                name
                for name, value in attrs
                if name.startswith("on") or name in LINKING or name == "fill" and "(http" in (value or "")
            ]


@pytest.mark.parametrize("payload", PAYLOADS)
def test_nothing_active_is_left(payload):
    assert Active(markdown2html_mistune(sanitize.words(payload))).found == []
    assert Active(sanitize.words(payload)).found == []
    assert Active(sanitize.html(payload)).found == []


def test_the_payloads_would_be_active():
    """All but those of which only other renderers make something."""
    idle = [
        payload
        for payload in PAYLOADS
        if not Active(markdown2html_mistune(payload)).found + Active(html.unescape(payload)).found
    ]
    assert len(idle) <= 8 and len(PAYLOADS) >= 45, idle


TEX = [
    r"\href{javascript:alert(1)}{x}",
    r"\style{position:fixed}{x}",
    r"\mmlToken{mtext}[href='javascript:alert(1)']{x}",
    r"\let\h=\href \h{javascript:alert(1)}{x}",
    r"\bbox[position:fixed]{x}",
    r"\class{modal}{x}",
    r"\cssId{x}{y}",
    r"\unicode[x;position:fixed]{65}",
    r"\require{html}",
    r"&#92;href{javascript:alert(1)}{x}",
    "&#X05c;style{x}{y}",
    "&bsol;bbox[x]{y}",
    "&#92href{x}{y}",
    "&#x5Chref{x}{y}",
    r"\&#104;ref{javascript:alert(1)}{x}",
    r"\\&#104;ref{x}{y}",
    r"\&#x68;re&#102;{x}{y}",
    r"\hre&#1;f{x}{y}",
    r"&bsol;&#104;ref{x}{y}",
    r"\def\h{x}",
    r"\newcommand{\h}{x}",
    r"\ref{x}",
    r"\label{x}",
    r"\tag{x}",
    r"\htmlData{x=y}{z}",
    r"\color{red}{x}",
    r"\mathchoice{x}{x}{x}{x}",
]
ACTIVE_TEX = re.compile(r"\\(?!(frac|text|begin|end)\b)[A-Za-z]")


@pytest.mark.parametrize("tex", TEX)
@pytest.mark.parametrize("around", ["$%s$", r"\(%s\)", "<p>$$<b>%s</b>$$</p>", r"\begin{align}%s\end{align}"])
def test_no_tex_makes_a_link_or_a_style(tex, around):
    """In each way in which an output of a stranger's may hold it, also where the browser has read the entities."""
    assert ACTIVE_TEX.search(html.unescape(tex))
    for mime in ("text/html", "text/latex", "text/markdown"):
        shown = sanitize.output({"output_type": "display_data", "data": {mime: around % tex}})["data"][mime]
        assert not ACTIVE_TEX.search(html.unescape(shown)), (mime, shown)
    assert sanitize.words(r"$\frac{1}{2} \text{of it}$") == r"$\frac{1}{2} \text{of it}$"


def test_a_dollar_written_as_a_number_begins_no_link():
    """As a renderer passes it on: entities are still there, two backslashes are one."""
    for text in (
        r"&#36;\\&#104;ref{javascript:alert(1)}{x}&#36;",
        r"&amp;#36;\\&amp;#104;ref{javascript:alert(1)}{x}&amp;#36;",
    ):
        shown = sanitize.words(text)
        assert not ACTIVE_TEX.search(html.unescape(shown))
        assert not ACTIVE_TEX.search(html.unescape(markdown2html_mistune(shown)))


@pytest.mark.parametrize(
    "text",
    [
        "https://a.example/x",
        "ftp://a.example",
        "www.a.example",
        "WWW.a.example",
        "data:text/html,x",
        "https:\x1b[31m//a.example",
        "htt\x1b[0mps:/\x1b[1;31m/a.example",
        "w\x1b[0mww\x1b[0m.a.example",
        "wwww.a.example",
        "da\x1b[0mta:text/html,x",
    ],
)
def test_text_of_outputs_becomes_no_link(text):
    """JupyterLab takes the codes of colour away and looks for links in what is left."""
    looked_for = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]{2,40}://|data:|www\.", re.I)
    assert looked_for.search(re.sub(r"\x1b\[.*?[@-~]", "", text))
    outputs = [
        {"output_type": "stream", "text": text},
        {"output_type": "error", "ename": text, "evalue": text, "traceback": [text]},
        {"output_type": "execute_result", "data": {"text/plain": text}},
    ]
    shown = []
    for safe in map(sanitize.output, outputs):
        shown += [
            safe.get("text", ""),
            safe.get("ename", ""),
            safe.get("evalue", ""),
            *safe.get("traceback", []),
            *safe.get("data", {}).values(),
        ]
    assert not any(looked_for.search(re.sub(r"\x1b\[.*?[@-~]", "", one)) for one in shown), shown
    assert sanitize.unlinked(text).replace(sanitize.BREAK, "") == text


def test_the_text_of_a_link_stays_without_the_link():
    shown = sanitize.html("<p>your <a href='https://a.example'>session <b>has</b> ended</a></p>")
    assert shown == "<p>your session <b>has</b> ended</p>"
    assert "session ended" in sanitize.words("[session ended](https://a.example)")


def test_numbers_and_names_that_templates_show_as_they_are(graded):
    """nbconvert puts the number of a run, and nbgrader the name of a cell, into its pages unescaped."""
    evil = "1<a href='https://a.example'>x</a>"
    noted = {"grade_id": evil, "solution": True, "comment": evil, "points": 2.0}
    output = {"output_type": "execute_result", "execution_count": evil, "data": {"text/plain": "1"}, "metadata": {}}
    cell = {
        "cell_type": "code",
        "source": "1",
        "execution_count": evil,
        "metadata": {"nbgrader": noted},
        "outputs": [output],
    }
    given = {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 4}
    shown = sanitize.notebook(nbformat.from_dict(given))
    page, _ = HTMLExporter(template_name="classic").from_notebook_node(shown)
    assert "a.example" not in page and shown.cells[0].metadata == {"nbgrader": {"solution": True, "points": 2.0}}
    cell["execution_count"] = output["execution_count"] = 3
    assert sanitize.notebook(nbformat.from_dict(given)).cells[0].outputs[0].execution_count == 3


@given(
    st.lists(
        st.sampled_from(
            [
                *PAYLOADS,
                "<",
                ">",
                "[",
                "]",
                "(",
                ")",
                ":",
                "!",
                "\\",
                "`",
                "$",
                "\n",
                "\n\n",
                " ",
                "x",
                "&#60;",
                "&lt",
                "&amp;",
                "#40;",
                "https",
                "www.",
                "@",
                "mermaid",
                "script",
                "/",
                '"',
                "'",
                "*",
                "_",
            ]
        ),
        max_size=8,
    )
)
def test_no_combination_is_active(pieces):
    text = "".join(pieces)
    assert Active(markdown2html_mistune(sanitize.words(text))).found == []
    assert Active(sanitize.html(text)).found == []


def test_words_stay_readable():
    text = "a < b, `x<y`, **bold**, $a<b$, see [the docs](https://jax.dev) and <b>this</b>"
    assert sanitize.words(text).replace(sanitize.BREAK, "") == text
    assert sanitize.words("2 < 3 and f(x)[0]") == "2 < 3 and f(x)[0]"
    picture = (
        '<svg width="9" role="img" aria-label="x"><rect x="1" stroke-dasharray="4 3"></rect><text x="2">x ◌ '
        "traced</text></svg>"
    )
    assert sanitize.html(picture) == picture
    turned = '<svg viewBox="0 0 9 9"><g transform="translate(1, 2) rotate(45)" fill="rgb(1, 2, 3)"></g></svg>'
    assert sanitize.html(turned) == turned
    formula = r"$\alpha \le \sum_i x_i \begin{cases} a &x \\ b &y \end{cases}$"
    assert sanitize.words(formula) == formula
    assert sanitize.words("a &lt; b &amp; c&nbsp;d, AT&T, ?a=1&b=2") == "a < b & c\xa0d, AT&T, ?a=1&b=2"
    assert "<td>✓ right</td>" in sanitize.html("<style>td{}</style><table><tr><td>✓ right</td></tr></table>")


def test_only_safe_outputs_and_settings_are_shown(graded):
    release = released(LESSON)
    nb = nbformat.from_dict(release)
    evil = nbformat.v4.new_code_cell(
        "print(1)",
        metadata={"nbgrader": {"grade_id": "ex1_check", "grade": True}, "tags": ["x"]},
        outputs=[
            nbformat.v4.new_output(
                "display_data",
                {
                    "text/html": PAYLOADS[0] + "<b>seen</b>",
                    "application/javascript": "window.owned = 1",
                    "image/png": '"><script>',
                    "image/svg+xml": "<svg onload=alert(1)>",
                    "text/markdown": PAYLOADS[1],
                },
                metadata={"text/html": {"isolated": True}},
            ),
            nbformat.v4.new_output("display_data", {"application/vnd.jupyter.widget-view+json": {}}),
        ],
    )
    nb.cells += [
        evil,
        nbformat.v4.new_markdown_cell(PAYLOADS[1]),
        nbformat.v4.new_raw_cell(PAYLOADS[0], metadata={"raw_mimetype": "text/html"}),
    ]
    nb.metadata["widgets"] = {"application/vnd.jupyter.widget-state+json": {}}
    shown = graded_notebook(graded("ana", notebook=nb), release)
    code, markdown, raw = shown.cells[-3:]
    assert code.outputs == [
        {
            "output_type": "display_data",
            "data": {"text/html": "<b>seen</b>", "text/markdown": sanitize.words(PAYLOADS[1])},
            "metadata": {},
        }
    ]
    assert code.metadata == {} and raw.metadata == {} and "widgets" not in shown.metadata
    assert Active(markdown.source).found == Active(raw.source).found == []
    assert [cell.source for cell in shown.cells[:3]] == [
        cell.source for cell in release.cells[:3]
    ]  # ours stay as they are


def test_sanitising_knows_the_release_of_a_real_lesson():
    """A released lesson goes through without a change to its text: only what a learner wrote is broken up."""

    release = released(load("01_arrays_as_aux_data"))
    assert any("<details" in cell.source for cell in release.cells if cell.cell_type == "markdown")
    shown = sanitize.notebook(release, frozenset(cell.source for cell in release.cells))
    assert [cell.source for cell in shown.cells] == [cell.source for cell in release.cells]
