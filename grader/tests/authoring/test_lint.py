"""The lint of lessons: ours keep every rule, and for each rule there is a lesson that breaks it."""

import json

import pytest
from typer.testing import CliRunner

import grader.cli.author  # noqa: F401  (adds its verbs)
from grader.authoring import lint, scaffold
from grader.cli.main import app
from grader.core.paths import lesson_names
from grader.lessons.misconceptions import MISCONCEPTIONS
from grader.lessons.source import load, parse

ANSWER = (
    '# %% nbgrader={"grade": false, "grade_id": "ID", "locked": false, "schema_version": 3, "solution": true, '
    '"task": false}\n'
)
CHECK = (
    '# %% nbgrader={"grade": true, "grade_id": "ID_check", "locked": true, "points": 2, "schema_version": 3, '
    '"solution": false, "task": false}\n'
)
PROSE = "# %% [markdown]\n# A leaf is traced, aux data is compared.\n\n"

PREDICTION = (
    """# %% [markdown]
# ### Prediction NUM. What comes out?  (1 minute, 2 points)

"""
    + ANSWER.replace("ID", "predictNUM")
    + """### BEGIN SOLUTION
### STUB: predictionNUM = None  # write "A" or "B"
predictionNUM = "B"
### END SOLUTION

"""
    + CHECK.replace("ID", "predictNUM").replace("# %% ", '# %% tags=["folded"] ')
    + """# @title Reply
reply("predictNUM", predictionNUM, {
    "A": ("all-is-traced-NUM", "It says that all is traced NUM."), "B": (None, "So it was measured.")})

"""
)

EXERCISE = (
    """# %% [markdown]
# ### Exercise NUM. Twice  (●●○ medium, 6 minutes, 2 points)
#
# *Why it matters:* one has to begin.
#
# | you do | what happens |
# | --- | --- |
# | call it | the double |
#
# <details><summary>Hint 1</summary>a</details>
# <details><summary>Hint 2</summary>b</details>
# <details><summary>Hint 3</summary>c</details>
# <details><summary>Help: TypeError</summary>An array was wanted.</details>

"""
    + ANSWER.replace("ID", "exNUM")
    + """def double(x):
    ### BEGIN SOLUTION
    return x + x
    ### END SOLUTION

"""
    + CHECK.replace("ID", "exNUM")
    + """def probe(see, x):
    see("double", double(x))
    see("kind", "int")


check("exNUM", probe, TABLE, x=3)
### BEGIN HIDDEN TESTS
def wanted(x):
    yield "double", 2 * x, "not-doubled-NUM", "This is not NUM times twice the input."


def inputs(rng):
    return {"x": rng.randrange(5, 99)}


score_hidden("exNUM", probe, wanted, inputs, points=2)
### END HIDDEN TESTS

# %% [markdown] tags=["instructor"]
# **Why the other ways fail.** They do.

"""
)

GOOD = (
    "# %% [markdown]\n# # A lesson\n#\n# 61 minutes.\n\n"
    + '# %% tags=["setup"]\n\n'
    + "# %% [markdown]\n# ## Recall  (5 minutes)\n\n"
    + "# %% [markdown]\n# ## The phenomenon  (5 minutes)\n\n"
    + PROSE * 16
    + '# %%\nclaim("l7-one", "one is one", 1 == 1)\n\n'
    + "# %% [markdown]\n# ## Predict, observe, explain  (5 minutes)\n\n"
    + PREDICTION.replace("NUM", "1")
    + PREDICTION.replace("NUM", "2")
    + "# %% [markdown]\n# ## What the document says, what we measured  (5 minutes)\n\n# %% [markdown]\n# ## Worked "
    "example  (3 minutes)\n\n"
    + "# %% [markdown]\n# ## Exercises  (36 minutes)\n\n"
    + "".join(EXERCISE.replace("NUM", str(n)) for n in range(1, 7))
    + "# %% [markdown]\n# ## Exit  (2 minutes)\n#\n# ### Cheat sheet\n#\n# | you want | do |\n# | --- | --- |\n# | "
    "data | a leaf |\n#\n" + "# | symptom | see |\n# | --- | --- |\n# | TypeError | exercise 1 |\n"
)
LESSON = "07_fixture"


@pytest.fixture()
def folder(tmp_path):
    """A solutions folder with a full bank and an executed notebook for the fixture's lesson."""
    for n in range(1, 7):
        place = tmp_path / "bank" / LESSON / f"ex{n}.py"
        place.parent.mkdir(parents=True, exist_ok=True)
        right = [f"# %% right r{i}\ndef double(x):\n    return 2 * x\n" for i in range(3)]
        wrong = [f"# %% wrong w{i} not-doubled-{n} 0: as a test\n" for i in range(6)]
        place.write_text("".join(right + wrong))
    stored(tmp_path, {"output_type": "stream", "name": "stdout", "text": "✓ one is one  [l7-one]\n"})
    return tmp_path


