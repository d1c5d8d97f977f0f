"""The build: deterministic, nothing secret in a release, faults of a source named in one sentence."""

import ast
import json
import re

import pytest

from grader.build import leak_check, preprocessors
from grader.build.notebooks import executed, notebook_text, released, solved
from grader.core.paths import NOTEBOOKS, SOLUTIONS, lesson_names
from grader.lessons import behaviour
from grader.lessons.source import SourceError, instruments, load, parse, stub_of

HEAD = '# %% [markdown]\n# # A lesson\n\n# %% tags=["setup"]\n\n'
SETTINGS = '"locked": false, "schema_version": 3, "solution": true, "task": false}'
ANSWER = f'# %% nbgrader={{"grade": false, "grade_id": "ex1", {SETTINGS}\n'
CHECK = (
    '# %% nbgrader={"grade": true, "grade_id": "ex1_check", "locked": true, "points": 2, "schema_version": 3, '
    '"solution": false, "task": false}\n'
)
SOLUTION = "def double(x):\n    ### BEGIN SOLUTION\n    return x + x + 0 * x\n    ### END SOLUTION\n\n"
PROBE = """def probe(see, x):
    see("double", double(x))


check("ex1", probe, TABLE, x=3)
"""
WANTED = """def wanted(x):
    yield "double", x + x + x - x, {
        x: ("same-as-given", "It gives back the input."), ...: ("not-doubled", "It is not twice the input.")}


"""
HIDDEN = (
    """### BEGIN HIDDEN TESTS
"""
    + WANTED
    + """def inputs(rng):
    return {"x": rng.randrange(5, 99)}


score_hidden("ex1", probe, wanted, inputs, points=2)
### END HIDDEN TESTS

"""
)
GOOD = HEAD + ANSWER + SOLUTION + CHECK + PROBE + HIDDEN


def lint(text):
    lesson = parse("01_test", text)
    release = released(lesson)
    leak_check.check_release(lesson, release)
    return lesson, release


def test_a_sound_source_builds():
    lesson, release = lint(GOOD)
    (exercise,) = lesson.exercises
    assert (exercise.id, exercise.points, exercise.visible) == ("ex1", 2.0, {"x": 3})
    text = "\n".join(cell.source for cell in release.cells)
    assert "raise NotImplementedError()" in text and "x + x" not in text and "randrange" not in text
    assert instruments() in text


SHOWN = """# @title Check
def probe(see, x):
    see("double", double(x))


TABLE = [('double', 6,
  {3: ('same-as-given', 'It gives back the input.'),
   ...: ('not-doubled', 'It is not twice the input.')})]
check("ex1", probe, TABLE, x=3)"""


def test_a_check_holds_a_table_instead_of_the_functions_that_give_it():
    """In both editions, folded; the functions follow in the instructor's alone, where stock nbgrader finds them."""
    lesson, release = lint(GOOD)
    given, kept = (
        next(cell for cell in nb.cells if cell.metadata.get("nbgrader", {}).get("grade"))
        for nb in (release, solved(lesson))
    )
    assert given.source == SHOWN and kept.source == SHOWN + "\n" + HIDDEN.strip()
    for cell in given, kept:
        assert (
            "folded" in cell.metadata["tags"]
            and cell.metadata["cellView"] == "form"
            and cell.metadata["jupyter"] == {"source_hidden": True}
        )


@pytest.mark.parametrize("name", lesson_names())
def test_no_released_lesson_holds_what_gives_the_right_values(name):
    lesson, text = load(name), (NOTEBOOKS / f"{name}.ipynb").read_text(encoding="utf-8")
    assert "def wanted" not in text and "def inputs" not in text and text.count("score_hidden(") == 1, (
        "once, where the instruments define it"
    )
    secrets = leak_check.secrets(lesson)
    for exercise in lesson.probed():
        lines = secrets[f"{exercise.id}_check"]
        assert len(lines) > 10 and not [line for line in lines if json.dumps(line, ensure_ascii=False)[1:-1] in text], (
            exercise.id
        )


