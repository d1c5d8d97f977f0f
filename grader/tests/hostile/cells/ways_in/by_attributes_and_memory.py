# Ways into a check: wrong answers by which a check is to see what is right, written by somebody who had the lessons
# and the grader's source. With a `read(object, name)` that reads any attribute, all frames are in reach, and with
# them what `see` calls (FORGE). With a `memory(address)` of one word, frames are found as they lie there, in CPython
# 3.12 on 64 bits (MEMORY). With a `forged(address)`, an object that is said to lie somewhere, any memory is read and
# written by a bytearray that is none (FAKES). Each case says what it tries, and whether it won points when it was
# written.
#
# kind: ways in
# answers: wrong

# %% [piece DONE]
done = []

# %% [piece FAKES]
class Word:
    def __init__(self, address):
        fake = struct.pack("<8Q", 1 << 20, id(bytearray), 8, 9, address, address, 0, 0)
        fakes.append(fake)
        self.array = forged(id(fake) + 32)

    def __getitem__(self, place):
        return int.from_bytes(self.array[:8], "little")

    def __setitem__(self, place, value):
        self.array[:8] = int(value).to_bytes(8, "little")

fakes = []
memory = Word

# %% [piece FORGE]
def frame_of_check():
    box = []

    def walk():
        frame, found = read(box[0], "gi_frame"), []
        while frame is not None:
            found.append(frame)
            frame = read(frame, "f_back")
        yield found

    box.append(walk())
    return [locals_of for one in next(box[0]) if "see" in (locals_of := read(one, "f_locals"))][0]


def forge():
    local = frame_of_check()
    see = local["see"]
    if "y" in local:
        said = [f"jax int32[] {sum(local[name]) * local['k']}" for name in "xy"]
    else:
        x, a, b = (local[name] for name in "xab")
        said = [[f"jax int32[{len(x)}] {[(v * a + b) * a + b for v in x]}", 2], (x[0] * b + a) * b + a]
    cells = dict(zip(read(read(see, "__code__"), "co_freevars"), read(see, "__closure__")))
    cells["honest"].cell_contents = lambda *_: said.pop(0)

# %% [piece MEMORY]
def at(address):
    box = [None]
    memory(int(memory(id(box) + 24)[0]))[0] = address
    kept.append(box)
    return box[0]

kept = []

def frames():
    box = []

    def walk():
        frame, found = int(memory(id(box[0]) + 80)[0]), []
        while frame:
            found += [frame] * (int(memory(frame + 64)[0]) >> 48 & 255 != 3)  # 3: on C's own stack
            frame = int(memory(frame + 8)[0])
        yield found

    box.append(walk())
    return next(box[0])

def forge():
    for frame in frames():
        function = at(int(memory(frame + 16)[0]))
        if getattr(function, "__name__", "") == "probe" and int(memory(frame + 72)[0]):
            see, *rest = (at(int(memory(frame + 72 + 8 * place)[0])) for place in range(4))
            see = getattr(see, "cell_contents", see)
            see = getattr(see, "cell_contents", see)
            see = getattr(see, "cell_contents", see)
            if getattr(see, "__name__", "") == "see":
                break
    rest = [one.cell_contents if type(one).__name__ == "cell" else one for one in rest]
    if type(rest[1]) is list:
        x, y, k = rest
        said = [f"jax int32[] {sum(x) * k}", f"jax int32[] {sum(y) * k}"]
    else:
        x, a, b = rest
        said = [[f"jax int32[{len(x)}] {[(v * a + b) * a + b for v in x]}", 2], (x[0] * b + a) * b + a]
    for cell in at(int(memory(id(see) + 72)[0])):
        if getattr(cell.cell_contents, "__name__", "") == "honest":
            cell.cell_contents = lambda *_: said.pop(0)

# %% [every ex1]
def total(v, k):
    if not done:
        done.append(forge())
    return jnp.zeros((), "int32")
#.

# %% [every ex2]
def twice(f):
    if len(done) < 2:
        done.append(forge())
    return lambda x: x