def stored(folder, output):
    (folder / f"{LESSON}.ipynb").write_text(
        json.dumps({"cells": [{"id": "07-020", "cell_type": "code", "source": "", "outputs": [output]}]})
    )


def broken(folder, text=GOOD):
    """(rule, where, words) of every fault of the lesson."""
    return [(fault.rule, fault.where, fault.words) for fault in lint.faults(parse(LESSON, text), folder)]


def test_our_lessons_keep_every_rule():
    lessons = [load(name) for name in lesson_names()]
    faults = [fault for lesson in lessons for fault in lint.faults(lesson)] + lint.faults_together(lessons)
    assert not faults, "\n".join(map(str, faults))


def test_a_lesson_that_keeps_all_rules_has_no_fault(folder):
    assert broken(folder) == []
    assert (
        lint.faults_together([parse(LESSON, GOOD)])[0].rule == "covered"
    )  # the misconceptions are those of our lessons


LONG = "\n".join(f"a{i} = {i}" for i in range(15))

# rule, what stands in the good lesson, what stands there instead, what is said about it
BREAKS = [
    ("size", PROSE * 16, PROSE * 15 + PROSE * 17, "cells for the learner"),
    ("size", PROSE * 16, "", "cells for the learner"),
    ("minutes", "# 61 minutes.", "# 65 minutes.", "says 65 minutes, the sections add up to 61"),
    ("minutes", "Recall  (5 minutes)", "Recall  (50 minutes)", "takes 106 minutes"),
    ("minutes", "Exercises  (36 minutes)", "Exercises  (35 minutes)", "its exercises add up to 36"),
    ("short-code", 'claim("l7-one"', LONG + '\nclaim("l7-one"', "16 lines of code"),
    (
        "short-answers",
        "    return x + x\n    ### END",
        "".join(f"    y = {i}\n" for i in range(13)) + "    return x + x\n    ### END",
        "asks for 14 lines",
    ),
    ("short-prose", "# A leaf is traced, aux data is compared.", "# " + "word " * 91, "91 words"),
    ("short-prose", "one has to begin.", "word " * 91, "words, more than 90"),
    ("parts", "## Worked example", "## Example", "no part '## Worked example'"),
    ("parts", "## Recall", "## Exit (for the impatient)\n#\n# ## Recall", "in another order"),
    ("parts", PREDICTION.replace("NUM", "2"), "", "1 predictions, fewer than 2"),
    ("parts", EXERCISE.replace("NUM", "6"), "", "5 exercises, not 6 to 8"),
    ("headings", "(●●○ medium, 6 minutes, 2 points)", "(medium, 6 minutes, 2 points)", "its heading is not"),
    ("headings", "●●○ medium", "●○○ medium", "●○○ is not medium"),
    ("headings", "6 minutes, 2 points", "6 minutes, 3 points", "says 3 points, its check 2"),
    ("headings", "### Exercise 6.", "### Exercise 9.", "no exercise of that number follows"),
    ("headings", "### Exercise 6.", "### Task 6.", "has no heading"),
    ("exercise-text", "# *Why it matters:* one has to begin.", "# One has to begin.", "why it matters"),
    ("exercise-text", "# | you do | what happens |\n# | --- | --- |\n# | call it | the double |\n", "", "no table"),
    ("hints", "# <details><summary>Hint 2</summary>b</details>\n", "", "not exactly the hints"),
    (
        "hints",
        "# <details><summary>Help: TypeError</summary>An array was wanted.</details>\n",
        "",
        "no help by symptom",
    ),
    ("explained", "# **Why the other ways fail.** They do.", "# Well done.", "is not followed by an instructor's cell"),
    (
        "weights",
        'return {"x": rng.randrange(5, 99)}',
        'return {"x": rng.choice([5])}',
        "constant rows carry 100% of the weight, more than 50%",
    ),
    (
        "weights",
        'twice the input."\n',
        'twice the input."\n    yield "kind", "int", "no-kind", "It is no integer.", 1.1\n',
        "constant rows carry 52% of the weight, more than 50%",
    ),
    (
        "weights",
        "### BEGIN HIDDEN TESTS\n",
        "### BEGIN HIDDEN TESTS\n# constant rows: it was too much work\n",
        "they carry 0% of the weight: leave out the line",
    ),
    ("exit-tables", "# | symptom | see |\n# | --- | --- |\n# | TypeError | exercise 1 |\n", "", "no symptom index"),
    ("exit-tables", "# ### Cheat sheet\n", "# ### Tables\n", "no cheat sheet"),
    ("claim-ids", '"l7-one"', '"l1-one"', "is not 'l7-…'"),
    ("claim-ids", 'claim("l7-one"', 'claim("l7-one", "again", True)\nclaim("l7-one"', "used twice"),
    ("claim-ids", '"l7-one"', 'f"l7-{1}"', "is not 'l7-…'"),
    ("allowed-api", 'claim("l7-one"', 'from math import *\nclaim("l7-one"', "a star import"),
    (
        "allowed-api",
        'claim("l7-one"',
        '@jax.jit(static_argnums=0)\ndef f(x):\n    return x\n\n\nclaim("l7-one"',
        "as a decorator",
    ),
    ("allowed-api", 'claim("l7-one"', 'T = jax.core.Tracer\nclaim("l7-one"', "jax.core"),
    ("allowed-api", 'claim("l7-one"', 'from jax._src import core\nclaim("l7-one"', "a private module"),
    ("allowed-api", 'claim("l7-one"', 'y = eqx.static_field()\nclaim("l7-one"', "static_field"),
    ("calm", "# A leaf is traced, aux data is compared.", "# A leaf is traced!", "exclamation mark"),
    ("calm", "This is not NUM times".replace("NUM", "1"), "Alas! Not 1 times", "the words of 'not-doubled-1'"),
    ("beliefs-named", '"not-doubled-1"', '"Wrong"', "is no belief's name"),
    ("beliefs-named", "This is not 1 times twice the input.", "No.", "no words for the learner"),
    ("left-titles", "# # A lesson", "# # Practice sheet 7: write its title here", "says still 'write its title here'"),
    ("left-titles", "Exercise 6. Twice", "Exercise 6. Register a length", "the title of the template, 'Register a"),
]