def test_the_table_that_a_notebook_shows_judges_as_the_lesson_does():
    """Every kind of value, the key for all other values, the weight."""
    rows = [
        ("raised", "nothing", {"KeyError": ("a-key", "No such key.")}, 0.5),
        ("a", [1, 2.5, None, True, "x" * 90], "b-c", "It isn't. " * 20, 3),
        ("d", {"a": (1,)}, {None: ("e-f", '"words"'), ...: ("g-h", "words\n")}),
    ]
    text = behaviour.table(rows)
    assert (
        ast.literal_eval(text) == rows
        and "..." in text
        and "Ellipsis" not in text
        and max(map(len, text.split("\n"))) <= 100
    )
    assert eval(text) == rows and text == behaviour.table(list(rows)), "a notebook's Python reads it as the build does"


@pytest.mark.parametrize("name", ["'double'", "'dou' 'ble'", "f'dou{'ble'}'", "name", "*names"])
def test_a_name_that_the_probe_makes_while_it_runs_is_no_fault(name):
    lint(GOOD.replace('see("double", double(x))', f"name, names = 'dou' + 'ble', ()\n    see({name}, double(x))"))


def test_stub_lines_replace_the_default():
    source = "table = {\n    ### BEGIN SOLUTION\n    ### STUB: 'a': None,\n    'a': 1,\n    ### END SOLUTION\n}"
    assert stub_of(source) == "table = {\n    'a': None,\n}"


@pytest.mark.parametrize(
    "text, said",
    [
        (GOOD.replace("### BEGIN SOLUTION", "### BEGIN SOLUTON"), "without a beginning"),
        (
            GOOD.replace("    ### BEGIN SOLUTION\n", "").replace("    ### END SOLUTION\n", ""),
            "would be released with its solution",
        ),
        (GOOD.replace("### END SOLUTION", "### END SOLUTON"), "without '### END SOLUTION'"),
        (GOOD.replace("### BEGIN HIDDEN TESTS\n", "").replace("### END HIDDEN TESTS\n", ""), "no hidden tests"),
        (GOOD.replace("points=2", "points=3"), "points differ"),
        (GOOD.replace("def wanted", "def wished").replace("probe, wanted", "probe, wished"), "does not define wanted"),
        (GOOD.replace(WANTED, "").replace("check(", WANTED + "check(", 1), "wanted would be released"),
        (
            GOOD.replace("check(", WANTED.replace("wanted", "wished") + "check(", 1),
            "shows something else than its probe",
        ),
        (GOOD.replace("check(", "TABLE = list(range(3))\ncheck(", 1), "shows something else than its probe"),
        (
            GOOD.replace("\nscore_hidden", "").replace("check(", "score_hidden(1)\ncheck(", 1),
            "score_hidden would be released",
        ),
        (GOOD.replace("probe, TABLE", "probe, wanted"), 'is not called as check("ex1", probe, TABLE, …)'),
        (GOOD.replace("x + x + x - x, {", "2 * {x}, {"), "is no table (TypeError"),
        (GOOD.replace("x + x + x - x, {", "{x}, {"), "is no table (ValueError"),
        (GOOD.replace("x + x + x - x, {", "float('nan'), {"), "is no table (ValueError"),
        (GOOD.replace("x + x + x - x, {", "inputs, {"), "is no table (NameError"),
        (
            GOOD.replace('"It is not twice the input.")}', '"It is not twice the input.")}, 0'),
            "the weight 0, which is not greater than 0",
        ),
        (
            GOOD.replace('    yield "double"', '    yield "raised", "nothing", {}, 2\n    yield "double"'),
            "from 0 to 1, not 2",
        ),
        (
            GOOD.replace('    yield "double"', '    yield "double", 1, "a-b", "Words."\n    yield "double"'),
            "two rows are called 'double'",
        ),
        (GOOD.replace('"It gives back the input."', "3"), "needs two texts"),
        (GOOD.replace('yield "double"', 'yield "raised"'), "no row that could earn anything"),
        (GOOD.replace('see("double"', 'see("duoble"'), "the probe never sees a row 'double': it sees 'duoble'"),
        (GOOD.replace('see("double"', 'see(f"{x} duoble"'), "the probe never sees a row 'double'"),
        (GOOD + '# %%\nscore_hidden("ex1", probe, wanted, inputs, points=2)\n', "shows a line of 'ex1_check'"),
        (
            GOOD + '# %% [markdown]\n# Draw it as in `return {"x": rng.randrange(5, 99)}`.\n',
            "shows a line of 'ex1_check': return {",
        ),
        (GOOD + "# %%\nagain = x + x + x - x, {x: (1, 2)}\n", "shows a line of 'ex1_check': x + x + x - x, {"),
        (GOOD.replace('"grade_id": "ex1",', '"grade_id": "ex2",'), "needs one answer cell"),
        (GOOD + "# %%\nremember = 'x'\n\n# %%\n# return x + x + 0 * x\n", "shows a line of 'ex1'"),
        (GOOD + "# %%\nreturn x + x + 0 * x\n", "shows a line of 'ex1'"),
        (
            GOOD + '# %% [markdown] tags=["instructor"]\n# The other ways fail because of this.\n\n# %% [markdown]\n# '
            "The other ways fail because of this.\n",
            "shows a line of",
        ),
        (GOOD.replace('tags=["setup"]', ""), "exactly one cell tagged 'setup'"),
        (GOOD + ANSWER + SOLUTION, "grade_id used twice"),
    ],
)
def test_a_faulty_source_is_refused_in_one_sentence(text, said):
    with pytest.raises(SourceError) as raised:
        lint(text)
    assert said in str(raised.value) and "\n" not in str(raised.value)


