"""`python -m grader.tests.hostile [--slow] [--stock] [NAME…]`: run the cases and print what is wrong and the table.

With --stock each file also goes through nbgrader's own autograder, in a sandbox that stands for the teacher's
machine: seven seconds a file and more, an hour for all; a line is printed for each.
"""

import os
import sys
import tempfile
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from grader.tests.hostile import load_all, stock
from grader.tests.hostile.lesson import give_out
from grader.tests.hostile.suite import HONEST, prepared, run, table

options = {word for word in sys.argv[1:] if word.startswith("--")}
names = [word for word in sys.argv[1:] if word not in options]
if options - {"--slow", "--stock"}:
    print(__doc__)
    sys.exit(2)
give_out(setattr)


def beside(case):
    """One case through stock nbgrader, told as it comes:
    (points, next student graded, hidden tests or script shown).
    """
    result = stock.run(case)
    print(
        f"stock, {case.kind}, {case.name}: points {result[0]}, next student graded {result[1]}, "
        f"hidden tests or script shown {result[2]}",
        flush=True,
    )
    return result


kept = tempfile.TemporaryDirectory()
start, seen, theirs = prepared(Path(kept.name)), [], {}
for case in load_all().values():
    if names and case.name not in names or not names and case.slow and "--slow" not in options:
        continue
    seen.append(run(case, start))
    for fault in seen[-1].faults:
        print(f"FAULT {case.kind}, {case.name}: {fault}", flush=True)
    if names:
        print(f"{case.name}: {seen[-1].outcome}, {seen[-1].points:g} points. {seen[-1].reason}")
start.end()
print("\n".join(table(seen)), flush=True)
if "--stock" in options:
    cases = [one.case for one in seen]
    stock.course()  # before the threads, or each would make it
    # What exhausts a machine would starve a neighbour: those run alone.
    for ones, at_once in (
        ([case for case in cases if case.kind != "exhaustion"], os.cpu_count()),
        ([case for case in cases if case.kind == "exhaustion"], 1),
    ):
        with ThreadPoolExecutor(at_once) as pool:
            theirs |= zip([case.name for case in ones], pool.map(beside, ones), strict=True)
if theirs:
    kinds = defaultdict(list)
    for one in seen:
        kinds[one.case.kind].append(one)
    print(f"\n{'stock nbgrader':24}{'files':>6}{'gained':>8}{'lost':>6}{'leaked':>8}{'stopped':>9}")
    for kind, ones in [*sorted(kinds.items()), ("all", seen)]:
        results = [(one.case, *theirs[one.case.name]) for one in ones]
        gained = sum(max(0.0, (points or 0) - case.points) for case, points, _, _ in results)
        lost = sum(max(0.0, case.points - (points or 0)) for case, points, _, _ in results if case.kind in HONEST)
        print(
            f"{kind:24}{len(ones):6}{gained:8g}{lost:6g}{sum(shown for *_, shown in results):8}"
            f"{sum(not alive for _, _, alive, _ in results):9}"
        )
sys.exit(any(one.faults for one in seen))