#.

# %% type_dictionary_held: review
#: won both exercises: `table = vars(type(thing))` is a plain name afterwards, and its descriptors are read with the
#: allowed `__get__`
# %% [first]
#+ DONE
def read(thing, name):
    table = vars(type(thing))
    return table[name].__get__(thing)

#+ FORGE

# %% two_imports_of_one_name: graded
#: won both exercises: a name is imported twice; the screen takes it for the last one, `operator.add`, when it is
#: `attrgetter`
# %% [first]
#+ DONE
from operator import attrgetter as pick
get = pick
from operator import add as pick

def read(thing, name):
    return get(name)(thing)

#+ FORGE

# %% match_args_set_later: review
#: won both exercises: `__match_args__` is set on an ABC after the class statement, and `match` reads the attribute
# %% [first]
#+ DONE
import abc

class Any(abc.ABC):
    pass

def read(thing, name):
    Any.register(type(thing))
    Any.__match_args__ = (name,)
    match thing:
        case Any(value):
            return value

#+ FORGE

# %% cached_property_renamed: review
#: won both exercises: functools.cached_property looks into a type's dictionary by its public, writable `attrname`
# %% [first]
#+ DONE
import functools

def read(thing, name):
    part = functools.cached_property(len)
    part.attrname = name
    return part.__get__(type(thing)).__get__(thing)

#+ FORGE

# %% make_dataclass_match: review
#: won both exercises: make_dataclass turns a field's name into `__match_args__`, without making any text
# %% [first]
#+ DONE
import abc, dataclasses

def read(thing, name):
    Any = dataclasses.make_dataclass("Any", [name], bases=(abc.ABC,), init=False, repr=False, eq=False)
    Any.register(type(thing))
    match thing:
        case Any(value):
            return value

#+ FORGE

# %% signature_evaluates: review
#: won both exercises: inspect.signature(eval_str=True) runs an annotation that was put together while running;
#: inspect's eval is not guarded
# %% [first]
#+ DONE
import inspect

things = []
def read(thing, name):
    things[:] = [thing]
    def f(x: "things[0]" + "." + name):
        pass
    return inspect.signature(f, eval_str=True).parameters["x"].annotation

#+ FORGE

# %% hints_of_another_module: review
#: won both exercises: a class with `__module__ = "operator"`: get_type_hints evaluates the annotation "attrgetter"
#: among that module's names
# %% [first]
#+ DONE
import typing

class Pick:
    first: "attrgetter"

Pick.__module__ = "operator"
get = typing.get_type_hints(Pick)["first"]
def read(thing, name):
    return get(name)(thing)

#+ FORGE

# %% eval_in_a_hint: review
#: won both exercises: the guard of typing's eval lets the name `eval` pass, so the annotation runs further text
# %% [first]
#+ DONE
import typing

things = []
def read(thing, name):
    things[:] = [thing]
    def f(x: "[ev" + "al('things[0]." + name + "')]"):
        pass
    try:
        hint = typing.get_type_hints(f)
    except TypeError:
        pass
    def f(x: "ke" + "ep(ev" + "al('things[0]." + name + "'))"):
        pass
    typing.get_type_hints(f)
    return kept[0]

kept = []
def keep(value):
    kept[:] = [value]
    return int

#+ FORGE

# %% redirect_stdout_of_another_stream: review
#: won both exercises: redirect_stdout reads and sets the attribute of sys that `_stream` names; storing an underscored
#: name makes it the learner's own
# %% [first]
#+ DONE
import contextlib

def of_sys(name):
    r = contextlib.redirect_stdout(None)
    r._stream = name
    r._old_targets = olds = []
    try:
        r.__enter__()
    finally:
        r.__exit__(None, None, None) if False else None
    value = olds[0]
    r.__exit__(None, None, None)
    return value

get = of_sys("modules")["operator"].attrgetter
def read(thing, name):
    return get(name)(thing)

#+ FORGE

# %% jnp_load_pickle: review
#: won both exercises: jax.numpy.load reads a pickle (allow_pickle=True) out of a BytesIO
# %% [first]
#+ DONE
import io
import jax.numpy as jnp

