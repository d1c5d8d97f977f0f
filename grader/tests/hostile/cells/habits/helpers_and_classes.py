# Honest habits: helpers and classes. Every file here is right, and must get its points without a second look; those
# that go to a person say why a teacher finds that fair.
#
# kind: honest habits
# answers: right

# %% registers_in_another_cell: graded, 6 points
#: Somebody defines the class in one cell and registers it in the next.
# %% [first]
class Scaled:
    def __init__(self, v, k):
        self.v, self.k = v, k
# %% [first]
def flatten_scaled(s):
    return (s.v,), s.k

def unflatten_scaled(k, children):
    return Scaled(*children, k)
# %% [first]
jax.tree_util.register_pytree_node(Scaled, flatten_scaled, unflatten_scaled)
# %% [ex1]
def total(v, k):
    doubled = jax.tree.map(lambda leaf: leaf * k, Scaled(v, k))
    return jnp.sum(doubled.v)

# %% registers_by_a_list: graded, 6 points
#: Somebody keeps a list of (class, flatten, unflatten), and registers all in a loop in a third cell.
# %% [first]
class Pair:
    def __init__(self, a, b):
        self.a, self.b = a, b

class Box:
    def __init__(self, inside):
        self.inside = inside
# %% [first]
NODES = [
    (Pair, lambda p: ((p.a, p.b), None), lambda _, children: Pair(*children)),
    (Box, lambda b: ((b.inside,), None), lambda _, children: Box(*children)),
]
# %% [first]
for cls, flatten, unflatten in NODES:
    jax.tree_util.register_pytree_node(cls, flatten, unflatten)
# %% [ex1]
def total(v, k):
    return sum(jnp.sum(leaf) for leaf in jax.tree.leaves(Box(Pair(v * k, Box(0 * v)))))

# %% loops_over_the_fields: graded, 6 points
#: Somebody has one base class that flattens any dataclass by fields: getattr, setattr, object.__new__.
# %% [first]
import dataclasses

class Tree:
    def tree_flatten(self):
        fields = dataclasses.fields(self)
        children = tuple(getattr(self, f.name) for f in fields if not f.metadata.get("static"))
        return children, tuple((f.name, getattr(self, f.name)) for f in fields if f.metadata.get("static"))

    @classmethod
    def tree_unflatten(cls, aux, children):
        new = object.__new__(cls)
        names = [f.name for f in dataclasses.fields(cls) if not f.metadata.get("static")]
        for name, value in [*zip(names, children), *aux]:
            setattr(new, name, value)
        return new
# %% [first]
from dataclasses import dataclass, field

@jax.tree_util.register_pytree_node_class
@dataclass
class Weighted(Tree):
    values: jax.Array
    weight: int = field(default=1, metadata={"static": True})
# %% [ex1]
def total(v, k):
    tree = jax.tree.map(jnp.sum, Weighted(v, weight=k))
    return tree.values * tree.weight

# %% frozen_dataclass: graded, 6 points
#: Somebody freezes dataclasses and sets what is derived through object.__setattr__.
from dataclasses import asdict, astuple, dataclass, field, replace

@dataclass(frozen=True)
class Sum:
    v: jax.Array
    k: int
    size: int = field(init=False, repr=False)

    def __post_init__(self):
        object.__setattr__(self, "size", len(self.v))

    def value(self):
        return jnp.sum(self.v) * self.k

def total(v, k):
    return replace(Sum(v, 1), k=k).value()

print(asdict(Sum([1, 2], 3)), astuple(Sum([], 0)))

# %% changes_classes_later: graded, 6 points
#: Somebody adds methods to a class of their own after the fact, from another cell.
# %% [first]
class Basket:
    pass
# %% [first]
def put(self, things):
    self.things = things
    return self

Basket.put = put
Basket.weigh = lambda self, k: jnp.sum(self.things) * k
setattr(Basket, "unit", "kg")
Basket.__repr__ = lambda self: f"<Basket in {self.unit}>"
# %% [ex1]
def total(v, k):
    return Basket().put(v).weigh(k)

# %% registers_every_subclass: graded, 6 points
#: Somebody registers by inheritance, in __init_subclass__.
# %% [first]
import abc
import jax.tree_util as jtu