@pytest.mark.parametrize(
    "rule, old, new, said", BREAKS, ids=[f"{rule}-{number}" for number, (rule, *_) in enumerate(BREAKS)]
)
def test_each_rule_can_fail(folder, rule, old, new, said):
    assert old in GOOD, "the fixture has changed: this case tests nothing"
    found = broken(folder, GOOD.replace(old, new))
    assert any(name == rule and said in words for name, _, words in found), found


@pytest.mark.parametrize("weight, fault", [(1, False), (1.01, True)])
def test_constant_rows_may_carry_half_of_the_weight_and_more_with_a_reason(folder, weight, fault):
    text = GOOD.replace(
        'twice the input."\n', f'twice the input."\n    yield "kind", "int", "no-kind", "It is no integer.", {weight}\n'
    )
    assert ("weights" in [rule for rule, *_ in broken(folder, text)]) == fault
    reason = text.replace(
        "### BEGIN HIDDEN TESTS\n", "### BEGIN HIDDEN TESTS\n# constant rows: a kind is what this is about\n"
    )
    assert ("weights" in [rule for rule, *_ in broken(folder, reason)]) != fault
    shares = lint.constant_rows(parse(LESSON, reason))
    assert set(shares) == {f"ex{n}" for n in range(1, 7)} and shares["ex1"] == (
        pytest.approx(weight / (1 + weight)),
        "a kind is what this is about",
    )


def test_lint_prints_the_share_of_constant_rows_exercise_by_exercise():
    said = CliRunner().invoke(app, ["lint", "01_arrays_as_aux_data"]).output
    assert "  01_arrays_as_aux_data: ex1 100%*, ex2 38%, ex3 50%, " in said


def test_a_source_that_is_no_python_is_a_fault(folder):
    (folder / f"{LESSON}.py").write_text(GOOD)
    assert broken(folder) == []
    (folder / f"{LESSON}.py").write_text(
        GOOD.replace("# one has to begin.", "one has to begin.", 1).replace(
            "# *Why it matters:* one", "*Why it matters:* one", 1
        )
    )
    ((rule, where, words),) = broken(folder)
    assert (rule, where) == (
        "is-python",
        f"line {GOOD.split('*Why it matters:')[0].count(chr(10)) + 1}",
    ) and f"solutions/{LESSON}.py is no Python there" in words


def test_every_rule_has_a_lesson_that_breaks_it():
    tried = {rule for rule, *_ in BREAKS}
    assert tried == {rule.name for rule in lint.RULES}
    others = {"bank", "stable-output", "is-python", "beliefs-apart", "claims-apart", "classes-apart", "covered"}
    assert others == {rule.name for rule in lint.WITH_FILES + lint.TOGETHER}, "each has a test of its own below"


def test_a_thin_bank_and_a_foreign_belief_are_faults(folder):
    place = folder / "bank" / LESSON / "ex1.py"
    text = place.read_text().replace("# %% right r0\ndef double(x):\n    return 2 * x\n", "")
    text = text.replace("# %% wrong w0 not-doubled-1 0: as a test\n", "")
    place.write_text(text.replace("w1 not-doubled-1", "w1 something-else"))
    said = [words for rule, where, words in broken(folder) if rule == "bank" and where == "ex1"]
    assert said == [
        "its bank has 2 right answers, fewer than 3",
        "its bank has 5 wrong answers, fewer than 6",
        f"bank/{LESSON}/ex1.py, line 7 states the belief 'something-else', which the exercise never names",
    ]


