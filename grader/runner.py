"""Run cells and probes next to a learner's code. This file alone goes into the sandbox: it imports nothing of ours.

    python -I runner.py            frames on standard input and output: 4 bytes of length, then JSON

A parent process imports JAX and forks a child for each session, before JAX has a backend or a thread. It is asked:

    {"do": "open", "instruments": source}                          → {"event": "opened"}
    {"do": "cell", "source": …, "seconds": …}                      → {"event": "cell", "outputs": […], "ended": …, "said": …}
    {"do": "probe", "source": …, "inputs": {…}, "seconds": …}      → {"event": "probe", "seen": {…}, "end": […], "signs": […]}
    {"do": "value", "name": …}                                     → {"event": "value", "value": …}
    {"do": "close"}                                                → {"event": "closed", "status": …}

A session that dies, whatever the cause, is answered by "closed" too. `ended` is "ok", "error" or "timeout".
Nothing that comes out of here is believed: the judge works out what is wanted on its own side.
"""
import builtins
import json
import os
import signal
import struct
import sys
import warnings

LIMIT = 64 * 2**20  # bytes in one frame
TEXT_LIMIT, DISPLAY_LIMIT = 200_000, 200  # characters and displays kept of one cell


class Channel:
    """Frames over two file descriptors; keeps what it needs of the standard library from before any learner's code."""

    def __init__(self, reading: int, writing: int):
        self._read, self._write, self._dumps, self._loads = os.read, os.write, json.dumps, json.loads
        self._pack, self._unpack, self.reading, self.writing = struct.pack, struct.unpack, reading, writing

    def _exactly(self, count: int) -> bytes:
        data = b""
        while len(data) < count:
            piece = self._read(self.reading, min(count - len(data), 1 << 20))
            if not piece:
                raise EOFError
            data += piece
        return data

    def receive(self) -> dict:
        (length,) = self._unpack(">I", self._exactly(4))
        return self._loads(self._exactly(length))

    def send(self, message: dict) -> None:
        data = self._dumps(message).encode()
        if len(data) > LIMIT:
            data = self._dumps({"event": message["event"], "ended": "error", "said": "the answer is too large", "outputs": [],
                                "seen": {}, "end": ["TooLarge", "the answer is too large"], "signs": []}).encode()
        data = self._pack(">I", len(data)) + data
        while data:
            data = data[self._write(self.writing, data):]


class Interrupted(BaseException):
    """The time of a cell or a probe is up."""


class Recorder:
    """Standard output, standard error and displays of a cell, in order, up to a limit."""

    def __init__(self):
        self.outputs, self.room, self.displays = [], TEXT_LIMIT, DISPLAY_LIMIT

    def stream(self, name):
        recorder = self

        class Stream:
            encoding, errors, closed = "utf-8", "replace", False

            def write(self, text):
                recorder.text(name, str(text))
                return len(text)

            def writelines(self, lines):
                for line in lines:
                    self.write(line)

            def flush(self):
                pass

            def isatty(self):
                return False

        return Stream()

    def text(self, name, text):
        kept = text[: self.room]
        self.room -= len(kept)
        if len(kept) < len(text) and self.room == 0:
            kept, self.room = kept + "\n… (output cut here)", -1
        if not kept or self.room < -1:
            return
        last = self.outputs[-1] if self.outputs else {}
        if last.get("name") == name:
            last["text"] += kept
        else:
            self.outputs.append({"output_type": "stream", "name": name, "text": kept})

    def error(self, name, said, line):
        where = f" (line {line} of this cell)" if line else ""
        self.outputs.append({"output_type": "error", "ename": name, "evalue": said, "traceback": [said + where]})

    def data(self, kind, data):
        self.displays -= 1
        if self.displays >= 0 and self.room >= 0:
            kept = {str(mime): item for mime, item in data.items() if isinstance(item, str) and len(item) <= self.room}
            self.room -= sum(map(len, kept.values()))
            self.outputs.append({"output_type": kind, "data": kept, "metadata": {}})


