"""What a learner's code can reach of the runner: its streams, what is shown, and the end of its time.

Kept in a namespace of its own: whatever is reached or changed here alters what a cell seems to print, and no verdict.
"""

import sys

current = {}  # "recorder": the Recorder of the cell or probe that runs


class Interrupted(BaseException):
    """The time of a cell or a probe is up."""


def stop(*_):
    """The handler of SIGALRM."""
    raise Interrupted


class Recorder:
    """Standard output and standard error of a cell, in order, up to `characters` of them."""

    def __init__(self, characters):
        self.outputs, self.left = [], characters

    def text(self, name, text):
        kept = text[: max(self.left, 0)]
        if self.left >= 0 and len(kept) < len(text):
            kept, self.left = kept + "\n… (output cut here)", -1
        elif self.left >= 0:
            self.left -= len(kept)
        last = self.outputs[-1] if self.outputs else {}
        if kept and last.get("name") == name:
            last["text"] += kept
        elif kept:
            self.outputs.append({"output_type": "stream", "name": name, "text": kept})

    def error(self, name, said, line):
        where = f" (line {line} of this cell)" if line else ""
        self.outputs.append({"output_type": "error", "ename": name, "evalue": said, "traceback": [said + where]})


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

    close = flush

    def isatty(self):
        return False

    readable = isatty

    def writable(self):
        return True


class recording:
    """Direct the streams to a new Recorder."""

    def __init__(self, characters):
        self.characters = characters

    def __enter__(self):
        recorder = current["recorder"] = Recorder(self.characters)
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
    return f"{type(error).__name__}: {said}".rstrip(": "), (
        error.lineno if isinstance(error, SyntaxError) else lines[-1] if lines else None
    )


def unraisable(what):
    """sys.unraisablehook: an error in a callback, in one line."""
    try:
        sys.stderr.write(f"Exception ignored in {type(what.object).__name__}: {describe(what.exc_value)[0]}\n")
    except BaseException:
        pass  # there is nobody left to tell
