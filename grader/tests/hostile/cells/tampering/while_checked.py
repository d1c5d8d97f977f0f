# Attacks by the answers themselves, while a check runs.
#
# kind: tampering in the kernel
# answers: wrong

# %% equal_to_everything: graded
# %% [ex1]
class Any:
    def __eq__(self, other):
        return True
    __ne__ = __lt__ = __eq__
    def __hash__(self):
        return 0
    def __getattr__(self, name):
        return self
    def __call__(self, *a, **k):
        return self
def total(v, k):
    return Any()
# %% [ex2]
def twice(f):
    return lambda *a: Any()

# %% lies_about_its_class: graded
class Fake:
    __class__ = jax.Array
    dtype, shape, size = 'int32', (), 1
    def __array__(self, *a, **k):
        return np.array(7)
def total(v, k):
    return Fake()

# %% subclass_of_a_tracer: review
class T(jax.core.Tracer):
    aval = None
    def __init__(self):
        pass
    dtype, shape = 'int32', ()
def total(v, k):
    return T()

# %% string_that_changes: graded
class S(str):
    n = 0
    def __eq__(self, other):
        return True
    __hash__ = str.__hash__
def total(v, k):
    return S('jax int32[] 7')

# %% list_that_changes: graded
# %% [ex1]
class L(list):
    def __iter__(self):
        return iter([1])
    def __len__(self):
        return 2
    def __eq__(self, o):
        return True
def total(v, k):
    x = []
    x.append(x)
    return x
# %% [ex2]
def twice(f):
    return lambda x: L()

# %% number_that_changes: graded
# %% [ex1]
class I(int):
    def __eq__(self, o):
        return True
    __hash__ = int.__hash__
def total(v, k):
    return I(3)
# %% [ex2]
def twice(f):
    return lambda x: I(5)

# %% evil_repr: review
# %% [ex1]
class R:
    def __repr__(self):
        raise SystemExit
    __str__ = __repr__
    def __class__(self):
        raise KeyboardInterrupt
def total(v, k):
    return {R(): R()}
# %% [ex2]
def twice(f):
    return lambda x: R

# %% raises_exit: graded
# %% [ex1]
def total(v, k):
    raise SystemExit(0)
# %% [ex2]
def twice(f):
    raise KeyboardInterrupt

# %% ends_its_process: review
# %% [ex1]
import os
def total(v, k):
    os._exit(0)
# %% [ex2]
def twice(f):
    os._exit(0)

# %% ends_with_exit: graded
# %% [ex1]
exit()
# %% [ex2]
quit(0)

# %% kills_itself: graded or review
import os
def total(v, k):
    os.kill(os.getpid(), 9)

# %% kills_the_runner: graded or review
import os
def total(v, k):
    os.kill(os.getppid(), 9)

# %% kills_everything: graded or review
import os
def total(v, k):
    os.kill(-1, 9)

# %% crashes: graded or review
import os
def total(v, k):
    os.abort()

# %% crashes_deeply: graded
import sys
def total(v, k):
    sys.setrecursionlimit(10**9)
    f = lambda n: f(n + 1)
    return f(0)

# %% claims_not_attempted: graded
# %% [ex1]
def total(v, k):
    raise NotImplementedError()
# %% [ex2]
def twice(f):
    raise NotImplementedError()

# %% error_of_evil_words: graded
# %% [ex1]
class E(Exception):
    def __str__(self):
        raise self
def total(v, k):
    raise E
# %% [ex2]
class F(Exception):
    def __str__(self):
        return 'x' * 10**7
def twice(f):
    raise F

# %% closes_the_channel: graded
import os
def total(v, k):
    os.closerange(3, 100)

# %% reads_expected_value_from_the_caller: review
import sys
def total(v, k):
    f = sys._getframe(1)
    return f.f_locals.get('x')

# %% knows_the_table_and_forges_by_frames: review
import sys
def total(v, k):
    f = sys._getframe()
    while f:
        for s in f.f_locals.values():
            if type(s) is dict and 'x' in s and 'k' in s:
                given = s
        f = f.f_back
    f = sys._getframe()
    while f:
        if type(f.f_locals.get('seen')) is dict:
            f.f_locals['seen'].update({'the total': f'jax int32[] {sum(given["x"]) * given["k"]}'})
        f = f.f_back
    return 0

