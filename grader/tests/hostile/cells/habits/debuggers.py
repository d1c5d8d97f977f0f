# Honest habits: debuggers. Every file here is right, and must get its points without a second look; those that go to
# a person say why a teacher finds that fair.
#
# kind: honest habits
# answers: right

# %% breakpoint_in_the_function: graded, 6 points
#: Somebody debugs with breakpoint() and forgets the line in the function.
def total(v, k):
    s = jnp.sum(v)
    breakpoint()
    return s * k

# %% breakpoint_behind_a_switch: graded, 6 points
#: Somebody switches the debugger on and off by a constant; the line is all that stands in the `if`.
DEBUG = False

def total(v, k):
    if DEBUG:
        breakpoint()
    return jnp.sum(v) * k

# %% pdb_in_one_line: graded, 6 points
#: Somebody from plain Python types the old line with a semicolon, inside the inner function.
# %% [ex2]
def twice(f):
    def g(x):
        import pdb; pdb.set_trace()
        return f(f(x))
    return g

# %% set_trace_of_ipython: graded, 6 points
#: Somebody imports set_trace as the IPython guide says and leaves the call.
from IPython.core.debugger import set_trace

def total(v, k):
    set_trace()
    return jnp.sum(v) * k

# %% ipdb_that_is_not_there: graded, 6 points
#: Somebody has ipdb at home; one line is active, one is commented out.
# %% [ex1]
import ipdb

def total(v, k):
    # ipdb.set_trace()
    return jnp.sum(v) * k
# %% [ex2]
def twice(f):
    def g(x):
        import ipdb; ipdb.set_trace()  # noqa
        return f(f(x))
    return g

# %% debugger_magics: graded, 6 points
#: Somebody turns the automatic debugger on at the top of the answer, and enters it after an error.
# %% [ex1]
%pdb on
%xmode Verbose
def total(v, k):
    return jnp.sum(v) * k
# %% [between]
total(1, 2, 3)
# %% [between]
%debug

# %% jax_debug_print_in_both: graded, 6 points
#: Somebody read JAX's page on debugging: jax.debug.print in every function.
# %% [ex1]
def total(v, k):
    jax.debug.print("v = {v}, k = {}", k, v=v, ordered=True)
    return jnp.sum(v) * k
# %% [ex2]
def twice(f):
    def g(x):
        y = f(x)
        jax.debug.print("after one step: {}", y)
        return f(y)
    return g

# %% jax_debug_breakpoint: graded, 6 points
#: Somebody stops inside jit with jax.debug.breakpoint() and forgets it.
def total(v, k):
    out = jnp.sum(v) * k
    jax.debug.breakpoint()
    return out

# %% jax_debug_callback: graded, 6 points
#: Somebody collects what passes through by a callback.
seen_values = []

def total(v, k):
    jax.debug.callback(lambda value: seen_values.append(value), v)
    jax.debug.callback(print, v)
    return jnp.sum(v) * k
