# Honest habits: types. Every file here is right, and must get its points without a second look; those that go to a
# person say why a teacher finds that fair.
#
# kind: honest habits
# answers: right

# %% type_hints_read_again: graded, 6 points
#: Somebody builds from a function's hints; the class is named in a string and stands in another cell.
# %% [first]
class Pair:
    def __init__(self, v, k):
        self.v, self.k = v, k
# %% [first]
import typing

def of_hints(function):
    kind = typing.get_type_hints(function)["p"]
    return lambda *args: function(kind(*args))
# %% [ex1]
def helper(p: "Pair"):
    return jnp.sum(p.v) * p.k

def total(v, k):
    return of_hints(helper)(v, k)

# %% shapes_in_annotations: graded, 6 points
#: Somebody annotates shapes with jaxtyping, whose strings are no code.
from jaxtyping import Array, Float, Int, PyTree, Shaped, jaxtyped

@jaxtyped(typechecker=None)
def total(v: Int[Array, "n"] | Float[Array, "*batch dim"], k: int) -> Shaped[Array, ""]:
    rows: Int[Array, "1 n"] = v[None]
    return jnp.sum(rows) * k

def unused(tree: PyTree[Float[Array, "..."], "T"], x: Float[Array, "dim-1 3"]): ...

# %% new_syntax_for_types: graded, 6 points
#: Somebody likes the newest syntax: type parameters, type statements, protocols, literals.
# %% [ex1]
from typing import Annotated, Final, Literal, Protocol, Self, TypedDict, cast, overload

type Number = int | jax.Array
LIMIT: Final = 10

class Options(TypedDict, total=False):
    mode: Literal["sum", "sum of squares, not here"]

def total(v: jax.Array, k: Annotated[int, "a factor, import nothing"], **options: Options) -> Number:
    return cast("jax.Array", jnp.sum(v)) * k
# %% [ex2]
from collections.abc import Callable
from typing import ParamSpec, Protocol, TypeVar

class Step[T](Protocol):
    def __call__(self, x: T, /) -> T: ...

def twice[T](f: Step[T]) -> Callable[[T], T]:
    def g(x: T) -> T:
        return f(f(x))
    return g

# %% hints_as_strings: graded, 6 points
#: Somebody quotes every hint, those of names that do not exist among them.
# %% [ex1]
def total(v: "jax.Array", k: "int", name: "str | None" = None) -> "Scalar":  # type: ignore
    out: "jnp.ndarray" = jnp.sum(v)
    return out * k
# %% [ex2]
def twice(f: "Callable[[T], T]") -> "the function f, two times":
    g: 'Callable' = lambda x: f(f(x))
    return g
