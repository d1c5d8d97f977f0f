"""Every hostile or damaged file gets exactly what it must, and the table of all kinds is nought where it has to be."""

import json

import pytest

from grader.batch import class_run
from grader.judging import run_notebook as grade_module
from grader.judging.run_notebook import Times
from grader.tests.hostile import GRADED, REFUSED, RIGHT, Case, answered, load_all, suite
from grader.tests.hostile.lesson import give_out, release
from grader.tests.hostile.read_cells import written_in

CASES = load_all()
OUTSIDE = {written.name for written in written_in("tampering/outside.py")}
pytestmark = pytest.mark.confined

# What runs by default: every kind, of the kernel attacks those that differ in what they attack, and of the two largest
# kinds each third and each second file. `-m slow` runs the rest.
EVERY = {"ways in": 3, "honest habits": 2}
QUICK_KINDS = ("metadata", "parsers", "encodings", "names", "leaks", "Colab damage")
QUICK = {
    "strips_asserts",
    "replaces_json",
    "run_code_does_nothing",
    "walks_frames_of_the_runner",
    "silences_the_runner_by_frames",
    "searches_memory",
    "searches_classes",
    "follows_globals_of_streams",
    "changes_the_recorder",
    "forks_and_lets_the_child_answer",
    "leaves_a_process_with_the_channel",
    "frame_forged",
    "frame_deeply_nested",
    "frame_flood",
    "frame_of_signs",
    "equal_to_everything",
    "subclass_of_a_tracer",
    "evil_repr",
    "ends_its_process",
    "kills_the_runner",
    "knows_the_table_and_forges_by_frames",
    "knows_the_table_and_tells_it_to_the_check",
    "changes_the_cell_of_see",
    "counts_traces_itself",
    "patches_names_of_the_check",
    "only_the_visible_cases",
    "right_but_patches_jax",
    "much_memory",
    "large_output_in_one_line",
    "stderr_pipe_filled",
    "many_displays",
    "bottomless_list",
    "reads_solutions_beside_it",
    "persists_in_the_home",
    "uses_the_network",
    "perfect",
    "warns",
    "prints_to_stderr",
    "scratch_cell_that_fails",
    "installs_packages",
    "command_outlasts_its_cell",
    "imports_what_is_not_there",
    "shows_all_values",
    "overwrites_names_of_ours",
    "tabs",
    "error_after_the_answer",
    "copied_check_cell",
    "deleted_checks",
    "metadata_and_ids_lost",
    "only_the_answers",
    "answer_turned_into_text",
    "old_format",
    "one_answer_missing",
    "untouched",
    "answers_swapped",
    "copied_answer_cell",
    "error_called_nothing",
    "words_that_read_like_an_array",
    "one_of_several_classes",
    "walks_frames_after_the_last_check",
}


SAMPLED = {name for kind, step in EVERY.items() for name in [one for one in CASES if CASES[one].kind == kind][::step]}


def is_quick(case: Case) -> bool:
    return not case.slow and (case.kind in QUICK_KINDS or case.name in SAMPLED | QUICK or case.name in OUTSIDE)


@pytest.fixture(autouse=True)
def small_course(monkeypatch):
    give_out(monkeypatch.setattr)


@pytest.fixture(scope="module")
def start(tmp_path_factory):
    kept = tmp_path_factory.mktemp("compiled")
    with pytest.MonkeyPatch.context() as patched:
        give_out(patched.setattr)
        reused = suite.prepared(kept)
    assert any(path.name.endswith("-cache") for path in kept.iterdir()), (
        "no program was compiled: the suite would not run on the path that a batch takes"
    )
    before = {path.name: path.read_bytes() for path in kept.iterdir()}
    yield reused
    reused.end()
    assert {path.name: path.read_bytes() for path in kept.iterdir()} == before, "a hostile file wrote to what all share"


