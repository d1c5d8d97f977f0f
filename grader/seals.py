"""Signs of tampering: what a learner's code has replaced, and what it has reached for, in plain sentences for a teacher.

Two parts. `make_seals` remembers what libraries and shell were before any learner's code and compares later.
`make_watch` is an audit hook, which Python cannot remove: it tells at once of frames walked, memory searched, processes
started and the like, when the learner's own code did it. Neither says what was meant by it; a person looks.

Loaded into a namespace of its own; everything lives in closures, because classes and modules can be found and changed from
the outside. Nothing here is proof against an expert with a debugger's patience: what counts is that inputs are fresh.
"""
import _lsprof
import _signal
import _thread
import builtins
import functools
import gc
import itertools
import operator
import os
import sys
import types

# Packages all of whose loaded modules are sealed, and single modules.
PACKAGES = ("jax", "jaxlib._jax", "jaxlib.xla_client", "equinox", "simple_pytree", "numpy", "jaxtyping", "IPython.core", "traitlets")
MODULES = ("builtins", "json", "json.encoder", "json.decoder", "os", "posix", "posixpath", "sys", "functools", "_functools", "itertools", "operator", "math",
           "random", "contextlib", "traceback", "warnings", "inspect", "types", "typing", "abc", "copy", "copyreg", "dataclasses", "collections",
           "collections.abc", "html", "string", "re", "time", "signal", "_signal", "threading", "_thread", "gc", "weakref", "ast", "codeop", "struct",
           "importlib", "importlib._bootstrap", "importlib._bootstrap_external", "io", "enum", "numbers", "itertools", "opt_einsum", "ml_dtypes", "jaxlib", "linecache")
NEAR = ("builtins", "jax", "jax.numpy", "jax.core", "jax.errors", "jax.lax", "jax.tree_util", "numpy")
# What honest work, the libraries themselves or the shell change as they go along.
LOOSE = {
    "sys": {"stdout", "stderr", "stdin", "displayhook", "excepthook", "unraisablehook", "exc_info", "last_exc", "last_type", "last_value", "last_traceback",
            "ps1", "ps2", "modules", "breakpointhook", "__interactivehook__"},
    "builtins": {"_", "__", "___", "get_ipython", "display", "exit", "quit", "copyright", "credits", "license", "help"},
    "warnings": {"showwarning", "_showwarnmsg_impl", "formatwarning"},  # logging.captureWarnings
    "os": {"environ", "environb"},
    "threading": {"excepthook"},
}
SHELL = ("run_cell", "run_cell_async", "_run_cell", "run_code", "run_ast_nodes", "transform_cell", "transform_ast", "showtraceback", "_showtraceback",
         "showsyntaxerror", "compile", "display_pub", "displayhook", "display_formatter", "events", "object_inspector_class", "set_custom_exc",
         "CustomTB", "custom_exceptions", "should_run_async", "loop_runner", "input_transformer_manager")
SHOWING = tuple(f"the shell's {name}" for name in ("showtraceback", "_showtraceback", "showsyntaxerror"))  # packages put their own there
LISTS = ("ast_transformers", "input_transformers_post")


def library_folders():
    """How the names of files begin that Python and its packages consist of."""
    return tuple({os.path.join(path, "") for prefix in (sys.prefix, sys.base_prefix) for path in (prefix, os.path.realpath(prefix))})


def make_lies_in(folders):
    """`lies_in(file's name)`: whether it lies below one of `folders`, by its name alone, and does not lead out again."""

    def lies_in(name):
        return name.startswith(folders) and "/../" not in name

    return lies_in


DESCRIPTORS = (types.FunctionType, property, classmethod, staticmethod, types.MemberDescriptorType, types.GetSetDescriptorType,
               types.MethodDescriptorType, types.WrapperDescriptorType, types.BuiltinFunctionType, functools.cached_property)


def entry(name, mapping, kind, loose=()):
    """What is remembered of a namespace: how to ask it without its help, its size, all keys and values in order, those that must stay."""
    keys, values = [], []
    for key, value in list(mapping.items()):
        if key in loose or not (kind == "own" or callable(value) or isinstance(value, (types.ModuleType, *DESCRIPTORS))):
            continue
        keys.append(key)
        values.append(value)
    asked = mapping.get, mapping.__len__, mapping.keys, mapping.values
    return name, asked, len(mapping), tuple(mapping), tuple(mapping.values()), tuple(keys), tuple(values), kind, mapping, loose