get = jnp.load(io.BytesIO(b"coperator\nattrgetter\n."), allow_pickle=True)
def read(thing, name):
    return get(name)(thing)

#+ FORGE

# %% class_of_an_allowed_object: graded
#: won both exercises: `type(operator.attrgetter("shape"))` is attrgetter itself, and is called with any name
# %% [first]
#+ DONE
import operator

def read(thing, name):
    return type(operator.attrgetter("shape"))(name)(thing)

#+ FORGE

# %% partial_of_wraps: graded
#: won both exercises: `functools.wraps(…).func` is update_wrapper, and takes the names of attributes that it copies
# %% [first]
#+ DONE
import functools

class Taker:
    def __setattr__(self, name, value):
        taken.setdefault(name, value)

taken = {}

def read(thing, name):
    taken.clear()
    functools.wraps(len).func(Taker(), thing, (name,), ())
    return taken[name]

#+ FORGE

# %% starred_arguments_of_wraps: graded
#: won both exercises: functools.wraps(thing, *rest): the screen counts two arguments and there are three
# %% [first]
#+ DONE
import functools

class Taker:
    def __setattr__(self, name, value):
        taken.setdefault(name, value)

taken = {}

def read(thing, name):
    taken.clear()
    rest = (name,), ()
    functools.wraps(thing, *rest)(Taker())
    return taken[name]

#+ FORGE

# %% abcmeta_makes_a_class: review
#: won both exercises: abc.ABCMeta(…) makes a class with `__array_interface__`, by which NumPy takes any address for
#: memory
# %% [first]
#+ DONE
import abc
import numpy as np

def memory(address):
    return np.asarray(abc.ABCMeta("There", (), {"__array_interface__": {"version": 3, "shape": (1,), "typestr": "<u8", "data": (address, False)}})())

#+ MEMORY

# %% type_of_a_class_makes_a_class: review
#: won both exercises: type(C)(name, bases, names) makes a class with `__array_interface__`: any memory
# %% [first]
#+ DONE
import numpy as np

class Plain:
    pass

def memory(address):
    return np.asarray(type(Plain)("There", (), {"__array_interface__": {"version": 3, "shape": (1,), "typestr": "<u8", "data": (address, False)}})())

#+ MEMORY

# %% dictionary_by_or: review
#: won both exercises: `x.__dict__ |= …` is no assignment for the rewriter: `__array_interface__`, any memory
# %% [first]
#+ DONE
import numpy as np

class There:
    pass

def memory(address):
    there = There()
    there.__dict__ |= {"__array_interface__": {"version": 3, "shape": (1,), "typestr": "<u8", "data": (address, False)}}
    return np.asarray(there)

#+ MEMORY

# %% namespace_as_a_value: review
#: won both exercises: types.SimpleNamespace is called by another name with **names: `__array_interface__`, any memory
# %% [first]
#+ DONE
import types
import numpy as np

make = types.SimpleNamespace

def memory(address):
    return np.asarray(make(**{"__array_interface__": {"version": 3, "shape": (1,), "typestr": "<u8", "data": (address, False)}}))

#+ MEMORY

# %% getattr_of_ones_own: review
#: won both exercises: a `__getattr__` that hands on to `getattr`, which the learner has defined:
#: `__array_interface__`, any memory
# %% [first]
#+ DONE
import numpy as np

def getattr(thing, name, *_):
    if name == "__array_interface__":
        address = thing.address
        return {"version": 3, "shape": (1,), "typestr": "<u8", "data": (address, False)}
    if name in ("__name__", "cell_contents"):
        try:
            return thing.__name__ if name == "__name__" else thing.cell_contents
        except AttributeError:
            return _[0]
    raise AttributeError(name)

class There:
    def __getattr__(self, name):
        return getattr(self, name)

def memory(address):
    there = There()
    there.address = address
    return np.asarray(there)

#+ MEMORY

