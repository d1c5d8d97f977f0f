"""The tone of what a learner reads."""

from __future__ import annotations

import re

from grader.authoring.lint.reading import all_beliefs, learners_cells
from grader.lessons.source import Lesson


def calm(lesson: Lesson):
    """No exclamation marks in what the learner reads."""

    def loud(text: str) -> bool:
        return "!" in re.sub(r"<!--|`[^`]*`|<code>.*?</code>|!=|^ {4}.*$", "", text, flags=re.M)

    for cell in learners_cells(lesson):
        if cell.cell_type == "markdown" and loud(cell.source):
            yield cell["id"], "has an exclamation mark"
    for where, belief, words in all_beliefs(lesson):
        if loud(words):
            yield where, f"the words of '{belief}' have an exclamation mark"
