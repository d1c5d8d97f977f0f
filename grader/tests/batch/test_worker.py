"""Workers: processes of their own, a cluster, what becomes of a file whose worker ends, and programs compiled
beforehand.
"""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest
from filelock import FileLock

from grader.batch import bench, compile_cache, executors
from grader.batch import worker as work
from grader.build.notebooks import notebook_text
from grader.build.release import release_of
from grader.core import machine
from grader.core.paths import ROOT, lesson_names
from grader.judging.results import from_json
from grader.lessons.source import load
from grader.sandbox import bubblewrap
from grader.sandbox.runner_client import Runner, Warm, reading

needed = pytest.mark.confined
REAL = executors.processes  # before conftest puts threads in its place


def tasks(**changes):
    """Four submissions: one all right, two that mix right and wrong answers, one empty."""
    made = [bench.submissions(30)[number] for number in (0, 10, 17, 18)]
    assert [one.kind for one in made] == [bench.RIGHT, bench.MIXED, bench.MIXED, bench.EMPTY]
    return [
        (
            one,
            work.GradingTask(
                f"{one.student}/{one.lesson}.ipynb",
                "",
                one.text.encode(),
                one.student,
                work.edition(),
                seed="test",
                **changes,
            ),
        )
        for one in made
    ]


def scores(pairs):
    return {
        (one.student, one.lesson): [
            (verdict.exercise, verdict.outcome, verdict.score) for verdict in from_json(future.result()).verdicts
        ]
        for one, future in pairs
    }


@pytest.fixture(scope="module")
def graded():
    """The same, graded in this process."""
    yield scores(executors.given_out(tasks(), lambda: executors.threads(2), 8))
    work.end()


@needed
def test_processes_and_every_cell_give_the_same_scores(graded):
    """What is left out changes no grade, nor does who works."""
    assert scores(executors.given_out(tasks(every_cell=True), lambda: REAL(2), 8)) == graded
    assert {outcome for verdicts in graded.values() for _, outcome, _ in verdicts} >= {
        "passed",
        "failed",
        "not attempted",
    }


def dies_first(task):
    mark = Path(task.path)
    with open(mark.with_name("begun"), "a") as file:
        file.write(f"{task.file}\n")
    if mark.name == "deadly" and (left := int(mark.read_text())):
        mark.write_text(str(left - 1))
        os.kill(os.getpid(), signal.SIGKILL)
    if task.file == "0":  # is there while the other worker dies, again and again
        time.sleep(2)
    return task.file


@pytest.mark.parametrize("deaths, given_up", [(1, False), (executors.TRIES + 5, True)])
def test_a_worker_that_dies_costs_nothing_unless_a_file_kills_each(deaths, given_up, tmp_path, monkeypatch):
    monkeypatch.setattr(work, "work", dies_first)  # another process, started afresh, finds it by its name
    (tmp_path / "deadly").write_text(str(deaths))
    given = [
        (number, work.GradingTask(str(number), str(tmp_path / ("deadly" if number == 3 else "harmless")), b"", "", ""))
        for number in range(6)
    ]
    came = dict(
        executors.given_out(
            given,
            lambda: executors.Processes(2, lambda: ProcessPoolExecutor(1, mp_context=get_context("forkserver"))),
            4,
        )
    )
    assert sorted(came) == list(range(6))
    begun = Counter((tmp_path / "begun").read_text().split())
    assert {begun[str(number)] for number in range(6) if number != 3} == {1}, "a file paid for another one's worker"
    assert begun["3"] == min(deaths, executors.TRIES) + 1
    assert [came[number].exception() is None for number in range(6)] == [
        number != 3 or not given_up for number in range(6)
    ]


def test_no_more_than_asked_wait_at_the_workers():
    taken = []

    def endless():
        for number in range(50):
            taken.append(number)
            yield number, work.GradingTask(str(number), "", b"", "", "other edition")

    first = next(executors.given_out(endless(), lambda: executors.threads(1), 4))
    assert "another edition" in str(first[1].exception()) and len(taken) <= 5


