"""Run cells and probes next to a learner's code. With capture.py, comparison.py, isolate.py and guards.py beside it,
all that goes into the sandbox.

    python -I runner.py [CHARACTERS [ROOM]]

A parent process imports JAX and runs the instruments (`prepare`), then forks a child for each session, before JAX has
run anything. Its
standard input is a socket: first the instruments come on it, 4 bytes of length, then the source; then, for each
session, a byte
and another socket. How a session ended is told there afterwards ({"status": …}, a line). The child speaks in frames, 4
bytes of
length, then JSON. It is asked, each time with a `nonce` that the answer repeats and no learner's code knows:

    {"do": "open", "guarded": true, "hide": […]}                   → {"event": "open"}
    {"do": "cell", "source": …, "seconds": …}                      → {"event": "cell", "outputs": […], "ended": …,
    "said": …, "line": …}
    {"do": "keep", "name": …}                                      → {"event": "keep"}     the names as they are now,
    for a probe later
    {"do": "probe", "source": …, "inputs": …, "seconds": …, "at": …} → {"event": "probe", "seen": {…}, "end": […],
    "warnings": […]}
    {"do": "value", "name": …}                                     → {"event": "value", "value": …}

All cells run before the first probe: so nothing that they print can hold hidden inputs. `ended` is "ok", "error" or
"timeout". CHARACTERS
is what is kept of a cell's outputs, ROOM the limits by which each session is shut into a room of its own (isolate.py).
Nothing that comes out of here is believed: the judge works out what is wanted on its own side.
"""

import builtins

__builtins__ = dict(vars(builtins))  # before the first function: what a notebook does to builtins does not reach ours

import __future__

import _signal
import ast
import functools
import gc
import inspect
import json
import linecache
import os
import re
import socket
import sys
import types
import warnings

LIMIT = 8 * 2**20  # bytes in one frame
ENTRIES = {
    "guards": "make_check",
    "comparison": "make_comparison",
    "capture": "describe",
    "closed": "close",
}  # a function of each file beside this one
AWAIT = 0x2000  # ast.PyCF_ALLOW_TOP_LEVEL_AWAIT


