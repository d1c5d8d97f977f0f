"""Our own frames and functions tell nothing: whoever comes to hold one, by whatever way, learns and changes nothing by
it, and is told of.

Python looks for an attribute of a frame or a function in one place, the dictionary of its type. There stand our
properties, which hide what is ours and give everything else as before; what stood there before lives in their
closures, which are hidden too.
"""

import ctypes
import gc
import types

FRAME = ("f_locals", "f_globals", "f_builtins", "f_trace", "f_generator")
FUNCTION = ("__globals__", "__closure__", "__builtins__")
# Read by what shows tracebacks and signatures: hidden, and not told of.
QUIET = ("f_globals", "__globals__", "__builtins__")
# JAX reads these of functions that it is given: they are shown, and cannot be set.
SHOWN = ("__code__", "__defaults__", "__kwdefaults__")


def replace(kind, name, make):
    """Put `make(descriptor)` in the place of a descriptor of a type of Python's; nothing where there is none."""
    table = gc.get_referents(vars(kind))[0]
    if name in table:
        table[name] = make(table[name])
        ctypes.pythonapi.PyType_Modified(ctypes.py_object(kind))


def close(ours, warn):
    """Hide what belongs to code for which `ours(code)` holds, and call `warn()` where it was reached for. Once, before
    any learner's code runs.
    """
    code_of_frame = vars(types.FrameType)["f_code"].__get__
    code_of_function = vars(types.FunctionType)["__code__"].__get__
    for name in FRAME:
        replace(types.FrameType, name, hidden(ours, warn, code_of_frame, name in QUIET))
    for name in FUNCTION:
        replace(types.FunctionType, name, hidden(ours, warn, code_of_function, name in QUIET))
    replace(types.FrameType, "f_back", chain(ours, code_of_frame))
    for name in SHOWN:
        replace(types.FunctionType, name, shown(ours, warn, code_of_function))
    for name in ("get_objects", "get_referrers", "get_referents"):
        delattr(gc, name)


def hidden(ours, warn, code_of, quiet):
    """What is ours reads as empty and cannot be set; everything else is as before."""

    def make(descriptor):
        get, put = descriptor.__get__, getattr(descriptor, "__set__", None)

        def read(thing):
            if ours(code_of(thing)):
                if not quiet:
                    warn()
                return {}
            return get(thing)

        return property(read, writing(ours, warn, code_of, put) if put else None)

    return make


def shown(ours, warn, code_of):
    """What is ours can be read and cannot be set."""

    def make(descriptor):
        get = descriptor.__get__
        return property(lambda function: get(function), writing(ours, warn, code_of, descriptor.__set__))

    return make


def writing(ours, warn, code_of, put):
    def write(thing, value):
        if ours(code_of(thing)):
            warn()
            raise AttributeError("it is the grader's")
        put(thing, value)

    return write


def chain(ours, code_of):
    """The chain of frames ends where ours begin."""

    def make(descriptor):
        get = descriptor.__get__

        def back(frame):
            before = get(frame)
            return None if before is None or ours(code_of(before)) else before

        return property(back)

    return make
