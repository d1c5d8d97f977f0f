"""The same files through nbgrader's own autograder: what stock makes of them, for the comparison.

This file runs twice: imported, `run(case)` starts a sandbox that stands for a teacher's whole machine (some of these
files kill whatever they can reach); inside, as a program, it lays out a course, grades two students and prints what
became of them.
"""

from __future__ import annotations

import base64
import functools
import io
import json
import os
import subprocess
import sys
import tarfile
from pathlib import Path

NAME = "90_hostile"


COURSE = Path("/tmp/course")
NBGRADER = [sys.executable, "-m", "nbgrader"]


def put(files: dict[str, bytes]) -> None:
    for path, data in files.items():
        (COURSE / path).parent.mkdir(parents=True, exist_ok=True)
        (COURSE / path).write_bytes(data)


def released(source: str) -> dict:
    """The course after `nbgrader generate_assignment`, packed: the same for every file, so it is made once."""
    put(
        {
            f"source/{NAME}/{NAME}.ipynb": source.encode(),
            "nbgrader_config.py": b"c = get_config()\nc.CourseDirectory.course_id = 'x'\n",
        }
    )
    subprocess.run([*NBGRADER, "generate_assignment", NAME], cwd=COURSE, capture_output=True, timeout=120, check=True)
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        archive.add(COURSE, ".")
    return {"course": base64.b64encode(packed.getvalue()).decode()}


def alembic() -> None:
    """The program by which nbgrader makes a new gradebook:
    the sandbox shows packages, not the programs that come with them.
    """
    program = Path("/tmp/bin/alembic")
    program.parent.mkdir()
    program.write_text(f"#!{sys.executable}\nfrom alembic.config import main\n\nmain(prog='alembic')\n")
    program.chmod(0o755)
    os.environ["PATH"] = f"{program.parent}:{os.environ['PATH']}"


def inside(given: dict) -> dict:
    """Lay out a course in the working folder, run `nbgrader autograde`, read the gradebook."""
    course, nbgrader = COURSE, NBGRADER
    with tarfile.open(fileobj=io.BytesIO(base64.b64decode(given["course"]))) as archive:
        archive.extractall(course, filter="data")
    put(
        {
            f"submitted/a_case/{NAME}/{NAME}.ipynb": base64.b64decode(given["file"]),
            f"submitted/z_good/{NAME}/{NAME}.ipynb": given["good"].encode(),
        }
    )
    try:
        code = subprocess.run(
            [*nbgrader, "autograde", NAME], cwd=course, capture_output=True, timeout=given["seconds"]
        ).returncode
    except subprocess.TimeoutExpired:
        code = None
    from nbgrader.api import Gradebook, MissingEntry

    scores, needs = {}, {}
    for student in ("a_case", "z_good"):
        try:
            with Gradebook(f"sqlite:///{course}/gradebook.db") as book:
                submission = book.find_submission(NAME, student)
                grades = [grade for notebook in submission.notebooks for grade in notebook.grades]
                scores[student] = (
                    sum(grade.score or 0 for grade in grades) if (course / "autograded" / student).is_dir() else None
                )
                needs[student] = any(grade.needs_manual_grade for grade in grades)
        except Exception as error:  # the file may have destroyed the gradebook
            scores[student] = None if isinstance(error, MissingEntry) else "gradebook destroyed"
    feedback = ""
    if scores.get("a_case") is not None:
        subprocess.run(
            [*nbgrader, "generate_feedback", NAME, "--student", "a_case"], cwd=course, capture_output=True, timeout=120
        )
        page = course / f"feedback/a_case/{NAME}/{NAME}.html"
        feedback = page.read_text(errors="replace") if page.is_file() else ""
    return {
        "code": code,
        "scores": scores,
        "needs": needs,
        "shows_hidden": "Hidden inputs whose numbers" in feedback,
        "active": "<script>alert" in feedback,
    }


def machine(given: dict, seconds: float) -> dict | None:
    """What this file prints inside a sandbox that is like a whole machine; None if that machine did not survive."""
    from dataclasses import replace

    from grader.sandbox import bubblewrap

    limits = replace(
        bubblewrap.Limits(),
        temporary=1024 * bubblewrap.MIB,
        file=512 * bubblewrap.MIB,
        processes=600,
        cpu=int(seconds),
        memory=8192 * bubblewrap.MIB,
        open_files=1024,
        interfaces=True,
    )
    command, environment = bubblewrap.wrapped([Path(__file__)], [], limits)
    try:
        done = subprocess.run(
            command,
            input=json.dumps(given),
            capture_output=True,
            text=True,
            env=environment,
            timeout=seconds + 120,
            start_new_session=True,
        )
        return json.loads(done.stdout.strip().splitlines()[-1])
    except (subprocess.TimeoutExpired, IndexError, ValueError):
        return None


@functools.cache
def course() -> str:
    """The released course of the small lesson, packed."""
    from grader.build.notebooks import notebook_text, solved
    from grader.tests.hostile.lesson import lesson

    answer = machine({"source": json.dumps(json.loads(notebook_text(solved(lesson()))))}, 200)
    if answer is None:
        raise RuntimeError("nbgrader generate_assignment did not run in a sandbox: see `python -m grader doctor`")
    return answer["course"]


def run(case, seconds: float = 200):
    """(points or None, whether the next student was graded, whether hidden tests are shown), as stock has it."""
    from grader.tests.hostile import RIGHT, answered
    from grader.tests.hostile.lesson import release

    answer = machine(
        {
            "course": course(),
            "file": base64.b64encode(case.make(release())).decode(),
            "good": json.dumps(answered(json.loads(json.dumps(release())), RIGHT)),
            "seconds": seconds,
        },
        seconds,
    )
    if answer is None:
        return None, False, False
    points = answer["scores"].get("a_case")
    return (
        points if isinstance(points, (int, float)) else None,
        answer["scores"].get("z_good") == 6,
        answer["shows_hidden"] or answer["active"],
    )


if __name__ == "__main__":
    os.environ["JUPYTER_PLATFORM_DIRS"] = "1"
    alembic()
    given = json.load(sys.stdin)
    print(json.dumps(inside(given) if "course" in given else released(given["source"])))