def make_shell(recorder_of):
    """An IPython shell whose displays go to the recorder that `recorder_of()` returns."""
    from IPython.core.displayhook import DisplayHook
    from IPython.core.displaypub import DisplayPublisher
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets import Type
    from traitlets.config import Config

    class Publisher(DisplayPublisher):
        def publish(self, data, metadata=None, **kwargs):
            recorder_of().data("display_data", data)

        def clear_output(self, wait=False):
            pass

    class Hook(DisplayHook):
        def write_output_prompt(self):
            pass

        def write_format_data(self, format_dict, md_dict=None):
            recorder_of().data("execute_result", format_dict)

    class Shell(InteractiveShell):
        display_pub_class = Type(Publisher)
        displayhook_class = Type(Hook)

        def enable_gui(self, gui=None):
            pass

        def _showtraceback(self, etype, evalue, stb):
            # One line, not the traceback: that would lead through our own files.
            said, line = describe(evalue)
            recorder_of().error(etype.__name__, said, line)

    config = Config()
    config.HistoryManager.enabled = False
    config.InteractiveShell.colors = "NoColor" if int(__import__("IPython").__version__.split(".")[0]) < 9 else "nocolor"
    shell = Shell.instance(config=config)
    shell.ast_node_interactivity = "last_expr"
    return shell


class Session:
    """One learner's notebook, in the child process."""

    def __init__(self, channel, instruments: str):
        self.channel = channel
        self.recorder = Recorder()
        # The probe's own names: a copy of builtins and of the instruments from before any learner's code.
        self.builtins = dict(vars(builtins))
        self.trusted = {"__builtins__": self.builtins, "__name__": "instruments"}
        with self.recording():
            exec(compile(instruments, "<instruments>", "exec"), self.trusted)
        self.observe = self.trusted["observe"]
        self.plain = self.trusted["plain"]
        self.shell = make_shell(lambda: self.recorder)
        self.seals = Seals(self.shell)

    def recording(self):
        session = self

        class Recording:
            def __enter__(self):
                session.recorder = Recorder()
                self.kept = sys.stdout, sys.stderr
                sys.stdout, sys.stderr = session.recorder.stream("stdout"), session.recorder.stream("stderr")
                return session.recorder

            def __exit__(self, *_):
                sys.stdout, sys.stderr = self.kept

        return Recording()

    def timed(self, seconds, work):
        """Run `work()`; returns (value, "") or (None, how it ended)."""

        def stop(*_):
            raise Interrupted

        signal.signal(signal.SIGALRM, stop)
        signal.setitimer(signal.ITIMER_REAL, seconds, 1.0)  # again and again, should somebody swallow the first
        try:
            value = work()
        except Interrupted:
            return None, "timeout"
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
        return value, ""

    def cell(self, source: str, seconds: float) -> dict:
        with self.recording() as recorder:
            result, ended = self.timed(seconds, lambda: self.shell.run_cell(source, store_history=True))
        said, line = "", None
        if not ended:
            error = result.error_before_exec or result.error_in_exec
            ended = "error" if error is not None else "ok"
            if isinstance(error, Interrupted):
                ended = "timeout"
            elif error is not None:
                said, line = describe(error)
        return {"event": "cell", "outputs": recorder.outputs, "ended": ended, "said": said, "line": line}

    def probe(self, source: str, inputs: dict, seconds: float) -> dict:
        names = dict(self.trusted)
        code = compile(source, "<probe>", "exec")
        exec(code, names)
        for name in names_in(code) - names.keys() - self.builtins.keys():
            if name in self.shell.user_ns:
                names[name] = self.shell.user_ns[name]
        signs = self.seals.broken()
        with self.recording():
            try:
                answer, ended = self.timed(seconds, lambda: self.observe(names["probe"], inputs))
            except BaseException as error:  # SystemExit, KeyboardInterrupt and the like, raised by the learner's code
                answer, ended = ({}, (type(error).__name__, describe(error)[0])), ""
        seen, end = answer if not ended else ({}, ("Timeout", f"it ran longer than {seconds:g} seconds"))
        return {"event": "probe", "seen": seen, "end": list(end), "signs": signs}

    def value(self, name: str) -> dict:
        return {"event": "value", "value": self.plain(self.shell.user_ns.get(name))}


