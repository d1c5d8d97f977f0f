"""Make a learner's notebook safe to look at: nothing in it runs, frames, fetches or links when a teacher opens it.

Links go, wherever they lead: one that says "your session has ended, sign in" is as good as a script. Their text stays.

nbgrader's formgrader renders markdown, names and comments as they are, on the origin of the teacher's Jupyter server: a
script there acts with the teacher's rights. So what goes to autograded/ and into the gradebook passes through here.
Whatever
is readable stays readable: tags that are not allowed are shown as text in markdown, or give way to their content in
HTML.
"""

from __future__ import annotations

import html as entities
import re

import nbformat
import nh3

from grader.lessons.source import SETUP_TAG, has_tag

BREAK = "\u200b"  # a space without width: breaks markup, whoever renders it, and leaves the words as they look

# The commands of TeX that a learner's mathematics keeps. By others MathJax makes links, styles, ids and elements with
# attributes, gives a command another name, or loads more of itself: what is not here is broken.
TEX = frozenset(
    """
alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi pi varpi rho varrho sigma
varsigma tau upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega frac dfrac
tfrac binom sqrt sum prod int iint oint lim limsup liminf max min sup inf arg log ln exp sin cos tan cot sec csc
arcsin arccos arctan sinh cosh tanh det dim ker deg gcd hom Pr bmod pmod mod cdot cdots ldots dots vdots ddots times
div pm mp ast star circ bullet oplus otimes odot wedge vee cap cup setminus le leq ge geq ne neq lt gt ll gg equiv
approx sim simeq cong propto in notin ni subset subseteq supset supseteq mid parallel perp prec succ to gets mapsto
rightarrow leftarrow Rightarrow Leftarrow leftrightarrow Leftrightarrow longrightarrow longleftarrow Longrightarrow
implies iff uparrow downarrow hookrightarrow forall exists neg land lor lnot top bot emptyset varnothing infty partial
nabla hbar ell Re Im aleph prime angle left right middle big Big bigg Bigg bigl bigr Bigl Bigr langle rangle lfloor
rfloor lceil rceil lvert rvert lVert rVert vert Vert lbrace rbrace hat bar vec tilde dot ddot widehat widetilde
overline underline overbrace underbrace overset underset stackrel substack boxed mathbf mathrm mathit mathsf mathtt
mathbb mathcal mathfrak mathscr boldsymbol operatorname text textbf textit textrm texttt mbox begin end quad qquad
displaystyle textstyle scriptstyle limits nolimits not
""".split()
)
COMMAND = re.compile(r"\\(?=([A-Za-z]+))")
ENTITY = re.compile(r"&(?=(#[0-9]+;?|#[xX][0-9a-fA-F]+;?|[^\t\n\f <&#;]{1,32};?))")  # what html.unescape takes for one


def spaced(text: str) -> str:
    """A pattern for `text` with codes of colour in it, which JupyterLab takes away before it looks for links."""
    return r"(?:\x1b\[[^@-~]*+[@-~])*+".join(map(re.escape, text))


# What JupyterLab and renderers of markdown make a link of, and of an address of mail.
LINK = re.compile("|".join(map(spaced, ("://", "www.", "data:"))), re.I)
ADDRESS = re.compile(r"(?<=\S)@(?=\w)")
DIAGRAM = re.compile("(?<=mer)(?=maid)", re.I)  # a block of markdown that becomes a picture with links in it

TAGS = {
    "b",
    "blockquote",
    "br",
    "caption",
    "code",
    "dd",
    "del",
    "details",
    "div",
    "dl",
    "dt",
    "em",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "i",
    "kbd",
    "li",
    "ol",
    "p",
    "pre",
    "s",
    "samp",
    "small",
    "span",
    "strong",
    "sub",
    "summary",
    "sup",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "tr",
    "u",
    "ul",
    "var",
    "svg",
    "g",
    "text",
    "tspan",
    "rect",
    "circle",
    "ellipse",
    "line",
    "path",
    "polyline",
    "polygon",
}  # the pictures of `show`
DRAWING = {
    "width",
    "height",
    "x",
    "y",
    "x1",
    "x2",
    "y1",
    "y2",
    "cx",
    "cy",
    "r",
    "rx",
    "ry",
    "d",
    "points",
    "fill",
    "stroke",
    "stroke-width",
    "stroke-dasharray",
    "opacity",
    "font-size",
    "font-family",
    "font-weight",
    "text-anchor",
    "transform",
    "viewBox",
    "role",
    "aria-label",
}
ATTRIBUTES = {"td": {"colspan", "rowspan"}, "th": {"colspan", "rowspan", "scope"}} | dict.fromkeys(
    ("svg", "g", "text", "tspan", "rect", "circle", "ellipse", "line", "path", "polyline", "polygon"), DRAWING
)
FUNCTIONS = {"matrix", "translate", "scale", "rotate", "skewx", "skewy", "rgb", "rgba", "hsl", "hsla"}  # none fetches
IMAGES = ("image/png", "image/jpeg")
# "<" in one output and in all of a notebook: what the parser takes grows with the square of the elements that are open.
# A table of 60 rows has 3,000.
MARKS, ALL_MARKS = 4_000, 20_000
# nbgrader's settings of a cell
SETTINGS = {"grade", "grade_id", "locked", "schema_version", "solution", "task", "points", "cell_type", "checksum"}


def drawn(tag: str, name: str, value: str) -> str | None:
    """An attribute's value, None if a browser might fetch something for it: it reads most of them as CSS."""
    if name in ("aria-label", "role"):
        return value
    called = {re.split(r"[\s,)]+", part.strip())[-1].lower() for part in value.split("(")[:-1]}
    return value if called <= FUNCTIONS and "\\" not in value else None


