"""A rebuilt notebook as what may run of it: each cell's Python and names, what each exercise needs, and what stands in
the way.

For an exercise there are two sets of cells: the narrow one, which its answer and its check name, and the wide one,
with cells of the learner's own that name something of those (dependencies.py). A cell is screened (screen.py) in the
company it runs in.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

from grader.judging.allowed import Allowed, may_import, standard
from grader.judging.cell_text import as_python, bound_by, parsed, without_imports
from grader.judging.dependencies import Names, closure, imports_for, names_of, setup_names, wide
from grader.judging.rebuild import Part, RebuiltNotebook
from grader.judging.screen import hidden, read
from grader.lessons.source import SETUP_TAG, Exercise, has_tag, instruments

LEFT_OUT = "left out of {}, since no grade depends on it: {}"


@dataclass(frozen=True)
class Chosen:
    """Cells that run together: position → Python text, in order; `notes` say what was left out of them."""

    texts: dict
    notes: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()  # modules of the setup cell whose names the learner uses for something else


class Program:
    """What may run of one notebook. Positions are those of `rebuilt.parts`."""

    def __init__(self, rebuilt: RebuiltNotebook, allowed: Allowed | None = None):
        self.rebuilt, self.allowed = rebuilt, allowed or standard()
        setup = {cell["id"] for cell in rebuilt.lesson.cells if has_tag(cell, SETUP_TAG)}
        self.texts: dict[int, str] = {}
        self.left_out: dict[int, list[str]] = {}
        self.own: set[int] = set()
        for index, part in enumerate(rebuilt.parts):
            if part.kind == "code" and part.role != "check" and part.key not in setup:
                if part.role == "extra" or part.role == "answer" and part.key not in rebuilt.unchanged:
                    self.own.add(index)
                    self.texts[index], self.left_out[index] = as_python(part.source)
                else:
                    self.texts[index] = part.source
        self.names: dict[int, Names] = {index: names_of(text) for index, text in self.texts.items()}
        self.check_at = {
            part.key.removesuffix("_check"): index for index, part in enumerate(rebuilt.parts) if part.role == "check"
        }
        self.answer_at = {
            part.key: index for index, part in enumerate(rebuilt.parts) if part.role in ("answer", "missing")
        }

    def before(self, exercise: Exercise) -> dict[int, Names]:
        return {index: names for index, names in self.names.items() if index < self.check_at[exercise.id]}

    def needed(self, exercise: Exercise, more: bool = False) -> frozenset[int]:
        """Positions of the cells that an exercise needs; with `more` the wide set."""
        cells, wanted = self.before(exercise), asked_for(exercise)
        narrow = closure(cells, {self.answer_at[exercise.id]}, wanted)
        return frozenset(
            wide(cells, self.own & cells.keys(), narrow, wanted, setup_names(instruments())) if more else narrow
        )

    def chosen(self, positions: frozenset[int], exercises: list[Exercise]) -> Chosen:
        """The texts of the cells at `positions`, without imports that neither they nor the checks use and that are not
        allowed.
        """
        wanted = frozenset().union(*map(asked_for, exercises))
        used = wanted.union(*(self.names[index].reads for index in positions))
        texts, notes = {}, []
        for index, imports in imports_for(self.names, set(positions), wanted).items():
            texts[index] = "\n".join(imports)
        for index in positions:
            text, out = self.texts[index], list(self.left_out.get(index, []))
            if index in self.own:
                text, unused = without_imports(
                    text,
                    lambda node, alias: (
                        bound_by(node, alias) not in {*used, "*"} and not may_import(self.allowed, node, alias)
                    ),
                )
                out += [f"import of {module}" for module in unused]
            texts[index] = text
            notes += [LEFT_OUT.format(self.called(index), ", ".join(out))] if out else []
        return Chosen(dict(sorted(texts.items())), tuple(notes), hidden(self.own_trees(texts)))

    def own_trees(self, texts: dict) -> dict:
        """The syntax trees of the learner's cells among these."""
        return {
            index: tree for index, text in texts.items() if index in self.own and (tree := parsed(text)) is not None
        }

    def findings(self, exercises: list[Exercise], positions: frozenset[int]) -> dict[int, tuple[str, ...]]:
        """What the screen says of the learner's cells at `positions`, run together for these exercises: position →
        sentences.
        """
        texts = self.chosen(positions, exercises).texts
        trusted = [
            setup_tree(),
            *(tree for index, text in texts.items() if index not in self.own and (tree := parsed(text)) is not None),
        ]
        found = read(self.own_trees(texts), self.allowed, trusted)
        return {
            index: tuple(f"{self.called(index)}, line {one.line}: {one.what}" for one in ones)
            for index, ones in found.items()
        }

    def called(self, index: int) -> str:
        """How a cell is called in a sentence."""
        part: Part = self.rebuilt.parts[index]
        if part.key:
            return f"cell {part.key}"
        return f"your own cell {1 + sum(not one.key for one in self.rebuilt.parts[:index])}"


@functools.cache
def setup_tree():
    return parsed(instruments())


@functools.cache
def asked_for(exercise: Exercise) -> frozenset[str]:
    """Names that a check takes from the notebook."""
    if exercise.is_prediction:
        return frozenset({exercise.variable})
    names = names_of(exercise.probe)
    return names.reads - names.binds