def describe(error) -> tuple[str, int | None]:
    """An exception in one short line, and the line of the learner's cell where it was raised."""
    try:
        said = (str(error).strip().splitlines() or [""])[0][:200]
    except BaseException:
        said = "(its message cannot be shown)"
    lines, trace = [], error.__traceback__
    while trace is not None:
        if "ipython-input" in trace.tb_frame.f_code.co_filename:
            lines.append(trace.tb_lineno)
        trace = trace.tb_next
    return f"{type(error).__name__}: {said}".rstrip(": "), (error.lineno if isinstance(error, SyntaxError) else lines[-1] if lines else None)


def names_in(code) -> set:
    """All global names that a code object and those inside it use."""
    found = set(code.co_names)
    for constant in code.co_consts:
        if hasattr(constant, "co_names"):
            found |= names_in(constant)
    return found


class Seals:
    """Remembers what the libraries and the shell looked like before any learner's code, and tells what has been replaced."""

    modules = ("builtins", "jax", "jax.numpy", "jax.tree_util", "jax.tree", "jax.core", "jax.lax", "jax.errors", "numpy", "numpy.testing",
               "equinox", "simple_pytree", "IPython.core.interactiveshell", "json", "sys", "os", "warnings", "functools", "traceback")
    kept = ("run_cell", "run_code", "run_ast_nodes", "showtraceback", "displayhook", "display_pub", "compile", "ast_transformers",
            "input_transformers_cleanup", "input_transformers_post")

    def __init__(self, shell):
        self.shell = shell
        self.modules = [(name, sys.modules[name]) for name in self.modules if name in sys.modules]
        self.before = self.now()

    def now(self) -> dict:
        state = {}
        for name, module in self.modules:
            for attribute, value in list(vars(module).items()):
                if name in ("sys", "os", "builtins") and (attribute.startswith(("last_", "_", "ps")) or attribute in self.loose):
                    continue
                state[f"{name}.{attribute}"] = id(value)
        for attribute in self.kept:
            value = getattr(self.shell, attribute, None)
            state[f"the shell's {attribute}"] = [id(item) for item in value] if type(value) is list else getattr(value, "__func__", type(value))
        state["the shell's hooks"] = {event: [id(hook) for hook in hooks] for event, hooks in self.shell.events.callbacks.items()}
        return state

    # What honest work changes too: streams, import state, the shell's own names.
    loose = {"stdout", "stderr", "stdin", "displayhook", "path", "argv", "exc_info", "get_ipython", "display", "modules", "environ",
             "path_importer_cache", "meta_path", "path_hooks", "excepthook", "environb"}

    def broken(self) -> list[str]:
        """Names of what has been replaced since; new names that libraries add lazily do not count."""
        now = self.now()
        return sorted(f"{name} was replaced" for name, value in self.before.items() if now.get(name) != value)


def serve(channel) -> None:
    """The parent: import, then a fork per session."""
    warnings.simplefilter("ignore")
    import IPython.core.interactiveshell  # noqa: F401
    import equinox  # noqa: F401
    import jax
    import jax.numpy
    import numpy
    import simple_pytree  # noqa: F401

    warnings.resetwarnings()
    channel.send({"event": "ready", "jax": jax.__version__, "numpy": numpy.__version__, "python": sys.version.split()[0]})
    while True:
        try:
            message = channel.receive()
        except EOFError:
            return
        if message.get("do") != "open":
            channel.send({"event": "closed", "status": -1})
            continue
        pid = os.fork()
        if pid == 0:
            try:
                child(channel, message["instruments"])
            finally:
                os._exit(0)
        _, status = os.waitpid(pid, 0)
        channel.send({"event": "closed", "status": status})


def child(channel, instruments: str) -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)
    session = Session(channel, instruments)
    channel.send({"event": "opened"})
    while True:
        message = channel.receive()
        what = message.pop("do")
        if what == "close":
            return
        channel.send(getattr(session, {"cell": "cell", "probe": "probe", "value": "value"}[what])(**message))


if __name__ == "__main__":
    channel = Channel(os.dup(0), os.dup(1))
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    serve(channel)