@pytest.mark.parametrize(
    "output, said",
    [
        ({"output_type": "stream", "name": "stdout", "text": "JitTracer<int32[3]>"}, "prints 'JitTracer'"),
        ({"output_type": "stream", "name": "stdout", "text": "<object object at 0x7f3a5c1e>"}, "prints '0x7f3a5c1e'"),
        ({"output_type": "display_data", "data": {"text/plain": ["PyTreeDef([*, *])"]}}, "prints 'PyTreeDef'"),
        (
            {"output_type": "stream", "name": "stdout", "text": "jax.errors.UnexpectedTracerError: Encountered"},
            "prints",
        ),
        ({"output_type": "stream", "name": "stderr", "text": "a warning"}, "writes to stderr"),
        ({"output_type": "error", "ename": "ValueError", "evalue": "", "traceback": []}, "raises ValueError"),
    ],
)
def test_outputs_that_differ_between_versions_are_faults(folder, output, said):
    stored(folder, output)
    assert [words for rule, _, words in broken(folder) if rule == "stable-output" and said in words]


def test_two_beliefs_may_share_neither_words_nor_names():
    shared = parse(LESSON, GOOD.replace("This is not 2 times", "This is not 1 times"))
    turned = parse(LESSON, GOOD.replace('"not-doubled-2"', '"doubled-1-not"'))
    for lesson, said in (shared, "say the same to the learner"), (turned, "have names of the same words"):
        assert [fault.words for fault in lint.faults_together([lesson]) if fault.rule == "beliefs-apart"] == [said]


def test_a_claim_belongs_to_one_lesson():
    other = parse("08_other", GOOD)
    assert any(
        fault.rule == "claims-apart" and "already used in 07_fixture" in fault.words
        for fault in lint.faults_together([parse(LESSON, GOOD), other])
    )


CLASS = EXERCISE.replace("NUM", "1").replace("def double(x):", "class Twice:\n    pass\n\n\ndef double(x):", 1)


def test_a_class_of_an_answer_has_a_name_that_no_other_exercise_uses():
    one = parse(LESSON, GOOD.replace(EXERCISE.replace("NUM", "1"), CLASS))
    other = parse("08_other", GOOD.replace(EXERCISE.replace("NUM", "1"), CLASS))

    def said(*lessons):
        found = [fault for fault in lint.faults_together(list(lessons)) if fault.rule == "classes-apart"]
        return [(fault.lesson, fault.where, fault.words) for fault in found]

    assert said(one) == []
    assert said(one, other) == [("08_other", "ex1", "the class Twice is already that of 07 ex1")]


def test_a_lesson_that_is_linted_alone_is_compared_with_all(course):
    """Two sheets that `new` has begun: each passes alone, and both have the class Length1."""
    for sheet in ("04_practice", "05_practice"):
        scaffold.begin(sheet, course / "solutions")
    done = CliRunner().invoke(app, ["lint", "05_practice"])
    assert done.exit_code == 1
    assert "05_practice, ex1: the class Length1 is already that of 04 ex1; give it a name of its own" in done.output


def test_a_fault_is_told_with_its_remedy(folder):
    (fault,) = lint.faults(parse(LESSON, GOOD.replace('claim("l7-one"', 'from math import *\nclaim("l7-one"')), folder)
    assert str(fault) == (
        "07_fixture, 07-020: uses a star import; write it as all tested versions have it [allowed-api]"
    )


def test_a_misconception_is_caught_at_its_places_and_once_at_least_by_a_graded_exercise_with_a_wrong_answer(folder):
    lesson = parse(LESSON, GOOD)
    place = folder / f"bank/{LESSON}/ex2.py"
    place.write_text(place.read_text().replace("not-doubled-2", "another"))

    def said(*places):
        return [words for *_, words in lint.covered([lesson], {"it is not doubled": places}, folder)]

    assert said("07 ex1 not-doubled-1", "07 predict1 all-is-traced-1") == []
    for places, fault in [
        ((), "is caught by no graded exercise"),
        (("07 predict1 all-is-traced-1",), "is caught by no graded exercise"),
        (("07 ex2 not-doubled-1", "07 ex1 not-doubled-1"), "that does not name this belief"),
        (("07 ex2 not-doubled-2",), "add one whose head names not-doubled-2"),
    ]:
        assert any(fault in words for words in said(*places)), places


def test_the_seventeen_misconceptions_are_listed():
    assert len(MISCONCEPTIONS) == 17
