"""The file itself as the weapon:
metadata, formats, encodings, names, and words that want out with the hidden inputs.
"""

from __future__ import annotations

import gzip
import io
import json
import zipfile

from grader.tests.hostile import GRADED, REFUSED, RIGHT, WRONG, answered, case, cell_of, code, index_of

METADATA, PARSERS, ENCODINGS, NAMES, LEAKS = "metadata", "parsers", "encodings", "names", "leaks"


# metadata: wrong answers that want points by what stands around them --------------------------------------------------
def each(notebook, change):
    """Apply `change` to the nbgrader metadata of every cell that has it."""
    for cell in notebook["cells"]:
        if "nbgrader" in cell["metadata"]:
            change(cell, cell["metadata"]["nbgrader"])
    return answered(notebook, WRONG)


@case(METADATA)
def skip_execution_tag(notebook):
    return each(notebook, lambda cell, own: cell["metadata"].update(tags=["skip-execution"]))


@case(METADATA)
def raises_exception_tag(notebook):
    return each(notebook, lambda cell, own: cell["metadata"].update(tags=["raises-exception", "remove-cell"]))


@case(METADATA)
def a_thousand_points(notebook):
    return each(notebook, lambda cell, own: own.update(points=1000))


@case(METADATA)
def points_that_are_words(notebook):
    return each(notebook, lambda cell, own: own.update(points="abc"))


@case(METADATA)
def points_that_are_no_number(notebook):
    return each(notebook, lambda cell, own: own.update(points=float("nan")))


@case(METADATA)
def grade_flags_swapped(notebook):
    return each(notebook, lambda cell, own: own.update(grade=not own.get("grade"), solution=not own.get("solution")))


@case(METADATA)
def everything_graded(notebook):
    return each(notebook, lambda cell, own: own.update(grade=True, solution=True, points=5))


@case(METADATA)
def locks_opened(notebook):
    return each(notebook, lambda cell, own: own.update(locked=False))


@case(METADATA)
def checksums_changed(notebook):
    return each(notebook, lambda cell, own: own.update(checksum="0" * 32))


@case(METADATA)
def check_marked_as_answer(notebook):
    cell_of(notebook, "ex1_check")["metadata"]["nbgrader"]["grade_id"] = "ex1"
    cell_of(notebook, "ex2_check")["metadata"]["nbgrader"]["grade_id"] = "ex2"
    return answered(notebook, {"predict1": WRONG["predict1"]})


@case(METADATA)
def own_graded_cell(notebook):
    own = {
        "grade": True,
        "grade_id": "ex9_check",
        "locked": True,
        "points": 50,
        "schema_version": 3,
        "solution": False,
        "task": False,
    }
    notebook["cells"].append(code("50", nbgrader=own))
    return answered(notebook, WRONG)


@case(METADATA)
def second_copy_of_a_check(notebook):
    notebook["cells"].append(cell_of(notebook, "ex1_check") | {"source": "2.0"})
    return answered(notebook, WRONG)


@case(METADATA)
def checks_emptied(notebook):
    for key in ("ex1_check", "ex2_check", "predict1_check"):
        cell_of(notebook, key)["source"] = "pass"
    return answered(notebook, WRONG)


@case(METADATA)
def checks_made_to_text(notebook):
    for key in ("ex1_check", "ex2_check", "predict1_check"):
        cell = cell_of(notebook, key)
        cell["cell_type"] = "markdown"
        del cell["outputs"], cell["execution_count"]
    return answered(notebook, WRONG)


@case(METADATA)
def checks_made_raw(notebook):
    for key in ("ex1_check", "ex2_check"):
        cell_of(notebook, key)["cell_type"] = "raw"
    return answered(notebook, WRONG)


@case(METADATA)
def checks_deleted(notebook):
    notebook["cells"] = [cell for cell in notebook["cells"] if not cell["metadata"].get("nbgrader", {}).get("grade")]
    return answered(notebook, WRONG)


@case(METADATA)
def outputs_filled_in(notebook):
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell["outputs"] = [
                {"output_type": "execute_result", "data": {"text/plain": "3.0"}, "metadata": {}, "execution_count": 1}
            ]
    return answered(notebook, WRONG)


@case(METADATA)
def setup_cell_replaced(notebook):
    next(cell for cell in notebook["cells"] if "setup" in cell["metadata"].get("tags", []))["source"] = (
        "check = reply = score_hidden = lambda *a, **k: 3.0"
    )
    return answered(notebook, WRONG)


