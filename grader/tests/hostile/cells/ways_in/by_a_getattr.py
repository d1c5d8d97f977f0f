# More ways into a check, each by another mechanism, tried as a learner with the released notebooks and the grader's
# source would. Each way hands `G`, a `getattr` that nobody checks, to the same two wrong answers: they walk from a
# running generator to the frame of the probe, and put a function of their own in the place of `plain`, by which a
# check describes what it sees (FORGE). OBJECTS goes from an object at any address to the real `getattr`: a bytearray
# that begins at nought and has no end. WINDOWS goes from windows over any address to objects there. CLASSES has the
# makings of a class of which instances are windows, once there is something that makes classes. 55 of them won points
# on the day they were written; since then our frames tell nothing (closed.py), and a way may end as graded, without
# points, or in review.
#
# kind: ways in
# answers: released

# %% [piece MEMBERS]
def G(thing, name):
    return dict(library.getmembers(thing))[name]

# %% [piece OBJECTS]
import struct

kept = []


def real_getattr(object_at):
    fake = struct.pack("8Q", 2**30, id(bytearray), 2**62, 2**62, 0, 0, 0, 0)
    memory = object_at(id(fake) + 32)
    kept.append((fake, memory))
    here = id(getattr) + 16
    return object_at(int.from_bytes(memory[here:here + 8], "little"))["__builtins__"]["getattr"]

# %% [piece WINDOWS]
#+ OBJECTS


def through(window):
    def object_at(address):
        place = np.empty(1, object)
        kept.append(place)
        window(address)[0] += 1
        window(int(window(id(place) + 16)[0]))[0] = address
        return place[0]

    return real_getattr(object_at)


def seen_as(address):
    return {"shape": (1,), "typestr": "<i8", "data": (address, False), "version": 3}

# %% [piece CLASSES]
#+ WINDOWS


def body(address):
    return {"__array_interface__": seen_as(address)}

# %% [piece FORGE]
answers, done = [], []


def forge():
    def step():
        yield G(G(running, "gi_frame"), "f_back")

    running = step()
    frame = next(running)
    while "see" not in G(frame, "f_locals"):
        frame = G(frame, "f_back")
    names = G(frame, "f_locals")
    seeing = names["see"]
    if id(seeing) in done:
        return
    done.append(id(seeing))
    if "a" in names:
        x, a, b = names["x"], names["a"], names["b"]
        answers[:] = [[f"jax int32[{len(x)}] {[(v * a + b) * a + b for v in x]}", 2], (x[0] * b + a) * b + a]
    else:
        answers[:] = [f"jax int32[] {sum(names[one]) * names['k']}" for one in "xy"]
    for name, cell in zip(G(G(seeing, "__code__"), "co_freevars"), G(seeing, "__closure__")):
        if name == "plain":
            cell.cell_contents = lambda value: answers.pop(0)

# %% [every ex1]
def total(v, k):
    forge()
    return jnp.zeros((), 'int32')

# %% [every ex2]
def twice(f):
    forge()
    return lambda x: x

# %% again_pattern_gives_a_table: graded or review
#: won 5 of 5 points: a keyword of a class pattern reads `__dict__`, and the rewriter does not see it: the raw table of
#: `object`
# %% [first]

def table(kind):
    match kind:
        case object(__dict__=found):
            return found


G = table(object)["__getattribute__"]

#+ FORGE

# %% again_attrgetter_gives_a_table: graded or review
#: won 5 of 5 points: operator.attrgetter reads `__dict__` without table_of
# %% [first]

import operator

G = operator.attrgetter("__dict__")(object)["__getattribute__"]

#+ FORGE

# %% again_wraps_hands_a_table_over: graded or review
#: won 5 of 5 points: update_wrapper sets the raw `__dict__` of `object` on an object that keeps it
# %% [first]

import functools

got = []


class Taker:
    def __setattr__(self, name, value):
        got.append(value)


functools.update_wrapper(Taker(), object, ("__dict__",), ())
G = got[0]["__getattribute__"]

#+ FORGE

# %% again_wraps_updates_from_a_table: graded or review
#: won 5 of 5 points: update_wrapper copies the table of `object` into that of an instance
# %% [first]

