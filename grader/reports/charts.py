"""Pictures for the class report: inline SVG that follows the page's colours, in print and dark mode too."""

from __future__ import annotations

import html
import io
import re

import matplotlib

matplotlib.use("svg")
from matplotlib.figure import Figure

from grader.judging.judge import ERROR, FAILED, NOT_ATTEMPTED, PASSED, REVIEW

# Okabe and Ito's colours, told apart by all; the hatching tells them apart in black and white.
OTHERWISE = "predicted otherwise"  # a prediction that was made, and was not what happens
LOOKS = {
    PASSED: ("#009E73", ""),
    OTHERWISE: ("#56B4E9", "\\\\"),
    FAILED: ("#E69F00", "//"),
    ERROR: ("#D55E00", "xx"),
    NOT_ATTEMPTED: ("#B0B0B0", ""),
    REVIEW: ("#CC79A7", ".."),
}
INK = "#010203"  # stands for the page's own text colour in what matplotlib writes
SETTINGS = {
    "svg.fonttype": "none",
    "svg.hashsalt": "report",
    "font.family": "sans-serif",
    "font.size": 10,
    "hatch.linewidth": 0.6,
    "hatch.color": "#00000055",
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
}


def inline(figure: Figure, name: str, alt: str) -> str:
    """A figure as an SVG element: no fixed colours for text and axes, ids of its own, an alternative text."""
    file = io.StringIO()
    figure.savefig(file, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    svg = file.getvalue()
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>|<style.*?</style>|<!--.*?-->", "", svg, flags=re.S)
    svg = re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{name}-", svg)
    svg = svg.replace(INK, "currentColor")
    svg = re.sub(
        r'<svg[^>]*?viewBox="([^"]+)"[^>]*>',
        rf'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="\1" '
        rf'role="img" aria-label="{html.escape(alt)}">',
        svg,
        count=1,
    )
    return re.sub(r"\s*\n\s*", "\n", svg).strip()


def bare_axes(height: float) -> tuple[Figure, object]:
    figure = Figure(figsize=(8, height), layout="constrained")
    axes = figure.add_subplot()
    axes.patch.set_alpha(0)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.tick_params(axis="y", length=0)
    return figure, axes


def outcomes(name: str, labels: list[str], counts: list[dict[str, int]], alt: str) -> str:
    """One bar per exercise, parted by outcome; the numbers stand in the bars."""
    with matplotlib.rc_context(SETTINGS):
        figure, axes = bare_axes(0.42 * len(labels) + 0.9)
        left, most = [0] * len(labels), max((sum(count.values()) for count in counts), default=1)
        for outcome, (colour, hatch) in LOOKS.items():
            widths = [count.get(outcome, 0) for count in counts]
            if not any(widths):
                continue
            bars = axes.barh(
                range(len(labels)),
                widths,
                left=left,
                height=0.72,
                color=colour,
                hatch=hatch,
                edgecolor="#ffffff",
                linewidth=0.8,
                label=outcome,
            )
            for bar, width in zip(bars, widths):
                if width:
                    axes.text(
                        bar.get_x() + bar.get_width() / 2,
                        bar.get_y() + bar.get_height() / 2,
                        str(width),
                        ha="center",
                        va="center",
                        color="#000000",
                        fontsize=9,
                        bbox={"boxstyle": "round,pad=0.15", "facecolor": colour, "edgecolor": "none"}
                        if hatch and width > 0.03 * most
                        else None,
                    )
            left = [before + width for before, width in zip(left, widths)]
        axes.set_yticks(range(len(labels)), labels)
        axes.invert_yaxis()
        axes.set_xlim(0, most or 1)
        axes.xaxis.get_major_locator().set_params(integer=True)
        axes.set_xlabel("students")
        figure.legend(
            *axes.get_legend_handles_labels(),
            loc="outside upper center",
            ncols=len(LOOKS),
            frameon=False,
            handlelength=1.2,
        )
        return inline(figure, name, alt)


def minutes(name: str, labels: list[str], values: list[list[float]], meant: list[float | None], alt: str) -> str:
    """A dot per notebook along a line of minutes, a bar for the middle half, a mark where the lesson says that it
    ends.
    """
    with matplotlib.rc_context(SETTINGS):
        figure, axes = bare_axes(0.7 * len(labels) + 0.8)
        for row, (times, end) in enumerate(zip(values, meant)):
            ordered = sorted(times)
            stack: dict[int, int] = {}
            most = max(max(ordered), end or 0)
            for time in ordered:  # dots that would hide each other are stacked
                slot = round(time / most * 60)
                axes.plot(time, row - 0.09 * stack.get(slot, 0), "o", color="#3A93D0", markersize=4.5, alpha=0.9)
                stack[slot] = stack.get(slot, 0) + 1
            quarter = [ordered[min(len(ordered) - 1, int(share * len(ordered)))] for share in (0.25, 0.5, 0.75)]
            axes.plot([quarter[0], quarter[2]], [row + 0.2] * 2, color=INK, linewidth=2.5, solid_capstyle="butt")
            axes.plot(quarter[1], row + 0.2, "|", color=INK, markersize=11, markeredgewidth=2)
            if end:
                axes.plot([end, end], [row - 0.4, row + 0.35], color=INK, linewidth=1, linestyle=":")
        axes.set_yticks(range(len(labels)), labels)
        axes.set_ylim(len(labels) - 0.5, -0.6)
        axes.set_xlim(left=0)
        axes.set_xlabel("minutes, at least")
        return inline(figure, name, alt)
