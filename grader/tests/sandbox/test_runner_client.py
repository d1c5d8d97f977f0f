"""The grader's side of the channel: whatever comes out of a sandbox, it answers in time, in one sentence, and believes
nothing.
"""

import json
import struct
import sys
import textwrap
import time

import pytest

from grader.lessons.source import instruments
from grader.sandbox.messages import Died, Forged, outputs_of, understood
from grader.sandbox.runner_client import LIMIT, NotStarted, Runner

HONEST = r"""
import json, os, socket, struct, sys, time
control = socket.socket(fileno=0)
control.send(b"{}\n")
control.recv(4)
_, (channel,), _, _ = socket.recv_fds(control, 1, 1)
def send(message):
    data = json.dumps(message).encode()
    os.write(channel, struct.pack(">I", len(data)) + data)
def receive():
    (length,) = struct.unpack(">I", os.read(channel, 4))
    return json.loads(os.read(channel, length))
def die(status):
    os.close(channel)
    control.send(json.dumps({"status": status}).encode() + b"\n")
    time.sleep(9)
nonce = receive()["nonce"]
send({"event": "open", "nonce": nonce})
nonce = receive()["nonce"]
cell = {"event": "cell", "nonce": nonce, "outputs": [], "ended": "ok", "said": "", "line": None}
"""


def told_by(script, seconds=1.0, grace=1.0):
    """What a cell's answer is, if a runner with this script gives it."""
    with Runner([sys.executable, "-I", "-S", "-c", HONEST + textwrap.dedent(script)]) as runner:
        runner.open("")
        return runner.cell("x", seconds, grace), runner


def test_an_honest_answer_is_taken():
    run, _ = told_by("send(cell); time.sleep(5)")
    assert (run.ended, run.outputs) == ("ok", [])


@pytest.mark.parametrize(
    "script, kind",
    [
        ("send(cell | {'nonce': 'guessed'})", Forged),
        ("send({'event': 'probe', 'nonce': nonce})", Forged),
        ("send(cell | {'ended': 'great'})", Forged),
        ("send(cell | {'outputs': [{'output_type': 'stream', 'name': 'stdout', 'text': 5}]})", Forged),
        ("send(cell | {'outputs': [[]]})", Forged),
        ("send(cell | {'line': 'x'})", Forged),
        ("send(cell | {'said': 'x' * 100000})", Forged),
        ("send([cell])", Forged),
        ("send(7)", Forged),
        ("os.write(channel, b'\\xff' * 8)", Forged),
        ("send({'event': 'closed', 'status': 9, 'nonce': nonce})", Forged),
        ("die(9)", Died),
        ("", Died),
        ("os.write(channel, struct.pack('>I', 1000) + b'x'); time.sleep(9)", Died),
        ("time.sleep(9)", Died),
        (
            "os.write(channel, struct.pack('>I', 99)); [(os.write(channel, b' '), time.sleep(0.3)) for _ in range(99)]",
            Died,
        ),
        ("[send({'event': 'sign', 'said': str(n)}) for n in range(10**6)]", Forged),
    ],
)
def test_a_hostile_answer_ends_in_a_sentence_and_in_time(script, kind):
    begun = time.monotonic()
    with pytest.raises(kind) as caught:
        told_by(script)
    assert len(str(caught.value)) < 200 and time.monotonic() - begun < 8
    assert kind is Forged or not isinstance(caught.value, Forged)


def test_a_flood_on_standard_error_blocks_nobody():
    run, runner = told_by("for _ in range(300): os.write(2, b'x' * 2**16)\nsend(cell); time.sleep(5)", 20, 10)
    assert run.ended == "ok" and len(runner.complaints) <= 4000


def test_one_that_does_not_listen_blocks_nobody():
    with Runner([sys.executable, "-I", "-S", "-c", HONEST.rsplit("nonce =", 1)[0] + "time.sleep(60)"]) as runner:
        begun = time.monotonic()
        runner.open("")
        with pytest.raises(Died, match="in time"):
            runner._send({"do": "open", "instruments": "x" * 10**7}, 1)
        assert time.monotonic() - begun < 5


def test_one_that_cannot_start_says_why():
    with pytest.raises(NotStarted, match="no such thing"):
        Runner([sys.executable, "-I", "-S", "-c", "raise SystemExit('no such thing')"])
    with pytest.raises(NotStarted, match="No such file"):
        Runner(["/does/not/exist"])


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[]",
        b"3",
        b'{"event": 3}',
        b'{"event": "a", "event": "b"}',
        b"[" * 10**6,
        b'{"event":' * 10**5,
        b"\xff\xfe",
        b"9" * 10**6,
        b'{"event": "x", "n": ' + b"9" * 4000 + b"}",
        b'{"event": "x", "n": ' + b"[" * 70 + b"]" * 70 + b"}",
    ],
)
def test_monsters_are_forgeries(data):
    with pytest.raises(Forged):
        understood(data)


def test_what_cannot_be_written_down_is_made_writable():
    message = understood(b'{"event": "x", "a\\ud800": ["\\udfff", NaN, 1e999, 12345678901234567890]}')
    assert list(message) == ["event", "a?"] and message["a?"][0] == "?"
    json.dumps(message).encode()


def test_sizes_are_bounded():
    with pytest.raises(Forged, match="larger"):
        outputs_of([{"output_type": "stream", "name": "stdout", "text": "x" * 3_000_000}] * 2)
    with pytest.raises(Forged, match="form"):
        outputs_of([{"output_type": "stream", "name": "stdout", "text": ""}] * 3000)
    with pytest.raises(Forged, match="impossible size"):
        told_by(f"os.write(channel, struct.pack('>I', {LIMIT + 1}))")
    assert struct.pack(">I", LIMIT)


def test_what_is_made_ready_before_the_fork_holds_no_backend_and_no_thread():
    """Threads do not come along in a fork: had JAX begun before, arrays of a thousand numbers and more would wait for
    them for good.
    """
    with Runner() as runner:
        for turn in range(2):
            runner.open(instruments())
            said = runner.cell("print(jnp.sum(jnp.arange(5000)), float(jnp.ones((300, 300)).sum()))", 30)
            assert (said.ended, said.outputs[0]["text"]) == ("ok", "12497500 90000.0\n")
            assert runner.cell("left = 1" if turn == 0 else "left", 30).ended == ("ok" if turn == 0 else "error"), (
                "a session begins where the last one began"
            )
            runner.close()
        with pytest.raises(ValueError, match="one text of instruments"):
            runner.open("")