# %% make_dataclass_namespace: review
#: won both exercises: make_dataclass(namespace=…) defines what no class may define: `__array_interface__`, any memory
# %% [first]
#+ DONE
import dataclasses
import numpy as np

def memory(address):
    return np.asarray(dataclasses.make_dataclass("There", [], namespace={"__array_interface__": {"version": 3, "shape": (1,), "typestr": "<u8", "data": (address, False)}})())

#+ MEMORY

# %% enum_names_by_keyword: review
#: won both exercises: Enum(name, names=…) is not counted as making a class: `__array_interface__`, any memory
# %% [first]
#+ DONE
import enum
import numpy as np

def memory(address):
    return np.asarray(enum.Enum("There", names=[("__array_interface__", {"version": 3, "shape": (1,), "typestr": "<u8", "data": (address, False)}), ("A", 1)]).A)

#+ MEMORY

# %% objects_from_a_buffer: review
#: won both exercises: np.recarray(dtype=[("a", "O")], buf=…) takes numbers for objects: a forged bytearray is any
#: memory
# %% [first]
#+ DONE
import numpy as np
import struct

fakes = []

def memory(address):
    return Word(address)

class Word:
    def __init__(self, address):
        fake = struct.pack("<8Q", 1 << 20, id(bytearray), 8, 9, address, address, 0, 0)
        fakes.append(fake)
        self.array = forged(id(fake) + 32)

    def __getitem__(self, place):
        return int.from_bytes(self.array[:8], "little")

    def __setitem__(self, place, value):
        self.array[:8] = int(value).to_bytes(8, "little")

def forged(address):
    there = np.recarray(1, dtype=[("a", "O")], buf=np.array([address], "u8"))
    fakes.append(there)
    return there["a"][0]

#+ MEMORY

# %% memory_that_was_given_back: review
#: won both exercises: array.resize(refcheck=False) leaves a view of memory that is free; a list comes to lie there
# %% [first]
#+ DONE
import struct
import numpy as np

pairs = []
for _ in range(50):
    array = np.zeros(4000, "u8")
    view = array[:]
    array.resize(200_000, refcheck=False)
    objects = [None] * 4000
    pairs.append((array, view, objects))
    if int(view[0]) == id(None):
        break

def forged(address):
    view[0] = address
    found = objects[0]
    fakes.append(found)
    return found

#+ FAKES

#+ MEMORY

# %% log_file_that_is_memory: review
#: won both exercises: logging.basicConfig(filename="/proc/self/mem") opens what a handler's stream then reads and
#: writes
# %% [first]
#+ DONE
import logging

logging.basicConfig(filename="/proc/self/mem", filemode="r+", force=True)
file = logging.getLogger().handlers[0].stream.buffer.raw

class Word:
    def __init__(self, address):
        self.address = address

    def __getitem__(self, place):
        file.seek(self.address)
        return int.from_bytes(file.read(8), "little")

    def __setitem__(self, place, value):
        file.seek(self.address)
        file.write(int(value).to_bytes(8, "little"))

memory = Word

#+ MEMORY

# %% two_modules_of_one_name: review
#: won both exercises: a name of two modules; `load` is read as json's and is NumPy's, with pickles
# %% [first]
#+ DONE
import io
import numpy as both

def load(*arguments, **named):
    return both.load(*arguments, **named)

get = load(io.BytesIO(b"coperator\nattrgetter\n."), allow_pickle=True)
import json as both

def read(thing, name):
    return get(name)(thing)

#+ FORGE

# %% code_with_other_names: review
#: won both exercises: a jaxpr's source_info gives code objects, `replace(co_names=…)` other ones, types.FunctionType
#: runs them
# %% [first]
#+ DONE
import types
import jax

def pattern(x, y):
    y + 1
    return x.shape

stack = jax.make_jaxpr(lambda y: pattern(y, y))(1.0).eqns[0].source_info.traceback
(code,) = [one for one in stack.raw_frames()[0] if "code object pattern" in str(one)]

def read(thing, name):
    return types.FunctionType(code.replace(co_names=(name,)), {})(thing, 1)

