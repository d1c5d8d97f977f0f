"""Stored outputs against a new run: every lesson on every version set, and notebooks that must not pass."""

import sys

import nbformat
import pytest

from grader.core.paths import SOLUTIONS, lesson_names
from grader.versions.environments import SETS, TESTED, ensure
from grader.versions.replay import SANITIZE, replay

VERSIONS = "jax 0.4.28, numpy 1.26.4, equinox 0.11.4; device: cpu\n"
NEWER = VERSIONS.replace("0.4.28", "0.12.0.1").replace("cpu", "gpu (NVIDIA H200)")
PAGE = "from IPython.display import HTML, display\n"


def printed(text, name="stdout"):
    return nbformat.v4.new_output("stream", name=name, text=text)


def shown(plain, page):
    return nbformat.v4.new_output("display_data", data={"text/plain": plain, "text/html": page})


# id of the cell → (source, stored outputs)
SAME = {
    "versions": (f"print({NEWER!r}, end='')", [printed(VERSIONS)]),
    "a-tpu": (f"print({VERSIONS.replace('cpu', 'tpu (TPU v5 lite)')!r}, end='')", [printed(VERSIONS)]),
    "equal": ("print('traces: 2')", [printed("traces: 2\n")]),
    "hidden-value": ("2 + 2;", []),
    "page": (PAGE + "display(HTML('<b>x</b>'))", [shown("<IPython.core.display.HTML object>", "<b>x</b>")]),
}
DIFFERENT = {
    "changed-output": ("print('traces: 2')", [printed("traces: 3\n")], "traces: 3"),
    "changed-page": (
        PAGE + "display(HTML('<b>x</b>'))",
        [shown("<IPython.core.display.HTML object>", "<b>y</b>")],
        "<b>y</b>",
    ),
    "lost-output": ("pass", [printed("traces: 2\n")], "Missing output fields"),
    "new-output": ("print('traces: 2')", [], "Unexpected output fields"),
    "failing-claim": ("def claim(holds): assert holds, 'does not hold here'\nclaim(1 > 2)", [], "does not hold here"),
    "stored-error": (
        "1 / 0",
        [nbformat.v4.new_output("error", ename="ZeroDivisionError", evalue="division by zero", traceback=[])],
        "division by zero",
    ),
    "stderr": ("import sys; print('a warning', file=sys.stderr)", [], "stderr"),
    "warning": ("import warnings; warnings.warn('soon gone')", [], "stderr"),
    "more-than-versions": (f"print({NEWER!r} + 'also 8')", [printed(VERSIONS + "also 7\n")], "also 7"),
    "no-such-device": (f"print({VERSIONS.replace('cpu', 'gpu')!r}, end='')", [printed(VERSIONS)], "device: gpu"),
    "another-runtime": (
        f"print({VERSIONS.replace('cpu', 'cpu; Colab release-colab_20260801')!r}, end='')",
        [printed(VERSIONS)],
        "Colab",
    ),
    "versions-of-others": ("print('jax 0.12.0.1')", [printed("jax 0.4.28\n")], "jax 0.4.28"),
    "too-slow": ("import time; time.sleep(60)", [], "Timeout"),
}
UNPROVEN = {
    "never-executed": {"execution_count": None},
    "comment": {"source": "# NBVAL_IGNORE_OUTPUT\nprint(1)"},
    "skipped": {"source": "# NBVAL_SKIP\nprint(1)"},
    "raises": {"metadata": {"tags": ["raises-exception"]}},
    "tag": {"metadata": {"tags": ["nbval-ignore-output"]}},
}


def notebook(path, cells):
    made = [
        nbformat.v4.new_code_cell(source, id=name, outputs=outputs, execution_count=1)
        for name, (source, outputs, *_) in cells.items()
    ]
    nbformat.write(nbformat.v4.new_notebook(cells=made), path)
    return path


def test_equal_outputs_pass_and_each_kind_of_difference_is_named(tmp_path):
    result = replay(notebook(tmp_path / "lesson.ipynb", SAME | DIFFERENT), sys.executable, seconds=5)
    said = {difference.cell: difference.said for difference in result.differences}
    assert result.cells == len(SAME) + len(DIFFERENT)
    assert list(said) == list(DIFFERENT)
    for name, (_, _, words) in DIFFERENT.items():
        assert words in said[name], name


def test_a_cell_that_proves_nothing_is_a_difference(tmp_path):
    cells = [
        nbformat.v4.new_code_cell(
            **{"source": "print(1)", "id": name, "execution_count": 1, "outputs": [printed("1\n")]} | changed
        )
        for name, changed in UNPROVEN.items()
    ]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), tmp_path / "lesson.ipynb")
    found = {difference.cell for difference in replay(tmp_path / "lesson.ipynb", sys.executable).differences}
    assert found == set(UNPROVEN)


def test_a_kernel_that_does_not_start_is_no_pass(tmp_path):
    (tmp_path / "python").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "python").chmod(0o755)
    result = replay(notebook(tmp_path / "lesson.ipynb", SAME), tmp_path / "python")
    assert {difference.cell for difference in result.differences} == set(SAME)


def test_the_sanitizer_touches_one_output_of_each_lesson():
    """All that it may forgive is the line that the setup cell prints."""
    import re

    from nbval.plugin import get_sanitize_patterns

    ((pattern, _),) = get_sanitize_patterns(SANITIZE.read_text(encoding="utf-8"))
    for name in lesson_names():
        texts = [
            text
            for cell in nbformat.read(SOLUTIONS / f"{name}.ipynb", as_version=4).cells
            for output in cell.get("outputs", [])
            for text in [output.get("text", ""), *output.get("data", {}).values()]
        ]
        assert [text for text in texts if re.search(pattern, text)] == [text for text in texts if "; device: " in text]
        assert sum(bool(re.search(pattern, text)) for text in texts) == 1


@pytest.mark.versions
@pytest.mark.parametrize("version_set", TESTED)
@pytest.mark.parametrize("lesson", lesson_names())
def test_a_lesson_says_the_same_on_every_tested_version_set(lesson, version_set):
    result = replay(SOLUTIONS / f"{lesson}.ipynb", ensure(SETS[version_set]))
    assert result.cells > 0
    assert not result.differences, "\n".join(map(str, result.differences))
