"""What the verb `bench` does and shows: the same submissions through nbgrader's own autograder and through ours."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.table import Table

from grader.batch import bench, compile_cache
from grader.batch.executors import workers
from grader.lessons.source import load
from grader.sandbox import bubblewrap
from grader.sandbox.runner_client import Runner, Warm

OURS, FRESH, OPEN = "ours", "ours, nothing compiled beforehand", "ours, without a sandbox"
WAYS = {  # a row of the table: the options of `grade`
    OURS: ("--compiled", "--no-gradebook"),
    "ours, with nbgrader's gradebook": ("--compiled",),
    FRESH: ("--not-compiled", "--no-gradebook"),
    OPEN: ("--compiled", "--no-gradebook", "--no-sandbox"),
    "ours, every cell": ("--compiled", "--no-gradebook", "--every-cell"),
}


class Cold:
    """As a `start` that makes a sandbox for each notebook, which is how it was before runners were kept warm."""

    def __init__(self, start):
        self.start = start

    def __call__(self) -> Runner:
        return self.start()

    def end(self) -> None:
        """Nothing is kept."""


def run(console: Console, folder: Path, count: int, sizes: list[int], beside_stock: bool) -> list[str]:
    """Measure and show; what an honest file scores otherwise than with nbgrader."""
    made, jobs = bench.submissions(count), workers()
    compile_first(console, made, jobs)
    measured = measure(console, made, folder, beside_stock)
    show_ways(console, made, measured, jobs)
    show_floors(console, made, measured, jobs)
    show_steps(console, made[: min(count, 12)])
    if sizes:
        sized = {size: bench.ours(bench.submissions(size), new(folder, f"size{size}"), "--compiled") for size in sizes}
        said = ", ".join(f"{one.each:.3f} s at {size}" for size, one in sized.items())
        console.print(f"time per submission, tables, pages and gradebook included: {said}")
    return [said for one in measured.values() for said in bench.disagreements(made, measured[OURS], one)]


def new(folder: Path, name: str) -> Path:
    (folder / name).mkdir()
    return folder / name


def compile_first(console: Console, made, jobs: int) -> None:
    console.print(f"{len(made)} submissions, {jobs} workers. Compiling what most of them need, once for this machine …")
    begun = time.perf_counter()
    for lesson in dict.fromkeys(one.lesson for one in made):
        compile_cache.prepare(load(lesson))
    programs, size = compile_cache.size()
    seconds = time.perf_counter() - begun
    console.print(f"{programs} programs, {size / 2**20:.1f} MB, {seconds:.1f} s (0 if it was done before).")


def measure(console: Console, made, folder: Path, beside_stock: bool) -> dict[str, bench.Measured]:
    measured = {}
    if beside_stock:
        console.print("nbgrader autograde …")
        measured["nbgrader autograde, as it comes"] = bench.stock(made, new(folder, "stock"))
    console.print("python -m grader grade …")
    for number, (what, options) in enumerate(WAYS.items()):
        measured[what] = bench.ours(made, new(folder, f"ours{number}"), *options)
    return measured


def show_ways(console: Console, made, measured: dict[str, bench.Measured], jobs: int) -> None:
    lessons = len({one.lesson for one in made})
    table = Table(title=f"{len(made)} submissions of {lessons} lessons, {jobs} workers", title_justify="left")
    for column in ("", "s each", "a minute", "processor s each", "times as fast", "honest scores that differ"):
        table.add_column(column, justify="right" if column else "left")
    base, mine = next(iter(measured.values())), measured[OURS]
    for what, one in measured.items():
        differ = len(bench.disagreements(made, mine, one))
        figures = (
            f"{one.each:.2f}",
            f"{one.per_minute:.0f}",
            f"{one.cpu / one.files:.2f}",
            f"{base.each / one.each:.1f}",
        )
        table.add_row(what, *figures, str(differ))
    console.print(table)
    for said in bench.disagreements(made, mine, base)[:10]:
        console.print(said)


def show_floors(console: Console, made, measured: dict[str, bench.Measured], jobs: int) -> None:
    """Beside what the needed cells and probes alone take in a warm process."""
    fresh, compiled = bench.floor(made, None, jobs), bench.floor(made, compile_cache.folder(), jobs)
    for what, seconds, own in (
        ("nothing compiled beforehand", fresh, measured[FRESH]),
        ("with the compiled programs", compiled, measured[OURS]),
    ):
        console.print(
            f"floor, {what}: the needed cells and probes alone take {seconds:.2f} s each in a warm process; ours takes "
            f"{own.each * jobs / seconds:.2f} times that per worker."
        )
    mine = measured[OURS]
    console.print(f"ours, compiled beforehand, beside the floor without: {mine.each * jobs / fresh:.2f} times.")
    console.print(f"sandbox: {(mine.each / measured[OPEN].each - 1) * 100:+.0f} % of the time without one.")
    console.print(
        f"memory: at most {mine.private / 2**20:.0f} MB of a runner's process are its own; all processes together "
        f"{mine.whole / 2**20:.0f} MB, shared pages counted once."
    )


def show_steps(console: Console, few) -> None:
    steps = Table(title="Where one worker's time goes, s each, one after another", title_justify="left")
    for column in ("", "cold: a sandbox each", "warm", "warm, compiled"):
        steps.add_column(column, justify="right" if column else "left")
    kept = partial(bubblewrap.start, shared=compile_cache.folder())
    starts = partial(Cold, bubblewrap.start), partial(Warm, bubblewrap.start), partial(Warm, kept)
    columns = [bench.profile(few, start) for start in starts]
    for step in bench.STEPS:
        steps.add_row(step, *(f"{column[step]:.3f}" for column in columns))
    steps.add_row("all", *(f"{sum(column.values()):.3f}" for column in columns))
    console.print(steps)