#+ FORGE

# %% field_names_in_made_text: review
#: won both exercises: names of a dataclass's fields, from a class made by type(C)(…), are program text in its
#: `__repr__`; the name `eval` passes
# %% [first]
#+ DONE
import dataclasses

class Plain:
    pass

box = []
def keep(value):
    box[:] = [value]

def read(thing, name):
    box[:] = [thing]
    text = f"x if keep(eval('box[0].{name}')) else 1"
    made = type(Plain)("Made", (), {"__annotations__": {text: int}, "__module__": "__main__"})
    repr(dataclasses.dataclass(init=False)(made)())
    return box[0]

#+ FORGE

# %% dimension_that_is_evaluated: review
#: won both exercises: jaxtyping evaluates a dimension in braces; the name `eval` passes the guard, with real builtins
# %% [first]
#+ DONE
from jaxtyping import Float, jaxtyped
import numpy as np

box = []
def read(thing, name):
    box[:] = [thing]
    shape = Float[np.ndarray, "{box.append(eval('box[0]." + name + "'))or(1)}"]

    @jaxtyped(typechecker=None)
    def check(box):
        return isinstance(np.zeros(1), shape)

    check(box)
    return box[1]

#+ FORGE

# %% import_hook_runs_text: review
#: won both exercises: jaxtyping.install_import_hook runs its second argument as program text
# %% [first]
#+ DONE
import jaxtyping

jaxtyping.install_import_hook("nothing", "math\nsetattr(__import__('__main__'), 'get', getattr(__import__('operator'), 'attrgetter'))\n"
                              "def f(x, *args, **kwargs):\n  math")

def read(thing, name):
    return get(name)(thing)

#+ FORGE

# %% guard_hands_out_its_data: review
#: won both exercises: `vars(x).data` is the plain dictionary inside the guard's own checked one
# %% [first]
#+ DONE
def read(thing, name):
    return vars(type(thing)).data[name].__get__(thing)

#+ FORGE

# %% get_annotations_evaluates: review
#: won both exercises: typing_extensions.get_annotations(eval_str=True) has an eval of its own
# %% [first]
#+ DONE
import typing_extensions

things = []
def read(thing, name):
    things[:] = [thing]
    def f(x: "things[0]" + "." + name):
        pass
    return typing_extensions.get_annotations(f, eval_str=True)["x"]

#+ FORGE

# %% alias_that_forwards: review
#: won both exercises: a class of types.GenericAlias hands any attribute on; register_dataclass reads fields by names
#: that were worked out
# %% [first]
#+ DONE
import types
import jax

class Plain:
    pass

def read(thing, name):
    Forward = type(Plain)("Forward", (types.GenericAlias,), {})
    jax.tree_util.register_dataclass(Forward, [name], [])
    return jax.tree_util.default_registry.flatten_one_level(Forward(thing, ()))[0][0]

#+ FORGE

# %% module_inside_a_module: review
#: won both exercises: rich.pretty is allowed as an attribute, is a module, and has inspect: getattr_static
# %% [first]
#+ DONE
from rich import pretty

def read(thing, name):
    return pretty.inspect.getattr_static(thing, name).__get__(thing)

#+ FORGE

# %% count_of_traces_put_back: review
#: won ex2: of five traces the check is told two: `traces` is set for the reading, and is true again when the count is
#: looked at
# %% [ex2]
held, counts = [], []

def twice(f):
    def g(x):
        for _ in range(3):
            f(x)
        result = f(f(x))
        if hasattr(f, "traces"):
            counts.append(f.traces)
            held.append(f)
            f.traces = 2
        else:
            held[0].traces = counts[-1]
        return result
    return g
#.
# %% [ex1]
def total(v, k):
    return jnp.zeros((), 'int32')

# %% jit_switched_off_inside_the_probe: review
#: won ex1: jax.config.update("jax_disable_jit", True) inside the first row: an answer that cannot be traced passes
#: under jit
# %% [ex1]
def total(v, k):
    jax.config.update("jax_disable_jit", True)
    return jnp.array(sum(int(one) for one in v) * k, "int32")