def test_a_build_that_leaves_the_hidden_tests_in_is_refused(monkeypatch):
    monkeypatch.setattr(
        preprocessors,
        "STEPS",
        tuple(step for step in preprocessors.STEPS if step is not preprocessors.ClearHiddenTests),
    )
    with pytest.raises(leak_check.Leak, match="shows the marker"):
        lint(GOOD)


def test_what_the_table_shows_is_no_leak():
    lint(
        GOOD + '# %% [markdown]\n# not-doubled: It is not twice the input.\n\n# %%\nrows = {\n    3: ("same-as-given", '
        '"It gives back the input."),\n}\n'
    )


def test_what_the_answer_cell_gives_is_no_leak():
    """A line that stands above the solution, as given code, may stand in the solution too."""
    given = GOOD.replace("def double(x):\n", "def double(x):\n    # return x + x + 0 * x\n", 1)
    assert given != GOOD
    lint(given)


SECOND = (GOOD.removeprefix(HEAD)).replace("ex1", "ex2").replace("double(", "twice(")


@pytest.mark.parametrize("given", ["answer", "check"])
def test_what_an_exercise_above_shows_is_no_leak_and_below_it_is_one(given):
    """Given code of one exercise, and what its check shows, may stand in the solution of a later one, not of an
    earlier one: there it gives the answer away.
    """
    line = "    # return x + x + 0 * x\n"
    shows = {
        "answer": GOOD.replace("def double(x):\n", f"def double(x):\n{line}", 1).replace(
            "return x + x + 0", "return 2"
        ),
        "check": GOOD.replace("return x + x + 0", "return 2").replace(
            "def probe(see, x):\n", f"def probe(see, x):\n{line}"
        ),
    }[given].removeprefix(HEAD)
    shows = shows.replace(line.replace("x + x + 0", "2"), line)
    lint(HEAD + shows + SECOND)
    with pytest.raises(leak_check.Leak, match="shows a line of 'ex2'"):
        lint(HEAD + SECOND + shows)


