"""Run a lesson's cells and record what becomes of its claims, in the interpreter of a version set.

    python -I recorder.py < {"cells": [[id, source], …], "setup": id, "claims": [[id, cell, first line, last line], …]}

needs nothing but the standard library beside what the lesson itself uses. The last line of standard output is
{"claims": {id: [outcome, how]}, "cells": {id: error}}; outcome is "holds", "differs" or "not applicable". A cell is
left at
the first statement that raises, a claim is not: what comes after it in the cell is run.
"""

import ast
import contextlib
import io
import json
import linecache
import sys
import types

HOLDS, DIFFERS, NOT_APPLICABLE = "holds", "differs", "not applicable"


class Recorder:
    """Stands in for `claim` and `raises`: keeps what was seen, and never stops the lesson."""

    def __init__(self, places):
        self.places = places  # id → (cell, first line, last line)
        self.seen = {}

    def put(self, name, outcome, how=""):
        """A claim that is made more than once holds if it holds each time."""
        if self.seen.get(name, (HOLDS,))[0] == HOLDS:
            self.seen[name] = (outcome, how)

    def claim(self, name, sentence, holds):
        try:
            good = bool(holds)
        except Exception as error:
            self.put(name, DIFFERS, type(error).__name__)
        else:
            self.put(name, *((HOLDS, "") if good else (DIFFERS, "does not hold")))

    @contextlib.contextmanager
    def raises(self, *errors):
        frame = sys._getframe(2)  # the cell, behind contextlib
        name = self.at(frame.f_code.co_filename, frame.f_lineno, frame.f_lineno)[0]
        try:
            yield
        except errors:
            self.put(name, HOLDS)
        except Exception as error:
            self.put(name, DIFFERS, "raises " + type(error).__name__)
        else:
            self.put(name, DIFFERS, "nothing is raised")

    def at(self, cell, first, last):
        """Ids of the claims that stand in these lines of a cell."""
        return [
            name for name, place in self.places.items() if place[0] == cell and place[1] <= last and first <= place[2]
        ]


def run(cells, setup, places):
    """Execute the cells in one namespace; returns ({claim: (outcome, how)}, {cell: error})."""
    module = types.ModuleType("__main__")
    sys.modules["__main__"] = module  # where pickles and dataclasses look for what a cell defines
    space, recorder, failed = module.__dict__, Recorder(places), {}
    for cell, source in cells:
        linecache.cache[cell] = (len(source), None, source.splitlines(True), cell)
        for node in ast.parse(source, cell).body:
            mine = recorder.at(cell, node.lineno, node.end_lineno)
            try:
                exec(compile(ast.Module([node], []), cell, "exec"), space)
            except Exception as error:
                kind = type(error).__name__
                if isinstance(node, (ast.Expr, ast.With, ast.For)) and mine:
                    for name in mine:
                        recorder.put(name, DIFFERS, kind)
                    continue
                failed[cell] = kind
                for name in recorder.at(cell, node.lineno, len(source)):
                    recorder.put(name, DIFFERS, "not reached: " + kind)
                break
        if cell == setup:
            space.update(claim=recorder.claim, raises=recorder.raises)
    return {name: recorder.seen.get(name, (NOT_APPLICABLE, "")) for name in places}, failed


def main():
    order = json.load(sys.stdin)
    told = io.StringIO()
    with contextlib.redirect_stdout(told), contextlib.redirect_stderr(told):
        claims, failed = run(order["cells"], order["setup"], {name: place for name, *place in order["claims"]})
    print(json.dumps({"claims": claims, "cells": failed}))


if __name__ == "__main__":
    main()