import functools


class Taker:
    pass


taker = Taker()
functools.update_wrapper(taker, object, (), ("__dict__",))
G = dict(vars(taker))["__getattribute__"]

#+ FORGE

# %% again_wraps_of_names_that_change: graded or review
#: won 5 of 5 points: update_wrapper goes through its names twice: they are others the second time
# %% [first]

import functools


class Names:
    def __init__(self, name):
        self.turns = [[name], []]

    def __iter__(self):
        return iter(self.turns.pop())


class Taker:
    def __setattr__(self, name, value):
        got.append(value)


got = []


def G(thing, name):
    got.clear()
    functools.update_wrapper(Taker(), thing, Names(name), ())
    return got[0]

#+ FORGE

# %% again_annotation_gives_a_table: graded or review
#: won 5 of 5 points: an annotation that is a string is evaluated, and never rewritten
# %% [first]

import typing


def asked(x: "object.__dict__['__getattribute__']"):
    pass


G = typing.get_type_hints(asked)["x"]

#+ FORGE

# %% again_signature_evaluates_an_annotation: graded or review
#: won 5 of 5 points: a forbidden keyword in `**{…}`, and an annotation that is not rewritten
# %% [first]

import inspect


def asked(x: "object.__dict__['__getattribute__']"):
    pass


G = inspect.signature(asked, **{"eval_str": True}).parameters["x"].annotation

#+ FORGE

# %% again_pattern_of_names_that_change: graded or review
#: won 5 of 5 points: a pattern's names are looked at before its subject is worked out, and the subject changes them
# %% [first]

import abc


def pattern(name, kind):
    class Any(abc.ABC):
        if True:
            __match_args__ = (name,)

    Any.register(kind)
    return Any


class Harmless:
    pass


def G(thing, name):
    kinds = [Harmless]

    def change():
        kinds[0] = pattern(name, type(thing))
        return thing

    class Of:
        @property
        def kind(self):
            return kinds[0]

    of = Of()
    match change():
        case of.kind(found):
            return found

#+ FORGE

# %% again_pattern_gives_a_setter: graded or review
#: won 5 of 5 points: a keyword of a class pattern reads `__setattr__`, and the rewriter does not see it
# %% [first]

#+ WINDOWS


class Window:
    pass


def window(address):
    one = Window()
    match one:
        case object(__setattr__=put):
            put("__array_interface__", seen_as(address))
    return np.asarray(one)


G = through(window)

#+ FORGE

# %% again_methodcaller_sets: graded or review
#: won 5 of 5 points: operator.methodcaller calls the real `__setattr__`
# %% [first]

#+ WINDOWS

import operator


class Window:
    pass


def window(address):
    one = Window()
    operator.methodcaller("__setattr__", "__array_interface__", seen_as(address))(one)
    return np.asarray(one)


G = through(window)

#+ FORGE

# %% again_table_under_another_name: graded or review
#: won 5 of 5 points: the dictionary of an object is checked where it stands in one expression with its use, not behind
#: a name
# %% [first]

#+ WINDOWS


class Window:
    pass


def window(address):
    one = Window()
    table = vars(one)
    table["__array_interface__"] = seen_as(address)
    return np.asarray(one)


G = through(window)

#+ FORGE

# %% again_table_that_hides_its_keys: graded or review
#: won 5 of 5 points: a dictionary of the learner's own says that it has no keys
# %% [first]

#+ WINDOWS


class Hiding(dict):
    def __iter__(self):
        return iter(())


class Window:
    pass


def window(address):
    one = Window()
    one.__dict__ = Hiding({"__array_interface__": seen_as(address)})
    return np.asarray(one)


G = through(window)

#+ FORGE

# %% again_getattr_by_place: graded or review
#: won 5 of 5 points: the rewriter looks for the names of `__getattr__`'s arguments, and misses those by place alone
# %% [first]

#+ WINDOWS


class Window:
    def __init__(self, address):
        self.address = address

    def __getattr__(self, name, /):
        if name == "__array_interface__":
            return seen_as(self.address)
        raise AttributeError(name)