def test_a_leak_is_told_with_its_place_and_a_remedy():
    with pytest.raises(leak_check.Leak) as leak:
        lint(GOOD + "# %%\nremember = 'x'\n\n# %%\nfirst = 1\n# return x + x + 0 * x\n")
    assert str(leak.value) == (
        "notebooks/01_test.ipynb shows a line of 'ex1': return x + x + 0 * x (in its cell '01-005', line 2). Write it "
        "otherwise there; or, if learners may read it, teach it in a cell above the exercise, or give it in the answer "
        "cell outside of the solution"
    )


def test_a_look_of_the_kits_stands_in_a_released_check_as_it_is():
    kit = GOOD.replace("def probe(see, x):\n", "from kits import see_two\n\n\ndef probe(see, x):\n", 1)
    _, release = lint(kit)
    check = next(cell for cell in release.cells if cell["id"] == "ex1_check")
    assert "def see_two" in check.source and leak_check.table_of(check.source)
    assert leak_check.table_of(check.source.replace("before == after", "True")) is None


def test_the_leak_check_looks_for_lines_of_12_characters_and_two_words():
    assert leak_check.lines_of(
        "return x\n    )\n    return x + x\n############\nregister(abcdefgh)\nabcdefghijklmn"
    ) == {"return x + x", "register(abcdefgh)"}


@pytest.mark.parametrize("name", lesson_names())
def test_a_rebuild_of_the_release_is_what_is_committed(name):
    lesson = load(name)
    text = notebook_text(released(lesson))
    leak_check.check_release(lesson, released(lesson))
    assert text == notebook_text(released(lesson))
    assert text == (NOTEBOOKS / f"{name}.ipynb").read_text(encoding="utf-8"), "run `make build` and commit the result"
    assert len(text.encode()) < 200_000


@pytest.mark.parametrize("name", lesson_names())
def test_the_committed_solutions_are_the_source_executed(name):
    """The sources are equal, everything ran, in order; that the outputs are right is nbval's part."""
    stored = json.loads((SOLUTIONS / f"{name}.ipynb").read_text(encoding="utf-8"))
    fresh = solved(load(name))
    assert [cell["source"] for cell in stored["cells"]] == [cell.source for cell in fresh.cells], (
        "run `make build` and commit the result"
    )
    counts = [cell["execution_count"] for cell in stored["cells"] if cell["cell_type"] == "code"]
    assert counts == list(range(1, len(counts) + 1))


@pytest.mark.parametrize("name", lesson_names())
def test_nothing_of_one_machine_stands_in_a_notebook(name):
    for folder in (SOLUTIONS, NOTEBOOKS):
        text = (folder / f"{name}.ipynb").read_text(encoding="utf-8")
        assert " at 0x" not in text and "/ipykernel_" not in text and str(SOLUTIONS.parent) not in text


def test_a_solution_that_raises_is_told_in_one_sentence():
    lesson = parse("01_test", GOOD + "# %%\n1 / 0\n")
    with pytest.raises(SourceError) as raised:
        executed(lesson)
    assert str(raised.value).startswith(
        "solutions/01_test.py: cell '01-004' raised ZeroDivisionError: division by zero"
    )
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    "inputs, said",
    [
        ('return {"x": {1, 2}}', "`inputs` gives set for 'x': only numbers, words"),
        ('return {"y": 1}', "`inputs` has to give x, as the visible call does"),
        ("return 1 // 0", "`inputs` raised ZeroDivisionError"),
    ],
)
def test_inputs_that_cannot_travel_are_told(inputs, said):
    before, after = GOOD.split("def inputs(rng):\n", 1)
    body, rest = after.split("\n", 1)
    with pytest.raises(SourceError, match=re.escape(said)):
        parse("01_test", f"{before}def inputs(rng):\n    {inputs}\n{rest}")
