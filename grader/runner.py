"""Run cells and probes next to a learner's code. With binding.py, capture.py, confine.py and seals.py beside it, all that goes into the sandbox.

    python -I runner.py [CHARACTERS [ROOM]]

A parent process imports JAX, makes ready what every session needs (`prepare`) and forks a child for each session, before JAX has a
backend or a thread. Its standard input is a socket. First the instruments come on it, 4 bytes of length, then the source; then, for
each session, a byte and another socket. How a session ended is told there afterwards ({"status": …}, a line). The child speaks in frames,
4 bytes of length, then JSON. It is asked:

    {"do": "open"}                                                 → {"event": "opened"}
    {"do": "cell", "source": …, "seconds": …}                      → {"event": "cell", "outputs": […], "ended": …, "said": …}
    {"do": "probe", "source": …, "inputs": {…}, "seconds": …}      → {"event": "probe", "seen": {…}, "end": […], "signs": […]}
    {"do": "value", "name": …}                                     → {"event": "value", "value": …}

Each request carries a `nonce` that its answer repeats: the learner's code can write to the channel, but does not know it.
At any time {"event": "sign", "said": …} may come in between: something that looks like tampering, told at once. A session ends
when its socket does. `ended` is "ok", "error" or "timeout". CHARACTERS is what is kept of a cell's outputs, ROOM the limits by which
each session is shut into a room of its own (confine.py). Nothing that comes out of here is believed: the judge works out what is wanted on its own side.

How it keeps apart from the learner's code, which shares its process: no class, no module and no global of ours holds
anything that matters; it all lives in local variables, which only frames and the garbage collector lead to, and those are
watched (seals.py). Our functions use builtins and C functions taken before any learner's code ran. What a check calls stands among
the constants of its code (binding.py), where nobody can put something else, not even for a moment.
"""
import builtins

__builtins__ = dict(vars(builtins))  # before the first function: what a notebook does to builtins does not reach ours

import _imp  # noqa: E402
import _json  # noqa: E402
import _signal  # noqa: E402
import functools  # noqa: E402
import gc  # noqa: E402
import os  # noqa: E402
import sys  # noqa: E402
import types  # noqa: E402
import warnings  # noqa: E402

LIMIT = 8 * 2**20  # bytes in one frame
SIGNS = 40  # signs told of one session
REPLACED = 66  # the exit code of a session whose channel was tampered with, as in session.py
# Words by which memory is read and written through NumPy, of which no audit event tells.
POINTERS = ("__array_interface__", "__array_struct__", "ctypeslib", "as_strided", "from_address")
# Settings of JAX that change what a check sees; a learner may have left them changed, so a check sets them back.
SETTINGS = ("jax_disable_jit", "jax_enable_x64", "jax_check_tracer_leaks", "jax_debug_nans", "jax_numpy_dtype_promotion", "jax_no_tracing")