G = through(lambda address: np.asarray(Window(address)))

#+ FORGE

# %% again_getattr_of_many: graded or review
#: won 5 of 5 points: a `__getattr__` with starred arguments is not rewritten
# %% [first]

#+ WINDOWS


class Window:
    def __init__(self, address):
        self.address = address

    def __getattr__(*given):
        if given[1] == "__array_interface__":
            return seen_as(given[0].address)
        raise AttributeError(given[1])


G = through(lambda address: np.asarray(Window(address)))

#+ FORGE

# %% again_getattr_under_a_decorator: graded or review
#: won 5 of 5 points: a decorator puts another function in the place of the checked `__getattr__`
# %% [first]

#+ WINDOWS


def ask(self, name):
    if name == "__array_interface__":
        return seen_as(self.address)
    raise AttributeError(name)


class Window:
    def __init__(self, address):
        self.address = address

    @(lambda function: ask)
    def __getattr__(self, name):
        pass


G = through(lambda address: np.asarray(Window(address)))

#+ FORGE

# %% again_getattr_that_is_a_class: graded or review
#: won 5 of 5 points: the names of classes inside of a class are not read
# %% [first]

#+ WINDOWS


def window(address):
    class Window:
        class __getattr__:
            def __new__(cls, name):
                if name == "__array_interface__":
                    return seen_as(address)
                raise AttributeError(name)

    return np.asarray(Window())


G = through(window)

#+ FORGE

# %% again_class_that_becomes_a_dictionary: graded or review
#: won 5 of 5 points: a decorated class inside of a class: any name, any value
# %% [first]

#+ WINDOWS


def window(address):
    class Window:
        @(lambda kind: seen_as(address))
        class __array_interface__:
            pass

    return np.asarray(Window())


G = through(window)

#+ FORGE

# %% again_name_caught_by_a_pattern: graded or review
#: won 5 of 5 points: what a pattern catches is bound without a name that the screen reads
# %% [first]

#+ WINDOWS


def window(address):
    class Window:
        match seen_as(address):
            case __array_interface__:
                pass

    return np.asarray(Window())


G = through(window)

#+ FORGE

# %% again_name_caught_by_an_import: graded or review
#: an import binds any name in a class; nothing of use was found to import
# %% [first]

#+ WINDOWS


class Window:
    from types import SimpleNamespace as __getattr__


G = through(lambda address: np.asarray(Window()))

#+ FORGE

# %% again_array_of_its_own_class: graded or review
#: won 5 of 5 points: `type(array).__new__` is no name of numpy's, and its buffer stands by place
# %% [first]

#+ OBJECTS


def object_at(address):
    kind = type(np.zeros(1))
    return kind.__new__(kind, (1,), np.dtype(object), np.array([address]))[0]


G = real_getattr(object_at)

#+ FORGE

# %% again_array_by_partial: graded or review
#: won 5 of 5 points: functools.partial calls numpy.ndarray
# %% [first]

#+ OBJECTS

import functools


def object_at(address):
    return functools.partial(np.ndarray, (1,), np.dtype(object), np.array([address]))()[0]


G = real_getattr(object_at)

#+ FORGE

# %% again_array_by_map: graded or review
#: won 5 of 5 points: map calls numpy.ndarray
# %% [first]

#+ OBJECTS


def object_at(address):
    return next(map(np.ndarray, [(1,)], [np.dtype(object)], [np.array([address])]))[0]


G = real_getattr(object_at)

#+ FORGE

# %% again_array_by_a_tree: graded or review
#: won 5 of 5 points: jax.tree.map calls numpy.ndarray
# %% [first]

#+ OBJECTS


def object_at(address):
    return jax.tree.map(np.ndarray, [1], [np.dtype(object)], [np.array([address])])[0][0]


G = real_getattr(object_at)

#+ FORGE

# %% again_array_by_a_ufunc: graded or review
#: won 5 of 5 points: numpy.frompyfunc calls numpy.ndarray
# %% [first]

#+ OBJECTS


