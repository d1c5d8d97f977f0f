"""nbgrader's steps from the instructor's edition to the learner's, with our way of writing stubs.

Apart from notebooks.py because importing nbgrader takes a second, which grading can do without.
"""

from __future__ import annotations

from nbgrader.preprocessors import (
    CheckCellMetadata,
    ClearHiddenTests,
    ClearOutput,
    ClearSolutions,
    ComputeChecksums,
    LockCells,
)

from grader.lessons.source import stub_of


class Stubs(ClearSolutions):
    """nbgrader's ClearSolutions, with stubs that an author writes as `### STUB:` lines inside a solution region."""

    def _replace_solution_region(self, cell, language):
        before = cell.source
        cell.source = stub_of(before, cell.metadata.get("nbgrader", {}).get("grade_id", ""))
        return cell.source != before


STEPS = (LockCells, Stubs, ClearOutput, CheckCellMetadata, ClearHiddenTests, ComputeChecksums)
