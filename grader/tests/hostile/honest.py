"""Honest work after an accident: every point must be kept."""

from __future__ import annotations

import copy
import json

from grader.tests.hostile import FULL, GRADED, REVIEW, RIGHT, WRONG, answered, case, cell_of, code, index_of

COLAB, HONEST = "Colab damage", "honest accidents"


@case(HONEST, FULL)
def copied_check_cell(notebook):
    notebook["cells"].insert(index_of(notebook, "ex1_check"), copy.deepcopy(cell_of(notebook, "ex1_check")))
    return answered(notebook, RIGHT)


@case(HONEST, FULL)
def copied_answer_cell(notebook):
    notebook["cells"].insert(index_of(notebook, "ex1"), copy.deepcopy(cell_of(notebook, "ex1")))
    notebook["cells"][index_of(notebook, "ex1") + 1]["source"] = RIGHT["ex1"]
    made = answered(notebook, {key: RIGHT[key] for key in ("predict1", "ex2")})
    return made


@case(HONEST, FULL)
def deleted_checks(notebook):
    notebook["cells"] = [cell for cell in notebook["cells"] if not cell["metadata"].get("nbgrader", {}).get("grade")]
    return answered(notebook, RIGHT)


@case(HONEST, FULL)
def edited_checks(notebook):
    cell_of(notebook, "ex1_check")["source"] = "print('my own check')"
    return answered(notebook, RIGHT)


@case(HONEST, FULL)
def checks_moved_to_the_top(notebook):
    checks = [cell for cell in notebook["cells"] if cell["metadata"].get("nbgrader", {}).get("grade")]
    notebook["cells"] = checks + [cell for cell in notebook["cells"] if cell not in checks]
    return answered(notebook, RIGHT)


@case(HONEST, FULL)
def answers_swapped(notebook):
    one, two = index_of(notebook, "ex1"), index_of(notebook, "ex2")
    notebook["cells"][one], notebook["cells"][two] = notebook["cells"][two], notebook["cells"][one]
    return answered(notebook, RIGHT)


@case(HONEST, FULL)
def only_the_answers(notebook):
    answered(notebook, RIGHT)
    notebook["cells"] = [cell_of(notebook, key) for key in ("predict1", "ex1", "ex2")]
    return notebook


@case(HONEST, FULL)
def metadata_lost(notebook):
    answered(notebook, RIGHT)
    for cell in notebook["cells"]:
        cell["metadata"] = {}
    return notebook


@case(HONEST, FULL)
def metadata_and_ids_lost(notebook):
    answered(notebook, RIGHT)
    for cell in notebook["cells"]:
        cell["metadata"] = {}
        cell.pop("id", None)
    notebook["metadata"] = {}
    return notebook


@case(HONEST, FULL)
def empty_nbgrader_metadata(notebook):
    notebook["cells"][0]["metadata"]["nbgrader"] = {}
    return answered(notebook, RIGHT)


@case(HONEST, FULL)
def foreign_schema_versions(notebook):
    answered(notebook, RIGHT)
    for cell, version in zip(notebook["cells"], (99, 2, 1, None, "3", -1, 3.5) * 3):
        if "nbgrader" in cell["metadata"]:
            cell["metadata"]["nbgrader"]["schema_version"] = version
    return notebook


@case(HONEST, FULL)
def answer_turned_into_text(notebook):
    cell = cell_of(answered(notebook, RIGHT), "ex1")
    cell["cell_type"] = "markdown"
    del cell["outputs"], cell["execution_count"]
    return notebook


@case(HONEST, FULL)
def no_kernelspec(notebook):
    notebook["metadata"].pop("kernelspec", None)
    notebook["metadata"].pop("language_info", None)
    return answered(notebook, RIGHT)


@case(HONEST, FULL)
def old_format(notebook):
    answered(notebook, RIGHT)
    cells = [
        {
            "cell_type": cell["cell_type"],
            "metadata": cell["metadata"],
            ("input" if cell["cell_type"] == "code" else "source"): cell["source"],
            "language": "python",
            "outputs": [],
        }
        for cell in notebook["cells"]
    ]
    return {"nbformat": 3, "nbformat_minor": 0, "metadata": {"name": ""}, "worksheets": [{"cells": cells}]}


@case(HONEST, FULL)
def sources_as_lists(notebook):
    for cell in answered(notebook, RIGHT)["cells"]:
        cell["source"] = cell["source"].splitlines(keepends=True)
    return notebook


@case(HONEST, FULL)
def ids_renamed(notebook):
    for number, cell in enumerate(answered(notebook, RIGHT)["cells"]):
        cell["id"] = f"renamed-{number}"
    return notebook


@case(HONEST, FULL)
def six_megabytes_of_output(notebook):
    answered(notebook, RIGHT)["cells"][-1] = code("1") | {
        "outputs": [{"output_type": "stream", "name": "stdout", "text": "x" * 6_000_000}]
    }
    notebook["cells"].append(code("2"))
    return notebook


@case(HONEST, 3.0)
def one_answer_missing(notebook):
    """The points of what is there are kept, and no more."""
    answered(notebook, RIGHT)
    notebook["cells"].remove(cell_of(notebook, "ex2"))
    return notebook


@case(HONEST, 0.0)
def untouched(notebook):
    return notebook