def beside(name: str) -> dict:
    """The names that NAME.py beside this file defines, in a namespace and with builtins of their own."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), name + ".py")
    names = {"__name__": name, "__builtins__": dict(vars(builtins))}
    with open(path, encoding="utf-8") as file:
        exec(compile(file.read(), path, "exec"), names)
    return names


def make_channel(channel: int):
    """`receive() → dict` and `send(dict)` over a file descriptor."""
    read, write, encode, decode = (
        os.read,
        os.write,
        json.JSONEncoder(check_circular=False).encode,
        json.JSONDecoder().decode,
    )

    def exactly(count):
        data = b""
        while len(data) < count:
            piece = read(channel, min(count - len(data), 1 << 20))
            if not piece:
                raise EOFError
            data += piece
        return data

    def receive():
        return decode(exactly(int.from_bytes(exactly(4), "big")).decode())

    def send(message):
        try:
            data, fault = encode(message).encode(), "the answer is too large"
        except (TypeError, ValueError, RecursionError) as error:
            data, fault = b"", f"the answer is no plain data ({type(error).__name__})"
        if not data or len(data) > LIMIT:
            short = {
                "ended": "error",
                "said": fault,
                "line": None,
                "outputs": [],
                "seen": {},
                "end": ["TooLarge", fault],
                "warnings": [],
                "value": None,
            }
            data = encode({"event": message["event"], "nonce": message["nonce"]} | short).encode()
        data = len(data).to_bytes(4, "big") + data
        while data:
            data = data[write(channel, data) :]

    return receive, send


def small(value, depth=0):
    """Plain data as it may leave: no endless numbers, no bottomless lists."""
    if type(value) is int:
        return value if value.bit_length() <= 1000 else f"a whole number of {value.bit_length()} bits"
    if depth > 20:
        return "…"
    if type(value) is list:
        return [small(item, depth + 1) for item in value[:10_000]]
    if type(value) is dict:
        return {key: small(item, depth + 1) for key, item in value.items()}
    return value[:100_000] if type(value) is str else value


def below(*kinds) -> set:
    """Classes and all their subclasses so far."""
    found, waiting = set(), list(kinds)
    while waiting:
        one = waiting.pop()
        found.add(one)
        waiting += [each for each in type.__subclasses__(one) if each not in found]
    return found


def make_isinstance(hard):
    """`isinstance` that asks what a value is, not what it says that it is. Arrays and tracers are of classes that
    libraries had at the start.
    """
    known, mro = {kind: below(kind, *others) for kind, others in hard.items()}, type.__dict__["__mro__"].__get__

    def strict(value, kinds):
        kind = type(value)
        return any(
            kind in known[one] if one in known else one in mro(kind)
            for one in (kinds if type(kinds) is tuple else (kinds,))
        )

    return strict


def make_counter(touched):
    """`count_traces`, the instrument, and `look()`: what was counted is remembered here too, and a count that was
    changed is told.
    """
    tallies, signature = [], inspect.signature

    def count_traces(function):
        @functools.wraps(function)
        def counted(*args, **kwargs):
            tally[1] += 1
            counted.traces = tally[1]
            return function(*args, **kwargs)

        del counted.__wrapped__  # by which the check could be found; JAX asks for the signature alone
        try:
            counted.__signature__ = signature(function)
        except (TypeError, ValueError):
            pass
        counted.traces = 0
        tally = [counted, 0]
        tallies.append(tally)
        return counted

    def look():
        if any(
            type(counted.__dict__.get("traces")) is not int or counted.traces != count for counted, count in tallies
        ):
            touched()

    return count_traces, look


def prepare(instruments: str, characters: int):
    """Make ready, once, what all sessions need and none has changed yet. Nothing of JAX runs: what is forked then has
    no threads to lose.

    Returns `converse(receive, send)`, one session: it answers what is asked until it is closed.
    """
    tree = ast.parse(instruments)
    imports = [node for node in tree.body if isinstance(node, (ast.Import, ast.ImportFrom))]
    exec(compile(ast.Module(imports, []), "<instruments>", "exec"), {})
    loaded = {name: beside(name) for name in ENTRIES}
    guards, comparison, capture = (loaded[name] for name in ("guards", "comparison", "capture"))
    told = []  # fixed sentences about this session

    def tell(sentence):
        if sentence not in told:
            told.append(sentence)

    check = guards["make_check"](lambda: tell(guards["COMPUTED"]))
    guards["guard_libraries"](check)
    hide_ours(loaded, lambda: tell(guards["HIDDEN"]))
    program = compile(tree, "<instruments>", "exec")
    own = dict(vars(builtins)) | {"isinstance": make_isinstance(what_is_hard())}
    sys.unraisablehook = capture["unraisable"]
    main = sys.modules["__main__"] = types.ModuleType("__main__")
    changed = watch_libraries(comparison)
    usual, unusual = comparison["make_settings"]()
    watch = {"tell": tell, "told": told, "changed": changed, "usual": usual, "unusual": unusual, "words": guards}
    timed = make_timed(capture)

    def converse(receive, send) -> None:
        answers = begin(program, own, vars(main), check, watch, capture, timed, characters)
        while True:
            try:
                message = receive()
            except (EOFError, OSError):
                return
            what, nonce = message.pop("do"), message.pop("nonce")
            send({"event": what, "nonce": nonce} | answers[what](**message))

    return converse


def hide_ours(loaded, warn) -> None:
    """Our own frames and functions tell nothing from now on; nor is there a ctypes left that could undo it."""
    ours = (serve, *(loaded[name][function] for name, function in ENTRIES.items()))
    files = {one.__code__.co_filename for one in ours} | {"<instruments>", "<probe>"}
    loaded["closed"]["close"](lambda code: code.co_filename in files, warn)
    for name in ("ctypes", "_ctypes"):
        sys.modules.pop(name, None)


def watch_libraries(comparison):
    """`changed(near)` of comparison.py; functions from the folders of libraries, and ours, may be added to their
    tables.
    """
    prefixes = [path for prefix in (sys.prefix, sys.base_prefix) for path in (prefix, os.path.realpath(prefix))]
    here = os.path.dirname(os.path.abspath(__file__))
    folders = (*{os.path.join(path, "") for path in (*prefixes, here)}, "<frozen ")
    near = frozenset().union(*(below(kind, *others) for kind, others in what_is_hard().items()))
    return comparison["make_comparison"](lambda name: name.startswith(folders) and "/../" not in name, near)


def begin(program, own, user, check, watch, capture, timed, characters) -> dict:
    """A session: the instruments, once for us and once for the learner, and a function for each thing that may be
    asked.
    """
    guards, kept = watch["words"], {}
    trusted, given = {"__builtins__": own, "__name__": "instruments"}, {"__name__": "__main__"}
    with capture["recording"](characters):
        for names in (trusted, given):
            exec(program, names)
    user.update(given)
    probe = make_probe(user, trusted, own, capture, timed, characters, watch)

    def open_session(guarded, hide):
        user["__builtins__"] = guards["builtins_for"](check if guarded else lambda *_: None)
        for name in hide:
            user.pop(name, None)
        return {}

    def keep(name):
        kept[name] = dict(user)
        return {}

    def at(at, **asked):
        if at in kept:
            user.clear()
            user.update(kept[at])
        return probe(**asked)

    return {
        "open": open_session,
        "cell": make_cell(user, capture, timed, characters, guards["rewritten"]),
        "keep": keep,
        "probe": at,
        "value": lambda name: {"value": small(trusted["plain"](user.get(name)))},
    }


def what_is_hard() -> dict:
    """The classes that nobody may claim to be of: class → others whose instances count as its own."""
    import jax
    import numpy

    arrays = getattr(
        sys.modules.get("jax._src.array"), "ArrayImpl", jax.Array
    )  # older versions only register it as a jax.Array
    return {jax.core.Tracer: (), jax.Array: (arrays, jax.core.Tracer), numpy.ndarray: (), numpy.generic: ()}


def make_timed(capture):
    """`timed(seconds, work)` runs `work()`; returns (value, error, "timeout" or "")."""
    handle, timer, alarm, real = _signal.signal, _signal.setitimer, _signal.SIGALRM, _signal.ITIMER_REAL
    Interrupted, stop = capture["Interrupted"], capture["stop"]
    handle(_signal.SIGINT, _signal.default_int_handler)

    def timed(seconds, work):
        handle(alarm, stop)
        timer(real, seconds, 1.0)  # again and again, should somebody swallow the first
        try:
            return work(), None, ""
        except Interrupted:
            return None, None, "timeout"
        except BaseException as error:  # SystemExit, KeyboardInterrupt and the like too
            return None, error, ""
        finally:
            timer(real, 0)

    return timed


def make_cell(user, capture, timed, characters, rewritten):
    """`cell(source, seconds)` runs one cell in the learner's names."""
    describe, number, flags = capture["describe"], [0], [AWAIT]

    def run(source):
        number[0] += 1
        name = f"<ipython-input-{number[0]}>"
        linecache.cache[name] = (len(source), None, source.splitlines(True), name)
        tree = compile(source, name, "exec", ast.PyCF_ONLY_AST | flags[0], dont_inherit=True)
        code = compile(rewritten(tree), name, "exec", flags[0], dont_inherit=True)
        flags[0] |= code.co_flags & __future__.annotations.compiler_flag  # as IPython has it: for all cells that follow
        if code.co_flags & inspect.CO_COROUTINE:
            import asyncio

            return asyncio.run(eval(code, user))
        exec(code, user)

    def cell(source, seconds):
        said, line = "", None
        with capture["recording"](characters) as recorder:
            _, error, ended = timed(seconds, lambda: run(source))
            if error is not None:
                said, line = describe(error)
                recorder.error(type(error).__name__, said, line)
                ended = "error"
        return {"outputs": recorder.outputs, "ended": ended or "ok", "said": said, "line": line}

    return cell


