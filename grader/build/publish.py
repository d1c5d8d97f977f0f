"""What learners get: the released notebooks and nothing else, as a folder and a zip, with badges that open them in
Colab.
"""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path
from urllib.parse import quote

import nbformat

from grader.build.notebooks import notebook_text, released
from grader.core.errors import GraderError
from grader.core.files import folder, write
from grader.core.paths import NOTEBOOKS, lesson_names
from grader.lessons.source import load

# The id of Colab's own badge cell: saving to GitHub from Colab then replaces ours and adds no second.
BADGE_ID = "view-in-github"
WHEN = (2020, 1, 1, 0, 0, 0)  # the same zip for the same lessons


class PublishError(GraderError):
    """Nothing can be published; the message is one sentence."""


def badge(lesson: str, repository: str, branch: str) -> nbformat.NotebookNode:
    """A cell with the badge that opens notebooks/LESSON.ipynb of a GitHub repository in Colab."""
    address = f"https://colab.research.google.com/github/{repository}/blob/{quote(branch)}/notebooks/{lesson}.ipynb"
    source = (
        f'<a href="{address}" target="_parent"><img '
        f'src="https://colab.research.google.com/assets/colab-badge.svg" alt="Open In Colab"/></a>'
    )
    cell = nbformat.v4.new_markdown_cell(source, metadata={"id": BADGE_ID, "colab_type": "text"})
    cell["id"] = BADGE_ID
    return cell


def check_names(repository: str, branch: str) -> None:
    """Raises PublishError where a badge's address could not be made of them."""
    if repository and not re.fullmatch(r"[A-Za-z0-9][\w.-]*/[\w.-]+", repository):
        raise PublishError(
            f"'{repository}' is no repository: write it as OWNER/NAME, as it stands in GitHub's address."
        )
    if not re.fullmatch(r"[\w./-]+", branch) or ".." in branch:
        raise PublishError(f"'{branch}' is no branch: write its name alone.")


def published_files(repository: str = "", branch: str = "main") -> dict[str, str]:
    """Text of every published file by its path below the folder. Raises SourceError."""
    files = {}
    for name in lesson_names():
        nb = released(load(name))
        if repository:
            nb.cells.insert(0, badge(name, repository, branch))
        files[f"notebooks/{name}.ipynb"] = notebook_text(nb)
    readme = NOTEBOOKS / "README.md"
    if readme.is_file():
        files["notebooks/README.md"] = readme.read_text(encoding="utf-8")
    return files


def publish(out: Path, repository: str = "", branch: str = "main") -> list[Path]:
    """Write `out`/notebooks/ and `out`.zip; returns the folder's files.

    Raises PublishError where a name is wrong or the folder holds anything else, and NotWritten where either cannot be
    written.
    """
    check_names(repository, branch)
    out = folder(out.resolve())
    archived = out.parent / f"{out.name}.zip"
    if archived.is_dir():
        raise PublishError(
            f"{archived.name} is a folder, and the zip is to be called so: move it away, or name another --out."
        )
    files = published_files(repository, branch)
    there = [path.relative_to(out).as_posix() for path in sorted(out.rglob("*")) if not path.is_dir()]
    foreign = [path for path in there if path not in files]
    if foreign:
        raise PublishError(f"{out.name}/ holds {foreign[0]}, which is not to be given out: name an empty folder.")
    written = []
    for path, text in files.items():
        write(out / path, text)
        written.append(out / path)
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for path, text in files.items():
            info = zipfile.ZipInfo(path, WHEN)
            info.compress_type, info.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            archive.writestr(info, text.encode())
    write(archived, data.getvalue())
    return written