def seal_libraries(known=frozenset()):
    """Remember the libraries' modules that are loaded and not `known`: (entries of near ones, entries of others, cells, names of modules).

    Takes a tenth of a second, so the parent of all sessions does it. `cells` are (name, cell, what it holds): insides of
    decorated functions.
    """
    near, far, cells, classes, primitives = [], [], [], {}, {}
    chosen = [name for name in list(sys.modules) if name in MODULES or any(name == package or name.startswith(package + ".") for package in PACKAGES)]
    packages = {name.split(".")[0] for name in chosen}
    for name in sorted(set(chosen) - known):
        module = sys.modules[name]
        if type(module) is not types.ModuleType and not isinstance(module, types.ModuleType):
            continue
        content, entries = vars(module), near if name in NEAR else far
        entries.append(entry(name, content, "module", LOOSE.get(name, ())))
        for attribute, value in list(content.items()):
            if isinstance(value, type) and str(getattr(value, "__module__", "")).split(".")[0] in packages and value.__flags__ & (1 << 9):
                classes[id(value)] = value
            elif isinstance(value, types.FunctionType) and value.__closure__:
                for cell in value.__closure__:  # a decorated function keeps what it decorates there
                    try:
                        if isinstance(cell.cell_contents, types.FunctionType):
                            cells.append((f"{name}.{attribute}", cell, cell.cell_contents))
                    except ValueError:
                        pass
            elif attribute.endswith("_p") and type(value).__name__ == "Primitive":
                primitives[id(value)] = value
            elif type(value) is dict and len(value) and all(map(callable, value.values())) and name.startswith("jax"):
                entries.append(entry(f"{name}.{attribute}", value, "table"))
    far += [entry(f"{value.__module__}.{value.__qualname__}", vars(value), "class") for value in classes.values()]
    far += [entry(f"the primitive {value.name}", vars(value), "class") for value in primitives.values()]
    return near, far, cells, frozenset(chosen)


def unchanged(found):
    """Whether a namespace has the same keys and values in the same order as when it was remembered."""
    _, (_, length, keys_now, values_now), size, all_keys, all_values, *_ = found
    return length() == size and all(map(operator.is_, keys_now(), all_keys)) and all(map(operator.is_, values_now(), all_values))


def make_changed(entries):
    """`changed() → list`: of many entries, those whose namespace was ever seen to differ from what was remembered.

    Nearly all of them never do. Those are compared in one go, which takes a fifth of the time of asking one after another.
    """
    is_, map_, all_, call, chained = operator.is_, map, all, operator.call, itertools.chain.from_iterable
    list_, unchanged_ = list, unchanged
    same, differing = list_(entries), []
    lengths = keys = values = sizes = all_keys = all_values = ()

    def arrange():
        nonlocal lengths, keys, values, sizes, all_keys, all_values
        lengths, keys, values = (list_(asked) for asked in zip(*((one[1][1], one[1][2], one[1][3]) for one in same)))
        sizes, all_keys, all_values = [one[2] for one in same], list_(chained(one[3] for one in same)), list_(chained(one[4] for one in same))

    def changed():
        nonlocal same
        if not (list_(map_(call, lengths)) == sizes and all_(map_(is_, chained(map_(call, keys)), all_keys))
                and all_(map_(is_, chained(map_(call, values)), all_values))):
            asked = [(one, unchanged_(one)) for one in same]
            differing.extend([one for one, still in asked if not still])
            same = [one for one, still in asked if still]
            arrange()
        return differing

    arrange()
    return changed


def refreshed(found):
    """An entry anew if its namespace has changed since."""
    name, *_, kind, mapping, loose = found
    return found if unchanged(found) else entry(name, mapping, kind, loose)


