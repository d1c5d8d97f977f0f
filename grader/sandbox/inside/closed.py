"""Our own frames and functions tell nothing: whoever comes to hold one, by whatever way, learns and changes nothing by it, and is told of.

Python looks for an attribute of a frame or a function in one place, the dictionary of its type. There stand our properties, which hide what is
ours and give everything else as before; what stood there before lives in their closures, which are hidden too.
"""

import ctypes
import gc
import types

FRAME = ("f_locals", "f_globals", "f_builtins", "f_trace", "f_generator")
QUIET = (
    "f_globals",
    "__globals__",
    "__builtins__",
)  # read by what shows tracebacks and signatures: hidden, and not told of
FUNCTION = ("__globals__", "__closure__", "__builtins__")
SHOWN = (
    "__code__",
    "__defaults__",
    "__kwdefaults__",
)  # JAX reads these of functions that it is given: they are shown, and cannot be set


def replace(kind, name, make):
    """Put `make(descriptor)` in the place of a descriptor of a type of Python's; nothing where there is none."""
    table = gc.get_referents(vars(kind))[0]
    if name in table:
        table[name] = make(table[name])
        ctypes.pythonapi.PyType_Modified(ctypes.py_object(kind))


def close(ours, warn):
    """Hide what belongs to code for which `ours(code)` holds, and call `warn()` where it was reached for. Once, before any learner's code runs."""
    code_of_frame, code_of_function = (
        vars(types.FrameType)["f_code"].__get__,
        vars(types.FunctionType)["__code__"].__get__,
    )

    def hidden(code_of, quiet):
        def make(descriptor):
            get, put = descriptor.__get__, getattr(descriptor, "__set__", None)

            def read(thing):
                if ours(code_of(thing)):
                    if not quiet:
                        warn()
                    return {}
                return get(thing)

            return property(read, writing(code_of, put) if put else None)

        return make

    def writing(code_of, put):
        def write(thing, value):
            if ours(code_of(thing)):
                warn()
                raise AttributeError("it is the grader's")
            put(thing, value)

        return write

    def chain(descriptor):
        get = descriptor.__get__

        def back(frame):
            before = get(frame)
            return None if before is None or ours(code_of_frame(before)) else before

        return property(back)

    def shown(descriptor):
        get = descriptor.__get__
        return property(lambda function: get(function), writing(code_of_function, descriptor.__set__))

    for name in FRAME:
        replace(types.FrameType, name, hidden(code_of_frame, name in QUIET))
    for name in FUNCTION:
        replace(types.FunctionType, name, hidden(code_of_function, name in QUIET))
    replace(types.FrameType, "f_back", chain)
    for name in SHOWN:
        replace(types.FunctionType, name, shown)
    for name in ("get_objects", "get_referrers", "get_referents"):
        delattr(gc, name)