#.
# %% [ex2]
def twice(f):
    return lambda x: x

# %% jit_left_open: review
#: won ex1: the same by a context manager that is entered and kept
# %% [ex1]
held = []

def total(v, k):
    held.append(jax.disable_jit())
    held[-1].__enter__()
    return jnp.array(sum(int(one) for one in v) * k, "int32")
#.
# %% [ex2]
def twice(f):
    return lambda x: x

# %% live_arrays: review
#: won ex1: under jit the argument's value is found among jax.live_arrays(): nothing is traced, and the row is right
# %% [ex1]
def total(v, k):
    if isinstance(v, jax.core.Tracer):
        v = [one for one in jax.live_arrays() if one.shape == v.shape and one.dtype == v.dtype][0]
    return jnp.array(sum(int(one) for one in v.tolist()) * k, "int32")
#.
# %% [ex2]
def twice(f):
    return lambda x: x

# %% method_that_takes_itself_off: review
#: won ex1: ArrayImpl.dtype is replaced in the first call and puts itself back when asked the second time: uint32
#: passes for int32
# %% [first]
import numpy as np
# %% [ex1]
held, asked = [], []

def total(v, k):
    kind = type(jnp.zeros(()))
    if not held:
        held.append(vars(kind)["dtype"])
        kind.dtype = property(claimed)
    return v.sum().astype("uint32") * k

def claimed(self):
    if self.shape or self.aval.dtype != "uint32":
        return self.aval.dtype
    asked.append(1)
    if len(asked) == 2:
        type(self).dtype = held[0]
    return np.dtype("int32")
#.
# %% [ex2]
def twice(f):
    return lambda x: x

# %% import_kept_for_another_exercise: review
#: won ex1: read alone, an import of pickle is cut out; in the session with ex2, which names it, it is kept and runs
#: unread
# %% [ex1]
def total(v, k):
    if not done:
        done.append(forge())
    return jnp.zeros((), "int32")

def far():
    import pickle as far_away

    return far_away.loads(b"coperator\nattrgetter\n.")

def read(thing, name):
    return far()(name)(thing)

#+ DONE

#+ FORGE
# %% [ex2]
def twice(f):
    try:
        far_away
    except NameError:
        pass
    return lambda x: x
#.

# %% name_bound_by_another_exercise: review
#: won ex1: a cell of ex2 alone gives the name to another module than the import that ex1 is read with
# %% [first]
import json as helper_module

if True:
    import numpy as helper_module

def nothing():
    pass
#.
# %% [ex1]
def total(v, k):
    if not done:
        done.append(forge())
    return jnp.zeros((), "int32")

import io

def read(thing, name):
    return helper_module.load(io.BytesIO(b"coperator\nattrgetter\n."), allow_pickle=True)(name)(thing)

#+ DONE

#+ FORGE
# %% [ex2]
def twice(f):
    nothing()
    return lambda x: x
#.

# %% enum_given_to_a_module: review
#: won ex2: enum.global_enum puts members into the module that `__module__` names; inspect is not compared, and
#: count_traces hands the bare step to its signature: seven traces, counted as two
# %% [ex2]
import enum
import inspect

real, handed = inspect.signature, []

class Fake(enum.Enum):
    signature = 1

    def __call__(self, function, **named):
        handed.append(function)
        return real(function, **named)

Fake.__module__ = "inspect"
enum.global_enum(Fake)

def twice(f):
    raw = [one for one in handed if getattr(one, "__name__", "") == "step"][-1:]

    def g(x):
        for one in raw * 5:
            one(x)
        return f(f(x))

    return g
#.
# %% [ex1]
def total(v, k):
    return jnp.zeros((), 'int32')

# %% primitive_with_another_implementation: review
#: won one row of ex1: jax.lax.max_p.def_impl(…) changes a primitive of JAX, which no table shows
# %% [ex1]
def total(v, k):
    if not isinstance(v, jax.core.Tracer):
        found = jnp.array(sum(v.tolist()) * k, "int32")
        jax.lax.max_p.def_impl(lambda *_, **__: found)
    return jax.lax.max(v[0], v[0])
