"""Run the hostile files: each through reading, rebuilding, a sandbox and the judge; then the table of kinds."""

from __future__ import annotations

import html
import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from grader.batch import compile_cache
from grader.build.notebooks import notebook_text
from grader.judging.judge import fresh_inputs
from grader.judging.rebuild import rebuild
from grader.judging.results import REVIEW as IN_REVIEW
from grader.judging.results import GradedSubmission, to_json
from grader.judging.run_notebook import Times, grade, ordered
from grader.notebook.notebook_file import Unreadable, read_bytes
from grader.reports import feedback
from grader.sandbox import bubblewrap
from grader.sandbox.runner_client import Runner, Warm, plain_environment, reading
from grader.tests.hostile import GRADED, REFUSED, REVIEW, RIGHT, Case, answered
from grader.tests.hostile.lesson import lesson, release

TIMES = Times(cell=6, probe=6, notebook=45)
HONEST = ("honest accidents", "honest habits", "Colab damage", "encodings", "names")


@dataclass
class Seen:
    """What became of one case."""

    case: Case
    outcome: str
    points: float
    reason: str = ""
    leaked: list[str] = field(default_factory=list)
    stopped: str = ""  # what would have ended the batch

    @property
    def faults(self) -> list[str]:
        """What is not as it must be."""
        said = [f"leaked {self.leaked[:3]}"] if self.leaked else []
        if self.stopped:
            return [self.stopped]
        if self.outcome not in self.case.outcomes:
            said.append(f"{self.outcome}, not {' or '.join(self.case.outcomes)} ({self.reason})")
        if abs(self.points - self.case.points) > 1e-9 and not (
            self.outcome == REVIEW and self.points <= self.case.points
        ):
            said.append(f"{self.points:g} points, not {self.case.points:g} ({self.reason})")
        return said


def prepared(kept: Path) -> Warm:
    """What a batch has by default:
    one warm sandbox, which reads programs that trusted answers compiled into the folder `kept`.
    """
    warm = Warm(lambda: Runner(environment=plain_environment() | reading(kept, kept, filling=True)))
    try:
        right = json.dumps(answered(json.loads(json.dumps(release())), RIGHT)).encode()
        grade(rebuild(read_bytes(right, "right"), lesson()), "compiled", warm, TIMES)
    finally:
        warm.end()
    compile_cache.make_readable(kept)
    return Warm(lambda: bubblewrap.start(shared=kept))


def hidden_words(seed: str) -> set[str]:
    """The numbers of the hidden inputs by which a leak is known, and words of the hidden part of the source."""
    numbers = set()
    for exercise in lesson().exercises:
        if not exercise.is_prediction:
            for value in fresh_inputs(exercise, seed).values():
                numbers |= {str(one) for one in (value if isinstance(value, list) else [value]) if one >= 100_000}
    return numbers | {"def wanted", "def inputs", "HIDDEN TESTS", "rng.randrange"}


def run(case: Case, start: Warm) -> Seen:
    """One case through the whole of grading but the files."""
    data, seed = case.make(release()), f"suite/{case.name}"
    try:
        try:
            handed = read_bytes(data, case.path)
            if not any(
                key in {cell["id"] for cell in release().cells}
                for cell in handed.cells
                for key in (cell.grade_id, cell.id, cell.colab_id)
            ):
                from grader.notebook.identify import lesson_of

                lesson_of(handed, case.path)
        except Unreadable as error:
            return Seen(case, REFUSED, 0.0, str(error))
        rebuilt = rebuild(handed, lesson())
        done = grade(rebuilt, seed, start, TIMES)
        verdicts = ordered(lesson(), done.verdicts)
        graded = GradedSubmission(
            case.path,
            Path(case.path),
            "ana",
            lesson().name,
            verdicts=verdicts,
            notes=rebuilt.notes + done.notes,
            notebook=done.outputs(),
        )
        graded.settle()
        page = feedback.page(graded, lesson())
        notebook_text(graded.notebook).encode()
        own = "\n".join(part.source for part in rebuilt.parts)
        kept = to_json(graded)  # all that tables, gradebook and report are made of
        leaked = sorted(
            word for word in hidden_words(seed) if word not in own and (word in html.unescape(page) or word in kept)
        )
        leaked += [f"active {tag}" for tag in ("<script", "onerror=alert") if tag in page.lower()]
        words = graded.reason or "; ".join(
            f"{verdict.exercise} {verdict.outcome}: {verdict.words}" for verdict in verdicts
        )
        return Seen(case, REVIEW if graded.outcome == IN_REVIEW else GRADED, graded.score, words, leaked)
    except Exception as error:
        return Seen(case, "stopped", 0.0, stopped=f"{type(error).__name__}: {error}")


def table(seen: list[Seen]) -> Iterator[str]:
    """The kinds, one a line, and the totals that must be nought."""
    kinds = defaultdict(list)
    for one in seen:
        kinds[one.case.kind].append(one)
    yield (
        f"{'kind':24}{'files':>6}{'gained':>8}{'lost':>6}{'leaked':>8}{'stopped':>9}"
        f"{'graded':>8}{'review':>8}{'refused':>9}"
    )
    for kind, ones in [*sorted(kinds.items()), ("all", seen)]:
        gained = sum(max(0.0, one.points - one.case.points) for one in ones)
        lost = sum(
            max(0.0, one.case.points - one.points) for one in ones if one.outcome != REVIEW or one.case.kind in HONEST
        )
        count = {outcome: sum(one.outcome == outcome for one in ones) for outcome in (GRADED, REVIEW, REFUSED)}
        yield (
            f"{kind:24}{len(ones):6}{gained:8g}{lost:6g}{sum(bool(one.leaked) for one in ones):8}"
            f"{sum(bool(one.stopped) for one in ones):9}{count[GRADED]:8}{count[REVIEW]:8}{count[REFUSED]:9}"
        )
