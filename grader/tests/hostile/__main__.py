"""`python -m grader.tests.hostile [--slow] [NAME…]`: run the cases and print what is wrong and the table."""
import sys

from grader import sandbox
from grader.tests.hostile import load_all
from grader.tests.hostile.lesson import give_out
from grader.tests.hostile.suite import Reused, run, table

names = [word for word in sys.argv[1:] if not word.startswith("--")]
give_out(setattr)
start, seen = Reused(sandbox.start), []
for case in load_all().values():
    if names and case.name not in names or not names and case.slow and "--slow" not in sys.argv:
        continue
    seen.append(run(case, start))
    for fault in seen[-1].faults:
        print(f"FAULT {case.kind}, {case.name}: {fault}", flush=True)
    if names:
        print(case.name, seen[-1].outcome, seen[-1].points, seen[-1].reason)
start.end()
print("\n".join(table(seen)))
sys.exit(any(one.faults for one in seen))