# Compiled in the name of a probe, by which `observe` knows whose names are missing.
WHOLE = compile("def whole(_, **given):\n    probe(see, **given)\n    finished.append(True)", "<probe>", "exec")


LIKE_AN_ARRAY = re.compile(r"(jax|numpy|traced|concrete|dead tracer) \w+\[").match


def honest(shown, value, described):
    """What was seen, but words of the notebook's own that read like our description of an array are marked as words."""
    if type(value) is str and LIKE_AN_ARRAY(value) and value not in described:
        return f"the words {value!r}"
    if type(value) in (list, tuple):
        return [honest(*pair, described) for pair in zip(shown, value)]
    if type(value) is dict:
        return {key: honest(shown[str(key)], one, described) for key, one in value.items()}
    return shown


def make_probe(user, trusted, own, capture, timed, characters, watch):
    """`probe(source, inputs, seconds)` runs one check's probe, in names of its own, and tells what it saw."""
    plain, observe = trusted["plain"], trusted["observe"]
    tell, changed, unusual, words = (watch[name] for name in ("tell", "changed", "unusual", "words"))

    def probe(source, inputs, seconds):
        seen, described, finished = {}, [], []
        count_traces, look_at_counts = make_counter(lambda: tell(words["COUNTED"]))

        def look_around(near=True):
            look_at_counts()
            for warning in changed(near):
                tell(warning)
            if unusual():
                tell(words["UNUSUAL"])

        def see(what, value):
            look_around()
            shown = small(honest(plain(value), value, described))
            seen[str(what)] = shown if seen.get(str(what), shown) == shown else "first one thing, then another"

        ours = own | trusted | described_by(trusted, described) | {"count_traces": count_traces}
        ours |= {"__builtins__": own, "__name__": "instruments"}
        code = compile(source, "<probe>", "exec")
        names = ours | {name: user[name] for name in words["names_in"](code) if name not in ours and name in user}
        exec(code, names)
        told = {"probe": names["probe"], "see": see, "finished": finished, "__builtins__": own}
        exec(WHOLE, told)
        for warning in changed():
            tell(warning)
        with capture["recording"](characters), watch["usual"]():
            answer, error, ended = timed(seconds, lambda: observe(told["whole"], inputs))
            look_around(near=False)
        end = end_of(answer, error, ended, seconds, finished, capture["describe"])
        return {"seen": dict(seen), "end": end, "warnings": list(watch["told"])}

    return probe