def make_seals(shell, own, libraries):
    """Remember everything; returns `broken(what) → list of signs` and `harmless_handler(handler)`.

    `own`: (name, dict) pairs of the runner's namespaces; `libraries` from `seal_libraries`. `what` is "all", "near" (these, and the
    modules that the instruments ask: quick) or "threads".
    """
    isolated = (operator.is_, map, all, len, zip, type, callable, isinstance, getattr, set, sorted)
    is_, map_, all_, len_, zip_, type_, callable_, isinstance_, getattr_, set_, sorted_ = isolated
    started, thread_count = _thread._count(), _thread._count
    getsignal, current_frames, gettrace, getprofile = _signal.getsignal, sys._current_frames, sys.gettrace, sys.getprofile
    modules_get, sleep = sys.modules.get, __import__("time").sleep
    get_debug, callbacks, listening = gc.get_debug, gc.callbacks, len(gc.callbacks)
    builtin_values, in_library, descriptors = dict(vars(builtins)), make_lies_in(library_folders() + ("<frozen ",)), DESCRIPTORS
    near, far, cells, names = libraries
    near_since, far_since, cells_since, names_since = seal_libraries(names)
    near = [entry(name, mapping, "own") for name, mapping in own] + [refreshed(one) for one in (*near, *near_since)]
    near_changed, far_changed = make_changed(near), make_changed([refreshed(one) for one in (*far, *far_since)])
    cells = [(name, cell, cell.cell_contents) for name, cell, _ in (*cells, *cells_since)]
    loaded = {name: sys.modules[name] for name in names_since}

    def from_library(value):
        value = getattr_(value, "__func__", value) if isinstance_(value, (classmethod, staticmethod)) else value
        value = value.fget if type_(value) is property else value
        return type_(value) is types.FunctionType and in_library(value.__code__.co_filename)

    def of_library(thing):
        """Whether an object, or a class, has its behaviour from a library; plots and packages hang such into the shell."""
        if from_library(thing):
            return True
        kind = thing if isinstance_(thing, type) else type_(thing)
        parts = [part for part in vars(kind).values() if isinstance_(part, (types.FunctionType, classmethod, staticmethod, property))]
        return all_(map_(from_library, parts)) if parts else not kind.__flags__ & (1 << 9)

    def shell_now():
        state = {}
        for attribute in SHELL:
            value = getattr_(shell, attribute, None)
            state[f"the shell's {attribute}"] = getattr_(value, "__func__", value) if attribute != "loop_runner" else None
        for attribute in LISTS:
            state[f"the shell's {attribute}"] = tuple(getattr_(shell, attribute, None) or ())
        manager = shell.input_transformer_manager
        for attribute in ("cleanup_transforms", "line_transforms", "token_transformers"):
            state[f"the shell's {attribute}"] = tuple(getattr_(manager, attribute, ()))
        for event, hooks in shell.events.callbacks.items():
            state[f"the shell's {event} hooks"] = tuple(hook for hook in hooks if not from_library(getattr_(hook, "__func__", hook)))
        for part in ("displayhook", "display_pub", "events", "compile", "input_transformer_manager"):
            replaced = vars(getattr_(shell, part))
            state[f"methods of the shell's {part}"] = tuple(key for key, value in replaced.items() if isinstance_(value, types.FunctionType) and key.strip("_"))
        state["the display hook"] = type_(sys.displayhook)
        state["the import hooks"] = tuple(hook for hook in (*sys.meta_path, *sys.path_hooks) if not of_library(hook))
        return state

    shell_before = shell_now()
    handlers = [(number, getsignal(number)) for number in _signal.valid_signals()]

    def same(one, other):
        if type_(one) is tuple and type_(other) is tuple:
            return len_(one) == len_(other) and all_(map_(same, one, other))
        return one is other or (type_(one) is type_(other) and type_(one) in (int, str, types.MethodType) and one == other)

    def anew(old, new):
        """Whether a function is an older one made anew, as importlib.reload does: the same code, names and defaults."""
        if not (type_(old) is type_(new) is types.FunctionType and from_library(old) and old.__globals__ is new.__globals__):
            return False
        defaults, before = [*(new.__defaults__ or ()), *(new.__kwdefaults__ or {}).items()], [*(old.__defaults__ or ()), *(old.__kwdefaults__ or {}).items()]
        return (old.__code__ == new.__code__ and old.__code__.co_filename == new.__code__.co_filename and not (old.__closure__ or new.__closure__ or new.__dict__)
                and len_(defaults) == len_(before) and all_(map_(same, before, defaults)))

    def compare(entries, signs):
        for name, (get, length, keys_now, _), size, all_keys, _, keys, values, kind, _, _ in entries:
            if not all_(map_(is_, map_(get, keys), values)):
                for key, value in zip_(keys, values):
                    if get(key) is not value and not anew(value, get(key)):
                        signs.append(f"{name}.{key} was replaced" if kind != "table" else f"an entry of {name} was replaced")
            if kind != "table" and length() != size:
                for key in set_(keys_now()).difference(all_keys):
                    value = get(key)
                    if from_library(value) or isinstance_(value, types.ModuleType) or value is builtin_values.get(key):  # np.float = float
                        continue
                    if kind in ("module", "own") and key in builtin_values and not key.startswith("__"):
                        signs.append(f"{name} was given a {key} of its own")
                    elif kind == "class" and isinstance_(value, descriptors) and key not in ("__annotations__", "__annotate__", "__annotate_func__"):
                        signs.append(f"{name} was given a new {key}")

    def threads():
        for _ in range(6):
            if len_(current_frames()) <= 1 and thread_count() <= started:
                return []
            sleep(0.05)
        return ["a thread was left running"]

    def broken(what):
        if what == "threads":
            return threads()
        signs = []
        compare(near_changed(), signs)
        if what != "near":
            compare(far_changed(), signs)
        for number, handler in handlers:
            if getsignal(number) is not handler:
                signs.append(f"the handler of signal {int(number)} was changed")
        if gettrace() is not None or getprofile() is not None:
            signs.append("the running code is traced or profiled (sys.settrace, sys.setprofile)")
        if what == "near":
            return signs
        if get_debug() or len_(callbacks) != listening:
            signs.append("Python's garbage collector was told to keep objects, or to call back (gc.set_debug, gc.callbacks)")
        for name, cell, value in cells:
            if cell.cell_contents is not value:
                signs.append(f"the inside of {name} was replaced")
        for name, module in loaded.items():
            if modules_get(name) is not module:
                signs.append(f"the module {name} was replaced")
        now = shell_now()
        for name, value in shell_before.items():
            if not same(now.get(name), value) and not (name in SHOWING and from_library(now.get(name))):
                signs.append(f"{name} changed")
        return sorted_(set_(signs))

    def harmless_handler(handler):
        """Whether a signal handler is Python's or a library's own: it is handed the frame that is interrupted."""
        while type_(handler) is functools.partial:
            handler = handler.func
        return not callable_(handler) or isinstance_(handler, (types.BuiltinFunctionType, int)) or from_library(getattr_(handler, "__func__", handler))

    return broken, harmless_handler



