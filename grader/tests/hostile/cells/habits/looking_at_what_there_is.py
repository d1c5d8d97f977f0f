# Honest habits: looking at what there is. Every file here is right, and must get its points without a second look;
# those that go to a person say why a teacher finds that fair.
#
# kind: honest habits
# answers: right

# %% looks_at_everything: graded, 6 points
#: Somebody prints names, types, attributes and documentation of whatever there is.
class Thing:
    def __init__(self, x):
        self.x = x

def total(v, k):
    "The sum times k."
    print(type(v).__name__, v.__class__.__name__, [name for name in dir(v) if not name.startswith("_")][:3])
    return jnp.sum(v) * k

thing = Thing(3)
print(vars(thing), thing.__dict__, dir(thing), id(thing), thing.__class__.__mro__, Thing.__module__)
print(total.__doc__, total.__name__, jnp.sum.__doc__[:40], callable(total), isinstance(thing, Thing))
help(Thing)
help(jnp.sum)

# %% formats_in_every_way: graded, 6 points
#: Somebody formats by %, format and f-strings in turn.
def total(v, k):
    out = jnp.sum(v) * k
    print("shape %s, k = %d, %s" % (v.shape, k, type(out)))
    print("shape {}, dtype {dtype}, half of k is {:.2f}, {:>8}|".format(v.shape, k / 2, k, dtype=v.dtype))
    print(f"{v.shape=} {v.dtype!s:>10} {k / 3:.3f} {out.aval if hasattr(out, 'aval') else out!r}")
    return out

# %% prints_tracebacks_in_the_answer: graded, 6 points
#: Somebody catches everything and prints where it came from.
import traceback

def total(v, k):
    try:
        return jnp.sum(v) * k
    except Exception as error:
        print(type(error).__name__, error.args)
        traceback.print_exc()
        raise ValueError("no sum") from error

try:
    total(None, 1)
except Exception:
    print(traceback.format_exc()[-40:])

# %% asks_for_a_name: graded, 6 points
#: Somebody asks for input above the answer, to be greeted.
name = input("Your name: ")
print(f"Hello {name}!")

def total(v, k):
    return jnp.sum(v) * k

# %% guards_the_main_program: graded, 6 points
#: Somebody writes modules, with a main function and its guard.
def total(v, k):
    return jnp.sum(v) * k


def main():
    print(total(jnp.arange(3), 2))


if __name__ == "__main__":
    main()

# %% tests_in_the_answer: graded, 6 points
#: Somebody writes tests below every function.
def total(v, k):
    assert v.ndim == 1, f"a vector, please, not {v.shape}"
    return jnp.sum(v) * k

assert total(jnp.array([1, 2]), 3) == 9
np.testing.assert_allclose(np.asarray(total(jnp.array([1.5, 2.5]), 2)), 8.0, rtol=1e-6)
np.testing.assert_array_equal(total(jnp.zeros(3), 1), 0)
assert jnp.allclose(jax.jit(total, static_argnums=1)(jnp.arange(4), 2), 12)

# %% doctests_and_unittests: graded, 6 points
#: Somebody writes examples into the documentation, and a test class into a cell of their own.
# %% [ex1]
def total(v, k):
    """The sum of v, times k.

    >>> int(total(jnp.array([1, 2]), 3))
    9
    >>> eval("1 + 1")
    2
    """
    return jnp.sum(v) * k
# %% [last]
import doctest
doctest.testmod(verbose=False)
# %% [last]
import unittest

class TestTotal(unittest.TestCase):
    def test_total(self):
        self.assertEqual(int(total(jnp.array([1, 2]), 3)), 9)

unittest.main(argv=[""], verbosity=0, exit=False)

# %% displays_html: graded, 6 points
#: Somebody shows results as HTML and clears the output.
from IPython.display import HTML, Markdown, clear_output, display

def total(v, k):
    return jnp.sum(v) * k

display(HTML("<b>done</b>"), Markdown(f"the total is **{total(jnp.arange(3), 2)}**"))
clear_output(wait=True)

# %% plots_in_the_answer: graded, 6 points
#: Somebody draws the result below the function, in the same cell.
# %% [ex1]
import matplotlib.pyplot as plt
plt.rcParams["figure.figsize"] = (4, 3)
plt.style.use("ggplot")

def total(v, k):
    return jnp.sum(v) * k

fig, ax = plt.subplots()
ax.plot([total(jnp.arange(n), 2) for n in range(1, 5)], label="total")
ax.set_title("totals"); ax.legend()
plt.show()
# %% [last]
import matplotlib.pyplot as plt
plt.hist(np.arange(9))
plt.savefig('hist.png')
plt.close('all')

# %% looks_at_the_program: graded, 6 points
#: Somebody prints the jaxpr, the lowered text and the cost below the function.
def total(v, k):
    return jnp.sum(v) * k

print(jax.make_jaxpr(total, static_argnums=1)(jnp.arange(3), 2))
lowered = jax.jit(total, static_argnums=1).lower(jnp.arange(3), 2)
print(lowered.as_text()[:60], lowered.compile().cost_analysis() is not None)
print(jax.eval_shape(lambda v: total(v, 2), jax.ShapeDtypeStruct((3,), jnp.int32)).shape)

# %% talks_of_what_is_forbidden: graded, 6 points
#: Somebody's comments, documentation and messages name what an answer must not use.
# no exec, eval, __import__("os") or sys._getframe(1).f_back.f_globals here!
def total(v, k):
    """The sum, times k. (Unlike `eval(code)`, or builtins.exec, or gc.get_objects(), this is safe.)"""
    if k is None:
        raise ValueError("never call eval() or __builtins__, open('/etc/passwd') or globals() to find k")
    return jnp.sum(v) * k

# %% says_who_wrote_it: graded, 6 points
#: Somebody signs every cell in the manner of modules.
"""Answer to exercise 1."""
__author__ = "Ana Example"
__version__ = "1.0"
__all__ = ["total"]

def total(v, k):
    if __debug__:
        print(__name__, __author__, __version__)
    return jnp.sum(v) * k

# %% tries_it_on_much: graded, 6 points
#: Somebody tries the answer on a large array, below the function, and once more at the end.
# %% [ex1]
def total(v, k):
    return jnp.sum(v) * k

big = jnp.arange(200_000) % 7
print(big * 2, total(big, 3), (big[:400].reshape(20, 20) @ jnp.ones((20, 20))).mean())
# %% [last]
twice(jnp.cumsum)(jnp.ones(5000))

# %% names_what_they_return: graded, 6 points
#: Somebody sets names, documentation and counters on functions of their own.
# %% [ex1]
def total(v, k):
    total.calls += 1
    return jnp.sum(v) * k

total.calls = 0
total.__doc__ = "The sum, times k."
# %% [ex2]
def twice(f):
    def g(x):
        return f(f(x))
    g.__name__ = g.__qualname__ = f"twice_{getattr(f, '__name__', 'f')}"
    g.__doc__ = f.__doc__
    return g

# %% reads_signatures: graded, 6 points
#: Somebody prints the source and the signature of a function of their own, and asks what f is.
# %% [ex2]
import inspect

def twice(f):
    print(inspect.signature(f), inspect.isfunction(f))
    def g(x):
        return f(f(x))
    return g

print(inspect.getsource(twice))
