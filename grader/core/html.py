"""Pages in HTML from Jinja2's templates: everything put in is escaped, nothing may be missing."""

from __future__ import annotations

import functools
import re
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

TURNING = re.compile(
    "[\u202a-\u202e\u2066-\u2069\u200e\u200f]"
)  # characters that turn the direction in which a line is read


def still(value):
    """A text without characters that turn its line; anything else as it is."""
    return TURNING.sub("", value) if type(value) is str else value


def coded(text: str) -> Markup:
    """Our own words with what stands in backticks as code."""
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(still(text)))))


def styled(text: str) -> Markup:
    """Our own words with their `code` and *stress*."""
    return Markup(re.sub(r"\*([^*\s][^*]*)\*", r"<em>\1</em>", str(coded(text))))


@functools.cache
def templates(folder: Path) -> Environment:
    """The templates of a folder. What is put into one is escaped unless it is Markup; a name that is not given is an
    error.
    """
    found = Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=still,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    found.filters.update(coded=coded, styled=styled)
    return found


def filled(folder: Path, name: str, **values) -> str:
    """The template `name` of `folder` with these values."""
    return templates(folder).get_template(name).render(values)