def beside(name: str) -> dict:
    """The names that NAME.py beside this file defines, in a namespace and with builtins of their own."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), name + ".py")
    names = {"__name__": name, "__builtins__": dict(vars(builtins))}
    with open(path, encoding="utf-8") as file:
        exec(compile(file.read(), path, "exec"), names)
    return names


def make_text_of():
    """`text_of(plain data) → bytes`, as JSON, by a C function that nobody can replace; it raises TypeError for what is no plain data."""

    def refuse(value):
        raise TypeError("no plain data")

    encode = _json.make_encoder(None, refuse, _json.encode_basestring_ascii, None, ": ", ", ", False, False, True)
    return lambda message: "".join(encode(message, 0)).encode()


def make_channel(reading: int, writing: int):
    """`receive() → dict` and `send(dict)` over two file descriptors, by C functions that nobody can replace.

    Should another file be put in the channel's place, to mute signs or to answer in between, the session ends at once.
    """
    read, write, status, end = os.read, os.write, os.fstat, os._exit
    itself = status(reading)[1:3]  # the number and device of its inode

    def unchanged():
        if status(reading)[1:3] != itself:
            end(REPLACED)

    text_of = make_text_of()
    decode = _json.make_scanner(types.SimpleNamespace(strict=True, object_hook=None, object_pairs_hook=None, parse_float=float, parse_int=int,
                                                      parse_constant=float, memo={}))

    def exactly(count):
        data = b""
        while len(data) < count:
            unchanged()
            piece = read(reading, min(count - len(data), 1 << 20))
            if not piece:
                raise EOFError
            data += piece
        return data

    def receive():
        return decode(exactly(int.from_bytes(exactly(4), "big")).decode(), 0)[0]

    def send(message):
        try:
            data, fault = text_of(message), "the answer is too large"
        except (TypeError, ValueError, RecursionError) as error:
            data, fault = b"", f"the answer is no plain data ({type(error).__name__})"
        if not data or len(data) > LIMIT:
            short = {"event": message["event"], "nonce": message["nonce"], "ended": "error", "said": fault, "line": None, "outputs": [],
                     "seen": {}, "end": ["TooLarge", fault], "value": None}
            data = text_of(short)
        data = len(data).to_bytes(4, "big") + data
        while data:
            unchanged()
            data = data[write(writing, data):]

    return receive, send


def codes_in(code) -> set:
    """A code object and all inside it."""
    return {code}.union(*(codes_in(constant) for constant in code.co_consts if isinstance(constant, types.CodeType)))


def fixed(template, **values):
    """A function like `template`, in whose code the words "NAME" are the `values` instead. It has no globals and no cells."""
    code = template.__code__
    code = code.replace(co_consts=tuple(values.get(one, one) if type(one) is str else one for one in code.co_consts))
    return types.FunctionType(code, {"__builtins__": {}}, template.__name__, template.__defaults__)


def opaque(act, welcome=None, foul=None):
    """A function that does `act(*arguments)` and through which nothing of what it does can be read or replaced.

    What it does lives in the frame of a generator. With `welcome`, calls from a frame that is not `welcome(frame)` get `foul()`.
    """
    frame = sys._getframe

    def loop():
        result = error = None
        while True:
            arguments = yield result, error
            result = error = None
            caller = frame(1)
            try:
                result = act(*arguments) if welcome is None or caller.f_code is code and welcome(caller.f_back) else foul()
            except BaseException as problem:
                error = problem
            del arguments, caller

    running = loop()
    running.send(None)

    def call(*arguments):
        send = "SEND"
        result, error = send(arguments)
        if error is not None:
            raise error
        return result

    call = fixed(call, SEND=running.send)
    code = call.__code__
    return call


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
    return value[:100_000] if isinstance(value, str) else value


def library_kinds(roots) -> frozenset:
    """Classes and all their subclasses so far."""
    found, waiting = set(), list(roots)
    while waiting:
        kind = waiting.pop()
        found.add(kind)
        waiting += [one for one in type.__subclasses__(kind) if one not in found]
    return frozenset(found)


def make_isinstance(hard, known, in_library):
    """`isinstance` that does not believe an object that it is an array or a tracer because it says so.

    A class that is not among `known` counts if it really comes of one that is, and has nothing of its own but functions whose
    files are `in_library`: modules imported later bring some.
    """
    mro, plain_parts = type.mro, (str, tuple, dict, type(None), types.MemberDescriptorType, types.GetSetDescriptorType)

    def of_library(part):
        part = getattr(part, "fget", None) or getattr(part, "__func__", part)
        return in_library(part.__code__.co_filename) if type(part) is types.FunctionType else type(part) in plain_parts

    def genuine(kind):
        for one in mro(kind):
            if one in known:
                return True
            if one is object or not all(map(of_library, vars(one).values())):
                return False
        return False

    def strict(value, kinds):
        if type(kinds) is tuple:
            return any(strict(value, kind) for kind in kinds)
        return isinstance(value, kinds) and (kinds not in hard or type(value) in known or genuine(type(value)))

    return strict


def prepare(instruments: str, room: int, capture: dict, seals: dict, binding: dict, libraries: tuple):
    """Make ready, once, what all sessions need and none has changed yet: shell, instruments, seals. Returns `converse`."""
    import jax
    import numpy

    Interrupted, stop, recording, describe, settle = (capture[name] for name in ("Interrupted", "stop", "recording", "describe", "settle"))
    make_builtin, signature = _imp.create_builtin, sys.modules["inspect"].signature
    handle, timer, alarm, real = _signal.signal, _signal.setitimer, _signal.SIGALRM, _signal.ITIMER_REAL
    handle(_signal.SIGINT, _signal.default_int_handler)
    handle(alarm, stop)
    hard = (jax.core.Tracer, jax.Array, numpy.ndarray, numpy.generic)
    own = dict(vars(builtins))  # the builtins of probes and instruments
    arrays = getattr(sys.modules.get("jax._src.array"), "ArrayImpl", jax.Array)  # older versions only register it as a jax.Array
    own["isinstance"] = opaque(make_isinstance(hard, library_kinds((*hard, arrays)), seals["make_lies_in"](seals["library_folders"]())))
    trusted = {"__builtins__": own, "__name__": "instruments"}
    with recording(room):
        binding["bind_module"](instruments, "<instruments>", trusted, own)
    plain, observe = trusted["plain"], trusted["observe"]
    sys.unraisablehook = capture["unraisable"]
    shell = capture["make_shell"]()
    user, run_cell = shell.user_ns, shell.run_cell
    told, tallies, now = [], [], [""]
    send = others = permit = None  # of the session, see converse
    like_an_array = __import__("re").compile(r"(jax|numpy|traced|concrete|dead tracer) \w+\[").match

    def report(sentence):
        if sentence not in told and len(told) < SIGNS:
            told.append(sentence)
            send({"event": "sign", "said": sentence, "nonce": now[0]})

    def count_traces(function):
        """As the instrument of this name: `.traces` counts the runs of a function's body. We count too, and compare (look_around)."""

        def counted(*args, **kwargs):
            tick = "TICK"
            function = "FUNCTION"
            tick()
            return function(*args, **kwargs)

        def add():
            tally[1] += 1
            counted.traces = tally[1]

        tick = opaque(add, lambda frame: frame.f_code is counted.__code__, lambda: report("a count of traces was touched"))
        counted = functools.update_wrapper(fixed(counted, TICK=tick, FUNCTION=function), function)
        del counted.__wrapped__  # by which the check could be found; JAX asks for the signature alone
        try:
            counted.__signature__ = signature(function)
        except (TypeError, ValueError):
            pass
        counted.traces = 0
        tally = [counted, 0]
        tallies.append(tally)
        return counted

    if "count_traces" in trusted:
        trusted["count_traces"] = opaque(count_traces)
    _signal.signal = opaque(lambda number, handler: set_handler(number, handler))
    _imp.create_builtin = opaque(lambda spec: create_builtin(spec))
    broken, harmless_handler = seals["make_seals"](shell, [("the instruments", trusted), ("the instruments' builtins", own)], libraries)
    labels = {"<instruments>", "<probe>", __file__, *(one.__code__.co_filename for one in (capture["make_shell"], seals["make_seals"], binding["bind"]))}
    in_library = seals["make_lies_in"]((*seals["library_folders"](), "<frozen "))

    def strangers_between(frame, end):
        """Whether among the callers of `frame`, up to the one that runs the code `end`, is a function that is neither ours nor a library's.

        A function that a check hands to an answer to be called is one of count_traces: through those, anybody may come.
        """
        below = None
        while frame is not None and (code := frame.f_code) is not end:
            if not (code.co_filename in labels or in_library(code.co_filename)):
                return not any(below is counted.__code__ for counted, _ in tallies)
            frame, below = frame.f_back, code
        return frame is None

    # Two doors that no audit event watches: a signal handler is handed frames, and a built-in module made anew has both again.
    def set_handler(number, handler):
        if not harmless_handler(handler):
            report("it set a handler for a signal, which sees frames of the programs that run it")
        return handle(number, handler)

    def create_builtin(spec):
        if spec.name in ("_signal", "gc", "_imp"):
            report(f"it made the module {spec.name} anew")
        return make_builtin(spec)

    folding = getattr(jax._src.config, "eager_constant_folding", None)  # jax.ensure_compile_time_eval, entered and never left

    def settings():
        return [*(getattr(jax.config, name, None) for name in SETTINGS), getattr(folding, "value", None)]

    ordinary, update = settings(), jax.config.update

    def timed(seconds, work):
        """Run `work()`; returns (value, "") or (None, how it ended)."""
        handle(alarm, stop)
        timer(real, seconds, 1.0)  # again and again, should somebody swallow the first
        try:
            value = work()
        except Interrupted:
            return None, "timeout"
        finally:
            timer(real, 0)
        return value, ""

    def left_behind():
        for sign in broken("threads"):
            report(sign)
        if others():
            report("a process was left running")

    def cell(source, seconds):
        said, line, ended = "", None, ""
        for word in POINTERS:
            if word in source and word not in instruments:
                report(f"it may read the memory of the programs that run it, through NumPy ({word})")
        with recording(room) as recorder:
            try:
                result, ended = timed(seconds, lambda: run_cell(source, store_history=True))
                error = None if ended else result.error_before_exec or result.error_in_exec
            except BaseException as problem:  # whatever a cell has done to the shell
                error = problem
        if isinstance(error, Interrupted):
            ended = "timeout"
        elif error is not None:
            ended = "error"
            said, line = describe(error)
        if ended == "timeout":
            others(True)
        if isinstance(error, MemoryError):  # what filled the memory is held by the frames of the error: later cells need it
            BaseException.with_traceback(error, None)
            for name in ("last_exc", "last_value", "last_traceback"):
                sys.__dict__.pop(name, None)
        try:
            settle(shell)
        except BaseException:  # whatever a cell has done to the shell; a thread that is left is seen
            pass
        left_behind()
        return {"outputs": recorder.outputs, "ended": ended or "ok", "said": said, "line": line}

    def probe(source, inputs, seconds):
        seen, finished, described = {}, [], []
        tallies.clear()
        for name, value in zip(SETTINGS, ordinary):
            if value is not None and getattr(jax.config, name) != value:
                update(name, value)

        def look_around():
            if settings() != ordinary:
                report("JAX's settings were changed while a check ran, or by a context that was never left")
            for name, value in kept:
                if names.get(name) is not value:
                    report(f"the check's own {name} was replaced")
            for counted, count in tallies:
                shown = vars(counted).get("traces")
                if type(shown) is not int or shown != count:
                    report("a count of traces was touched")
            for sign in broken("near"):
                report(sign)

        def honest(shown, value):
            """What was seen, but words of the notebook's own that read like our description of an array are marked as words."""
            if type(value) is str and like_an_array(value) and value not in described:
                return f"the words {value!r}"
            if type(value) in (list, tuple):
                return [honest(*pair) for pair in zip(shown, value)]
            return {key: honest(shown[str(key)], one) for key, one in value.items()} if type(value) is dict else shown

        def record(what, value):
            look_around()
            kind, what, shown = type(value), str(what), small(honest(plain(value), value))
            if finished:
                report("a check was told something after its end")
            seen[what] = shown if seen.get(what, shown) == shown else "first one thing, then another"
            if not (kind is str or kind is int or kind is bool):  # anything else may have code of the learner's, which ran just now
                look_around()

        def guarded(function):
            """What a probe asks for a word is looked after before it answers."""

            def ask(*arguments):
                look_around()
                answer = function(*arguments)
                described.append(answer)
                return answer

            return opaque(ask)

        for sign in broken("all"):
            report(sign)
        known = {**own, **trusted, "see": opaque(record, lambda frame: welcome(frame), lambda: report("what a check sees was told by the notebook instead"))}
        known |= {name: guarded(trusted[name]) for name in ("where", "look") if name in trusted}
        permit(True)
        code, left = binding["bind"](source, "<probe>", known)
        permit(False)
        names = {"__builtins__": own, "__name__": "instruments"} | {name: known[name] for name in left & known.keys()}
        names |= {name: user[name] for name in left - known.keys() if name in user}
        exec(code, names)
        kept, codes = list(names.items()), [*codes_in(code)]

        def run(_, **given):
            probe = "PROBE"
            done = "DONE"
            probe(None, **given)
            done()

        run = fixed(run, PROBE=names["probe"], DONE=opaque(lambda: finished.append(True)))
        run.__code__ = run.__code__.replace(co_filename="<probe>")  # by which `observe` knows whose names are missing

        def welcome(frame):
            return any(frame.f_code is one for one in codes) and frame.f_globals is names and not strangers_between(frame, run.__code__)

        left_behind()
        with recording(room):
            try:
                answer, ended = timed(seconds, lambda: observe(run, inputs))
            except BaseException as error:  # SystemExit, KeyboardInterrupt and the like, raised by the learner's code
                answer, ended = (None, (type(error).__name__, describe(error)[0])), ""
        if not ended and (answer[1][0] in ("Timeout", "TooLarge") or answer[1][0] == "nothing" and not finished):
            answer = answer[0], ("Exception", answer[1][1])  # a class of the learner's that is called like an end of ours
        end = answer[1] if not ended else ("Timeout", f"it ran longer than {seconds:g} seconds")
        look_around()
        for sign in broken("all"):
            report(sign)
        left_behind()
        return {"seen": dict(seen), "end": [small(part) for part in end]}

    def value(name):
        return {"value": small(plain(user.get(name)))}

    answers = {"cell": cell, "probe": probe, "value": value}

    def converse(receive, sending, nonce: str, strangers) -> None:
        """One session: answer what is asked until it is closed. `strangers()` says whether a process is there that should not be."""
        nonlocal send, others, permit
        send, others, now[0] = sending, strangers, nonce
        permit = seals["make_watch"](report, labels)
        send({"event": "opened", "nonce": nonce})
        while True:
            try:
                message = receive()
            except (EOFError, OSError):
                return
            what, nonce = message.pop("do"), message.pop("nonce")
            now[0] = nonce
            send({"event": what, "nonce": nonce} | answers[what](**message))

    return converse


