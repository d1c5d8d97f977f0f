"""The files at the project's front door agree with each other: lock, environment.yml, CI, README, citation."""

import ast
import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions, requires
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement

from grader.core.paths import ROOT
from grader.versions.environments import LOCK, locked

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
CONDA = {"python", "pip"}  # what conda alone brings


def normal(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def closure(names):
    """Names of packages and of all that they need on this machine, extras left out."""
    found, waiting = set(), [normal(name) for name in names]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            needed = map(Requirement, requires(name) or [])
            waiting += [normal(one.name) for one in needed if one.marker is None or one.marker.evaluate({"extra": ""})]
    return found


def conda_pins(text):
    """Name → version of the exact pins of an environment.yml, conda's and pip's."""
    pins = {}
    for entry in yaml.safe_load(text)["dependencies"]:
        for line in entry["pip"] if isinstance(entry, dict) else [entry]:
            name, version = re.fullmatch(r"([\w.-]+?)(?:={1,2}([\w.]+))?", line).groups()
            pins[normal(name)] = version
    return pins


def disagreements(text, lock):
    """What an environment.yml pins otherwise than `lock`, or not at all."""
    pins = conda_pins(text)
    learner = {normal(Requirement(line).name) for line in PROJECT["dependencies"]} | closure(
        ["jax", "jaxlib", "equinox", "simple-pytree"]
    )
    return sorted(
        [
            f"{name}={version}, locked {lock.get(name)}"
            for name, version in pins.items()
            if name not in CONDA and version != lock.get(name)
        ]
        + [f"{name} is not pinned" for name in learner if not pins.get(name)]
    )


def test_environment_yml_pins_what_the_lock_pins():
    text = (ROOT / "environment.yml").read_text(encoding="utf-8")
    assert disagreements(text, locked()) == []
    assert conda_pins(text)["python"] == PROJECT["requires-python"].removeprefix(">=")
    assert disagreements(text.replace("jaxlib==", "jaxlib==9"), locked()) == [
        f"jaxlib=9{locked()['jaxlib']}, locked {locked()['jaxlib']}"
    ]
    assert disagreements(re.sub(r" *- simple-pytree.*\n", "", text), locked()) == ["simple-pytree is not pinned"]
    assert disagreements(text, locked() | {"numpy": "1.0"}) == [f"numpy={locked()['numpy']}, locked 1.0"]


def requirements_of_project():
    extras = PROJECT["optional-dependencies"]
    return [Requirement(line) for line in PROJECT["dependencies"] + extras["grader"] + extras["dev"]]


def lock_faults(text):
    """What is wrong with a lock:
    names of pyproject.toml that it lacks or contradicts, pins without a hash, addresses.
    """
    pins = dict(re.findall(r"^([a-z0-9-]+)==(\S+)", text, re.M))
    faults = [
        f"{one} is not in it"
        for one in requirements_of_project()
        if not one.specifier.contains(pins.get(normal(one.name), ""), prereleases=True)
    ]
    needed = {need for one in requirements_of_project() for need in closure([one.name])}
    faults += [f"{name} is needed and is not in it" for name in sorted(needed - pins.keys())]
    entries = re.split(r"^(?=\S)", text, flags=re.M)[1:]
    faults += [
        f"{entry.split()[0]} has no hash" for entry in entries if not re.search(r"--hash=sha256:[0-9a-f]{64}", entry)
    ]
    faults += [f"an address: {found}" for found in re.findall(r"\S*(?:://|--index-url|--find-links|@ ?file:)\S*", text)]
    return faults


def test_the_lock_covers_pyproject_with_hashes_and_no_addresses():
    text = LOCK.read_text(encoding="utf-8")
    assert lock_faults(text) == []
    without = re.sub(r"^typer==(?s:.*?)(?=^\S)", "", text, flags=re.M)
    assert [fault for fault in lock_faults(without) if "typer" in fault]
    assert lock_faults(re.sub(r"^(simple-pytree==)0.1.5", r"\g<1>0.2.2", text, flags=re.M)) == [
        "simple-pytree==0.1.5 is not in it"
    ]
    assert lock_faults("--index-url https://index.example/simple\n" + text)
    assert lock_faults(text + "\nnohash==1.0\n") == ["nohash==1.0 has no hash"]


def imported(folder: Path, without: str = "") -> set[str]:
    """Top-level names that the modules of a folder import, the standard library's left out."""
    found = set()
    for path in folder.rglob("*.py"):
        if "cells" in path.parts or "data" in path.parts or without and without in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                found.add(node.module.split(".")[0])
    return found - sys.stdlib_module_names - {"grader"}


def undeclared(names: set[str], extras: tuple[str, ...]) -> set[str]:
    """Of these names those whose packages pyproject.toml does not ask for."""
    lines = PROJECT["dependencies"] + [line for extra in extras for line in PROJECT["optional-dependencies"][extra]]
    asked = {normal(Requirement(line).name) for line in lines}
    return {name for name in names if not {normal(one) for one in DISTRIBUTIONS.get(name, [name])} & asked}


DISTRIBUTIONS = packages_distributions()


def test_what_is_imported_is_declared():
    package = ROOT / "grader"
    assert undeclared(imported(package, without="tests"), ("grader", "cluster")) == set()
    assert undeclared(imported(package), ("grader", "cluster", "dev")) == set()
    assert undeclared({"nbval", "anyio"}, ("grader",)) == {"anyio"}


def commands(text):
    """The commands of a Markdown text's console blocks."""
    return [
        line[2:].split("#")[0].strip()
        for block in re.findall(r"^```console\n(.*?)^```", text, re.M | re.S)
        for line in block.splitlines()
        if line.startswith("$ ")
    ]


def test_ci_runs_the_readmes_test_command():
    readme = commands((ROOT / "README.md").read_text(encoding="utf-8"))
    lines = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert "make test" in readme and "make lab" in readme
    assert lines[-1] == "make test"
    assert "set -e" in lines
    assert subprocess.run(["bash", "-n", ROOT / ".ci" / "run"]).returncode == 0


def test_ci_stops_with_the_tests_exit_code(tmp_path):
    (tmp_path / ".ci").mkdir()
    script = tmp_path / ".ci" / "run"
    script.write_text((ROOT / ".ci" / "run").read_text(encoding="utf-8"))
    outside = {
        name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))
    }  # this test may run under make
    for answer in (0, 2):
        (tmp_path / "Makefile").write_text(f"test:\n\t@echo tested; exit {answer}\n")
        done = subprocess.run(["bash", script], capture_output=True, text=True, cwd="/", env=outside)
        assert (done.returncode, done.stdout.splitlines()[-1]) == (answer, "tested"), done.stderr


