"""Every command of the front page and the guides works as it is typed.

A page's console blocks are typed one after the other into one shell, in a copy of the project, with the files that its
reader has;
then the commands inside its sentences and tables, of which also the verb and every option are looked up.
What takes too long, never ends or needs the network is typed in another form; INSTEAD says which, and why.
"""

import ast
import json
import os
import re
import shlex
import shutil
import subprocess
import zipfile
from base64 import b64decode
from collections import Counter

import pytest
from typer.main import get_command

from grader.build.notebooks import released
from grader.cli.main import app
from grader.core.paths import ROOT
from grader.lessons.source import load

PAGES = ["README.md", *(f"docs/{name}.md" for name in ("learner", "teacher", "author", "ci", "safety", "speed"))]
LESSON = "01_arrays_as_aux_data"
SERVER = "a server that runs until it is ended; test_learner.py and test_formgrader.py open it in a browser"
INSTEAD = {  # command: (what is typed instead, why)
    "make lab": ("make lab LAB_ARGS=--version", SERVER),
    "jupyter lab": ("jupyter lab --version", SERVER),
    "python -m pip install jax equinox simple-pytree==0.1.5 jupyterlab": (
        "source .venv/bin/activate && python -c 'import jax, equinox, simple_pytree, jupyterlab'",
        "needs the network, so the course's environment stands for the reader's; test_publish.py runs the "
        "notebooks' first cell without more than these",
    ),
    "make test": (
        'make test TEST_ARGS="-n 0 -q --collect-only grader/tests/judging/test_dependencies.py"',
        "this very suite",
    ),
    'make test TEST_ARGS="-m slow"': (
        'make test TEST_ARGS="-m slow -n 0 -q --collect-only grader/tests/batch/test_killed.py"',
        "an hour; weekly.yml runs them",
    ),
    "bash .ci/run": (
        "bash -n .ci/run",
        "installs packages and runs this very suite; test_project_files.py runs it with stand-ins",
    ),
    "python -m grader.tests.hostile": (
        "python -m grader.tests.hostile empty_file",
        "many minutes; test_hostile.py runs the files",
    ),
    "python -m grader.tests.hostile --stock empty_file": (
        "python -m grader.tests.hostile empty_file",
        "stock's autograde of a file takes ten seconds and more",
    ),
    "python -m grader.tests.hostile --slow --stock": ("python -m grader.tests.hostile empty_file", "more than an hour"),
    "python -m grader bench": (
        "python -m grader bench --help",
        "minutes; test_worker.py compares scores, the figures are for a quiet machine",
    ),
    "dask scheduler --port 8786": (
        "dask scheduler --version",
        SERVER.replace("test_learner.py and test_formgrader.py open it in a browser", "test_worker.py starts one"),
    ),
    "dask worker tcp://scheduler:8786 --nworkers -1 --nthreads 1": (
        "dask worker --version",
        "needs a scheduler; test_worker.py starts two workers",
    ),
    "python -m grader grade downloads.zip --out results --scheduler tcp://scheduler:8786": (
        "python -m grader grade --help",
        "needs a scheduler; test_worker.py grades on one",
    ),
    "python -m grader matrix": (
        "python -m grader matrix newest --lesson 00_start_here --look cells",
        "an hour, and builds ten environments",
    ),
    "python -m grader prove 04_practice ex1": (
        "python -m grader build 04_practice && python -m grader lint 04_practice && python -m grader index",
        "builds two environments; test_prove.py takes a small exercise through it",
    ),
    "python -m grader facts": ("python -m grader facts --help", "builds ten environments; test_facts.py measures"),
    "python -m grader facts newest": ("python -m grader facts --help", "writes docs/facts.*; test_facts.py measures"),
    "python -m grader facts --check": (
        "python -m grader facts --help",
        "half a minute; test_facts.py makes the same comparison",
    ),
    "python -m grader drift": ("python -m grader drift --help", "half a minute; test_facts.py measures"),
    "python -m grader accelerator": (
        "python -m grader accelerator --help",
        "runs all lessons; test_facts.py tries the record on a small one",
    ),
    "make build": ("make -n build", "executes all lessons; test_notebooks.py does"),
    "make clean": ("make -n clean", "removes the environments that this suite runs in"),
}
LOOKS = {  # commands that end with 1 where there is something to look at, and why there is in the copy
    f"python -m grader check notebooks/{LESSON}.ipynb": "nothing is answered in a notebook that was just given out",
    "make doctor": "this machine may lack something that a test does not need; test_doctor.py looks at each line",
}
PROGRAMS = "make", "python -m", "bash", "nbgrader", "jupyter"