def strangers(mine: int):
    """`others(end)`: whether processes run in this sandbox that neither it nor the runner (`mine`) started; never so outside of one.

    With `end` they are killed first: a command still at work when its cell's time is up was left by us, not by the learner.
    """
    listdir, getpid, open_, sleep, kill = os.listdir, os.getpid, open, __import__("time").sleep, os.kill
    if not __file__.startswith("/sandbox/"):
        return lambda end=False: False

    found = []

    def others(end=False):
        for _ in range(1 if found else 10):  # a command that was run takes a moment to end on a busy machine
            left = running()
            if not left:
                return False
            if end:
                for process in left:
                    try:
                        kill(process, 9)
                    except OSError:
                        pass
            sleep(0.1)
        found.append(True)
        return True

    def running():
        left = []
        for entry in listdir("/proc"):
            if entry.isdigit() and int(entry) not in (1, mine, getpid()):
                try:
                    with open_(f"/proc/{entry}/stat") as file:
                        if file.read().rsplit(")", 1)[1].split()[0] not in "ZX":
                            left.append(int(entry))
                except OSError:
                    pass
        return left

    return others


def import_what_comes_late() -> None:
    """Modules that JAX and IPython import when they first need them, and what JAX makes anew for every ten programs that it lowers.

    All of it is inside of libraries and saves a sixth of a second a session; a version that has it elsewhere goes without.
    """
    for name in ("jaxlib.mlir.dialects.mhlo", "jaxlib.mlir.dialects.builtin", "bdb", "IPython.core.logger"):
        try:
            __import__(name)
        except ImportError:
            pass
    mlir = sys.modules.get("jax._src.interpreters.mlir")
    make, keeper = getattr(mlir, "_create_ir_context", None), getattr(mlir, "_thread_local_context", None)
    if make and hasattr(keeper, "set_local"):
        keeper.set_local((make(), -(10**6)))  # the number of programs lowered in it: never ten