def test_ci_installs_what_is_missing(tmp_path):
    """On a machine with make and bwrap, and no chromium."""
    for name in ("bwrap", "chromium", "apt-get"):
        if name != "chromium":
            (tmp_path / name).write_text('#!/bin/sh\necho "$(basename $0) $*"\n')
            (tmp_path / name).chmod(0o755)
    (tmp_path / "make").write_text('#!/bin/sh\necho "make $*"\n')
    (tmp_path / "make").chmod(0o755)
    for name in ("bash", "dirname", "basename", "sh"):
        (tmp_path / name).symlink_to(
            subprocess.run(["sh", "-c", f"command -v {name}"], capture_output=True, text=True).stdout.strip()
        )
    done = subprocess.run(
        [tmp_path / "bash", ROOT / ".ci" / "run"], capture_output=True, text=True, env={"PATH": str(tmp_path)}
    )
    assert done.stdout.splitlines() == [
        "apt-get update -qq",
        "apt-get install -qq -y --no-install-recommends chromium",
        "make test",
    ], done.stderr


def citation_faults(text):
    """What the Citation File Format 1.2.0 asks for (its guide, "Required fields" and the reference of authors) and
    `text` lacks.
    """
    data = yaml.safe_load(text)
    faults = [f"{key} is missing" for key in ("cff-version", "message", "title", "authors") if not data.get(key)]
    faults += [
        f"an author has no name: {one}"
        for one in data.get("authors") or []
        if not one.get("name") and not one.get("family-names")
    ]
    faults += [
        f"{key} is {data.get(key)}"
        for key, wanted in (("cff-version", "1.2.0"), ("version", PROJECT["version"]), ("license", PROJECT["license"]))
        if str(data.get(key)) != wanted
    ]
    return faults


def test_the_citation_is_valid_and_says_the_version():
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert citation_faults(text) == []
    assert citation_faults(text.replace("title:", "name:")) == ["title is missing"]
    assert citation_faults(text.replace("version: 0.1.0", "version: 0.0.9")) == ["version is 0.0.9"]


@pytest.mark.parametrize("name", ["LICENSE", "CITATION.cff"])
def test_the_authors_are_named(name):
    assert "The JAX pytree course authors" in (ROOT / name).read_text(encoding="utf-8")


def test_each_target_of_the_makefile_works_as_far_as_it_names_a_verb():
    """A verb that the command line does not have is found here, not by who types it."""
    from typer.main import get_command

    from grader.cli.main import app

    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    verbs = re.findall(r"^\t\$\(RUN\) (\w+)", text, re.M)
    assert verbs and set(verbs) <= set(get_command(app).commands)
    targets = set(re.findall(r"^([a-z]+):", text, re.M))
    assert targets == set(re.search(r"^\.PHONY: (.*)$", text, re.M).group(1).split())