class PyTree(abc.ABC):
    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        jtu.register_pytree_node(cls, cls._flatten, cls._unflatten)

    def _flatten(self):
        return tuple(self.__dict__.values()), tuple(self.__dict__)

    @classmethod
    def _unflatten(cls, names, values):
        new = cls.__new__(cls)
        new.__dict__.update(zip(names, values))
        return new

    @abc.abstractmethod
    def value(self): ...
# %% [ex1]
class Times(PyTree):
    def __init__(self, v, k):
        self.v = v
        self.k = k

    def value(self):
        return jnp.sum(self.v) * self.k

def total(v, k):
    return jax.tree.map(lambda leaf: leaf, Times(v, k)).value()

# %% slots_and_descriptors: graded, 6 points
#: Somebody saves memory with __slots__, and checks values in a descriptor.
class Positive:
    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, instance, owner=None):
        return self if instance is None else getattr(instance, self.name)

    def __set__(self, instance, value):
        if value < 0:
            raise ValueError(f"{self.name[1:]} must not be negative")
        setattr(instance, self.name, value)

class Factor:
    __slots__ = ("_k", "__weakref__")
    k = Positive()

    def __init__(self, k):
        self.k = k

def total(v, k):
    return jnp.sum(v) * Factor(k).k

# %% enums_and_match: graded, 6 points
#: Somebody names ways with an Enum, and matches on kinds and attributes.
# %% [first]
import enum
from dataclasses import dataclass

class Way(enum.Enum):
    SUM = enum.auto()
    CUMULATIVE = "cumulative"

@dataclass
class Task:
    way: Way
    v: object
# %% [ex1]
def total(v, k):
    match Task(Way["SUM"], v):
        case Task(way=Way.SUM, v=jax.Array() as values):
            return jnp.sum(values) * k
        case Task(way=way) if way.value == "cumulative":
            return jnp.cumsum(v)[-1] * k
        case {"v": values} | [values, *_]:
            return values
        case _:
            raise ValueError([member.name for member in Way], Way.__members__)

# %% named_tuples: graded, 6 points
#: Somebody keeps everything in named tuples, with their underscored methods.
from collections import namedtuple
from typing import NamedTuple

class State(NamedTuple):
    total: jax.Array
    k: int = 1

Point = namedtuple("Point", "x y")

def total(v, k):
    state = State(jnp.sum(v))._replace(k=k)
    assert state._fields == ("total", "k") and State._make(state) == state
    values = state._asdict()
    return values["total"] * values["k"]

print(Point(1, y=2)._asdict(), State._field_defaults)

# %% private_names: graded, 6 points
#: Somebody makes everything private: one underscore, two, names such as f_prev, others' fields in __eq__.
class Account:
    def __init__(self, v, k):
        self._v, self.__k = v, k
        self.f_prev = self._cache = self.tb_size = None

    def __eq__(self, other):
        return type(other) is Account and self._v is other._v and self.__k == other.__k

    def __hash__(self):
        return hash(self.__k)

    def _value(self):
        if self._cache is None:
            self._cache = _add_up(self._v)
        return self._cache * self.__k

def _add_up(_v):
    return jnp.sum(_v)

def total(v, k):
    account = Account(v, k)
    account.f_prev = account
    return account.f_prev._value()

# %% names_like_modules: graded, 6 points
#: Somebody calls variables signal, sys, types, frame, gc, code, os and operator.
# %% [ex1]
def total(signal, types):
    sys = jnp.asarray(signal)
    frame = {"gc": sys, "os": types}
    code, inspect = frame["gc"], frame["os"]
    operator = lambda io, socket: jnp.sum(io) * socket
    return operator(code, inspect)
# %% [ex2]
def twice(f):
    def g(frame):
        signal = f(frame)
        builtins = f(signal)
        return builtins
    return g

# %% walks_their_own_classes: graded, 6 points
#: Somebody collects fields from all base classes, through __mro__ and __annotations__.
# %% [first]
class Base:
    v: "jax.Array"

