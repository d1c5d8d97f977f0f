"""Files that want more than there is, or what is not theirs: time, memory, processes, disk, output, other people's things."""

from __future__ import annotations

from grader.core.paths import ROOT
from grader.tests.hostile import CASES, GRADED, REVIEW, RIGHT, WRONG, answered, case

# name → (kind, slow, the answer to exercise 1; the second one is right and must keep its points)
ANSWERS = {
    "endless_loop": (True, "def total(v, k):\n    while True:\n        pass"),
    "endless_loop_that_ignores_its_end": (
        True,
        "def total(v, k):\n    while True:\n        try:\n            while True:\n                pass\n        except BaseException:\n            pass",
    ),
    "endless_sleep": (True, "import time\ndef total(v, k):\n    time.sleep(10**6)"),
    "endless_regex": (True, "import re\ndef total(v, k):\n    re.match('(a*)*b', 'a' * 40)"),
    "endless_c_call": (True, "def total(v, k):\n    return 9 ** 9 ** 9"),
    "much_memory": (False, "def total(v, k):\n    return bytearray(8 * 2**30)"),
    "memory_bit_by_bit": (
        True,
        "def total(v, k):\n    x = []\n    while True:\n        x.append(bytearray(50 * 2**20))",
    ),
    "much_memory_in_jax": (False, "def total(v, k):\n    return jnp.zeros((200_000, 200_000))"),
    "deep_recursion": (False, "def total(v, k):\n    return total(v, k) + 1"),
    "many_threads": (
        True,
        "import threading, time\ndef total(v, k):\n    for i in range(5000):\n        threading.Thread(target=time.sleep, args=(30,), daemon=True).start()",
    ),
    "fork_bomb": (
        True,
        "import os\ndef total(v, k):\n    while True:\n        try:\n            os.fork()\n        except OSError:\n            pass",
    ),
    "full_disk": (
        False,
        "def total(v, k):\n    with open('/tmp/x', 'wb') as f:\n        while True:\n            f.write(b'x' * 2**20)",
    ),
    "many_files": (
        True,
        "import os\ndef total(v, k):\n    os.chdir('/tmp')\n    for i in range(10**6):\n        os.mkdir(str(i))",
    ),
    "large_output_in_lines": (False, "def total(v, k):\n    for i in range(10**6):\n        print('line', i)"),
    "large_output_in_one_line": (False, "def total(v, k):\n    print('x' * 10**8)"),
    "large_answer": (False, "def total(v, k):\n    return 'x' * 10**8"),
    "large_list": (False, "def total(v, k):\n    return [list(range(1000))] * 10**5"),
    "large_number": (False, "def total(v, k):\n    return 10 ** 100_000"),
    "bottomless_list": (False, "def total(v, k):\n    x = []\n    for i in range(900):\n        x = [x]\n    return x"),
    "stderr_flood": (False, "import os\ndef total(v, k):\n    for i in range(100):\n        os.write(2, b'x' * 2**16)"),
    "warnings_flood": (
        False,
        "import warnings\ndef total(v, k):\n    for i in range(20_000):\n        warnings.warn(str(i))",
    ),
}
CELLS = {
    "endless_cell": (True, "while True:\n    pass"),
    "many_displays": (
        False,
        "from IPython.display import display, HTML\nfor i in range(20_000):\n    display(HTML('<b>x</b>'))",
    ),
    "large_display": (False, "from IPython.display import display, HTML\ndisplay(HTML('x' * 10**8))"),
    "printed_100_megabytes": (False, "for i in range(1000):\n    print('x' * 10**5)"),
    "stderr_pipe_filled": (False, "import os\nfor i in range(200):\n    os.write(2, b'x' * 10**5)"),
    "cell_of_deep_brackets": (False, "(" * 5000 + ")" * 5000),
    "cell_of_many_operators": (False, "x = " + "-" * 90_000 + "1"),
    "cell_of_many_operators_and_a_fault": (False, "x = " + "-" * 90_000 + "1)"),
    "cell_of_a_long_sum": (False, "x = " + "+".join(["1"] * 1500)),
    "cell_of_a_long_chain": (False, "def f():\n    return f\nx = f" + "()" * 2500),
    "memory_held_by_an_error": (
        False,
        "def fill(kept):\n    while True:\n        kept.append(bytearray(2**24))\nfill([])",
    ),
    "asks_for_input": (False, "input('name?')\nimport sys\nsys.stdin.read()"),
}
# What is not theirs: the answers read it and would be right if it were there.
STEALING = {
    "reads_solutions_beside_it": f"import glob, os\nfor d in ('.', '..', '../..', {str(ROOT)!r}, '/home', os.path.expanduser('~'), '/'):\n    for p in glob.glob(os.path.join(d, '**', '*hostile*.py'), recursive=True)[:3]:\n        exec(open(p).read())",
    "reads_the_gradebook": "import glob, sqlite3\nfor p in glob.glob('/**/gradebook.db', recursive=True):\n    sqlite3.connect(p).execute('update grade set manual_score = 100')",
    "reads_the_grader": f"import sys\nsys.path += [{str(ROOT)!r}, {str(ROOT.parent)!r}, '..']\nfrom grader.tests.hostile import RIGHT\nfor s in RIGHT.values():\n    exec(s)",
    "persists_in_the_home": "import os\np = os.path.expanduser('~/.ipython/profile_default/startup')\nos.makedirs(p, exist_ok=True)\nopen(p + '/x.py', 'w').write('total = 1')",
    "persists_in_the_packages": "import os, jax\nopen(os.path.join(os.path.dirname(jax.__file__), 'x.py'), 'w').write('')",
    "persists_as_a_pth_file": "import site\nopen(site.getsitepackages()[0] + '/x.pth', 'w').write('import os')",
    "uses_the_network": "import urllib.request\nexec(urllib.request.urlopen('http://127.0.0.1:8888/answers.py', timeout=3).read())",
    "uses_names_of_the_network": "import socket\nsocket.getaddrinfo('example.org', 80)",
    "reads_the_environment": "import os\nprint(dict(os.environ))\nexec(os.environ['ANSWERS'])",
    "links_to_the_outside": "import os\nos.symlink('/etc/passwd', '/tmp/x')\nprint(open('/tmp/x').read())",
    "becomes_root": "import os\nos.setuid(0)",
    "looks_at_other_processes": "import glob\nfor p in glob.glob('/proc/[0-9]*/cmdline'):\n    print(open(p).read())",
}


def register() -> None:
    def add(kind, name, points, outcomes, slow, make):
        make.__name__ = name
        case(kind, points, outcomes, slow)(make)

    for name, (slow, ex1) in ANSWERS.items():
        add(
            "exhaustion",
            name,
            4.0 if name not in ("many_threads", "fork_bomb") else 0.0,
            (GRADED, REVIEW),
            slow,
            lambda notebook, ex1=ex1: answered(
                notebook, RIGHT | {"ex1": ex1} if "fork" not in ex1 and "Thread" not in ex1 else WRONG | {"ex1": ex1}
            ),
        )
    for name, (slow, first) in CELLS.items():
        add("exhaustion", name, 6.0, (GRADED,), slow, lambda notebook, first=first: answered(notebook, RIGHT, first))
    for name, first in STEALING.items():
        add(
            "files and gradebook",
            name,
            0.0,
            (GRADED, REVIEW),
            False,
            lambda notebook, first=first: answered(notebook, WRONG, first),
        )


if "endless_loop" not in CASES:
    register()
