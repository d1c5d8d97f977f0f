"""The table of facts: claims are collected and measured one by one, broken ones are named with their version, drift is
seen.
"""

import json
import re
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from grader.cli.main import app
from grader.core import cache
from grader.core.errors import NotMeasured
from grader.core.paths import lesson_names
from grader.lessons import source as lessons
from grader.lessons.claims import claims_of
from grader.lessons.source import SourceError, parse
from grader.versions import devices, matrix
from grader.versions.environments import SETS, VersionSet
from grader.versions.facts import changes, measure, pages, table
from grader.versions.facts.measure import record

HEAD = """# %% [markdown]
# # A lesson of claims

# %% tags=["setup"]
# put in by the build
"""
GOOD = (
    HEAD
    + """
# %%
claim("f-sum", "1 + 1 is 2", 1 + 1 == 2)
claim("f-sorted", "sorted sorts", sorted([2, 1]) == [1, 2])
with raises(ValueError):  # a word
    int("one")
"""
)
EVERY = (
    HEAD
    + """
# %%
claim("holds", "a", True)
claim("fails", "b", 1 > 2)
claim("cannot-be-asked", "c", undefined)
claim("goes-on", "d", True)
with raises(ValueError):
    pass
with raises(ValueError):
    1 / 0
with raises(ValueError, KeyError):
    {}[1]

# %%
if 1 > 2:
    claim("left-out", "e", True)
for number in (1, 2, 3):
    claim("each-time", "f", number != 2)


def later():
    claim("inside", "g", True)


later()

# %%
claim("before", "h", True)
1 / 0
claim("behind", "i", True)

# %%
claim("another-cell", "j", True)
"""
)


@pytest.fixture()
def course(monkeypatch, tmp_path):
    """Lessons of the tests in place of the course's: `course(NAME=source)`; the setup cell is empty, so that a run
    takes no time.
    """
    monkeypatch.setattr(lessons, "instruments", lambda: "claim = raises = None")
    monkeypatch.setattr(cache, "KEPT", tmp_path / "kept")
    sources = {}
    for module in (measure, table):
        monkeypatch.setattr(module, "load", lambda name: parse(name, sources[name]))
    return lambda **given: sources.update(given)


# collecting
# ------------------------------------------------------------------------------------------------------------
def test_claims_and_raises_are_collected_with_cell_and_sentence(course):
    found = claims_of(parse("97_good", GOOD))
    assert [(claim.id, claim.sentence, claim.cell) for claim in found] == [
        ("f-sum", "1 + 1 is 2", "97-002"),
        ("f-sorted", "sorted sorts", "97-002"),
        ("l97-raises-1", "`int('one')` raises ValueError (a word)", "97-002"),
    ]


@pytest.mark.parametrize(
    "cell, said",
    [
        ('claim("a" + "b", "x", True)', "plain strings"),
        ('claim("a", f"{1}", True)', "line 1"),
        ('claim("a", "x", True)\nclaim("a", "y", True)', "'a' is used twice"),
    ],
)
def test_a_claim_that_cannot_be_read_is_refused(course, cell, said):
    with pytest.raises(SourceError, match=re.escape(said)):
        claims_of(parse("97_bad", HEAD + "\n# %%\n" + cell + "\n"))


# measuring
# -------------------------------------------------------------------------------------------------------------
def test_every_outcome_is_told_apart_and_later_cells_go_on(course):
    assert record(parse("97_every", EVERY), sys.executable) == {
        "holds": "holds",
        "fails": "differs: does not hold",
        "cannot-be-asked": "differs: NameError",
        "goes-on": "holds",
        "l97-raises-1": "differs: nothing is raised",
        "l97-raises-2": "differs: raises ZeroDivisionError",
        "l97-raises-3": "holds",
        "left-out": "not applicable",
        "each-time": "differs: does not hold",
        "inside": "holds",
        "before": "holds",
        "behind": "differs: not reached: ZeroDivisionError",
        "another-cell": "holds",
    }


def test_a_run_that_breaks_is_no_outcome(course):
    with pytest.raises(NotMeasured, match="97_good broke with exit code 3"):
        record(parse("97_good", GOOD + "\n# %%\nimport os\nos._exit(3)\n"), sys.executable)


def test_a_lesson_is_measured_again_only_when_its_code_changes(course, monkeypatch):
    calls = []
    monkeypatch.setattr(measure, "record", lambda lesson, python: calls.append(lesson.name) or {"f-sum": "holds"})
    for source in (GOOD, GOOD, GOOD.replace("# %%\nclaim", "# %% [markdown]\n# More words.\n\n# %%\nclaim")):
        course(**{"97_good": source})
        measure.measured(SETS["newest"], "97_good")
    assert len(calls) == 1
    course(**{"97_good": GOOD.replace("1 + 1 ==", "2 + 0 ==")})
    measure.measured(SETS["newest"], "97_good")
    assert len(calls) == 2