def typed(text):
    """The commands of a page's console blocks, in order, without the remarks behind them."""
    return [
        re.split(r"\s+#\s", line[2:])[0].strip()
        for block in re.findall(r"^```console\n(.*?)^```", text, re.M | re.S)
        for line in block.splitlines()
        if line.startswith("$ ")
    ]


def mentioned(text):
    """The commands in a page's sentences and tables: code of more than one word that begins with a program's name."""
    rest = re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)
    return [
        code
        for code in re.findall(r"`([^`\n]+)`", rest)
        if code.startswith(tuple(f"{program} " for program in PROGRAMS))
    ]


def options(text):
    """(option, as in `--due …` or `ARGS="--emulated 8"`) of a page's code."""
    return set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", " ".join(re.findall(r"`([^`\n]+)`", text))))


# The reader's machine
# --------------------------------------------------------------------------------------------------
@pytest.fixture()
def copy(tmp_path):
    """The project as a reader has it, environments built, with what a class handed in."""
    home = tmp_path / "course"
    shutil.copytree(
        ROOT,
        home,
        ignore=lambda folder, names: {
            name
            for name in names
            if name.startswith(".")
            and name not in (".ci", ".github")
            or name in ("__pycache__", "classroom", "results", "handout", "handout.zip")
        },
    )
    (home / ".venv").symlink_to(ROOT / ".venv")
    for path in [*home.glob("solutions/04_*"), *home.glob("notebooks/04_*")]:  # the author's guide begins this one
        path.unlink()
    lesson = load(LESSON)
    exercise = next(one for one in lesson.exercises if not one.is_prediction)
    nb = json.loads(json.dumps(released(lesson)))
    next(cell for cell in nb["cells"] if cell["id"] == exercise.id)["source"] = exercise.answer
    with zipfile.ZipFile(home / "downloads.zip", "w") as archive:
        archive.writestr(f"Zoë O'Neil - Copy of {LESSON}.ipynb", json.dumps(nb))
    (home / "class.csv").write_text(
        "id,name,email\n1,Zoë O'Neil,zoe@school.example\n2,王小明,wang@school.example\n3,Bo Li,bo@school.example\n",
        encoding="utf-8",
    )
    return home


def faults(commands, home):
    """Which of the commands, typed into one shell in `home`, do not end well; (command, what it said)."""
    script = "\n".join(
        f'{INSTEAD.get(command, (command,))[0]} > said 2>&1; echo "@@ $? $(tail -c 600 said | base64 -w0)"'.replace(
            "said", shlex.quote(str(home.parent / "said"))
        )
        for command in commands
    )
    outside = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("MAKE", "MFLAGS", "PYTEST", "VIRTUAL_ENV", "PYTHON")) and name != "PYTHONPATH"
    }
    environment = outside | {"HOME": str(home.parent), "JAX_PLATFORMS": "cpu", "COLUMNS": "120"}
    done = subprocess.run(
        ["bash", "-c", script], cwd=home, env=environment, capture_output=True, text=True, stdin=subprocess.DEVNULL
    )
    ends = re.findall(r"^@@ (\d+) (\S*)$", done.stdout, re.M)
    assert len(ends) == len(commands), done.stderr
    return [
        (command, b64decode(said).decode("utf-8", "replace"))
        for command, (code, said) in zip(commands, ends)
        if int(code) not in ((0, 1) if command in LOOKS else (0,))
    ]


@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_has_typed_works(page, copy):
    text = (ROOT / page).read_text(encoding="utf-8")
    commands = typed(text)
    only_mentioned = [command for command in dict.fromkeys(mentioned(text)) if command not in commands]
    assert commands or only_mentioned
    assert faults(commands, copy) == []
    assert faults(["source .venv/bin/activate", *only_mentioned], copy) == []


def test_a_page_with_a_broken_command_is_found(copy):
    page = """A page.

```console
$ source .venv/bin/activate
$ python -m grader colect downloads.zip     # a verb that is none
$ python -m grader progress notebooks
$ python -m grader progress no_such_folder
$ make tests
$ cd no_such_folder
```
"""
    assert [command for command, _ in faults(typed(page), copy)] == [
        "python -m grader colect downloads.zip",
        "python -m grader progress no_such_folder",
        "make tests",
        "cd no_such_folder",
    ]


# What is only mentioned
# ------------------------------------------------------------------------------------------------
def misread(command):
    """Why a command that a page mentions cannot be right, "" if it can: program, verb, options and arguments are looked
    at, nothing is run.
    """
    words = shlex.split(command)
    if words[0] == "make":
        targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
        wrong = [word for word in words[1:] if "=" not in word and word not in targets]
        return f"make has no target {wrong[0]}" if wrong else ""
    if words[:3] == ["python", "-m", "grader"]:
        verbs = get_command(app).commands
        if words[3:] == ["--help"]:
            return ""
        if len(words) < 4 or words[3] not in verbs:
            return "there is no such verb"
        parts, given = verbs[words[3]].params, words[4:]
        known = {option: one for one in parts for option in (*one.opts, *one.secondary_opts)}
        wrong = [word for word in given if word.startswith("--") and word.split("=")[0] not in known]
        names = [
            word
            for before, word in zip(["", *given], given)
            if not word.startswith("--") and not (before in known and not getattr(known[before], "is_flag", False))
        ]
        needed = [one.name for one in parts if one.required and one.param_type_name == "argument"]
        takes = sum(one.param_type_name == "argument" for one in parts)
        if wrong:
            return f"there is no option {wrong[0]}"
        return (
            f"{needed[len(names)]} is missing"
            if len(names) < len(needed)
            else f"{names[0]} is not taken"
            if names and not takes
            else ""
        )
    if words[0] == "nbgrader":
        from nbgrader.apps import NbGraderApp

        return "" if words[1] in NbGraderApp.subcommands else "nbgrader has no such verb"
    if words[0] == "bash":
        return "" if (ROOT / words[1]).is_file() else "there is no such file"
    return (
        ""
        if words[:2] == ["jupyter", "lab"] or os.path.isfile(ROOT / (words[2].replace(".", "/") + ".py"))
        else "there is no such program"
    )


@pytest.mark.parametrize("page", [*PAGES, "grader/README.md", "solutions/README.md"])
def test_what_a_page_mentions_exists(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    assert {command: misread(command) for command in mentioned(text) if misread(command)} == {}
    known = {
        option
        for verb in get_command(app).commands.values()
        for one in verb.params
        for option in (*one.opts, *one.secondary_opts)
    }
    others = {
        "--security-opt",
        "--privileged",
        "--stock",
        "--slow",
        "--help",
        "--scheduler",
    }  # Docker's, and the hostile suite's
    assert options(text) - known - others == set()


@pytest.mark.parametrize(
    "command",
    [
        "make tests",
        "python -m grader mutant",
        "python -m grader matrix --leson 01",
        "python -m grader facts --checked",
        "python -m grader doctor all",
        "python -m grader grade",
        "nbgrader generate",
        "bash .ci/runs",
        "python -m nothing",
    ],
)
def test_a_mention_that_is_wrong_is_found(command):
    assert mentioned(f"Type `{command}` or not.") == [command] and misread(command)


def test_no_reason_is_kept_for_a_command_that_no_page_has():
    texts = [(ROOT / page).read_text(encoding="utf-8") for page in PAGES]
    commands = {command for text in texts for command in typed(text) + mentioned(text)}
    assert set(INSTEAD) | set(LOOKS) <= commands


# Links and figures
# -----------------------------------------------------------------------------------------------------
def broken_links(text, folder):
    return [
        target
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text)
        if "://" not in target and not (folder / target).exists()
    ]


@pytest.mark.parametrize("page", [*PAGES, "grader/README.md", "solutions/README.md"])
def test_links_and_pictures_are_there(page):
    assert broken_links((ROOT / page).read_text(encoding="utf-8"), (ROOT / page).parent) == []
    assert broken_links("[a](no/such.md) [b](https://a.example)", ROOT) == ["no/such.md"]


def packages(text):
    """The packages that the table of grader/README.md names, in order, with their sentences."""
    return re.findall(r"^\| `([\w/]+)/` \| (.+) \|$", text, re.M)


def test_the_map_of_the_grader_is_its_folders():
    """Each package once, with the sentence of its docstring, in the order in which imports go down."""
    told = packages((ROOT / "grader" / "README.md").read_text(encoding="utf-8"))
    there = {path.parent.name for path in (ROOT / "grader").glob("*/__init__.py")} - {"tests"}
    assert {name for name, _ in told} == there | {"sandbox/inside"}
    for name, sentence in told:
        assert ast.get_docstring(ast.parse((ROOT / "grader" / name / "__init__.py").read_text())) == sentence, name
    layers = re.search(r"^layers = \[(.+)\]$", (ROOT / "pyproject.toml").read_text(), re.M).group(1)
    assert [name for name, _ in told if name != "sandbox/inside"] == re.findall(r"\w+", layers)


def test_the_hostile_files_are_counted_as_they_are():
    from grader.tests.hostile import load_all

    text = (ROOT / "docs" / "safety.md").read_text(encoding="utf-8")
    said = {kind: int(count) for kind, count in re.findall(r"^\| ([^|]+?) \| (\d+) \|$", text, re.M)}
    counted = Counter(case.kind for case in load_all().values())
    assert kinds_of(said, counted) == counted
    swapped = dict(zip(said, [*list(said.values())[1:], next(iter(said.values()))]))
    assert kinds_of(swapped, counted) != counted


def sums_of(text):
    """The columns of the table of hostile files in docs/safety.md, kinds added up, and its last row: files, then stock
    and ours of each column.
    """
    rows = [
        [int(number) for number in re.findall(r"\d+", cells)]
        for cells in re.findall(
            r"^\| [^|0-9]+ \| (\d+ \| [^\n]*\*\*0\*\*[^\n]*)$", text.replace("| |", "| 0, **0** |"), re.M
        )
    ]
    return [sum(column) for column in zip(*rows[:-1])], rows[-1]


def test_the_table_of_hostile_files_adds_up():
    text = (ROOT / "docs" / "safety.md").read_text(encoding="utf-8")
    added, all_of_them = sums_of(text)
    assert added == all_of_them and len(added) == 9 and set(added[2::2]) == {0}
    added, all_of_them = sums_of(text.replace("| leaks | 17 |", "| leaks | 18 |"))
    assert added != all_of_them


def kinds_of(said, counted):
    """What a page says of each kind, under the suite's name for it: the page's names say more (`parsers: broken,
    foreign, …`).
    """
    names = {
        kind: next((name for name in counted if kind.replace("from inside", "in").startswith(name)), kind)
        for kind in said
    }
    return {names[kind]: count for kind, count in said.items()}
