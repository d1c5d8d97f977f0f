"""What a learner's code can reach of the runner: its streams, its displays, its shell, and the end of its time.

Kept in a namespace of its own: whatever is reached or changed here alters what a cell seems to print, and no verdict.
"""
import sys

DISPLAYS = 200  # displays kept of one cell
current = {}  # "recorder": the Recorder of the cell or probe that runs


class Interrupted(BaseException):
    """The time of a cell or a probe is up."""


def stop(*_):
    """The handler of SIGALRM."""
    raise Interrupted


class Recorder:
    """Standard output, standard error and displays of a cell, in order, up to `room` characters."""

    def __init__(self, room):
        self.outputs, self.room, self.displays = [], room, DISPLAYS

    def text(self, name, text):
        kept = text[: max(self.room, 0)]
        if self.room >= 0 and len(kept) < len(text):
            kept, self.room = kept + "\n… (output cut here)", -1
        elif self.room >= 0:
            self.room -= len(kept)
        if not kept:
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


class Stream:
    """sys.stdout or sys.stderr of a cell."""

    encoding, errors, closed, newlines, line_buffering = "utf-8", "replace", False, None, True

    def __init__(self, name):
        self.name = name

    def write(self, text):
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        current["recorder"].text(self.name, str(text))
        return len(text)

    def writelines(self, lines):
        for line in lines:
            self.write(line)

    def flush(self):
        pass

    def close(self):
        pass

    def isatty(self):
        return False

    def readable(self):
        return False

    def writable(self):
        return True


class recording:
    """Direct the streams and displays to a new Recorder."""

    def __init__(self, room):
        self.room = room

    def __enter__(self):
        recorder = current["recorder"] = Recorder(self.room)
        self.kept = sys.stdout, sys.stderr
        sys.stdout, sys.stderr = Stream("stdout"), Stream("stderr")
        return recorder

    def __exit__(self, *_):
        sys.stdout, sys.stderr = self.kept


def describe(error):
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


def unraisable(what):
    """sys.unraisablehook: an error in a __del__ or a callback, in one line. Python's own would compile pieces of our files to mark the place."""
    try:
        sys.stderr.write(f"Exception ignored in {getattr(what.object, '__qualname__', type(what.object).__name__)}: {describe(what.exc_value)[0]}\n")
    except BaseException:
        pass  # there is nobody left to tell


def make_shell():
    """An IPython shell that shows what it shows to the current recorder."""
    import IPython
    from IPython.core.displayhook import DisplayHook
    from IPython.core.displaypub import DisplayPublisher
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets import Type
    from traitlets.config import Config

    class Publisher(DisplayPublisher):
        def publish(self, data, metadata=None, **kwargs):
            current["recorder"].data("display_data", data)

        def clear_output(self, wait=False):
            pass

    class Hook(DisplayHook):
        def write_output_prompt(self):
            pass

        def write_format_data(self, format_dict, md_dict=None):
            current["recorder"].data("execute_result", format_dict)

    compile_, only_ast = compile, 0x2400  # ast.PyCF_ONLY_AST, top-level await allowed

    class Shell(InteractiveShell):
        display_pub_class = Type(Publisher)
        displayhook_class = Type(Hook)

        def enable_gui(self, gui=None):
            pass

        def transform_cell(self, raw_cell):
            # What is Python already needs none of IPython's rewriting, which reads long cells slowly on some Python versions.
            try:
                compile_(raw_cell, "<cell>", "exec", only_ast)
            except (SyntaxError, ValueError):
                return super().transform_cell(raw_cell)
            except (RecursionError, MemoryError):  # too deep for Python; IPython's tokens of such a line fill the memory
                pass
            return raw_cell if raw_cell.endswith("\n") else raw_cell + "\n"

        def _showtraceback(self, etype, evalue, stb):
            # One line, not the traceback: that would lead through our own files.
            said, line = describe(evalue)
            current["recorder"].error(etype.__name__, said, line)

    config = Config()
    config.HistoryManager.enabled = False
    config.InteractiveShell.colors = "NoColor" if int(IPython.__version__.split(".")[0]) < 9 else "nocolor"
    shell = Shell.instance(config=config)
    shell.ast_node_interactivity = "last_expr"
    # Long tracebacks are not shown; making them costs time, and copies all that the frames hold.
    shell.InteractiveTB.structured_traceback = shell.SyntaxTB.structured_traceback = lambda *_, **__: []
    return shell


def settle(shell):
    """End what IPython itself has left running for a cell such as %%bash: the thread of its event loop."""
    magics = shell.magics_manager.registry.get("ScriptMagics")
    if getattr(magics, "event_loop", None) is not None and hasattr(magics, "stop_event_loop"):
        magics.stop_event_loop()