def test_of_large_files_fewer_wait_at_the_workers(monkeypatch):
    """What is in memory does not grow with what was handed in."""
    monkeypatch.setattr(work, "work", lambda task: len(task.content))
    there, most = [0], []

    def large():
        for number in range(40):
            there[0] += 1
            most.append(there[0])
            yield number, work.GradingTask(str(number), "", bytes(2**20), "", "")

    for _, future in executors.given_out(large(), lambda: executors.threads(2), 256, in_flight=4 * 2**20):
        there[0] -= 1
    assert len(most) == 40 and max(most) <= 5


def test_workers_are_as_many_as_cores_and_memory_allow(monkeypatch):
    most = executors.workers()
    assert 1 <= most <= len(os.sched_getaffinity(0))
    monkeypatch.setattr(
        machine.psutil, "virtual_memory", lambda: type("", (), {"available": executors.WORKER_MEMORY * 1.5})
    )
    assert executors.workers() == 1


# compiled beforehand -------------------------------------------------------------------------------------------------
USE = "import jax, jax.numpy as jnp\njax.block_until_ready(jax.jit(lambda x: jnp.sin(x) * 17 + 4711)(jnp.arange(5.0)))"
INSTRUMENTS = "def observe(probe, inputs): pass\ndef plain(value): return value"


def run_in(runner, *sources):
    with runner:
        runner.open(INSTRUMENTS)
        return [
            "".join(output.get("text", output.get("evalue", "")) for output in runner.cell(source, 30).outputs)
            for source in sources
        ]


@needed
def test_programs_are_read_in_the_sandbox_and_none_is_written(tmp_path):
    kept = tmp_path / "compiled"
    kept.mkdir()
    run_in(Runner(environment=dict(os.environ, JAX_PLATFORMS="cpu") | reading(kept, kept, filling=True)), USE)
    before = {path.name: path.read_bytes() for path in kept.iterdir()}
    assert before
    hits = (
        "hits = []\nimport jax\njax.monitoring.register_event_listener(lambda name, **_: hits.append(name) if "
        "'cache_hit' in name else None)",
        USE,
        "print(len(hits) > 0)",
        USE.replace("4711", "4712"),
        f"import os\nfor name in os.listdir('{bubblewrap.INSIDE}/compiled') + ['new']:\n    try:\n        "
        f"open('{bubblewrap.INSIDE}/compiled/' + name, 'wb').write(b'poison')\n"
        "        print('written')\n    except OSError:\n        print('refused')",
    )
    said = run_in(Runner(*bubblewrap.command(shared=kept)), *hits)
    assert said[2] == "True\n" and set(said[4].split()) == {"refused"}, said
    assert {path.name: path.read_bytes() for path in kept.iterdir()} == before


@needed
def test_a_prepared_lesson_is_graded_the_same(graded, tmp_path, monkeypatch):
    monkeypatch.setattr(compile_cache, "folder", lambda: tmp_path / "compiled")
    monkeypatch.setattr(compile_cache, "SEEDS", 1)
    whole = compile_cache.variants
    monkeypatch.setattr(compile_cache, "variants", lambda lesson: whole(lesson)[:1])
    monkeypatch.setattr(work, "warm", lambda sandboxed, shared: lent)
    lent = Warm(lambda: bubblewrap.start(shared=tmp_path / "compiled"))
    one = {key: value for key, value in graded.items() if key[1] == "01_arrays_as_aux_data"}
    mine = [(sub, task) for sub, task in tasks(compiled=True) if sub.lesson == "01_arrays_as_aux_data"]
    assert scores(executors.given_out(mine, lambda: executors.threads(1), 8)) == one
    lent.end()
    names = [path.name for path in (tmp_path / "compiled").iterdir()]
    assert sum(name.endswith(".filled") for name in names) == 1 and sum(name.endswith("-cache") for name in names) > 50
    assert compile_cache.prepare(load("01_arrays_as_aux_data"))


def test_nobody_waits_while_another_compiles(tmp_path, monkeypatch):
    monkeypatch.setattr(compile_cache, "folder", lambda: tmp_path)
    lesson = load("01_arrays_as_aux_data")
    with FileLock(tmp_path / f".{lesson.name}.lock"):
        assert compile_cache.prepare(lesson) is False