# Colab ----------------------------------------------------------------------------------------------------------------
def colab(notebook, minor: int = 0) -> dict:
    """As Colab saves: its own ids and people in the metadata, no top-level ids in old formats."""
    for number, cell in enumerate(answered(notebook, RIGHT)["cells"]):
        cell["metadata"] |= {
            "id": cell.pop("id", f"c{number}"),
            "colab": {"base_uri": "https://localhost:8080/"},
            "outputId": "0a1b2c3d-4e5f",
        }
        cell["metadata"]["executionInfo"] = {
            "status": "ok",
            "timestamp": 1,
            "user": {"displayName": "Ana Personal", "userId": "0123456789"},
            "elapsed": 3,
        }
    notebook["nbformat_minor"] = minor
    notebook["metadata"] = {
        "colab": {"provenance": [{"file_id": "1A"}], "toc_visible": True},
        "kernelspec": {"name": "python3", "display_name": "Python 3"},
        "language_info": {"name": "python"},
        "accelerator": "GPU",
    }
    return notebook


@case(COLAB, FULL)
def colab_saved(notebook):
    return colab(notebook)


@case(COLAB, FULL)
def colab_minified(notebook):
    return json.dumps(colab(notebook), separators=(",", ":")).encode()


@case(COLAB, FULL)
def colab_lost_nbgrader(notebook):
    """Only Colab's own ids are left."""
    for cell in colab(notebook)["cells"]:
        cell["metadata"].pop("nbgrader", None)
    return notebook


@case(COLAB, FULL)
def colab_badge_first(notebook):
    colab(notebook)["cells"].insert(
        0,
        {
            "cell_type": "markdown",
            "metadata": {"id": "view-in-github", "colab_type": "text"},
            "source": '<a href="https://x">badge</a>',
        },
    )
    return notebook


@case(COLAB, FULL)
def colab_locked_check_deleted_and_copied(notebook):
    colab(notebook)
    check = cell_of(notebook, "ex1_check")
    notebook["cells"].remove(check)
    notebook["cells"].append(check | {"metadata": {"id": "new"}, "source": check["source"].replace("k=3", "k=4")})
    return notebook


@case(COLAB, FULL)
def colab_scratch_cells(notebook):
    colab(notebook)
    for index in (1, 4, 7):
        notebook["cells"].insert(index, code("print('scratch')", id=f"scratch{index}", outputId="x"))
    return notebook


@case(COLAB, FULL)
def colab_form_view(notebook):
    for cell in colab(notebook)["cells"]:
        cell["metadata"]["cellView"] = "form"
        if cell["cell_type"] == "code":
            cell["source"] = '# @title My cell { run: "auto" }\n' + cell["source"]
    return notebook


@case(COLAB, FULL)
def colab_duplicate_ids(notebook):
    for cell in colab(notebook, 5)["cells"]:
        cell["id"] = "same"
    return notebook


@case(COLAB, FULL)
def colab_widgets_without_state(notebook):
    colab(notebook)["metadata"]["widgets"] = {"application/vnd.jupyter.widget-state+json": {"x": {}}}
    return notebook


# Where the answer to exercise 1 stands when its cell holds none: texts of the answer cell (None: the stub), cells
# before the check, cells after it.
BELOW = {
    "answer_below_the_stub": (None, [RIGHT["ex1"]], []),
    "answer_below_the_check": (None, [], [RIGHT["ex1"]]),
    "answer_below_the_check_the_stub_emptied": ("", [], [RIGHT["ex1"]]),
    "answer_below_the_check_the_stub_commented_out": ("# def total(v, k):\n#     ...", [], [RIGHT["ex1"]]),
    "answer_below_the_check_with_its_helper": (
        None,
        ["import math\nscale = 1"],
        [
            "def helper(v):\n    return v.sum() * scale",
            RIGHT["ex1"].replace("jnp.sum", "helper"),
            "total(jnp.arange(3), 2)",
        ],
    ),
    "answer_right_and_an_old_try_before_it": (WRONG["ex1"].replace("zeros", "ones"), [RIGHT["ex1"]], []),
}
UNDECIDED = {
    "two_answers_below_the_stub": (None, [WRONG["ex1"], RIGHT["ex1"]], []),
    "answers_before_and_after_the_check": (None, [WRONG["ex1"]], [RIGHT["ex1"]]),
}


def register_below() -> None:
    for name, (own, before, after) in (BELOW | UNDECIDED).items():

        def make(notebook, own=own, before=before, after=after):
            answered(
                notebook, RIGHT | ({"ex1": own} if own is not None else {"ex1": cell_of(notebook, "ex1")["source"]})
            )
            cells, check = notebook["cells"], index_of(notebook, "ex1_check")
            cells[check : check + 1] = [*map(code, before), cells[check], *map(code, after)]
            return notebook

        make.__name__ = name
        case(HONEST, FULL if name in BELOW else FULL - 2, (GRADED,) if name in BELOW else (REVIEW,))(make)


register_below()


@case(HONEST, FULL - 2, (REVIEW,))
def answer_far_from_its_cell(notebook):
    """The stub is untouched and the answer is the last cell: a person has to look."""
    return answered(notebook, {key: source for key, source in RIGHT.items() if key != "ex1"}, last=RIGHT["ex1"])


@case(COLAB, FULL)
def colab_answer_in_a_new_cell(notebook):
    """The answer cell was deleted and written anew, without any key."""
    colab(notebook)
    index = index_of(notebook, "ex1")
    notebook["cells"][index] = code(RIGHT["ex1"], id="fresh")
    return notebook