# the table, and what is not as it says
# ---------------------------------------------------------------------------------
@pytest.fixture()
def measured_table(course, monkeypatch):
    """The table of one good lesson, measured on newest; the probes are left out."""
    monkeypatch.setattr(changes, "probes", list)
    monkeypatch.setattr(table, "SETS", {"newest": SETS["newest"]})
    course(**{"97_good": GOOD})
    return table.made(table.stored(table.DOCS / "none.json"), [SETS["newest"]], ["97_good"], told=lambda doing: None)


def test_two_claims_broken_on_purpose_are_named_with_their_version(course, measured_table, monkeypatch):
    assert table.drift(measured_table, SETS["newest"], ["97_good"]) == []
    course(**{"97_good": GOOD.replace("1 + 1 == 2", "1 + 1 == 3").replace('int("one")', 'int("1")')})
    found = table.drift(measured_table, SETS["newest"], ["97_good"])
    assert [(one.id, one.where, one.was, one.now) for one in found] == [
        ("f-sum", "newest", "holds", "differs: does not hold"),
        ("l97-raises-1", "newest", "holds", "differs: nothing is raised"),
    ]
    monkeypatch.setattr(table, "stored", lambda: measured_table)
    monkeypatch.setattr("grader.core.paths.lesson_names", lambda: ["97_good"])
    said = CliRunner().invoke(app, ["drift"])
    assert said.exit_code == 1 and "2 behaviour(s) changed" in said.output
    assert "| f-sum | 1 + 1 is 2 | holds | differs: does not hold |" in said.output
    course(**{"97_good": GOOD})
    calm = CliRunner().invoke(app, ["drift"])
    assert calm.exit_code == 0 and "Everything is as the table of facts says." in calm.output


@pytest.mark.parametrize(
    "change, said",
    [
        (lambda text: text.replace("f-sum", "f-total"), {("f-sum", "gone"), ("f-total", "claimed")}),
        (lambda text: text.replace("1 + 1 is 2", "1 + 1 is two"), {("f-sum", "1 + 1 is two")}),
        (
            lambda text: text.replace("# %%\nclaim", "# %%\npass\n\n# %%\nclaim"),
            {(name, "97-003") for name in ("f-sum", "f-sorted", "l97-raises-1")},
        ),
    ],
)
def test_a_table_that_is_not_the_lessons_is_stale(course, measured_table, change, said):
    assert table.stale(measured_table, ["97_good"]) == []
    course(**{"97_good": change(GOOD)})
    assert {(one.id, one.now) for one in table.stale(measured_table, ["97_good"])} == said


def test_a_set_that_was_not_measured_and_a_new_probe_are_stale(course, measured_table, monkeypatch):
    monkeypatch.setattr(table, "SETS", {name: SETS[name] for name in ("colab", "newest")})
    assert {(one.id, one.where) for one in table.stale(measured_table, ["97_good"])} == {
        (name, "colab") for name in ("f-sum", "f-sorted", "l97-raises-1")
    }
    monkeypatch.setattr(table, "SETS", {"newest": SETS["newest"]})
    monkeypatch.undo()
    assert {one.where for one in table.stale({"sets": {}, "claims": [], "behaviours": []}, [])} == {"the probes"}


def test_measuring_one_set_keeps_the_others_for_the_same_sentence_alone(course, measured_table, monkeypatch):
    monkeypatch.setattr(table, "SETS", {name: SETS[name] for name in ("colab", "newest")})
    for claim in measured_table["claims"]:
        claim["on"]["colab"] = "differs: KeyError"
    course(**{"97_good": GOOD.replace("sorted sorts", "sorted does sort")})
    made = table.made(measured_table, [SETS["newest"]], ["97_good"], told=lambda doing: None)
    assert {claim["id"]: claim["on"]["colab"] for claim in made["claims"]} == {
        "f-sum": "differs: KeyError",
        "f-sorted": "not measured",
        "l97-raises-1": "differs: KeyError",
    }


def test_the_check_can_fail(course, measured_table, monkeypatch, tmp_path):
    monkeypatch.setattr(table, "FACTS", tmp_path / "facts.json")
    monkeypatch.setattr(pages, "DOCS", tmp_path)
    monkeypatch.setattr("grader.versions.environments.named", lambda names: [SETS["newest"]])
    monkeypatch.setattr(pages, "ROOT", tmp_path)
    monkeypatch.setattr("grader.core.paths.lesson_names", lambda: ["97_good"])
    monkeypatch.setattr("grader.core.paths.ROOT", tmp_path)
    assert CliRunner().invoke(app, ["facts"]).exit_code == 0
    assert (done := CliRunner().invoke(app, ["facts", "--check"])).exit_code == 0, done.output
    (tmp_path / "facts.md").write_text("by hand")
    done = CliRunner().invoke(app, ["facts", "--check"])
    assert done.exit_code == 1 and "facts.md is not what docs/facts.json gives" in done.output
    course(**{"97_good": GOOD.replace("1 + 1 == 2", "1 + 1 == 3")})
    done = CliRunner().invoke(app, ["facts", "--check"])
    assert (
        done.exit_code == 1 and "f-sum on newest: was 'holds', is 'differs: does not hold': 1 + 1 is 2" in done.output
    )