def object_at(address):
    buffer = np.empty((), object)
    buffer[()] = np.array([address])
    shape = np.empty((), object)
    shape[()] = (1,)
    return np.frompyfunc(np.ndarray, 3, 1)(shape, np.dtype(object), buffer)[0]


G = real_getattr(object_at)

#+ FORGE

# %% again_array_by_a_registration: graded or review
#: ExitStack.callback gives numpy.ndarray back, and that is called: it is looked at where it is called
# %% [first]

#+ OBJECTS

import contextlib


def object_at(address):
    return contextlib.ExitStack().callback(np.ndarray)((1,), np.dtype(object), np.array([address]))[0]


G = real_getattr(object_at)

#+ FORGE

# %% again_array_by_a_method: graded or review
#: won 5 of 5 points: a method of which the function is numpy.ndarray
# %% [first]

#+ OBJECTS

import types


def object_at(address):
    return types.MethodType(np.ndarray, (1,))(np.dtype(object), np.array([address]))[0]


G = real_getattr(object_at)

#+ FORGE

# %% again_array_in_a_thread: graded or review
#: won 5 of 5 points: a loop of asyncio calls numpy.ndarray, in a thread that goes on beside the check
# %% [first]

#+ OBJECTS

import asyncio


async def made(address):
    loop = asyncio.gather(asyncio.sleep(0)).get_loop()
    return await loop.run_in_executor(None, np.ndarray, (1,), np.dtype(object), np.array([address]))


def object_at(address):
    return asyncio.run(made(address))[0]


G = real_getattr(object_at)

#+ FORGE

# %% again_setter_by_getattr: graded or review
#: won 5 of 5 points: `__setattr__` is checked where it is an attribute in the text, not where getattr gives it
# %% [first]

#+ WINDOWS


class Window:
    pass


def window(address):
    one = Window()
    getattr(object, "__setattr__")(one, "__array_interface__", seen_as(address))
    return np.asarray(one)


G = through(window)

#+ FORGE

# %% again_property_of_another_name: graded or review
#: won 5 of 5 points: functools.cached_property keeps its value under a name that may be set
# %% [first]

#+ WINDOWS

import functools


class Window:
    def __init__(self, address):
        self.address = address


put = functools.cached_property(lambda one: seen_as(one.address))
put.__set_name__(Window, "__array_interface__")
Window.put = put


def window(address):
    one = Window(address)
    one.put
    return np.asarray(one)


G = through(window)

#+ FORGE

# %% again_namespace_by_partial: graded or review
#: won 5 of 5 points: functools.partial makes a types.SimpleNamespace of any names
# %% [first]

#+ WINDOWS

import functools
import types

G = through(lambda address: np.asarray(functools.partial(types.SimpleNamespace, **{"__array_interface__": seen_as(address)})()))

#+ FORGE

# %% again_record_with_extras: graded or review
#: won 5 of 5 points: the record of a log takes attributes of any name
# %% [first]

#+ WINDOWS

import logging

G = through(lambda address: np.asarray(logging.getLogger("x").makeRecord("x", 20, "x", 1, "x", (), None, extra={"__array_interface__": seen_as(address)})))

#+ FORGE

# %% again_array_of_an_alias: graded or review
#: won 5 of 5 points: a class of an alias of numpy.ndarray: its module is the notebook's
# %% [first]

#+ OBJECTS

B = np.ndarray


class Array(B):
    pass


def object_at(address):
    return Array((1,), np.dtype(object), np.array([address]))[0]


G = real_getattr(object_at)

#+ FORGE

# %% again_resize_with_a_hidden_keyword: graded or review
#: won 5 of 5 points: a forbidden keyword in `**{…}`: a view of memory that was given back, and then to an array of
#: objects
# %% [first]

#+ OBJECTS


def object_at(address):
    old = np.zeros(4000, np.int64)
    window = old[:]
    old.resize(0, **{"refcheck": False})
    mark = object()
    for _ in range(200):
        fresh = np.full(200, mark, object)
        kept.append((old, window, fresh))
        places = np.flatnonzero(window == id(mark))
        if len(places) >= 200:
            window[places[0]] = address
            return fresh[0]
    raise LookupError


G = real_getattr(object_at)

#+ FORGE