@case(METADATA)
def another_language(notebook):
    notebook["metadata"]["kernelspec"] = {"name": "../../bin/sh", "language": "R", "display_name": "R"}
    notebook["metadata"]["language_info"] = {"name": "R"}
    return answered(notebook, WRONG)


@case(METADATA)
def another_lesson_named(notebook):
    notebook["metadata"]["course"] = {"lesson": "../../etc/passwd"}
    return answered(notebook, WRONG)


@case(METADATA)
def widget_state(notebook):
    notebook["metadata"]["widgets"] = {"application/vnd.jupyter.widget-state+json": {"x": {}}}
    return answered(notebook, WRONG)


# parsers --------------------------------------------------------------------------------------------------------------
def dumped(notebook) -> bytes:
    return json.dumps(answered(notebook, RIGHT)).encode()


RUBBISH = {
    "empty_file": b"",
    "white_space": b" \n\t ",
    "zeros": b"\0" * 1000,
    "a_word": b"hello",
    "json_list": b"[]",
    "json_null": b"null",
    "json_number": b"1e999",
    "json_text": b'"cells"',
    "no_cells": b"{}",
    "cells_are_words": b'{"cells": "abc"}',
    "cells_are_a_table": b'{"cells": {"a": 1}}',
    "nested_lists": b"[" * 200_000,
    "nested_tables": b'{"cells":' * 100_000,
    "endless_number": b'{"cells": [' + b"9" * 1_000_000 + b"]}",
    "web_page": b"<!DOCTYPE html><html><title>Sign in</title></html>",
    "pdf": b"%PDF-1.7\n%\xe2\xe3",
    "png": b"\x89PNG\r\n\x1a\n" + bytes(100),
    "word_document": b"\xd0\xcf\x11\xe0" + bytes(100),
    "another_notebook": json.dumps(
        {
            "cells": [{"cell_type": "code", "source": "1", "metadata": {}, "outputs": []}],
            "metadata": {},
            "nbformat": 4,
            "nbformat_minor": 5,
        }
    ).encode(),
    "cells_without_sources": b'{"cells": [{}, {"cell_type": "code"}, null, 1, [], '
    b'{"cell_type": "code", "source": null}], "nbformat": 4}',
    "metadata_of_odd_types": b'{"cells": [{"cell_type": 7, "metadata": [], "source": {"a": 1}}, '
    b'{"metadata": {"nbgrader": "x", "tags": 5}}], "metadata": 3}',
    "too_large": b'{"cells": [], "x": "' + b"x" * (33 * 2**20) + b'"}',
    "merge_conflict": b'<<<<<<< HEAD\n{"cells": []}\n=======\n{}\n>>>>>>> x\n',
}


def register_rubbish() -> None:
    for name, data in RUBBISH.items():

        def make(notebook, data=data):
            return data

        make.__name__ = name
        case(PARSERS, 0.0, (REFUSED,))(make)


register_rubbish()


@case(PARSERS, outcomes=(REFUSED,))
def cut_off(notebook):
    return dumped(notebook)[:-200]


@case(PARSERS, outcomes=(REFUSED,))
def gzipped(notebook):
    return gzip.compress(dumped(notebook))


@case(PARSERS, outcomes=(REFUSED,))
def zipped_under_the_wrong_name(notebook):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("../../90_hostile.ipynb", dumped(notebook))
    return file.getvalue()


@case(PARSERS, outcomes=(REFUSED,))
def too_many_cells(notebook):
    notebook["cells"] += [code("1")] * 5000
    return answered(notebook, RIGHT)


@case(PARSERS, 6.0)
def keys_twice(notebook):
    return dumped(notebook)[:-1] + b', "nbformat": 4, "nbformat": 4}'


@case(PARSERS, 6.0)
def cells_that_are_none(notebook):
    answered(notebook, RIGHT)
    notebook["cells"] += [
        None,
        3,
        [],
        "cell",
        {"cell_type": "code"},
        {"cell_type": None, "source": 5, "metadata": None},
    ]
    notebook["cells"].insert(0, {"source": ["a", 1, None, "b"], "cell_type": "markdown", "metadata": {"nbgrader": []}})
    return notebook


@case(PARSERS, 6.0)
def not_a_number_in_metadata(notebook):
    notebook["metadata"]["x"] = float("inf")
    notebook["cells"][0]["metadata"]["y"] = float("nan")
    return answered(notebook, RIGHT)


