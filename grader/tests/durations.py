"""Where the time of a test run goes: seconds by folder, printed at its end. conftest.py makes these hooks pytest's.

Wall seconds depend on what else the machine does. Seconds of the processor hardly do, but know only this process and
the ended ones that were waited for: what a sandbox used is not among them when all in it were ended at once.
"""

import os
from collections import defaultdict
from dataclasses import dataclass

import pytest

SPENT = "cpu_seconds"  # the attribute of a test's last report; xdist sends it along
BEGAN = pytest.StashKey[float]()


@dataclass
class Sum:
    """What the tests of one folder took together, in seconds."""

    tests: int = 0
    wall: float = 0.0
    cpu: float = 0.0


def processor() -> float:
    """Seconds of the processor, of this process and of its ended children."""
    return sum(os.times()[:4])


def place(nodeid: str) -> str:
    """The folder below tests/ that a test lies in; a file there stands for itself."""
    return nodeid.split("::")[0].removeprefix("grader/tests/").split("/")[0].removesuffix(".py")


def sums(reports) -> dict[str, Sum]:
    """Folder → its sum, the most wall seconds first."""
    found = defaultdict(Sum)
    for report in reports:
        one = found[place(report.nodeid)]
        one.tests += report.when == "setup"
        one.wall += report.duration
        one.cpu += getattr(report, SPENT, 0.0)
    return dict(sorted(found.items(), key=lambda item: -item[1].wall))


def lines(reports) -> list[str]:
    """The table, one folder a line, and all of them together."""
    found = sums(reports)
    total = Sum(*(sum(getattr(one, name) for one in found.values()) for name in ("tests", "wall", "cpu")))
    rows = [*found.items(), ("all", total)]
    return [f"{'folder':20}{'tests':>7}{'seconds':>9}{'of the processor':>18}"] + [
        f"{name:20}{one.tests:7}{one.wall:9.1f}{one.cpu:18.1f}" for name, one in rows
    ]


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    item.stash[BEGAN] = processor()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    """A test's last report carries what all of it took."""
    outcome = yield
    if call.when == "teardown":
        setattr(outcome.get_result(), SPENT, processor() - item.stash.get(BEGAN, processor()))


def pytest_terminal_summary(terminalreporter):
    reports = [
        report for kind in terminalreporter.stats.values() for report in kind if isinstance(report, pytest.TestReport)
    ]
    if reports:
        terminalreporter.section("where the time went")
        for line in lines(reports):
            terminalreporter.write_line(line)
