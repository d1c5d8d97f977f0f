"""What a course's nbgrader_config.py puts into nbgrader, so that its own commands make and grade the same lessons as
ours.
"""

from __future__ import annotations

from pathlib import Path

import nbformat
from nbconvert.exporters import NotebookExporter
from nbgrader.preprocessors import (
    AssignLatePenalties,
    CheckCellMetadata,
    ClearHiddenTests,
    ClearOutput,
    ComputeChecksums,
    Execute,
    IgnorePattern,
    LimitOutput,
    LockCells,
    NbGraderPreprocessor,
    SaveAutoGrades,
    SaveCells,
)

from grader.build.notebooks import finish, notebook_text
from grader.build.preprocessors import Stubs
from grader.gradebook import sanitize
from grader.lessons.source import INSTRUCTOR_TAG, has_tag


class LearnersOnly(NbGraderPreprocessor):
    """Drops the instructor's cells and names the edition, as the build does."""

    def preprocess(self, nb, resources):
        nb.cells = [cell for cell in nb.cells if not has_tag(cell, INSTRUCTOR_TAG)]
        nb.metadata.course["edition"] = "learner"
        return nb, resources


class Finish(NbGraderPreprocessor):
    """What the build does to a released cell at the end."""

    def preprocess_cell(self, cell, resources, index):
        finish(cell)
        return cell, resources


class SafeToLookAt(NbGraderPreprocessor):
    """After a stock autograde: what formgrader will show is made safe to look at (formgrader renders markdown as it
    is).
    """

    def preprocess(self, nb, resources):
        course = self.parent.parent.coursedir  # of the converter that runs this exporter
        name = resources["nbgrader"]["notebook"]
        release = (
            Path(course.format_path(course.release_directory, ".", resources["nbgrader"]["assignment"]))
            / f"{name}.ipynb"
        )
        return sanitize.notebook(nb, sources(nbformat.read(release, 4))), resources


AS_ME = "RUN_SUBMISSIONS_AS_ME"  # the setting of a course's config that lets nbgrader's autograde work
NOT_RUN = (
    "Nothing was run and nothing has changed: nbgrader's autograde would run submissions as you and in no "
    "sandbox. Grade them with `python -m grader grade FOLDER --out results`, which has one; to have them run "
    f"as you all the same, read what nbgrader_config.py says about {AS_ME}."
)


class NotRun(NotebookExporter):
    """Refuses to autograde. An exporter, because nbgrader makes it before it has touched anything: a preprocessor comes
    after the last graded copy is removed, and what a hook raises is passed over."""

    def __init__(self, *arguments, **named):
        from nbgrader.converters import NbGraderException  # takes a while, and only who autogrades needs it

        super().__init__(*arguments, **named)
        self.log.error(NOT_RUN)
        raise NbGraderException(NOT_RUN)


def sources(nb) -> frozenset[str]:
    return frozenset(cell.source for cell in nb.cells)


class ReleaseExporter(NotebookExporter):
    """Writes a notebook with the build's own form of text."""

    def from_notebook_node(self, nb, resources=None, **kw):
        text, resources = super().from_notebook_node(nb, resources, **kw)
        return notebook_text(nbformat.reads(text, 4)), resources


# From a source notebook to its release; nbgrader's own order, in which the gradebook keeps stubs and hidden tests.
RELEASE_STEPS = [
    LearnersOnly,
    LockCells,
    Stubs,
    ClearOutput,
    CheckCellMetadata,
    ComputeChecksums,
    SaveCells,
    ClearHiddenTests,
    ComputeChecksums,
    Finish,
    CheckCellMetadata,
]
# nbgrader's own, without ClearMetadata (SafeToLookAt keeps less), and made safe at the end.
AUTOGRADE_STEPS = [
    Execute,
    IgnorePattern,
    LimitOutput,
    SaveAutoGrades,
    AssignLatePenalties,
    CheckCellMetadata,
    SafeToLookAt,
]