def serve(control, kept: int, room: dict) -> tuple:
    """The parent: import, prepare, then fork for each socket that it is handed. Returns in the child, with that socket and `converse`.

    What a session writes goes to its own socket; how it ended is told on `control`, which only this process holds.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import IPython.core.interactiveshell  # noqa: F401
        import equinox  # noqa: F401
        import jax
        import jax.numpy
        import numpy
        import simple_pytree  # noqa: F401
    import_what_comes_late()
    confine = beside("confine") if room else {}
    for name in ("ctypes", "_ctypes"):  # so that a notebook that wants it has to import it, which is seen
        sys.modules.pop(name, None)
    recv_fds, MSG_WAITALL = sys.modules["socket"].recv_fds, sys.modules["socket"].MSG_WAITALL
    capture, seals, binding = beside("capture"), beside("seals"), beside("binding")
    libraries = seals["seal_libraries"]()

    text_of = make_text_of()

    def tell(**message):
        control.sendall(text_of(message) + b"\n")

    tell(jax=jax.__version__, numpy=numpy.__version__, python=sys.version.split()[0])
    length = control.recv(4, MSG_WAITALL)
    if not length:
        os._exit(0)
    instruments = control.recv(int.from_bytes(length, "big"), MSG_WAITALL).decode()
    converse = prepare(instruments, kept, capture, seals, binding, libraries)
    gc.collect()
    gc.freeze()  # what is here stays shared with the children, whose collections do not walk through it
    while True:
        data, descriptors, _, _ = recv_fds(control, 1, 1)
        if not data:
            os._exit(0)
        (channel,) = descriptors
        child = os.fork()
        if child == 0:
            if not room:
                control.close()
                return channel, converse
            child = confine["fork"]()  # this one is in between, because it can make such a fork only once
            if child == 0:
                control.close()
                confine["enter"](room)
                return channel, converse
            os.close(channel)
            tell(status=os.waitpid(child, 0)[1])
            os._exit(0)
        os.close(channel)
        _, status = os.waitpid(child, 0)
        if not room or status:
            tell(status=status)


def main() -> None:
    kept, room = int(sys.argv[1]) if len(sys.argv) > 1 else 200_000, __import__("json").loads(sys.argv[2]) if len(sys.argv) > 2 else {}
    nowhere, control = os.open(os.devnull, os.O_RDWR), __import__("socket").socket(fileno=os.dup(0))
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    try:
        channel, converse = serve(control, kept, room)
        os.dup2(nowhere, 2)
        receive, send = make_channel(channel, channel)
        converse(receive, send, receive()["nonce"], strangers(1 if room else os.getppid()))
    finally:
        os._exit(0)


if __name__ == "__main__":
    main()