def test_facts_of_some_sets_ends_with_1_and_the_command_that_measures_the_rest(
    course, measured_table, monkeypatch, tmp_path
):
    """What a set was never asked is a "?" in the table: it is told at once, not by a test later."""
    monkeypatch.setattr(table, "SETS", {name: SETS[name] for name in ("documents", "colab", "newest")})
    monkeypatch.setattr(table, "FACTS", tmp_path / "facts.json")
    monkeypatch.setattr(pages, "DOCS", tmp_path)
    monkeypatch.setattr("grader.core.paths.lesson_names", lambda: ["97_good"])
    done = CliRunner().invoke(app, ["facts", "newest"])
    assert done.exit_code == 1
    assert done.stdout.splitlines()[1:] == [
        "3 claim(s) are not measured on documents, colab: run python -m grader facts documents colab"
    ]
    assert "?" in (tmp_path / "facts.md").read_text()


def test_the_committed_table_is_of_these_lessons_and_every_cell_is_measured():
    """What is measured on newest, documents and colab the replays compare; here, that the table is of these sources and
    the pages of the table.
    """
    stored = table.stored()
    assert [str(one) for one in table.stale(stored, lesson_names())] == [], (
        "run python -m grader facts and commit docs/facts.*"
    )
    assert len(stored["sets"]) >= 10 and all(set(claim["on"]) == set(SETS) for claim in stored["claims"])
    assert {outcome.split(":")[0] for claim in stored["claims"] for outcome in claim["on"].values()} <= {
        "holds",
        "differs",
        "not applicable",
    }
    for path, text in pages.pages(stored).items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name}: run python -m grader facts"


# pages
# -----------------------------------------------------------------------------------------------------------------
def test_the_pages_show_what_differs_and_need_nothing_else(measured_table):
    measured_table["claims"][0]["on"]["newest"] = "differs: TypeError"
    measured_table["claims"][1]["sentence"] = "a < b | `c`"
    measured_table["behaviours"] = [
        {
            "name": "x",
            "looks at": "x",
            "symptom": "s",
            "portable": "p",
            "probe": "",
            "seen": {"0.4.38": "a", "0.5.0": "b", "0.5.3": "b"},
        }
    ]
    text, page = pages.markdown(measured_table), pages.page(measured_table)
    assert (
        "✗ TypeError" in text
        and "a < b \\| `c`" in text
        and "to 0.4.38: a<br>from 0.5.0 on: b" in text
        and "1 differ" in text
    )
    assert "✗ TypeError" in page and "a &lt; b | <code>c</code>" in page and page.count("<script") == 1
    assert not re.search(r"https?:|src=|<link|@import|url\(", page)


# where behaviour changed
# -----------------------------------------------------------------------------------------------
def test_bisection_finds_the_first_release_and_tries_few():
    asked = []

    def look(version):
        asked.append(version)
        return "new" if changes.Version(version) >= changes.Version("0.4.35") else "old"

    found, turns = changes.changes(look, ["0.4.28", "0.4.38", "0.5.3"])
    assert turns == [changes.Change("0.4.34", "old", "0.4.35", "new")]
    assert len(asked) == len(set(asked)) <= 7 and "0.5.1" not in asked


def test_a_behaviour_that_comes_and_goes_has_two_turns():
    found, turns = changes.changes(
        lambda version: "odd" if version.startswith("0.9") else "even", ["0.8.3", "0.9.2", "0.10.2"]
    )
    assert [(turn.last, turn.first, turn.now) for turn in turns] == [
        ("0.8.3", "0.9.0", "odd"),
        ("0.9.2", "0.10.0", "even"),
    ]
    assert changes.turns({"0.8.3": "a", "0.9.2": "b"})[0].between == ("0.9.0", "0.9.0.1", "0.9.1")


def test_every_probe_says_symptom_and_portable_form(tmp_path):
    assert len(changes.probes()) >= 6
    path = tmp_path / "probe.py"
    path.write_text('"""What it looks at.\n\nsymptom: none\n"""\n')
    with pytest.raises(NotMeasured, match="probe.py: its head has no line 'portable: …'"):
        changes.read(path)