@needed
def test_our_own_answers_get_all_points_and_the_released_notebook_none():
    """Each lesson as it would be handed in by somebody who knows everything, and by somebody who did nothing."""
    made = {}
    for name in lesson_names():
        lesson, notebook = load(name), json.loads(notebook_text(release_of(name)))
        made[name, "released"] = json.dumps(notebook)
        for cell in notebook["cells"]:
            cell["source"] = next(
                (exercise.answer for exercise in lesson.exercises if exercise.id == cell["id"]), cell["source"]
            )
        made[name, "reference"] = json.dumps(notebook)
    pairs = [
        (key, work.GradingTask(f"{key[1]}/{key[0]}.ipynb", "", text.encode(), key[1], work.edition(), seed="test"))
        for key, text in made.items()
    ]
    for (name, student), future in executors.given_out(pairs, lambda: executors.threads(2), 8):
        graded = from_json(future.result())
        if load(name).exercises:
            assert graded.outcome == "graded" and graded.score == (
                load(name).max_score if student == "reference" else 0
            ), (name, student, graded.reason)
            assert {verdict.outcome for verdict in graded.verdicts} == (
                {"passed"} if student == "reference" else {"not attempted"}
            ), (name, student)
    work.end()


# a cluster -----------------------------------------------------------------------------------------------------------
def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


@pytest.fixture()
def scheduler(tmp_path):
    """A scheduler, and a machine with two workers as docs/speed.md starts them: a home and a copy of this project of
    its own. Gives the address.
    """
    address = f"tcp://127.0.0.1:{free_port()}"
    started, project = [], tmp_path / "project"
    for part in ("grader", "solutions"):
        shutil.copytree(ROOT / part, project / part, ignore=shutil.ignore_patterns("tests", "__pycache__"))

    def start(name, *arguments):
        home = tmp_path / name
        home.mkdir()
        variables = {
            "HOME": str(home),
            "TMPDIR": str(home),
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(project),
            "JAX_PLATFORMS": "cpu",
            "LANG": "C.UTF-8",
        }
        started.append(
            subprocess.Popen(
                [sys.executable, "-m", "distributed.cli." + arguments[0], *arguments[1:]],
                cwd=home,
                env=variables,
                stdout=open(home / "log", "w"),
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        )
        return started[-1]

    start(
        "scheduler",
        "dask_scheduler",
        "--host",
        "127.0.0.1",
        "--port",
        address.rsplit(":", 1)[1],
        "--no-dashboard",
        "--no-show",
    )
    start("workers", "dask_worker", address, "--nworkers", "2", "--nthreads", "1", "--no-dashboard")
    yield address
    for process in started:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@needed
def test_a_cluster_gives_the_same_scores_and_a_killed_worker_costs_nothing(graded, scheduler, tmp_path):
    """The client has the files, the workers' machine only this package; a worker is killed while it has a file."""
    from dask.distributed import Client

    came, killed = {}, []
    with Client(scheduler, timeout=20) as client:
        for one, future in executors.given_out(tasks(), lambda: executors.cluster(scheduler), 6):
            if not killed:
                pids, busy = client.run(os.getpid), [worker for worker, keys in client.processing().items() if keys]
                assert len(pids) == 2 and os.getpid() not in pids.values()
                assert Path(client.run(lambda: __import__("grader").__file__)[busy[0]]).parent.parent != ROOT, (
                    "the workers read the client's folder"
                )
                killed.append(pids[busy[0]])
                os.kill(killed[0], signal.SIGKILL)
            came[one.student, one.lesson] = from_json(future.result())
        assert killed[0] not in client.run(os.getpid).values(), (
            "the worker is still there: nothing was lost, and nothing shown"
        )
    assert {
        key: [(verdict.exercise, verdict.outcome, verdict.score) for verdict in value.verdicts]
        for key, value in came.items()
    } == graded


def test_a_scheduler_that_is_not_there_is_named():
    with pytest.raises(executors.NoCluster, match="no Dask scheduler answers at tcp://127.0.0.1:1"):
        executors.cluster("tcp://127.0.0.1:1", seconds=1)