def html(text: str) -> str:
    """`text` as HTML without scripts, handlers, styles, frames, forms, fetched images, links and commands of TeX."""
    dropped = {"script", "style", "title", "template", "noscript"}
    cleaned = nh3.clean(
        text,
        tags=TAGS,
        attributes=ATTRIBUTES,
        attribute_filter=drawn,
        url_schemes=set(),
        clean_content_tags=dropped,
        strip_comments=True,
    )
    return re.sub(
        r"\\(?=[A-Za-z])", "\\\\" + BREAK, cleaned
    )  # MathJax reads pages of HTML too, and no output needs its commands there


def words(text: str) -> str:
    """`text` as words only, wherever it is put: as markdown, HTML, in a template. Tags, links and images show as typed.

    Its entities are read first, once, as a renderer would read them; what would then still be one stays as it is typed.
    """
    text = entities.unescape(text)
    text = ENTITY.sub(lambda found: "&" if entities.unescape("&" + found[1]) == "&" + found[1] else "&" + BREAK, text)
    text = re.sub(r"<(?=[a-zA-Z/!?])", "<" + BREAK, text)
    text = re.sub(r"\](?=[(\[:])", "]" + BREAK, text)
    text = DIAGRAM.sub(BREAK, ADDRESS.sub("@" + BREAK, unlinked(text)))
    return COMMAND.sub(lambda found: "\\" if found[1] in TEX else "\\" + BREAK, text)


def unlinked(text: str) -> str:
    """`text` of which JupyterLab makes no links, where it shows text as it is."""
    return LINK.sub(lambda found: found[0][0] + BREAK + found[0][1:], text)


def joined(text) -> str:
    return "".join(map(str, text)) if isinstance(text, list) else str(text)


class Marks:
    """How many marks of HTML a notebook may still hold."""

    def __init__(self):
        self.left = ALL_MARKS

    def clean(self, text: str) -> str:
        """`html(text)`, or a sentence in its place where the parser would take too long."""
        count = text.count("<")
        if count > min(MARKS, self.left):
            return "<p>What this cell shows is left out: it has more marks of HTML than are looked through.</p>"
        self.left -= count
        return html(text)


def output(one, marks: Marks | None = None) -> dict | None:
    """A cell's output with what is safe of it, or None."""
    kind = one.get("output_type")
    if kind == "stream":
        name = "stderr" if one.get("name") == "stderr" else "stdout"
        return {"output_type": kind, "name": name, "text": unlinked(joined(one.get("text", "")))}
    if kind == "error":
        name, value = (unlinked(str(one.get(part, ""))) for part in ("ename", "evalue"))
        traceback = [unlinked(str(line)) for line in one.get("traceback", [])]
        return {"output_type": kind, "ename": name, "evalue": value, "traceback": traceback}
    data = {}
    for mime, value in one.get("data", {}).items():
        if mime == "text/plain":
            data[mime] = unlinked(joined(value))
        elif mime == "text/html":
            data[mime] = (marks or Marks()).clean(joined(value))
        elif mime in ("text/markdown", "text/latex"):
            data[mime] = words(joined(value))
        elif mime in IMAGES and re.fullmatch(r"[A-Za-z0-9+/=\s]*", joined(value)):
            data[mime] = joined(value)
    if kind not in ("execute_result", "display_data") or not data:
        return None
    count = {"execution_count": counted(one)} if kind == "execute_result" else {}
    return {"output_type": kind, "data": data, "metadata": {}, **count}


def counted(one) -> int | None:
    """The number of a run: it is shown as it is, so it has to be a number."""
    return one.get("execution_count") if type(one.get("execution_count")) is int else None


def settings(given) -> dict:
    """What nbgrader notes of a cell; templates show some of it as it is."""
    return {
        name: value
        for name, value in given.items()
        if name in SETTINGS
        and (isinstance(value, (bool, int, float)) or isinstance(value, str) and re.fullmatch(r"[\w-]*", value))
    }


def notebook(nb, trusted: frozenset[str] = frozenset()) -> nbformat.NotebookNode:
    """A copy of `nb` that is safe to look at. A cell whose source is in `trusted` (the release's own) keeps it as it
    is, and its tag "setup".

    Of the metadata remains otherwise what nbgrader and the folding of cells need; attachments and widgets' states go.
    The copy is
    built of plain data, unvalidated: nbformat's constructors validate each cell, which takes most of the time of a
    batch.
    """
    cells, marks = [], Marks()
    for cell in nb.cells:
        noted = cell.metadata.get("nbgrader")
        metadata = {"nbgrader": settings(noted)} if isinstance(noted, dict) else {}
        if cell.metadata.get("jupyter", {}).get("source_hidden") is True:
            metadata["jupyter"] = {"source_hidden": True}
        if cell.source in trusted and has_tag(cell, SETUP_TAG):
            metadata["tags"] = [SETUP_TAG]
        code = cell.cell_type == "code"
        new = {
            "cell_type": cell.cell_type if cell.cell_type in ("code", "raw") else "markdown",
            "metadata": metadata,
            "source": cell.source if code or cell.source in trusted else words(cell.source),
        }
        if "id" in cell:
            new["id"] = cell["id"]
        if code:
            new["outputs"] = [safe for one in cell.get("outputs", []) if (safe := output(one, marks)) is not None]
            new["execution_count"] = counted(cell)
        cells.append(new)
    kept = {name: nb.metadata[name] for name in ("kernelspec", "language_info") if name in nb.metadata}
    minor = 5 if all("id" in cell for cell in cells) else 4
    return nbformat.from_dict({"cells": cells, "metadata": kept, "nbformat": 4, "nbformat_minor": minor})