@pytest.mark.parametrize("body, said", [("return [1, 2]", "[1, 2]"), ("raise KeyError('x')", "raises KeyError")])
def test_a_probe_tells_what_it_saw(tmp_path, body, said):
    path = tmp_path / "probe.py"
    path.write_text(f"def observe():\n    {body}\n")
    done = subprocess.run([sys.executable, "-I", str(changes.PROBER), str(path)], capture_output=True, text=True)
    assert json.loads(done.stdout) == said


def test_a_probe_that_stands_still_has_seen_that(monkeypatch, tmp_path):
    path = tmp_path / "probe.py"
    path.write_text("""'''x

symptom: s
portable: p
'''
import time


def observe():
    time.sleep(60)
""")
    monkeypatch.setattr(cache, "KEPT", tmp_path)
    monkeypatch.setattr(changes, "SECONDS", 0.5)
    assert changes.seen(changes.read(path), changes.version_of(SETS["newest"])) == "does not return"


def test_a_release_is_pinned_to_the_jaxlib_it_was_made_for():
    assert {"jax==0.4.37", "jaxlib==0.4.36", "numpy==1.26.4"} <= set(changes.release_set("0.4.37").pins)
    assert {"jax==0.8.1", "jaxlib==0.8.1", "numpy==2.5.5"} <= set(changes.release_set("0.8.1").pins)


# what is kept
# ----------------------------------------------------------------------------------------------------------
def test_an_ended_matrix_goes_on_where_it_was(monkeypatch, tmp_path):
    calls = []

    def look(lesson, python):
        calls.append(lesson)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return 3, ()

    monkeypatch.setattr(cache, "KEPT", tmp_path)
    monkeypatch.setattr(matrix, "LOOKS", {"cells": look})
    monkeypatch.setattr(matrix, "ensure", lambda one: sys.executable)
    one = VersionSet("newest", "")
    with pytest.raises(KeyboardInterrupt):
        list(matrix.outcomes([one], ["a", "b"]))
    assert [outcome.count for outcome in matrix.outcomes([one], ["a", "b"])] == [3, 3]
    assert calls == ["a", "b", "b"]
    list(matrix.outcomes([one], ["a", "b"], again=True))
    assert calls[3:] == ["a", "b"]
    monkeypatch.setattr(matrix, "packages_of", lambda one: {"jax": "99"})
    list(matrix.outcomes([one], ["a"]))
    assert calls[5:] == ["a"]


# devices
# ---------------------------------------------------------------------------------------------------------------
def test_emulated_devices_are_there_and_are_called_what_they_are(monkeypatch, tmp_path):
    found = devices.devices(8)
    assert (found["platform"], found["count"]) == ("cpu", 8)
    lesson = devices.LessonRecord("97_good", 5, (("97-002", "it differs"), ("97-002", "and again"), ("97-003", "too")))
    record = devices.Record("2000-01-01", found, 8, (lesson,))
    assert record.kind == "cpu-8-emulated"
    text = devices.record_page(record)
    assert (
        "8 emulated CPU devices" in text
        and "Nothing here is a claim about a GPU" in text
        and "| 97_good | 5 | 3 | 2 |" in text
        and "cell 97-003: too" in text
    )
    gpu = devices.Record("2000-01-01", found | {"platform": "gpu", "kind": "NVIDIA A100-SXM4"}, 0, (lesson,))
    assert gpu.kind == "gpu-nvidia-a100-sxm4" and "Nothing here" not in devices.record_page(gpu)


def test_a_record_fails_if_a_cell_differs(monkeypatch, tmp_path):
    monkeypatch.setattr("grader.core.paths.ROOT", tmp_path)
    results = {"a": devices.LessonRecord("a", 2, ())}
    monkeypatch.setattr(devices, "RECORDS", tmp_path)
    monkeypatch.setattr(
        devices,
        "record_lessons",
        lambda names, emulated: devices.Record(
            "2000-01-01",
            dict.fromkeys(
                ("platform", "kind", "count", "python", "machine", "jax", "jaxlib", "numpy", "equinox"), "cpu"
            ),
            emulated,
            tuple(results.values()),
        ),
    )
    assert CliRunner().invoke(app, ["accelerator", "--emulated", "8"]).exit_code == 0
    results["b"] = devices.LessonRecord("b", 2, (("b-001", "5 is not 4"),))
    done = CliRunner().invoke(app, ["accelerator", "--emulated", "8"])
    assert done.exit_code == 1 and "b, cell b-001: 5 is not 4" in done.output


def test_a_missing_platform_is_said(monkeypatch):
    monkeypatch.setattr(devices, "device_variables", lambda emulated: {"JAX_PLATFORMS": "none-such"})
    with pytest.raises(NotMeasured, match="JAX finds no device that it can use"):
        devices.devices(0)