def described_by(trusted, described) -> dict:
    """The instruments that describe values; what they say is noted in `described`, so that nobody else's words pass for
    theirs.
    """

    def describing(function):
        def ask(*arguments):
            described.append(function(*arguments))
            return described[-1]

        return ask

    return {name: describing(trusted[name]) for name in ("where", "look") if name in trusted}


def end_of(answer, error, ended, seconds, finished, describe) -> list:
    """How a probe ended: [class of error or a word of ours, sentence]."""
    if ended:
        return ["Timeout", f"it ran longer than {seconds:g} seconds"]
    end = (type(error).__name__, describe(error)[0]) if error else answer[1]
    if end[0] in ("Timeout", "TooLarge") or end[0] == "nothing" and not finished:
        end = "Exception", end[1]  # a class of the learner's that is called like an end of ours
    return [small(str(part)) for part in end]


def import_what_comes_late() -> None:
    """Modules that JAX imports when it first needs them, and what JAX makes anew for every ten programs that it lowers.

    All of it is inside of libraries and saves a sixth of a second a session; a version that has it elsewhere goes
    without.
    """
    for name in ("jaxlib.mlir.dialects.mhlo", "jaxlib.mlir.dialects.builtin", "asyncio"):
        try:
            __import__(name)
        except ImportError:
            pass
    mlir = sys.modules.get("jax._src.interpreters.mlir")
    make, keeper = getattr(mlir, "_create_ir_context", None), getattr(mlir, "_thread_local_context", None)
    if make and hasattr(keeper, "set_local"):
        keeper.set_local((make(), -(10**6)))  # the number of programs lowered in it: never ten


def serve(control, characters: int, room: dict) -> tuple:
    """The parent: import, prepare, then fork for each socket that it is handed. Returns in the child, with that socket
    and `converse`.

    What a session writes goes to its own socket; how it ended is told on `control`, which only this process holds.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import equinox  # noqa: F401
        import jax
        import jax.numpy
        import numpy
        import simple_pytree  # noqa: F401
    import_what_comes_late()
    isolate = beside("isolate") if room else {}

    def tell(**message):
        control.sendall(json.dumps(message).encode() + b"\n")

    tell(jax=jax.__version__, numpy=numpy.__version__, python=sys.version.split()[0])
    length = control.recv(4, socket.MSG_WAITALL)
    if not length:
        os._exit(0)
    converse = prepare(control.recv(int.from_bytes(length, "big"), socket.MSG_WAITALL).decode(), characters)
    gc.collect()
    gc.freeze()  # what is here stays shared with the children, whose collections do not walk through it
    while True:
        data, descriptors, _, _ = socket.recv_fds(control, 1, 1)
        if not data:
            os._exit(0)
        (channel,) = descriptors
        child = os.fork()
        if child == 0:
            if not room:
                control.close()
                return channel, converse
            child = isolate["fork"]()  # this one is in between, because it can make such a fork only once
            if child == 0:
                control.close()
                isolate["enter"](room)
                return channel, converse
            os.close(channel)
            tell(status=os.waitpid(child, 0)[1])
            os._exit(0)
        os.close(channel)
        _, status = os.waitpid(child, 0)
        if not room or status:
            tell(status=status)


def main() -> None:
    characters, room = (
        int(sys.argv[1]) if len(sys.argv) > 1 else 200_000,
        json.loads(sys.argv[2]) if len(sys.argv) > 2 else {},
    )
    nowhere, control = os.open(os.devnull, os.O_RDWR), socket.socket(fileno=os.dup(0))
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    try:
        channel, converse = serve(control, characters, room)
        os.dup2(nowhere, 2)
        receive, send = make_channel(channel)
        converse(receive, send)
    except BaseException:
        import traceback

        traceback.print_exc()
        os._exit(1)
    os._exit(0)


if __name__ == "__main__":
    main()
