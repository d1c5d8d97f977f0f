"""The verb `bench`: grading speed beside nbgrader's own, same submissions, one run."""

from __future__ import annotations

import typer

from grader.cli.app import app


@app.command()
def bench(
    count: int = typer.Option(30, min=1, help="Submissions for both; at least one of each lesson and kind with 30."),
    sizes: str = typer.Option("", help="Also time ours at these counts, such as 10,100,1000."),
    beside_stock: bool = typer.Option(
        True, "--stock/--no-stock", help="Whether nbgrader's own autograder runs too (several seconds a submission)."
    ),
) -> None:
    """Grade made-up submissions with nbgrader's own autograder and with ours, and show where the time goes. Takes minutes; wants a quiet machine."""
    import tempfile
    from functools import partial
    from pathlib import Path

    from rich.console import Console
    from rich.table import Table

    from grader.batch import bench as benches
    from grader.batch import compile_cache
    from grader.batch.worker import workers
    from grader.lessons.source import load
    from grader.sandbox import bubblewrap
    from grader.sandbox.runner_client import Warm

    wanted = sizes.split(",") if sizes else []
    if wrong := [size for size in wanted if not size.strip().isdecimal() or int(size) < 1]:
        print(f"'{wrong[0]}' is no number of submissions: write --sizes 10,100.")
        raise typer.Exit(2)
    console, jobs = Console(width=120, highlight=False), workers()
    made = benches.submissions(count)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)

        def here(what: str) -> Path:
            (folder / what).mkdir()
            return folder / what

        console.print(f"{count} submissions, {jobs} workers. Compiling what most of them need, once for this machine …")
        begun = benches.time.perf_counter()
        for lesson in dict.fromkeys(one.lesson for one in made):
            compile_cache.prepare(load(lesson))
        programs, size = compile_cache.size()
        console.print(
            f"{programs} programs, {size / 2**20:.1f} MB, {benches.time.perf_counter() - begun:.1f} s (0 if it was done before)."
        )
        measured = {}
        if beside_stock:
            console.print("nbgrader autograde …")
            measured["nbgrader autograde, as it comes"] = benches.stock(made, here("stock"))
        console.print("python -m grader grade …")
        measured["ours"] = benches.ours(made, here("ours"), "--compiled", "--no-gradebook")
        measured["ours, with nbgrader's gradebook"] = benches.ours(made, here("book"), "--compiled")
        measured["ours, nothing compiled beforehand"] = benches.ours(
            made, here("fresh"), "--not-compiled", "--no-gradebook"
        )
        measured["ours, without a sandbox"] = benches.ours(
            made, here("open"), "--compiled", "--no-gradebook", "--no-sandbox"
        )
        measured["ours, every cell"] = benches.ours(made, here("every"), "--compiled", "--no-gradebook", "--every-cell")
        mine = measured["ours"]
        table = Table(
            title=f"{count} submissions of {len(set(one.lesson for one in made))} lessons, {jobs} workers",
            title_justify="left",
        )
        for column in ("", "s each", "a minute", "processor s each", "times as fast", "honest scores that differ"):
            table.add_column(column, justify="left" if not column else "right")
        base = next(iter(measured.values()))
        for what, one in measured.items():
            table.add_row(
                what,
                f"{one.each:.2f}",
                f"{one.per_minute:.0f}",
                f"{one.cpu / one.files:.2f}",
                f"{base.each / one.each:.1f}",
                str(len(benches.disagreements(made, mine, one))),
            )
        console.print(table)
        for said in benches.disagreements(made, mine, base)[:10]:
            console.print(said)
        kept = compile_cache.folder()
        floors = {
            "nothing compiled beforehand": benches.floor(made, None, jobs),
            "with the compiled programs": benches.floor(made, kept, jobs),
        }
        for what, seconds in floors.items():
            own = mine if "with" in what else measured["ours, nothing compiled beforehand"]
            console.print(
                f"floor, {what}: the needed cells and probes alone take {seconds:.2f} s each in a warm process; ours takes {own.each * jobs / seconds:.2f} times that per worker."
            )
        console.print(
            f"ours, compiled beforehand, beside the floor without: {mine.each * jobs / floors['nothing compiled beforehand']:.2f} times."
        )
        console.print(
            f"sandbox: {(mine.each / measured['ours, without a sandbox'].each - 1) * 100:+.0f} % of the time without one."
        )
        console.print(
            f"memory: at most {mine.private / 2**20:.0f} MB of a runner's process are its own; all processes together {mine.whole / 2**20:.0f} MB, shared pages counted once."
        )
        steps = Table(title="Where one worker's time goes, s each, one after another", title_justify="left")
        for column in ("", "cold: a sandbox each", "warm", "warm, compiled"):
            steps.add_column(column, justify="left" if not column else "right")
        few = made[: min(count, 12)]
        columns = [
            benches.profile(few, partial(Cold, bubblewrap.start)),
            benches.profile(few, partial(Warm, bubblewrap.start)),
            benches.profile(few, partial(Warm, partial(bubblewrap.start, shared=kept))),
        ]
        for step in benches.STEPS:
            steps.add_row(step, *(f"{column[step]:.3f}" for column in columns))
        steps.add_row("all", *(f"{sum(column.values()):.3f}" for column in columns))
        console.print(steps)
        if wanted:
            sized = {
                int(size): benches.ours(benches.submissions(int(size)), here(f"size{size}"), "--compiled")
                for size in wanted
            }
            console.print(
                "time per submission, tables, pages and gradebook included: "
                + ", ".join(f"{one.each:.3f} s at {size}" for size, one in sized.items())
            )
        if any(benches.disagreements(made, mine, one) for one in measured.values()):
            raise typer.Exit(1)


class Cold:
    """As a `start` that makes a sandbox for each notebook, which is how it was before runners were kept warm."""

    def __init__(self, start):
        self.start = start

    def __call__(self):
        return self.start()

    def end(self) -> None:
        """Nothing is kept."""
