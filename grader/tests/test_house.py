"""How the code is kept: imports go downward, ruff is content, nothing is dead, no function is too long, lessons parse.

Each gate has a file that breaks it, so that a gate that sees nothing is found.
"""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from grader.core.paths import ROOT, SOLUTIONS, lesson_names

PROJECT = ROOT / "pyproject.toml"
LONGEST = 50  # lines of a function, from `def` to its end
NOT_OURS = ("tests/data", "tests/hostile/cells")  # lessons and cells of the tests: what learners write


def run(tool: str, *arguments, folder: Path = ROOT) -> subprocess.CompletedProcess:
    """A tool of this environment, run in `folder`."""
    program = Path(sys.executable).parent / tool
    return subprocess.run([program, *map(str, arguments)], cwd=folder, capture_output=True, text=True)


def sources(folder: Path):
    for path in sorted(folder.rglob("*.py")):
        if not any(part in path.as_posix() for part in NOT_OURS):
            yield path


# imports --------------------------------------------------------------------------------------------------------------
def test_imports_go_downward():
    done = run("lint-imports", "--no-cache")
    assert done.returncode == 0, done.stdout


def test_an_import_upward_is_found(tmp_path):
    """The rules of this project on a package of the same names, empty but for one import."""
    for path in sources(ROOT / "grader"):
        copy = tmp_path / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text("")
    (tmp_path / "pyproject.toml").write_text(PROJECT.read_text(encoding="utf-8"))
    assert run("lint-imports", "--no-cache", folder=tmp_path).returncode == 0
    (tmp_path / "grader" / "core" / "__init__.py").write_text("import grader.lessons\n")
    done = run("lint-imports", "--no-cache", folder=tmp_path)
    assert done.returncode == 1 and "grader.core -> grader.lessons" in done.stdout


# ruff -----------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("arguments", [("check",), ("format", "--check")])
def test_ruff_is_content(arguments):
    done = run("ruff", *arguments, "--no-cache", "grader")
    assert done.returncode == 0, done.stdout[-3000:]


@pytest.mark.parametrize(
    "arguments, text, said",
    [
        (("check",), f"x = {'1' * 120}\n", "E501"),
        (("check",), "import os\n", "F401"),
        (("format", "--check"), "x = {  1 }\n", "would be reformatted"),
    ],
)
def test_ruff_finds_what_it_must(tmp_path, arguments, text, said):
    (tmp_path / "one.py").write_text(text)
    done = run("ruff", *arguments, "--no-cache", "--config", PROJECT, "one.py", folder=tmp_path)
    assert done.returncode == 1 and said in done.stdout


# dead code ------------------------------------------------------------------------------------------------------------
def test_nothing_is_dead():
    done = run("vulture")
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_function_that_nobody_calls_is_found(tmp_path):
    (tmp_path / "one.py").write_text("def used():\n    pass\n\n\ndef forgotten_by_all():\n    pass\n\n\nused()\n")
    done = run("vulture", "--config", PROJECT, "one.py", folder=tmp_path)
    assert done.returncode == 3 and "forgotten_by_all" in done.stdout and "'used'" not in done.stdout


# long functions -------------------------------------------------------------------------------------------------------
def too_long(text: str) -> list[str]:
    """Functions of more than LONGEST lines that no comment right above (or above their decorators) gives a reason
    for.
    """
    lines, found = text.splitlines(), []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            count = node.end_lineno - node.lineno + 1
            above = min([node.lineno, *(one.lineno for one in node.decorator_list)]) - 2
            if count > LONGEST and not (above >= 0 and lines[above].lstrip().startswith("#")):
                found.append(f"line {node.lineno}: {node.name} has {count} lines")
    return found


def test_no_function_is_long_without_a_reason():
    found = {
        str(path.relative_to(ROOT)): long
        for path in sources(ROOT / "grader")
        if (long := too_long(path.read_text(encoding="utf-8")))
    }
    assert not found, found


def test_a_long_function_is_found():
    body = "    x = 1\n" * LONGEST
    assert too_long(f"def long():\n{body}") == ["line 1: long has 51 lines"]
    assert too_long(f"class A:\n    @staticmethod\n    async def long():\n{body.replace('    ', '        ')}")
    assert too_long(f"# One table, row by row.\n@cache\ndef long():\n{body}") == []
    assert too_long("def short():\n" + "    x = 1\n" * (LONGEST - 1)) == []


# lessons --------------------------------------------------------------------------------------------------------------
def unparsed(text: str) -> str:
    """What Python says of a lesson's source, "" if it parses."""
    try:
        ast.parse(text)
    except SyntaxError as error:
        return f"line {error.lineno}: {error.msg}"
    return ""


@pytest.mark.parametrize("name", lesson_names())
def test_every_lesson_parses(name):
    assert unparsed((SOLUTIONS / f"{name}.py").read_text(encoding="utf-8")) == ""


def test_a_lesson_that_does_not_parse_is_found():
    """A line of text that lost its `# `."""
    assert unparsed("# %% [markdown]\n# A sentence,\nand its second line.\n").startswith("line 3")
