"""A cell as the Python that runs: what is left out, and that lines keep their numbers."""

import ast

import pytest

from grader.judging.cell_text import as_python, fault, parsed, without_imports, without_magics


@pytest.mark.parametrize(
    "source, python",
    [
        ("x = 1", "x = 1"),
        ("%matplotlib inline\nx = 1", "pass\nx = 1"),
        ("!pip install a \\\n  b\nx = 1", "pass\n\nx = 1"),
        ("if a:\n    !ls\nx = 1", "if a:\n    pass\nx = 1"),
        ("files = !ls\nlen(files)", "files = []\nlen(files)"),
        ("t = %timeit -o f()\nt", "t = None\nt"),
        ("%time y = f(x)\ny", "y = f(x)\ny"),
        ("y = %time f(x)", "y = f(x)"),
        ("jnp.sum?\nx = 1", "pass\nx = 1"),
        ("?jnp.sum\nx = 1", "pass\nx = 1"),
        ("jnp.sum??", "pass"),
        ("%%time\nx = 1\n%ls", "\nx = 1\npass"),
        ("%%capture out\ndef f():\n    pass", "\ndef f():\n    pass"),
        ("%%bash\nls", ""),
        ("%%writefile a.py\nimport sys", ""),
        ("s = '''\n%time\n'''\n%ls", "s = '''\n%time\n'''\npass"),
        ("await f()\n%ls", "await f()\npass"),
    ],
)
def test_magics_are_left_out(source, python):
    text, changed = without_magics(source)
    assert text == python and changed == (source != python) and (not python.strip() or parsed(python) is not None)


def test_what_is_no_python_stays_as_it_is_and_says_why():
    assert without_magics("def f(:\n%ls") == ("def f(:\n%ls", False)
    said, line = fault("x = 1\ndef f(:")
    assert said.startswith("SyntaxError: ") and line == 2
    assert fault("x = 1") == ("", None) and fault("(" * 5000)[0]


@pytest.mark.parametrize(
    "source, python",
    [
        ("breakpoint()\nx", "pass\nx"),
        ("import pdb; pdb.set_trace()", "import pdb; pass"),
        ("if a: breakpoint()", "if a: pass"),
        ("def f():\n    breakpoint()\n    return 1", "def f():\n    pass\n    return 1"),
        ("get_ipython().run_line_magic(\n    'matplotlib',\n    'inline')\nx = 1", "pass\n\n\nx = 1"),
        ("é = 'ü'; breakpoint(); y = 1", "é = 'ü'; pass; y = 1"),
        ("x = breakpoint", "x = breakpoint"),
    ],
)
def test_debuggers_are_left_out(source, python):
    assert as_python(source)[0] == python and as_python(source)[0].count("\n") == source.count("\n")
    assert as_python(source)[1] == (["calls of a debugger"] if python != source else [])


@pytest.mark.parametrize(
    "source, python, out",
    [
        ("import pandas as pd\nx", "pass\nx", ["pandas"]),
        ("import pandas, math", "import math", ["pandas"]),
        ("from a import (b,\n    c)\nx", "pass\n\nx", ["a.b", "a.c"]),
        (
            "try:\n    import pandas\nexcept ImportError:\n    pass",
            "try:\n    pass\nexcept ImportError:\n    pass",
            ["pandas"],
        ),
        ("import math", "import math", []),
    ],
)
def test_imports_are_left_out_one_by_one(source, python, out):
    assert without_imports(source, lambda node, alias: alias.name != "math") == (python, out)


def test_many_magics_and_long_cells_end():
    assert without_magics("%ls\n" * 1000)[1] is False  # more than anybody has: nothing is left out
    assert (
        without_magics("%%time\n" * 3000 + "x = 1")[0].strip() == "x = 1"
        and without_magics("%%time\n" * 3000 + "x = 1")[0].count("\n") == 3000
    )
    assert without_magics(" " * 8000 + "a, " * 80_000 + "!")[1] is False
    assert ast.dump(parsed(without_magics("%ls\n" * 30)[0]))