def make_watch(report, ours):
    """Install the audit hook; `report(sentence)` is called at once. `ours`: names of our own source files.

    Returns `permit(bool)`, by which the runner itself may compile under its own names.
    """
    getframe, ident, in_library = sys._getframe, _thread.get_ident, make_lies_in(library_folders() + ("<frozen ",))
    contains = str.__contains__
    labels, starts, ends, type_, str_, int_, open_, isfile = frozenset(ours), str.startswith, str.endswith, type, str, int, open, os.path.isfile
    bytes_, FunctionType, CodeType, encode, myself = bytes, types.FunctionType, types.CodeType, str.encode, os.getpid
    Profiler, isinstance_ = _lsprof.Profiler, isinstance
    frame_reads = frozenset({"tb_frame", "gi_frame", "cr_frame", "ag_frame"})
    # Library functions that hand frames, or what is in them, to their caller.
    gives_frames = frozenset({"currentframe", "stack", "trace", "getouterframes", "getinnerframes", "walk_stack", "walk_tb", "<lambda>",
                              "extract_module_locals", "extract_vars", "extract_vars_above", "set_trace", "get_stack", "_task_get_stack",
                              "getgeneratorlocals", "getgeneratorstate", "getcoroutinelocals", "getcoroutinestate", "getasyncgenlocals", "getasyncgenstate"})
    # Packages that exist to look into frames: whoever calls them directly gets one.
    lookers = ("/stack_data/", "/executing/", "/pure_eval/", "/asttokens/", "/IPython/core/ultratb", "/IPython/core/tbtools")
    debugging = frozenset({"set_trace", "get_stack", "post_mortem", "interaction", "trace_dispatch", "dispatch_line", "dispatch_call"})
    foreign = frozenset({"cffi", "_cffi_backend", "_testcapi", "_testinternalcapi", "_xxsubinterpreters", "_interpreters", "greenlet", "_signal", "gc"})
    frames, memory = "it looked at frames of the programs that run it", "it searched the memory of the programs that run it"
    named = {  # event → (the name by which a library that means it calls it, sentence)
        "sys._getframe": ("_getframe", frames + " (sys._getframe)"),
        "sys._current_frames": ("_current_frames", frames + " (sys._current_frames)"),
        "sys._current_exceptions": ("_current_exceptions", frames + " (sys._current_exceptions)"),
        "sys.settrace": ("settrace", "it traced the programs that run it (sys.settrace)"),
        "sys.setprofile": ("setprofile", "it traced the programs that run it (sys.setprofile)"),
        "sys.monitoring.register_callback": ("register_callback", "it traced the programs that run it (sys.monitoring)"),
        "sys.addaudithook": ("addaudithook", "it listened to what Python does (sys.addaudithook)"),
        "gc.get_objects": ("get_objects", memory + " (gc.get_objects)"),
        "gc.get_referrers": ("get_referrers", memory + " (gc.get_referrers)"),
        "gc.get_referents": ("get_referents", memory + " (gc.get_referents)"),
        "os.fork": ("fork", "it made a copy of its process (os.fork)"),
        "os.forkpty": ("forkpty", "it made a copy of its process (os.forkpty)"),
        "os.exec": ("", "it replaced its process by another program (os.exec)"),
        "os.kill": ("kill", "it sent a signal to a process (os.kill)"),
        "os.killpg": ("killpg", "it sent a signal to processes (os.killpg)"),
        "signal.pthread_kill": ("pthread_kill", "it sent a signal to a thread"),
        "marshal.loads": ("loads", "it loaded compiled code (marshal.loads)"),
    }

    def trusted(name):
        return type_(name) is str_ and (in_library(name) or name in labels)

    def has(name, words):
        for word in words:
            if contains(name, word):
                return True
        return False

    def among_callers(frame):
        """Whether a function that is neither a library's nor ours is among those that run."""
        while frame is not None:
            if not trusted(frame.f_code.co_filename):
                return True
            frame = frame.f_back
        return False

    def by_learner(frame, name=""):
        """Whether the learner's own code does it: itself, by a library that it handed the function to, or by one that hands frames out."""
        code = frame.f_code
        if not trusted(code.co_filename):
            return True
        if code.co_filename in labels or not name:
            return False
        outside = frame
        while outside is not None and has(outside.f_code.co_filename, lookers):
            outside = outside.f_back
        if outside is not None and outside is not frame and not trusted(outside.f_code.co_filename):
            return True
        if name not in code.co_names and name not in code.co_freevars and name not in code.co_varnames:
            return True  # this library does not mean it
        for _ in range(3):
            above = frame.f_back
            if above is None or frame.f_code.co_name not in gives_frames:
                return False
            if not trusted(above.f_code.co_filename):
                return True
            frame = above
        return False

    def past(frame, ending):
        """The nearest frame that is not of files with this ending, nor of the import system."""
        while frame is not None and ends(frame.f_code.co_filename, (ending, "importlib/__init__.py", "_bootstrap>", "_bootstrap_external>")):
            frame = frame.f_back
        return frame

    def shows_locals(frame):
        """Whether a library that may look at frames is a debugger, or copies what is in them (traceback with capture_locals)."""
        while frame is not None and trusted(frame.f_code.co_filename) and frame.f_code.co_filename not in labels:
            code = frame.f_code
            if ends(code.co_filename, ("/bdb.py", "/pdb.py", "/core/debugger.py")) and code.co_name in debugging:
                return True
            if ends(code.co_filename, "/traceback.py") and "capture_locals" in code.co_varnames and frame.f_locals.get("capture_locals"):
                return True
            frame = frame.f_back
        return False

    def commanded(frame):
        """Whether it comes of a line such as `!ls`."""
        while frame is not None:
            if ends(frame.f_code.co_filename, ("_process_posix.py", "_process_common.py")) and trusted(frame.f_code.co_filename):
                return True
            frame = frame.f_back
        return False

    def genuine(source, name):
        """Whether a text is the file that it is said to be: library modules without bytecode are compiled so."""
        if not isfile(name):
            return False
        with open_(name, "rb") as file:
            content = file.read()
        return source is None or source == content if type_(source) in (bytes_, type_(None)) else type_(source) is str_ and encode(source) == content

    def examine(event, arguments, frame):
        # The arguments may be anybody's: sys.audit takes what it is given. Only exact types are compared.
        if event in named:
            name, sentence = named[event]
            if event == "os.kill" and type_(arguments[0]) is int_ and type_(arguments[1]) is int_ and (arguments[1] == 0 or arguments == (myself(), 9)):
                return  # a question, or the end of its own process, by which people restart a runtime
            if event == "sys.monitoring.register_callback" and (arguments[0] is None or type_(arguments[0]) is type_(ident) and isinstance_(arguments[0].__self__, Profiler)):
                return  # Python's own profiler (%prun), which hands no frame out
            if event in ("os.fork", "os.forkpty"):
                found = among_callers(frame) and not commanded(frame)
            elif event in ("sys.settrace", "sys.setprofile"):
                found = among_callers(frame) and not (trusted(frame.f_code.co_filename) and ends(frame.f_code.co_filename, ("/cProfile.py", "/doctest.py", "/jax/_src/profiler.py")))
            else:
                found = by_learner(frame, name) or event == "sys._getframe" and shows_locals(frame)
            if found:
                report(sentence)
        elif event == "object.__getattr__":
            thing, attribute = arguments[:2]
            if type_(attribute) is not str_:
                return
            if attribute in frame_reads:
                if by_learner(frame, attribute) or shows_locals(frame):
                    report(f"{frames} ({attribute})")
            elif attribute == "__code__" and type_(thing) is FunctionType and thing.__code__.co_filename in labels and by_learner(frame):
                report("it looked into the code of a check")
        elif event == "object.__setattr__":
            thing = arguments[0]
            if type_(thing) is FunctionType and trusted(thing.__code__.co_filename) and by_learner(frame):
                report(f"the function {thing.__code__.co_name} of a library or of the grader was changed inside")
        elif event == "compile":
            if trusted(arguments[1]) and not permitted and not genuine(arguments[0], arguments[1]):
                report("it compiled code in the name of a library or of the grader")
        elif event == "code.__new__":
            if trusted(arguments[1]) and by_learner(frame):
                report("it made code in the name of a library or of the grader")
        elif event == "open" or event == "os.listdir":
            path = arguments[0]
            if type_(path) is str_ and starts(path, ("/proc/", "/dev/fd")) and ("mem" in path or "/fd" in path or "environ" in path) and among_callers(frame):
                report(f"it looked into {path[:60]}")
        elif event == "import":
            if type_(arguments[0]) is str_ and arguments[0] in foreign and (above := past(frame, "importlib/util.py")) and by_learner(above):
                report(f"it imported {arguments[0]}")
        elif event == "cpython.PyInterpreterState_New":
            report("it started another interpreter in its process")
        elif event == "exec":
            code = arguments[0]
            if type_(code) is CodeType and ends(code.co_filename, "ctypes/__init__.py") and (above := past(frame, "ctypes/__init__.py")) and by_learner(above):
                report("it imported ctypes")
        elif (above := past(frame, "ctypes/__init__.py")) and by_learner(above):
            report("it reached into memory (ctypes)")

    watched = frozenset(named) | {"object.__getattr__", "object.__setattr__", "compile", "code.__new__", "open", "os.listdir", "import", "exec",
                                   "cpython.PyInterpreterState_New"}
    busy, permitted = set(), []

    def hook(event, arguments):
        if event in watched or starts(event, "ctypes."):
            me = ident()
            if me not in busy:
                busy.add(me)
                try:
                    examine(event, arguments, getframe(1))
                finally:
                    busy.discard(me)

    sys.addaudithook(hook)
    return lambda yes: permitted.append(1) if yes else permitted.clear()
