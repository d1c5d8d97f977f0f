"""The page that a learner gets back: what is right, which belief a wrong row betrays, what to do next.

Everything on it is text: nothing from a submission is active, nothing that depends on hidden inputs is shown, and
no file but the page itself is needed.
"""

from __future__ import annotations

import html
import re

from grader.judging.judge import ERROR, FAILED, NOT_ATTEMPTED, PASSED, REVIEW, Verdict
from grader.judging.results import Graded, number
from grader.lessons.source import Exercise, Lesson

MARKS = {
    PASSED: "✓ passed",
    FAILED: "✗ not yet",
    NOT_ATTEMPTED: "○ not attempted",
    ERROR: "! stopped by an error",
    REVIEW: "? a person will look",
}
POLICY = "default-src 'none'; style-src 'unsafe-inline'"
# The system's own font, then the families that have Chinese, Japanese and Korean on Linux, macOS and Windows.
FONTS = (
    'system-ui, "Noto Sans", "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", "Hiragino Sans", "Yu Gothic", "Apple SD Gothic Neo", "Malgun Gothic", '
    '"WenQuanYi Zen Hei", sans-serif'
)
STYLE = """
:root { color-scheme: light dark }
body { font: 16px/1.5 FONTS; max-width: 50rem; margin: 2rem auto; padding: 0 1rem }
h2 code { font-size: 1em } section { border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: 8px; padding: .2rem 1.2rem 1rem; margin: 1.2rem 0 }
h1 { font-size: 1.5rem } h2 { font-size: 1.1rem; display: flex; gap: 1rem; justify-content: space-between; align-items: baseline }
h2 small { font-weight: normal; white-space: nowrap }
table { border-collapse: collapse; width: 100% } td, th { text-align: left; vertical-align: top; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid color-mix(in srgb, currentColor 15%, transparent) }
pre { overflow-x: auto; padding: .8rem; border-radius: 6px; background: color-mix(in srgb, currentColor 7%, transparent); font-size: .85rem }
.say { border-left: 4px solid currentColor; padding-left: .8rem; margin: .8rem 0 } .quiet { opacity: .75 } summary { cursor: pointer }
@media print { details > * { display: block } }
""".replace("FONTS", FONTS)


def text(value) -> str:
    """Text for HTML, without the characters that turn the direction in which a line is read."""
    return html.escape(re.sub("[\u202a-\u202e\u2066-\u2069\u200e\u200f]", "", str(value)))


def shown(value) -> str:
    return "" if value is None else text(", ".join(map(str, value)) if isinstance(value, list) else value)


def title_of(exercise: Exercise) -> str:
    """The heading without minutes and points, its code marked."""
    return re.sub(
        r"`([^`]+)`",
        r"<code>\1</code>",
        text(re.sub(r"\s*\([^()]*(?:points?|predicting)[^()]*\)\s*$", "", exercise.title)),
    )


def opening(graded: Graded) -> str:
    """One kind and true sentence on the whole."""
    passed = sum(verdict.outcome == PASSED for verdict in graded.verdicts)
    total = len(graded.verdicts)
    waiting = sum(verdict.outcome == REVIEW for verdict in graded.verdicts)
    untouched = sum(verdict.outcome == NOT_ATTEMPTED for verdict in graded.verdicts)
    if passed == total:
        return "Every row of every exercise is right."
    if untouched == total:
        return "None of the exercises has been worked on in this file. If you did work on them, hand in the file that you saved."
    said = [f"{passed} of {total} tasks are done."]
    if total - passed - untouched - waiting:
        said.append(
            "Below, each of the others names the first thing that went another way than the task asks, and what that usually means."
        )
    if untouched:
        said.append(f"{untouched} not attempted yet.")
    if waiting:
        said.append(f"{waiting} will be looked at by a person; no points are lost by that.")
    return " ".join(said)


