"""The lessons on the device that is there: every solutions notebook run again, compared with its stored outputs, and a
dated record.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from grader.bootstrap import plain_environment
from grader.core.errors import NotMeasured
from grader.core.paths import DOCS, SOLUTIONS
from grader.versions.replay import replay

RECORDS = DOCS / "devices"
ASK = """
import importlib.metadata as m, json, platform, jax
found = jax.devices()
print(json.dumps({"platform": jax.default_backend(), "kind": found[0].device_kind, "count": len(found),
                  "python": platform.python_version(), "machine": platform.machine(),
                  **{name: m.version(name) for name in ("jax", "jaxlib", "numpy", "equinox")}}))
"""


@dataclass(frozen=True)
class LessonRecord:
    """`differences` are (cell, why) of those of its `cells` code cells whose outputs are not the stored ones."""

    name: str
    cells: int
    differences: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Record:
    """What was run, on what: `found` is JAX's own account of its devices, `emulated` their number if they are emulated
    on a CPU, else 0.
    """

    day: str
    found: dict
    emulated: int
    lessons: tuple[LessonRecord, ...]

    @property
    def kind(self) -> str:
        """For the file's name: cpu, cpu-8-emulated, gpu-nvidia-a100."""
        if self.emulated:
            return f"cpu-{self.emulated}-emulated"
        platform = self.found["platform"]
        return (
            platform
            if platform == "cpu"
            else re.sub(r"[^a-z0-9]+", "-", f"{platform} {self.found['kind']}".lower()).strip("-")
        )


def device_variables(emulated: int) -> dict[str, str]:
    """The environment that leaves the device to JAX, or gives it that many emulated ones."""
    return (
        {"JAX_PLATFORMS": "cpu", "XLA_FLAGS": f"--xla_force_host_platform_device_count={emulated}"} if emulated else {}
    )


def devices(emulated: int) -> dict:
    """What JAX finds here, in a process of its own. Raises NotMeasured with what it said if it finds nothing."""
    done = subprocess.run(
        [sys.executable, "-c", ASK],
        capture_output=True,
        text=True,
        env=plain_environment() | device_variables(emulated),
    )
    if done.returncode:
        raise NotMeasured(f"JAX finds no device that it can use: {done.stderr.strip().splitlines()[-1]}")
    return json.loads(done.stdout.strip().split("\n")[-1])


def why(said: str) -> str:
    """nbval's report of a cell in one line: what differs, without its colours and frames."""
    lines = [line.strip() for line in re.sub(r"\x1b\[[0-9;]*m", "", said).splitlines()]
    return " ".join(line for line in lines if line and not set(line) <= set("=-_"))[:600]


def record_lessons(names: list[str], emulated: int = 0) -> Record:
    """Run the solutions of these lessons with this interpreter. Raises NotMeasured if JAX or nbval does not run."""
    found, lessons = devices(emulated), []
    for name in names:
        result = replay(
            SOLUTIONS / f"{name}.ipynb", Path(sys.executable), seconds=300, device=device_variables(emulated)
        )
        lessons.append(LessonRecord(name, result.cells, tuple((one.cell, why(one.said)) for one in result.differences)))
    return Record(date.today().isoformat(), found, emulated, tuple(lessons))


def record_page(record: Record) -> str:
    """The record in Markdown."""
    found = record.found
    device = (
        f"{found['count']} emulated CPU devices "
        f"(`XLA_FLAGS=--xla_force_host_platform_device_count={record.emulated}`): one processor. Nothing here is a "
        f"claim about a GPU or TPU."
        if record.emulated
        else f"{found['count']} × {found['kind']} ({found['platform']})."
        + (" Nothing here is a claim about a GPU or TPU." if found["platform"] == "cpu" else "")
    )
    lines = [
        f"# The lessons on {record.kind}, {record.day}",
        "",
        "<!-- written by python -m grader accelerator; a record, not edited -->",
        "",
        f"- device: {device}",
        f"- versions: Python {found['python']} on {found['machine']}, "
        + ", ".join(f"{name} {found[name]}" for name in ("jax", "jaxlib", "numpy", "equinox")),
        (
            "- compared with the outputs stored in solutions/*.ipynb, which come from one CPU device; the line that "
            "names versions and device is left out"
        ),
        "",
        "| lesson | code cells | equal | different |",
        "| --- | --- | --- | --- |",
    ]
    lines += [
        (
            f"| {one.name} | {one.cells} | {one.cells - len({cell for cell, _ in one.differences})} | "
            f"{len({cell for cell, _ in one.differences})} |"
        )
        for one in record.lessons
    ]
    lines += [""] + [f"- {one.name}, cell {cell}: {said}" for one in record.lessons for cell, said in one.differences]
    return "\n".join(lines).rstrip("\n") + "\n"


def write_record(record: Record) -> Path:
    """Write docs/devices/DATE-KIND.md; a later run on the same day replaces it."""
    path = RECORDS / f"{record.day}-{record.kind}.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(record_page(record), encoding="utf-8")
    return path
