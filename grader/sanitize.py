"""Make a learner's notebook safe to look at: nothing in it runs, frames, fetches or links when a teacher opens it.

nbgrader's formgrader renders markdown, names and comments as they are, on the origin of the teacher's Jupyter server: a
script there acts with the teacher's rights. So what goes to autograded/ and into the gradebook passes through here. Whatever
is readable stays readable: tags that are not allowed are shown as text in markdown, or give way to their content in HTML.
"""
from __future__ import annotations

import re

import nbformat
import nh3

from grader.lessons import SETUP_TAG, has_tag

BREAK = "\u200b"  # a space without width: breaks markup, whoever renders it, and leaves the words as they look

# The commands by which MathJax makes links, styles, elements with attributes, or loads more of itself. A new name for one has to name it.
MATHJAX = re.compile(r"\\(?=href|url|unicode|class|style|cssId|require|mmlToken|bbox|html|data|includegraphics|tooltip|texttip|mathtip)")
BACKSLASH = re.compile(r"&(?=#0*92(?!\d)|#x0*5c(?![\da-f])|bsol;)", re.I)  # a browser reads a backslash there

TAGS = {"a", "b", "blockquote", "br", "caption", "code", "dd", "del", "details", "div", "dl", "dt", "em", "h1", "h2", "h3", "h4", "h5", "h6", "hr",
        "i", "kbd", "li", "ol", "p", "pre", "s", "samp", "small", "span", "strong", "sub", "summary", "sup", "table", "tbody", "td", "tfoot", "th",
        "thead", "tr", "u", "ul", "var",
        "svg", "g", "text", "tspan", "rect", "circle", "ellipse", "line", "path", "polyline", "polygon"}  # the pictures of `show`
DRAWING = {"width", "height", "x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "r", "rx", "ry", "d", "points", "fill", "stroke", "stroke-width",
           "stroke-dasharray", "opacity", "font-size", "font-family", "font-weight", "text-anchor", "transform", "viewBox", "role", "aria-label"}
ATTRIBUTES = {"a": {"href"}, "td": {"colspan", "rowspan"}, "th": {"colspan", "rowspan", "scope"}} | {
    tag: DRAWING for tag in ("svg", "g", "text", "tspan", "rect", "circle", "ellipse", "line", "path", "polyline", "polygon")}
IMAGES = ("image/png", "image/jpeg")


def html(text: str) -> str:
    """`text` as HTML without scripts, handlers, styles, frames, forms, fetched images, commands of TeX and links other than to the web."""
    cleaned = nh3.clean(text, tags=TAGS, attributes=ATTRIBUTES, clean_content_tags={"script", "style", "title", "template", "noscript"},
                     attribute_filter=lambda tag, name, value: None if "url(" in value.lower() else value,
                     url_schemes={"http", "https"}, strip_comments=True)
    return re.sub(r"\\(?=[A-Za-z])", "\\\\" + BREAK, cleaned)  # MathJax reads pages of HTML too, and no output needs its commands there


def words(text: str) -> str:
    """`text` as words only, wherever it is put: as markdown, as HTML, in a template. Tags, links and images show as they were typed."""
    text = re.sub(r"<(?=[a-zA-Z/!?])", "<" + BREAK, text)
    text = re.sub(r"\](?=[(\[:])", "]" + BREAK, text)
    text = BACKSLASH.sub("&" + BREAK, text)
    return MATHJAX.sub("\\\\" + BREAK, text)


def joined(text) -> str:
    return "".join(map(str, text)) if isinstance(text, list) else str(text)


def output(one) -> dict | None:
    """A cell's output with what is safe of it, or None."""
    kind = one.get("output_type")
    if kind == "stream":
        return {"output_type": kind, "name": "stderr" if one.get("name") == "stderr" else "stdout", "text": joined(one.get("text", ""))}
    if kind == "error":
        return {"output_type": kind, "ename": str(one.get("ename", "")), "evalue": str(one.get("evalue", "")),
                "traceback": [str(line) for line in one.get("traceback", [])]}
    data = {}
    for mime, value in one.get("data", {}).items():
        if mime == "text/plain":
            data[mime] = joined(value)
        elif mime == "text/html":
            data[mime] = html(joined(value))
        elif mime in ("text/markdown", "text/latex"):
            data[mime] = words(joined(value))
        elif mime in IMAGES and re.fullmatch(r"[A-Za-z0-9+/=\s]*", joined(value)):
            data[mime] = joined(value)
    if kind not in ("execute_result", "display_data") or not data:
        return None
    count = {"execution_count": one.get("execution_count")} if kind == "execute_result" else {}
    return {"output_type": kind, "data": data, "metadata": {}, **count}


def notebook(nb, trusted: frozenset[str] = frozenset()) -> nbformat.NotebookNode:
    """A copy of `nb` that is safe to look at. A cell whose source is in `trusted` (the release's own) keeps it as it is, and its tag "setup".

    Of the metadata remains otherwise what nbgrader and the folding of cells need; attachments and widgets' states go. The copy is
    built of plain data, unvalidated: nbformat's constructors validate each cell, which takes most of the time of a batch.
    """
    cells = []
    for cell in nb.cells:
        metadata = {"nbgrader": cell.metadata["nbgrader"]} if "nbgrader" in cell.metadata else {}
        if cell.metadata.get("jupyter", {}).get("source_hidden") is True:
            metadata["jupyter"] = {"source_hidden": True}
        if cell.source in trusted and has_tag(cell, SETUP_TAG):
            metadata["tags"] = [SETUP_TAG]
        code = cell.cell_type == "code"
        new = {"cell_type": cell.cell_type if cell.cell_type in ("code", "raw") else "markdown", "metadata": metadata,
               "source": cell.source if code or cell.source in trusted else words(cell.source)}
        if "id" in cell:
            new["id"] = cell["id"]
        if code:
            new["outputs"] = [safe for safe in map(output, cell.get("outputs", [])) if safe is not None]
            new["execution_count"] = cell.get("execution_count")
        cells.append(new)
    kept = {name: nb.metadata[name] for name in ("kernelspec", "language_info") if name in nb.metadata}
    minor = 5 if all("id" in cell for cell in cells) else 4
    return nbformat.from_dict({"cells": cells, "metadata": kept, "nbformat": 4, "nbformat_minor": minor})
