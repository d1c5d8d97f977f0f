"""Run a solutions notebook again, in the environment of a version set, and compare every output with the stored one.

nbval runs and compares. Around it stands what it lets pass: a cell that was never executed, a tag or comment that
switches its comparison off, a run that lost cells.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import nbformat

from grader.bootstrap import plain_environment
from grader.core.errors import NotMeasured
from grader.core.paths import ROOT

SANITIZE = Path(__file__).with_name("nbval_sanitize.cfg")
KERNEL = "version-set"
CPU = {"JAX_PLATFORMS": "cpu"}
QUIETING = re.compile(
    r"^\s*#+\s*(NBVAL_\w+|PYTEST_VALIDATE_IGNORE_OUTPUT)\s*$", re.M
)  # nbval's comments, nbval/plugin.py
QUIETING_TAGS = {"raises-exception", "skip-execution"}


@dataclass(frozen=True)
class Difference:
    """One cell that does not do what is stored; `said` is nbval's report, or why its cell proves nothing."""

    cell: str
    said: str

    def __str__(self) -> str:
        return f"cell {self.cell}: {self.said}"


@dataclass(frozen=True)
class Replay:
    """What became of a notebook: the number of its code cells and those that differ."""

    cells: int
    differences: tuple[Difference, ...]


def unproven(cells) -> list[Difference]:
    """Code cells whose comparison would be empty or is switched off."""
    found = []
    for cell in cells:
        tags = set(cell.metadata.get("tags", []))
        quiet = sorted(tags & QUIETING_TAGS | {tag for tag in tags if tag.startswith("nbval-")}) + QUIETING.findall(
            cell.source
        )
        if quiet:
            found.append(
                Difference(
                    cell.get("id", "?"),
                    f"'{quiet[0]}' switches the comparison off: show what raises with `with raises(…)`",
                )
            )
        elif cell.execution_count is None:
            found.append(
                Difference(
                    cell.get("id", "?"),
                    "was never executed, so there is nothing to compare: run python -m grader build",
                )
            )
    return found


def kernelspec(folder: Path, python: Path) -> None:
    """A kernel of the interpreter `python` for whoever has `folder` on JUPYTER_PATH."""
    home = folder / "kernels" / KERNEL
    home.mkdir(parents=True)
    spec = {
        "argv": [str(python), "-m", "ipykernel_launcher", "-f", "{connection_file}", "--IPKernelApp.log_level=40"],
        "display_name": KERNEL,
        "language": "python",
        "metadata": {},
    }
    (home / "kernel.json").write_text(json.dumps(spec), encoding="utf-8")


def replay(notebook: Path, python: Path, seconds: float = 120, device: Mapping[str, str] = CPU) -> Replay:
    """Run `notebook` with the interpreter `python`, on the CPU unless the variables `device` say otherwise. `seconds`
    is the limit for one cell.

    Raises NotMeasured if nbval itself did not run; a notebook that cannot be read is nbformat's error.
    """
    cells = [cell for cell in nbformat.read(notebook, as_version=4).cells if cell.cell_type == "code"]
    with tempfile.TemporaryDirectory(prefix="replay-") as folder:
        kernelspec(Path(folder), python)
        report = Path(folder, "report.xml")
        done = subprocess.run(
            nbval(notebook, report, seconds),
            capture_output=True,
            text=True,
            env=kernel_variables(folder) | device,
            cwd=ROOT,
        )
        if done.returncode not in (0, 1) or not report.is_file():
            raise NotMeasured(f"nbval did not run on {notebook.name}: {(done.stdout + done.stderr).strip()[-500:]}")
        cases = list(xml.parse(report).iter("testcase"))
    return Replay(len(cells), tuple(unproven(cells) + differing(cells, cases)))


def kernel_variables(folder: str) -> dict[str, str]:
    """An environment in which Jupyter finds nothing of this machine's user, and nothing says that it is graded or
    Colab.
    """
    jupyter = ("JUPYTER_PATH", "IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_RUNTIME_DIR")
    found = plain_environment() | dict.fromkeys(jupyter, folder)
    found |= {"STABLE_OUTPUT": "1", "JUPYTER_PLATFORM_DIRS": "1", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return {
        name: value
        for name, value in found.items()
        if name not in ("NBGRADER_EXECUTION", "PYTEST_ADDOPTS", "COLAB_RELEASE_TAG")
    }


def nbval(notebook: Path, report: Path, seconds: float) -> list[str]:
    """The command that replays a notebook and writes what it found into `report`."""
    plugins = "nbval.plugin", "grader.versions.as_jupyter", "no:cacheprovider"
    options = {
        "-c": os.devnull,
        "--rootdir": str(notebook.parent.resolve()),
        "--nbval-sanitize-with": str(SANITIZE),
        "--nbval-kernel-name": KERNEL,
        "--nbval-cell-timeout": str(seconds),
        "--junitxml": str(report),
    }
    command = [sys.executable, "-m", "pytest", "--nbval", "--color=no", "-q"]
    command += [word for plugin in plugins for word in ("-p", plugin)]
    return [*command, *(word for pair in options.items() for word in pair), str(notebook.resolve())]


def differing(cells, cases) -> list[Difference]:
    """Cells that nbval failed, or did not come to."""
    found, seen = [], set()
    for case in cases:
        number = int(case.get("name").removeprefix("Cell "))
        seen.add(number)
        for trouble in case:
            if trouble.tag in ("failure", "error", "skipped"):
                said = (trouble.text or trouble.get("message") or trouble.tag).strip()
                found.append(Difference(cells[number].get("id", f"{number}"), said))
    found += [
        Difference(cell.get("id", f"{number}"), "was not run")
        for number, cell in enumerate(cells)
        if number not in seen
    ]
    return found