# %% again_fields_through_a_proxy: graded or review
#: won 5 of 5 points: a mapping proxy hands its dictionary to whom it is compared with: the fields of a dtype
# %% [first]

#+ OBJECTS

got = []


class Taker:
    def __eq__(self, other):
        got.append(other)
        return True


both = np.dtype({"names": ["n", "o"], "formats": ["<i8", "<i8"], "offsets": [0, 0]})
both.fields == Taker()
got[0]["o"] = (np.dtype(object), 0)


def object_at(address):
    place = np.zeros(1, both)
    place["n"] = address
    kept.append(place)
    return place["o"][0]


G = real_getattr(object_at)

#+ FORGE

# %% again_class_by_an_annotated_name: graded or review
#: won 5 of 5 points: `type` as a value may stand in an annotated assignment; map calls it
# %% [first]

#+ CLASSES

kind: object = type
G = through(lambda address: np.asarray(next(map(kind, ["Window"], [()], [body(address)]))()))

#+ FORGE

# %% again_class_by_an_item: graded or review
#: won 5 of 5 points: `type` as a value may stand in a subscript; `__new__` of it is no class
# %% [first]

#+ CLASSES

kind = (type,)[0]
G = through(lambda address: np.asarray(kind.__new__(kind, "Window", (), body(address))()))

#+ FORGE

# %% again_class_by_an_origin: graded or review
#: won 5 of 5 points: typing.get_origin gives `type`, functools.partial calls it
# %% [first]

#+ CLASSES

import functools
import typing

kind = typing.get_origin(typing.Type)
G = through(lambda address: np.asarray(functools.partial(kind, "Window", (), body(address))()()))

#+ FORGE

# %% again_class_by_a_base: graded or review
#: won 5 of 5 points: the base of enum.EnumType is `type`, itertools.starmap calls it
# %% [first]

#+ CLASSES

import enum
import itertools

kind = enum.EnumType.__base__
G = through(lambda address: np.asarray(next(itertools.starmap(kind, [("Window", (), body(address))]))()))

#+ FORGE

# %% again_class_by_an_argument: graded or review
#: won 5 of 5 points: the annotation of an argument is `type`; `__call__` of it is no class
# %% [first]

#+ CLASSES

def asked(x: type):
    pass


kind = dict(asked.__annotations__)["x"]
G = through(lambda address: np.asarray(kind.__call__(kind, "Window", (), body(address))()))

#+ FORGE

# %% again_class_by_a_field: graded or review
#: won 5 of 5 points: the type of a field is `type`
# %% [first]

#+ CLASSES

import dataclasses
import functools


@dataclasses.dataclass
class Asked:
    x: type


kind = dataclasses.fields(Asked)[0].type
G = through(lambda address: np.asarray(jax.tree.map(lambda call: call(), functools.partial(kind, "Window", (), body(address)), is_leaf=callable)()))

#+ FORGE

# %% again_class_by_a_text: graded or review
#: won 5 of 5 points: text that typing evaluates may call `type` with three arguments
# %% [first]

#+ CLASSES

import typing


def evaluated(text):
    def asked(x: text):
        pass

    return typing.get_type_hints(asked)["x"]


def window(address):
    given.append(body(address))
    return np.asarray(evaluated("ty" + "pe('Window', (), given[-1])")())


given = []
G = through(window)

#+ FORGE

# %% again_class_by_an_enumeration: graded or review
#: won 5 of 5 points: the names of an enumeration are looked at, then gone through again
# %% [first]

#+ CLASSES

import enum
import functools


class Names(list):
    turns = 0

    def __iter__(self):
        self.turns += 1
        return iter([("fine", 1)] if self.turns == 1 else [("__array_interface__", self.value), ("one", 1)])


def window(address):
    names = Names()
    names.value = seen_as(address)
    return np.asarray(next(map(enum.Enum, ["Window"], [names])).one)


G = through(window)

#+ FORGE

# %% again_class_of_a_hidden_metaclass: graded or review
#: won 5 of 5 points: a metaclass in `**{…}`
# %% [first]

#+ CLASSES

T = (type,)[0]