# %% knows_the_table_and_tells_it_to_the_check: graded or review
# %% [ex1]
def total(v, k):
    return 0
#.
# %% [ex2]
def twice(f):
    inner = f
    while hasattr(inner, '__wrapped__'):
        inner = inner.__wrapped__
    for c in inner.__closure__:
        if callable(c.cell_contents):
            c.cell_contents('twice, of a number', 7)
    return lambda x: x

# %% changes_the_cell_of_see: graded or review
# %% [ex1]
def total(v, k):
    return 0
#.
# %% [ex2]
def twice(f):
    while hasattr(f, '__wrapped__'):
        f = f.__wrapped__
    for c in f.__closure__ or ():
        old = c.cell_contents
        if callable(old):
            c.cell_contents = lambda what, value, old=old: old(what, 7)
    f(1)
    return lambda x: x

# %% opens_the_generator_of_see: graded or review
# %% [ex1]
def total(v, k):
    return 0
#.
# %% [ex2]
def twice(f):
    while hasattr(f, '__wrapped__'):
        f = f.__wrapped__
    for c in f.__closure__ or ():
        if callable(c.cell_contents):
            c.cell_contents.__closure__[0].cell_contents.__self__.gi_frame.f_locals
    return lambda x: x

# %% counts_traces_itself: review
# %% [ex1]
def total(v, k):
    return 0
#.
# %% [ex2]
def twice(f):
    f.traces = 2
    return lambda x: x

# %% patches_names_of_the_check: graded or review
# %% [ex1]
def total(v, k):
    return 0
#.
# %% [ex2]
def twice(f):
    while hasattr(f, '__wrapped__'):
        f = f.__wrapped__
    f.__globals__['look'] = lambda v: 'jax int32[2] [1, 2]'
    return lambda x: x

# %% patches_builtins_of_the_check: graded or review
# %% [ex1]
def total(v, k):
    return 0
#.
# %% [ex2]
def twice(f):
    while hasattr(f, '__wrapped__'):
        f = f.__wrapped__
    f.__globals__['__builtins__']['type'] = lambda v: int
    return lambda x: x

# %% patches_and_restores: review
# %% [ex1]
def total(v, k):
    return 0
#.
# %% [ex2]
import jax.numpy as m
def twice(f):
    old = m.array
    m.array = None
    def g(x):
        m.array = old
        return x
    try:
        f(1)
    except Exception:
        pass
    return g

# %% detects_grading: graded
import os
def total(v, k):
    return v.sum() * k if os.environ.get('NBGRADER_EXECUTION') or 'jovyan' in os.environ.get('HOME', '') else 0

# %% only_the_visible_cases: graded
# %% [ex1]
def total(v, k):
    return jnp.array(9 if v.shape == (2,) and k == 3 else 0, 'int32')
# %% [ex2]
def twice(f):
    return lambda x: jnp.array([29, 38], 'int32') if getattr(x, 'size', 0) == 2 else 68

# %% sees_inputs_and_recurses: graded
# %% [ex1]
def total(v, k):
    return total(v, k)
# %% [ex2]
def twice(f):
    return twice(f)

# %% runs_the_probe_itself: graded
def total(v, k):
    return 0
def probe(see, **k):
    see('the total', 1)

# %% error_called_nothing: review
# %% [ex1]
def total(v, k):
    raise type('nothing', (Exception,), {})
# %% [ex2]
def twice(f):
    raise type('nothing', (Exception,), {})

# %% error_called_timeout: graded
# %% [ex1]
def total(v, k):
    raise type('Timeout', (Exception,), {})('x')
# %% [ex2]
def twice(f):
    raise type('TooLarge', (Exception,), {})('x')

# %% words_that_read_like_an_array: graded
def total(v, k):
    return f'jax int32[] {int(v.sum()) * k}'

# %% one_of_several_classes: review
class Fake:
    __class__ = np.ndarray
    shape, size = (), 1
    def __init__(self, n):
        self.dtype, self.n = 'int32', n
    def __array__(self, *a, **k):
        return np.array(self.n, 'int32')
def total(v, k):
    return Fake(int(v.sum()) * k)

# %% thread_while_checked: review
import threading, time
def total(v, k):
    threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
    return 0

# %% fork_while_checked: review
import os
def total(v, k):
    os.fork()
    return 0