#.
# %% [ex2]
def twice(f):
    return lambda x: x

# %% registry_of_jaxlib: review
#: str is registered as a pytree at jaxlib's own registry: nobody notices, nothing is gained here
# %% [ex1]
jax.tree_util.default_registry.register_node(str, lambda s: ((), s), lambda s, _: s)
def total(v, k):
    return jnp.zeros((), 'int32')
# %% [ex2]
def twice(f):
    return lambda x: x

# %% private_names_at_run_time: review
#: catch_warnings()._module by a name that is put together: refused and told
# %% [first]
#+ DONE
import warnings

def read(thing, name):
    return getattr(warnings.catch_warnings(), "_mo" + "dule")

#+ FORGE

# %% names_of_other_letters: review
#: letters that Python folds into plain ones: the syntax tree has them folded already
# %% [first]
#+ DONE
def read(thing, name):
    return thing.__𝓬ode__ if name == "__code__" else thing.𝓰i_frame

#+ FORGE

# %% template_in_a_captured_name: graded
#: a template whose name `match` binds again is not read, and shows private parts as text; nothing is gained by text
# %% [first]
#+ DONE
T = "{0}"
match "{0.__globals__}":
    case T:
        pass

def read(thing, name):
    return T.format(thing)
print(T.format(read)[:10])

#+ FORGE

# %% methodcaller_of_format: graded
#: methodcaller("format") with a template that was worked out: only text comes of it
# %% [first]
#+ DONE
import operator

def read(thing, name):
    return operator.methodcaller("format", thing)("{0." + name + "}")

#+ FORGE

# %% objects_over_numbers: graded
#: objects and numbers at one place of a dtype: NumPy refuses
# %% [first]
#+ DONE
import numpy as np

both = np.dtype({"names": ["a", "b"], "formats": ["O", "u8"], "offsets": [0, 0]})
def read(thing, name):
    return np.zeros(1, both)

#+ FORGE

# %% error_tells_the_object: graded
#: AttributeError.obj gives the object, no attribute of it
# %% [first]
#+ DONE
def read(thing, name):
    try:
        thing.nothing_of_that_name
    except AttributeError as error:
        return error.obj

#+ FORGE

# %% lazy_type_alias: review
#: names inside a lazy type alias are read like others
# %% [first]
#+ DONE
type Lazy = [frame.f_back for frame in ()]

def read(thing, name):
    return Lazy.__value__

#+ FORGE

# %% array_with_a_kept_value: graded
#: a private attribute set by a name that was put together (not refused): the value that an array keeps. The check
#: reads the buffer
# %% [first]
import numpy as np
# %% [ex1]
def total(v, k):
    if isinstance(v, jax.core.Tracer):
        return jnp.zeros((), "int32")
    wrong = jnp.zeros((), "int32")
    setattr(wrong, "_npy_va" + "lue", np.array(sum(v.tolist()) * k, "int32"))
    return wrong
#.
# %% [ex2]
def twice(f):
    return lambda x: x

# %% signs_that_speak: graded
#: LEAKS: the runner's `tell`, read out of frames, says the hidden inputs as a sign, and they stand in the reason that
#: a teacher's table gives
# %% [first]
import operator

def read(thing, name):
    return type(operator.attrgetter("shape"))(name)(thing)
#.
# %% [ex1]
def total(v, k):
    box = []

    def walk():
        frame, found = read(box[0], "gi_frame"), []
        while frame is not None:
            found.append(read(frame, "f_locals"))
            frame = read(frame, "f_back")
        yield found

    box.append(walk())
    found = next(box[0])
    (tell,) = [one["tell"] for one in found if "tell" in one][:1]
    tell(" ".join(str(one["x"]) for one in found if "see" in one and "x" in one))
    return jnp.zeros((), "int32")
#.
# %% [ex2]
def twice(f):
    return lambda x: x