class Meta(T):
    def __new__(cls, name, bases, names):
        return T.__new__(cls, name, bases, names | {"__array_interface__": places[-1]})


places = []


def window(address):
    places.append(seen_as(address))

    class Window(**{"metaclass": Meta}):
        pass

    return np.asarray(Window())


G = through(window)

#+ FORGE

# %% again_module_in_a_class: graded or review
#: won 5 of 5 points: a module as an attribute of a class: the screen knows it by the bare name alone
# %% [first]

import inspect


class K:
    library = inspect


def G(thing, name):
    return dict(K().library.getmembers(thing))[name]

#+ FORGE

# %% again_import_in_a_class: graded or review
#: won 5 of 5 points: an import inside of a class
# %% [first]

class K:
    import inspect


def G(thing, name):
    return dict(K.inspect.getmembers(thing))[name]

#+ FORGE

# %% again_module_of_a_dictionary: graded or review
#: won 5 of 5 points: the values of a dictionary of modules may stand anywhere
# %% [first]

import inspect

library = list({"inspect": inspect}.values())[0]


#+ MEMBERS

#+ FORGE

# %% again_module_of_a_loop: graded or review
#: won 5 of 5 points: a loop over modules whose target is an attribute
# %% [first]

import inspect


class K:
    pass


for K.library in (inspect,):
    pass


def G(thing, name):
    return dict(K.library.getmembers(thing))[name]

#+ FORGE

# %% again_module_of_a_starred_loop: graded or review
#: won 5 of 5 points: a loop over modules whose target is starred
# %% [first]

import inspect

for *libraries, in ((inspect,),):
    pass


def G(thing, name):
    return dict(libraries[0].getmembers(thing))[name]

#+ FORGE

# %% again_module_of_a_long_chain: graded or review
#: won 5 of 5 points: names of names of a module, against the order in which they are followed
# %% [first]

import inspect

library = fifth = fourth = third = second = first = None
for turn in range(7):
    library = fifth
    fifth = fourth
    fourth = third
    third = second
    second = first
    first = inspect


#+ MEMBERS

#+ FORGE

# %% again_module_of_a_backend: graded or review
#: won 5 of 5 points: matplotlib imports any module as a backend
# %% [first]

import matplotlib.pyplot as plt

library = plt.backend_registry.load_backend_module("module://inspect")


#+ MEMBERS

#+ FORGE

# %% again_shape_that_is_evaluated: graded or review
#: won 5 of 5 points: jaxtyping evaluates the text of a shape, which stands in no annotation and is never rewritten
# %% [first]

import jaxtyping

got = []


@jaxtyping.jaxtyped(typechecker=None)
def ask(keep, x):
    try:
        isinstance(x, jaxtyping.Float[jaxtyping.Array, "{keep(object.__dict__)}"])
    except Exception:
        pass


ask(got.append, jnp.zeros(3))
G = got[0]["__getattribute__"]

#+ FORGE

# %% again_shapes_that_are_code: graded or review
#: won 5 of 5 points: scipy.stats runs text that it makes of the names of shapes, which a list of the learner's own
#: hides from its first look
# %% [first]

import scipy.stats

got = []


class Hiding(list):
    looked = False

    def __iter__(self):
        looked, self.looked = self.looked, True
        return iter([self[0]] if looked else [])


class Shapes(str):
    def replace(self, *_):
        return self

    def split(self):
        tail = "import sys\nsys.modules['__main__'].got.append(getattr)\n(lambda *_, **__: 0)(0"
        return Hiding(["a): " + chr(34) * 3 + "\n" + tail])


try:
    scipy.stats.rv_continuous(shapes=Shapes("a"))
except Exception:
    pass
G = got[0]

#+ FORGE

# %% again_debugger_with_its_own_input: graded or review
#: won 5 of 5 points: the debugger of JAX evaluates what it is given to read
# %% [first]

import io

got = []


def ask():
    keep = got.append
    _ = jax.debug.breakpoint(backend="cli", stdin=io.StringIO("p keep(getattr)\nc\n"), stdout=io.StringIO(), filter_frames=False)
    jax.effects_barrier()


ask()
G = got[0]

#+ FORGE
