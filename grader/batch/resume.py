"""What earlier runs into the same folder were given and found, so that late files come beside the rest and nothing
falls out of the tables.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from grader.core.files import write
from grader.judging.results import GRADED, REVIEW, SUPERSEDED, GradedSubmission, from_json, to_json


def inside(path: Path, others: Iterable[Path]) -> bool:
    return any(path != other and path.is_relative_to(other) for other in others)


@dataclass(frozen=True)
class Given:
    """`paths` is what to walk: those given now and those of earlier runs that are still there, none inside another.
    `gone` are the others.
    """

    paths: list[Path]
    gone: list[Path]


def given(state: Path, paths: list[Path]) -> Given:
    """Remember `paths` in the folder `state`; what has been given so far. A file is called as its path was written the
    last time.
    """
    file = state / "given"
    known: dict[Path, Path] = (
        {Path(real): Path(name) for real, name in json.loads(file.read_text(encoding="utf-8")).items()}
        if file.is_file()
        else {}
    )
    now = {path.resolve(): path for path in paths}
    known |= {real: path for real, path in now.items() if real.exists()}
    write(file, json.dumps({str(real): str(path) for real, path in known.items()}, indent=1) + "\n")
    there = [real for real in {**known, **now} if real in now or real.exists()]
    names = {
        real: now.get(real) or (known[real] if known[real].resolve() == real else real) for real in there
    }  # the command may stand elsewhere now
    return Given(
        [names[real] for real in there if not inside(real, there)],
        [real for real in known if not real.exists() and not inside(real, there)],
    )


def keep(state: Path, results: list[tuple[GradedSubmission, Path | None, str]]) -> None:
    """Note what the tables hold: each result, the path under which its file was found, and the name under which it is
    kept whole, if it is.
    """
    real = {root: str(root.resolve()) if root else "" for _, root, _ in results}
    rows = [
        {"root": real[root]}
        | (
            {"kept": kept, "outcome": graded.outcome, "reason": graded.reason}
            if kept
            else {"result": to_json(replace(graded, notebook=None))}
        )
        for graded, root, kept in results
    ]
    write(
        state / "last",
        "[\n" + ",\n".join(json.dumps(row, ensure_ascii=False, sort_keys=True) for row in rows) + "\n]\n",
    )


def carried(state: Path, gone: list[Path], results: list[GradedSubmission]) -> list[tuple[GradedSubmission, Path, str]]:
    """The last results of files under paths that are `gone`, as `keep` takes them; superseded where `results` has a
    newer file that counts.
    """
    file = state / "last"
    if not gone or not file.is_file():
        return []
    counts = {(graded.student, graded.lesson): graded for graded in results if graded.outcome in (GRADED, REVIEW)}
    names, found = {graded.file for graded in results}, []
    for row in json.loads(file.read_text(encoding="utf-8")):
        if Path(row["root"]) not in gone:
            continue
        if "result" in row:
            graded = from_json(row["result"])
        else:
            kept = from_json((state / f"{row['kept']}.json").read_text(encoding="utf-8"))
            graded = replace(kept, outcome=row["outcome"], reason=row["reason"], notebook=None)
        newer = counts.get((graded.student, graded.lesson))
        if newer is not None and graded.outcome in (GRADED, REVIEW):
            graded = replace(graded, outcome=SUPERSEDED, reason=f"{newer.file} was handed in later and counts.")
        if graded.file in names:  # the folder is another one, so it is another file
            graded = replace(graded, file=f"{row['root']}/{graded.file}")
        found.append((graded, Path(row["root"]), row.get("kept", "")))
    return found
