"""The build: deterministic, nothing secret in a release, faults of a source named in one sentence."""
import json

import pytest

from grader import leaks
from grader.build import released, solved, text_of
from grader.lessons import SourceError, instruments, load, parse, stub_of
from grader.paths import NOTEBOOKS, SOLUTIONS, lesson_names

HEAD = '# %% [markdown]\n# # A lesson\n\n# %% tags=["setup"]\n\n'
SETTINGS = '"locked": false, "schema_version": 3, "solution": true, "task": false}'
ANSWER = f'# %% nbgrader={{"grade": false, "grade_id": "ex1", {SETTINGS}\n'
CHECK = '# %% nbgrader={"grade": true, "grade_id": "ex1_check", "locked": true, "points": 2, "schema_version": 3, "solution": false, "task": false}\n'
SOLUTION = "def double(x):\n    ### BEGIN SOLUTION\n    return x + x + 0 * x\n    ### END SOLUTION\n\n"
TABLE = '''def probe(see, x):
    see("double", double(x))


def wanted(x):
    yield "double", 2 * x, "not-doubled", "It is not twice the input."


check("ex1", probe, wanted, x=3)
'''
HIDDEN = '''### BEGIN HIDDEN TESTS
def inputs(rng):
    return {"x": rng.randrange(5, 99)}


score_hidden("ex1", probe, wanted, inputs, points=2)
### END HIDDEN TESTS

'''
GOOD = HEAD + ANSWER + SOLUTION + CHECK + TABLE + HIDDEN


def lint(text):
    lesson = parse("01_test", text)
    release = released(lesson)
    leaks.check(lesson, release)
    return lesson, release


def test_a_sound_source_builds():
    lesson, release = lint(GOOD)
    (exercise,) = lesson.exercises
    assert (exercise.id, exercise.points, exercise.visible) == ("ex1", 2.0, {"x": 3})
    text = "\n".join(cell.source for cell in release.cells)
    assert "raise NotImplementedError()" in text and "x + x" not in text and "randrange" not in text
    assert instruments() in text


def test_stub_lines_replace_the_default():
    source = "table = {\n    ### BEGIN SOLUTION\n    ### STUB: 'a': None,\n    'a': 1,\n    ### END SOLUTION\n}"
    assert stub_of(source) == "table = {\n    'a': None,\n}"


@pytest.mark.parametrize("text, said", [
    (GOOD.replace("### BEGIN SOLUTION", "### BEGIN SOLUTON"), "without a beginning"),
    (GOOD.replace("    ### BEGIN SOLUTION\n", "").replace("    ### END SOLUTION\n", ""), "would be released with its solution"),
    (GOOD.replace("### END SOLUTION", "### END SOLUTON"), "without '### END SOLUTION'"),
    (GOOD.replace("### BEGIN HIDDEN TESTS\n", "").replace("### END HIDDEN TESTS\n", ""), "no hidden tests"),
    (GOOD.replace("points=2", "points=3"), "points differ"),
    (GOOD.replace("def wanted", "def wished").replace("probe, wanted", "probe, wished"), "does not define wanted"),
    (GOOD.replace('"grade_id": "ex1",', '"grade_id": "ex2",'), "needs one answer cell"),
    (GOOD + "# %%\nremember = 'x'\n\n# %%\n# return x + x + 0 * x\n", "shows a line of 'ex1'"),
    (GOOD + "# %%\nreturn x + x + 0 * x\n", "shows a line of 'ex1'"),
    (GOOD + '# %% [markdown] tags=["instructor"]\n# The other ways fail because of this.\n\n# %% [markdown]\n# The other ways fail because of this.\n', "shows a line of"),
    (GOOD.replace('tags=["setup"]', ""), "exactly one cell tagged 'setup'"),
    (GOOD + ANSWER + SOLUTION, "grade_id used twice"),
])
def test_a_faulty_source_is_refused_in_one_sentence(text, said):
    with pytest.raises(SourceError) as raised:
        lint(text)
    assert said in str(raised.value) and "\n" not in str(raised.value)


def test_the_leak_check_looks_for_lines_of_12_characters_and_two_words():
    assert leaks.lines_of("return x\n    )\n    return x + x\n############\nregister(abcdefgh)\nabcdefghijklmn") == {"return x + x", "register(abcdefgh)"}


@pytest.mark.parametrize("name", lesson_names())
def test_a_rebuild_of_the_release_is_what_is_committed(name):
    lesson = load(name)
    text = text_of(released(lesson))
    leaks.check(lesson, released(lesson))
    assert text == text_of(released(lesson))
    assert text == (NOTEBOOKS / f"{name}.ipynb").read_text(encoding="utf-8"), "run `make build` and commit the result"
    assert len(text.encode()) < 200_000


@pytest.mark.parametrize("name", lesson_names())
def test_the_committed_solutions_are_the_source_executed(name):
    """The sources are equal, everything ran, in order; that the outputs are right is nbval's part."""
    stored = json.loads((SOLUTIONS / f"{name}.ipynb").read_text(encoding="utf-8"))
    fresh = solved(load(name))
    assert [cell["source"] for cell in stored["cells"]] == [cell.source for cell in fresh.cells], "run `make build` and commit the result"
    counts = [cell["execution_count"] for cell in stored["cells"] if cell["cell_type"] == "code"]
    assert counts == list(range(1, len(counts) + 1))


@pytest.mark.parametrize("name", lesson_names())
def test_nothing_of_one_machine_stands_in_a_notebook(name):
    for folder in (SOLUTIONS, NOTEBOOKS):
        text = (folder / f"{name}.ipynb").read_text(encoding="utf-8")
        assert " at 0x" not in text and "/ipykernel_" not in text and str(SOLUTIONS.parent) not in text