def rows(verdict: Verdict) -> str:
    """The behaviour table; where all is right it is folded. Values that depend on hidden inputs are not in it."""
    if not verdict.rows or verdict.outcome == REVIEW:
        return ""
    first, lines = True, []
    for row in verdict.rows:
        values = (
            f"<td>{shown(row.seen)}</td><td>{shown(row.wanted)}</td>"
            if (row.seen, row.wanted) != (None, None)
            else '<td colspan="2" class="quiet">depends on the inputs</td>'
        )
        what = (
            text(row.what)
            if row.right
            else f"<strong>{text(row.what)}</strong>"
            if first
            else f'{text(row.what)}<br><span class="quiet">may follow from the one above</span>'
        )
        lines.append(f"<tr><td>{'✓' if row.right else '✗'}</td><td>{what}</td>{values}</tr>")
        first = first and row.right
    table = f"<table><tr><th></th><th>looked at</th><th>seen</th><th>wanted</th></tr>{''.join(lines)}</table>"
    return f"<details><summary>All {len(verdict.rows)} rows are right</summary>{table}</details>" if first else table


def advice(exercise: Exercise, verdict: Verdict) -> str:
    if verdict.outcome == REVIEW and not verdict.signs:
        return f'<p class="say">{text(verdict.words)} Nothing is lost until then.</p>'
    if verdict.outcome == REVIEW:
        said = "".join(f"<li>{text(sign)}</li>" for sign in verdict.signs)
        return (
            '<p class="say">This answer, or a cell that it needs, uses something that no answer needs. So a person will look at it; nothing is lost until then. '
            f'It is about this:</p><ul class="say">{said}</ul>'
        )
    if verdict.outcome == PASSED and not exercise.is_prediction:
        return ""
    belief = (
        f'<br><span class="quiet">The belief behind it: {text(verdict.belief.replace("-", " "))}.</span>'
        if verdict.belief and verdict.belief != "error"
        else ""
    )
    more = (
        ""
        if exercise.is_prediction or verdict.outcome == NOT_ATTEMPTED
        else '<p class="quiet">The check in your notebook shows the same rows with inputs that you can see, and the exercise has three hints.</p>'
    )
    return f'<p class="say">{text(verdict.words)}{belief}</p>{more}'


def page(graded: Graded, lesson: Lesson) -> str:
    """The feedback page of one graded submission, as HTML."""
    sources = {cell["id"]: cell.source for cell in graded.notebook.cells} if graded.notebook is not None else {}
    parts = []
    for exercise, verdict in zip(lesson.exercises, graded.verdicts):
        points = (
            "points later" if verdict.outcome == REVIEW else f"{number(verdict.score)} of {number(verdict.max_score)}"
        )
        mark = "✓ made" if exercise.is_prediction and verdict.outcome == PASSED else MARKS[verdict.outcome]
        answer = sources.get(exercise.id, "")
        folded = (
            ""
            if verdict.outcome == NOT_ATTEMPTED or exercise.is_prediction
            else f"<details><summary>Your answer</summary><pre>{text(answer)}</pre></details>"
        )
        parts.append(
            f"<section><h2><span>{title_of(exercise)}</span> <small>{mark} · {points}</small></h2>{advice(exercise, verdict)}{rows(verdict)}{folded}</section>"
        )
    notes = "".join(f"<li>{text(note)}</li>" for note in graded.notes)
    repaired = f'<p class="quiet">About your file:</p><ul class="quiet">{notes}</ul>' if notes else ""
    student = graded.name or graded.student
    title = f"{lesson.title}: {student}"
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        f'<meta name="viewport" content="width=device-width"><title>{text(title)}</title><style>{STYLE}</style></head><body>'
        f"<h1>{text(lesson.title)}</h1><p>{text(student)} · <strong>{number(graded.score)} of {number(graded.max_score)} points</strong></p>"
        f"<p>{text(opening(graded))}</p>{''.join(parts)}{repaired}</body></html>\n"
    )