@pytest.fixture(scope="module")
def seen(request):
    collected = []
    yield collected
    reporter = request.config.pluginmanager.get_plugin("terminalreporter")
    if collected and reporter:
        with request.config.pluginmanager.get_plugin("capturemanager").global_and_fixture_disabled():
            reporter.write_line("")
            for line in suite.table(collected):
                reporter.write_line(line)


@pytest.mark.parametrize(
    "name", [name if is_quick(case) else pytest.param(name, marks=pytest.mark.slow) for name, case in CASES.items()]
)
def test_file_gets_what_it_must(name, start, seen):
    seen.append(suite.run(CASES[name], start))
    assert seen[-1].faults == []


def test_every_kind_runs_by_default():
    quick = {case.kind for case in CASES.values() if is_quick(case)}
    assert quick == {case.kind for case in CASES.values()}


def test_there_are_enough_of_every_kind():
    kinds = {case.kind for case in CASES.values()}
    assert len(CASES) >= 120
    assert kinds == {
        "tampering in the kernel",
        "metadata",
        "files and gradebook",
        "leaks",
        "exhaustion",
        "parsers",
        "encodings",
        "names",
        "Colab damage",
        "honest accidents",
        "honest habits",
        "ways in",
    }


@pytest.mark.parametrize(
    "fault, change", [("points", lambda case: {"points": 5.0}), ("not refused", lambda case: {"outcomes": (REFUSED,)})]
)
def test_the_suite_can_fail(fault, change, start):
    case = CASES["perfect"]
    seen = suite.run(Case(**(vars(case) | change(case))), start)
    assert any(fault in one for one in seen.faults)


def test_a_leak_would_be_found(monkeypatch, start):
    """Had a cell been run after a probe, the suite would see the hidden inputs."""
    examine = grade_module.Run.examine

    def leaking(run, runner, exercise, cell):
        verdict = examine(run, runner, exercise, cell)
        run.cells[run.program.answer_at[exercise.id]] = runner.cell("print('leak', kept)", 6)
        return verdict

    monkeypatch.setattr(grade_module.Run, "examine", leaking)
    assert suite.run(CASES["prints_what_it_kept_in_a_cell_that_runs"], start).leaked


def test_no_file_stops_a_batch(tmp_path):
    """The worst of each kind and two honest ones through the real batch, sandboxes of their own, tables and pages
    included.
    """
    names = [
        "nested_lists",
        "empty_file",
        "frame_forged",
        "ends_its_process",
        "kills_everything",
        "formula_as_a_name",
        "script_as_a_name",
        "line_break",
        "metadata_lost",
        "script_in_outputs_and_text",
    ]
    for number, name in enumerate(names):
        case = CASES[name]
        path = tmp_path / "in" / (case.path if case.kind == "names" else f"student{number}/90_hostile.ipynb")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(case.make(release()))
    for student in ("aa first", "zz last"):
        path = tmp_path / "in" / student / "90_hostile.ipynb"
        path.parent.mkdir()
        path.write_text(json.dumps(answered(json.loads(json.dumps(release())), RIGHT)))
    outside = {path.name for path in tmp_path.iterdir()} | {"out"}
    results = class_run.grade_class(
        [tmp_path / "in"], class_run.Settings(tmp_path / "out", seed="s", jobs=2, times=Times(6, 6, 45))
    )
    by_student = {result.student: result for result in results}
    assert len(results) == len(names) + 2
    assert all(
        by_student[student].score == 6 and by_student[student].outcome == GRADED for student in ("aa first", "zz last")
    )
    assert {path.name for path in tmp_path.iterdir()} == outside
    tables = (tmp_path / "out" / "submissions.csv").read_text() + (tmp_path / "out" / "grades.csv").read_text()
    assert not any(line.startswith(("=", '"=')) for line in tables.splitlines())
    assert all("<script>alert" not in page.read_text() for page in (tmp_path / "out" / "feedback").rglob("*.html"))
