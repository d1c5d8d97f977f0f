"""How long a learner waits: from the setup cell to the first check, for each later check, for a whole lesson."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass

from nbclient import NotebookClient

from grader.build.notebooks import notebook_text, released, solved
from grader.core.paths import SOLUTIONS
from grader.lessons.source import grade_id, load


@dataclass(frozen=True)
class Waits:
    """Seconds of wall time in one run of a solved lesson in a fresh kernel; `size` is that of the released notebook in
    bytes.
    """

    lesson: str
    kernel: float  # until the kernel is ready
    first_check: float  # setup cell, first answer and first check
    slowest_check: float  # of the later ones, visible and hidden part together
    median_check: float
    whole: float
    size: int


def measure(name: str) -> Waits:
    """Run the solved lesson cell by cell and take the times. Raises nbclient's CellExecutionError if a cell fails."""
    lesson = load(name)
    nb = solved(lesson)
    client = NotebookClient(
        nb,
        timeout=300,
        resources={"metadata": {"path": str(SOLUTIONS)}},
        extra_arguments=["--IPKernelApp.log_level=40"],
    )
    begun = time.perf_counter()
    spent: dict[int, float] = {}
    with client.setup_kernel(env=dict(os.environ, JAX_PLATFORMS="cpu")):
        ready = time.perf_counter() - begun
        for index, cell in enumerate(nb.cells):
            at = time.perf_counter()
            client.execute_cell(cell, index)
            spent[index] = time.perf_counter() - at
    whole = time.perf_counter() - begun
    checks = [
        index
        for index, cell in enumerate(nb.cells)
        if (grade_id(cell) or "").startswith("ex") and (grade_id(cell) or "").endswith("_check")
    ]
    setup = next(index for index, cell in enumerate(nb.cells) if cell.cell_type == "code")
    later = sorted(spent[index] for index in checks[1:]) or [0.0]
    first = spent[setup] + spent[checks[0] - 1] + spent[checks[0]] if checks else spent[setup]
    return Waits(
        name, ready, first, later[-1], later[len(later) // 2], whole, len(notebook_text(released(lesson)).encode())
    )