class Child(Base):
    k: int

    def __init__(self, **values):
        for name in self.names():
            setattr(self, name, values[name])

    @classmethod
    def names(cls):
        return [name for base in reversed(cls.__mro__) for name in getattr(base, "__annotations__", {})]
# %% [ex1]
def total(v, k):
    child = Child(v=v, k=k)
    return jnp.sum(child.v) * child.k

# %% attributes_on_demand: graded, 6 points
#: Somebody answers for attributes that are not there, and raises AttributeError for the rest.
class Lazy:
    def __init__(self, **makers):
        self.makers = makers

    def __getattr__(self, name):
        if name.startswith("__") or name == "makers" or name not in self.makers:
            raise AttributeError(f"{type(self).__name__} has no {name!r}")
        return self.makers[name]()

    def __getitem__(self, name):
        return getattr(self, name)

    def __len__(self):
        return len(self.makers)

    def __contains__(self, name):
        return hasattr(self, name)

def total(v, k):
    lazy = Lazy(sum=lambda: jnp.sum(v), k=lambda: k)
    return lazy.sum * lazy["k"]

# %% own_context_managers: graded, 6 points
#: Somebody wraps every step in a context manager of their own, defined in a cell above.
# %% [first]
import contextlib, time

@contextlib.contextmanager
def stopwatch(label):
    begun = time.time()
    try:
        yield
    finally:
        print(f"{label}: {time.time() - begun:.3f} s")

class Quiet:
    def __enter__(self):
        return self

    def __exit__(self, kind, error, tb):
        return False
# %% [ex1]
from contextlib import suppress, nullcontext

def total(v, k):
    with stopwatch("total"), Quiet(), nullcontext(), suppress(KeyError):
        return jnp.sum(v) * k

# %% own_decorators: graded, 6 points
#: Somebody decorates every function with a decorator of their own that keeps its name.
# %% [first]
from functools import wraps

def announced(word="calling"):
    def decorate(function):
        @wraps(function)
        def inner(*args, **kwargs):
            print(word, function.__name__)
            return function(*args, **kwargs)
        return inner
    return decorate
# %% [ex1]
@announced("adding up in")
def total(v, k):
    return jnp.sum(v) * k
# %% [ex2]
import functools

@announced()
def twice(f):
    @functools.wraps(f)
    def g(*args):
        return f(f(*args))
    return g

# %% weak_cache: graded, 6 points
#: Somebody keeps results in a cache that does not hold on to them.
import weakref

class Sum:
    def __init__(self, value):
        self.value = value

_sums = weakref.WeakValueDictionary()

def total(v, k):
    known = _sums.setdefault(id(v), Sum(jnp.sum(v)))
    here = weakref.ref(known)
    return here().value * k

# %% orders_and_hashes: graded, 6 points
#: Somebody gives every class equality, an order and a hash.
from functools import total_ordering

@total_ordering
class Amount:
    def __init__(self, x):
        self.x = x

    def __eq__(self, other):
        return isinstance(other, Amount) and bool(self.x == other.x)

    def __lt__(self, other):
        return self.x < other.x

    def __hash__(self):
        return hash(("Amount", self.x))

    def __mul__(self, k):
        return Amount(self.x * k)

    __rmul__ = __mul__

    def __radd__(self, start):
        return Amount(start + self.x)

    def __repr__(self):
        return f"{type(self).__name__}({self.x!r})"

    __str__ = __repr__

def total(v, k):
    return (k * sum([Amount(jnp.sum(v))])).x

assert Amount(1) < Amount(2) and Amount(1) == Amount(1) and len({Amount(1), Amount(1)}) == 1

# %% equinox_module: graded, 6 points
#: Somebody makes everything an equinox module with a static field.
# %% [first]
class Scale(eqx.Module):
    k: int = eqx.field(static=True)
    offset: jax.Array = eqx.field(converter=jnp.asarray, default=0)

    def __check_init__(self):
        if self.k < 0:
            raise ValueError("k must not be negative")

    @eqx.filter_jit
    def __call__(self, v):
        return jnp.sum(v) * self.k + self.offset
# %% [ex1]
def total(v, k):
    scale = eqx.tree_at(lambda s: s.offset, Scale(k), jnp.zeros((), v.dtype))
    eqx.tree_pprint(scale)
    dynamic, static = eqx.partition(scale, eqx.is_array)
    return eqx.combine(dynamic, static)(v)