@case(PARSERS, 6.0)
def wrong_version_numbers(notebook):
    notebook["nbformat"], notebook["nbformat_minor"] = 99, -1
    return answered(notebook, RIGHT)


@case(PARSERS, 6.0)
def huge_cell_beside(notebook):
    return answered(notebook, RIGHT, last="# " + "x" * 1_000_000)


# encodings ------------------------------------------------------------------------------------------------------------
def with_accents(notebook) -> str:
    return json.dumps(answered(notebook, RIGHT, last="# für José, naïve façade"), ensure_ascii=False)


@case(ENCODINGS, 6.0)
def byte_order_mark(notebook):
    return b"\xef\xbb\xbf" + with_accents(notebook).encode()


@case(ENCODINGS, 6.0)
def utf_16(notebook):
    return with_accents(notebook).encode("utf-16")


@case(ENCODINGS, 6.0)
def windows_1252(notebook):
    return with_accents(notebook).encode("cp1252", "replace")


@case(ENCODINGS, 6.0)
def crlf(notebook):
    return (
        json.dumps(answered(notebook, {key: source.replace("\n", "\r\n") for key, source in RIGHT.items()}), indent=1)
        .replace("\n", "\r\n")
        .encode()
    )


@case(ENCODINGS, 6.0)
def lone_surrogates(notebook):
    return answered(notebook, RIGHT, last="print('\ud800')  # \udfff")


@case(ENCODINGS, 6.0)
def null_bytes_in_sources(notebook):
    return answered(notebook, {key: "\0" + source + "\0" for key, source in RIGHT.items()})


@case(ENCODINGS, 6.0)
def right_to_left_marks(notebook):
    return answered(notebook, {key: "# \u202e\u2066 reversed \u2069\n" + source for key, source in RIGHT.items()})


@case(ENCODINGS, 6.0)
def odd_spaces_and_form_feeds(notebook):
    return answered(notebook, {key: "\f\n" + source + "\n\f" for key, source in RIGHT.items()})


# names ----------------------------------------------------------------------------------------------------------------
NAMED = {
    "formula_as_a_name": "=cmd|' !A0/90_hostile.ipynb",
    "script_as_a_name": "<script>alert(1)<_script>/90_hostile.ipynb",
    "very_long_name": "x" * 240 + "/90_hostile.ipynb",
    "name_of_blanks": "  . /90_hostile.ipynb",
    "name_in_another_script": "李小明 Ωmega/90_hostile.ipynb",
    "apostrophe": "O'Neil, Zoë/90_hostile (1).ipynb",
    "name_of_a_device": "CON/90_hostile.ipynb",
    "copy_of": "ana/Copy of Copy_of_90_hostile (2).ipynb",
    "quotes_and_commas": '"a",b;c/90_hostile.ipynb',
    "line_break": "ana\nbob/90_hostile.ipynb",
    "options": "--out=/-rf/90_hostile.ipynb",
    "percent": "%2e%2e%2f/90_hostile.ipynb",
}


def register_names() -> None:
    for name, path in NAMED.items():

        def make(notebook):
            return answered(notebook, RIGHT)

        make.__name__ = name
        case(NAMES, 6.0, (GRADED,), path=path)(make)


register_names()


# leaks: the hidden inputs must not come back to the learner -----------------------------------------------------------
@case(LEAKS, 6.0)
def prints_what_it_kept_in_a_cell_that_runs(notebook):
    """The cell that prints runs, because exercise 2 reads a name of it; nothing has been kept by then."""
    answered(
        notebook,
        RIGHT
        | {
            "ex1": "def total(v, k):\n    kept.append((v, k))\n    return v.sum() * k",
            "ex2": RIGHT["ex2"] + "\n" * 2 + "times = printed",
        },
        "kept = []\n",
    )
    notebook["cells"].insert(index_of(notebook, "ex2"), code("printed = print('leak', kept)"))
    return notebook


@case(LEAKS, 6.0)
def script_in_outputs_and_text(notebook):
    notebook["cells"].append(
        {"cell_type": "markdown", "source": "<script>alert(1)</script><img src=x onerror=alert(2)>", "metadata": {}}
    )
    return answered(
        notebook,
        RIGHT,
        last="from IPython.display import HTML, Javascript, display\n"
        "display(HTML('<script>alert(3)</script>'), Javascript('alert(4)'))\n"
        "'<img src=x onerror=alert(5)>'",
    )