# %% simple_pytree_class: graded, 6 points
#: Somebody uses simple_pytree wherever it can be used.
from simple_pytree import Pytree, static_field

class Scale(Pytree):
    k: int = static_field()

    def __init__(self, v, k):
        self.v, self.k = v, k

def total(v, k):
    scale = jax.tree.map(jnp.sum, Scale(v, k)).replace(k=k)
    return scale.v * scale.k

# %% partials_of_jax: graded, 6 points
#: Somebody binds arguments with jax.tree_util.Partial and functools.partial.
from functools import partial
from jax.tree_util import Partial, tree_map

@partial(jax.jit, static_argnames=("k",))
def _total(v, *, k):
    return jnp.sum(v) * k

def total(v, k):
    return Partial(_total, k=k)(tree_map(jnp.asarray, v))

# %% functions_by_type: graded, 6 points
#: Somebody dispatches on types and caches what can be cached.
from functools import cache, cached_property, lru_cache, singledispatch

@singledispatch
def add_up(v):
    return jnp.sum(v)

@add_up.register(tuple)
@add_up.register(set)
def _(v):
    return add_up(list(v))

@add_up.register
def _(v: list):
    return sum(v)

@lru_cache(maxsize=None)
def factor(k):
    return k

class Job:
    def __init__(self, v):
        self.v = v

    @cached_property
    def value(self):
        return add_up(self.v)

def total(v, k):
    return Job(v).value * factor(k)

factor.cache_clear()
print(factor.cache_info(), add_up((1, 2)), add_up.dispatch(list))

# %% operators_of_their_own: graded, 6 points
#: Somebody composes functions with >> and @, in a callable class from a cell above.
# %% [first]
class Composable:
    def __init__(self, function):
        self.function = function

    def __call__(self, *args, **kwargs):
        return self.function(*args, **kwargs)

    def __rshift__(self, other):
        return Composable(lambda x: other(self(x)))

    def __matmul__(self, other):
        return Composable(lambda x: self(other(x)))

    def __pow__(self, n):
        return self if n == 1 else self @ self ** (n - 1)
# %% [ex1]
def total(v, k):
    return (Composable(jnp.sum) >> (lambda s: s * k))(v)
# %% [ex2]
def twice(f):
    return Composable(f) ** 2

# %% collections_and_namespaces: graded, 6 points
#: Somebody never writes a class: SimpleNamespace, defaultdict, Counter, deque, attrgetter.
import operator, types
from collections import Counter, OrderedDict, defaultdict, deque
from operator import attrgetter, itemgetter, methodcaller

def total(v, k):
    here = types.SimpleNamespace(v=v, k=k)
    sums = defaultdict(list)
    sums["v"].append(methodcaller("sum")(here.v))
    queue = deque(sums["v"], maxlen=3)
    factors = OrderedDict(k=attrgetter("k")(here))
    return operator.mul(queue.pop(), itemgetter("k")(factors))

print(Counter("aab").most_common(1))

# %% classes_of_java: review, 4 points
#: Somebody comes from Java: abstract bases, properties, static and class methods, singleton, metaclass. A teacher
#: finds it fair: a metaclass decides how classes are made, and a class may be made under any name.
from abc import ABC, ABCMeta, abstractmethod

class Operation(ABC):
    @abstractmethod
    def apply(self, v): ...

class Registry(ABCMeta):
    def __new__(mcls, name, bases, namespace):
        made = super().__new__(mcls, name, bases, namespace)
        made.kind = name.lower()
        return made

class Total(Operation, metaclass=Registry):
    _instance = None
    _k = 1

    def __new__(cls):
        if cls._instance is None:
            cls._instance = super().__new__(cls)
        return cls._instance

    @property
    def k(self):
        return self._k

    @k.setter
    def k(self, value):
        self._k = value

    @staticmethod
    def add(v):
        return jnp.sum(v)

    @classmethod
    def create(cls, k):
        made = cls()
        made.k = k
        return made

    def apply(self, v):
        return self.add(v) * self.k

def total(v, k):
    return Total.create(k).apply(v)
