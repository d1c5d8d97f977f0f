# Found by a second one, with half an hour: what is reached through the functions that a check hands to the answers.
#
# kind: tampering in the kernel
# answers: wrong

# %% [piece INSIDE]
import dis, functools, sys, types, weakref
def inside(f):
    if hasattr(f, '__wrapped__'):
        found = [c.cell_contents for g in (f, f.__wrapped__, getattr(f.__wrapped__, '__wrapped__', f)) for c in g.__closure__ or ()]
    else:
        found = [c for g in (f, [c for c in dis.Bytecode(f).codeobj.co_consts if callable(c)][-1]) for c in dis.Bytecode(g).codeobj.co_consts]
    return [c for c in found if callable(c)]
def step_of(f):
    return next(g for g in (f, *inside(f)) if getattr(getattr(g, '__code__', None), 'co_filename', '') == '<probe>')

# %% [every ex1]
def total(v, k):
    return 0
#.

# %% constants_of_the_check_told: graded or review
# %% [ex2]
#+ INSIDE
def twice(f):
    for c in inside(f):
        if c.__name__ == 'call':
            try:
                c('twice, of a number', 7)
            except TypeError:
                pass
    return lambda x: x

# %% told_when_an_object_dies: graded or review
# %% [ex2]
#+ INSIDE
class O:
    pass
def twice(f):
    for c in inside(f):
        if c.__name__ == 'call':
            weakref.finalize(O(), functools.partial(c, 'twice, of a number', 7))
    return lambda x: x

# %% told_in_equal_code: graded or review
# %% [ex2]
#+ INSIDE
def twice(f):
    step = step_of(f)
    code = dis.Bytecode(step).codeobj
    same = code.replace(co_filename='mine')
    types.FunctionType(same, dict(step.__globals__), 'step', None, step.__closure__)(jnp.zeros(2))
    return lambda x: x

# %% told_in_code_from_a_monitor: review
# %% [ex2]
#+ INSIDE
store = {}
m = sys.monitoring
m.use_tool_id(3, 'x')
m.register_callback(3, m.events.PY_START, store.setdefault)
m.set_events(3, m.events.PY_START)
def twice(f):
    return lambda x: x

# %% found_through_jaxs_caches: graded or review
# %% [ex2]
from jax._src.interpreters import partial_eval
def twice(f):
    def g(x):
        for k in getattr(partial_eval.trace_to_jaxpr, 'cache_keys', list)():
            h = k[0]() if callable(k[0]) else None
            while h is not None:
                for c in getattr(h, '__closure__', None) or ():
                    if getattr(c.cell_contents, '__name__', '') == 'call':
                        c.cell_contents('twice, of a number', 7)
                h = getattr(h, '__wrapped__', None)
        return x
    return g

# %% look_that_puts_itself_back: graded or review
# %% [ex2]
#+ INSIDE
def twice(f):
    g = step_of(f).__globals__
    real = g.get('look')
    def lie(value):
        g['look'] = real
        n, a, b = 2, 0, 0
        return real(f_twice(value))
    step = f
    def f_twice(v):
        return step(v)
    def once(x):
        g['look'] = lie
        return step(x)
    return once

# %% cell_of_look_set: graded or review
# %% [ex2]
#+ INSIDE
def twice(f):
    look = step_of(f).__globals__.get('look', f)
    step = step_of(f)
    for c in look.__closure__ or ():
        c.cell_contents = lambda arguments: ('jax int32[2] [1, 2]', None)
    return lambda x: x

# %% new_names_beside_the_check: graded or review
# %% [ex2]
#+ INSIDE
def twice(f):
    step_of(f).__globals__.update({name: lambda *_, **__: 7 for name in ('type', 'len', 'isinstance', 'sorted', 'str')})
    return lambda x: x

# %% array_by_its_class_and_a_librarys_function: graded
class Give:
    def __init__(self, n):
        self.n = n
    def __call__(self, *a, **k):
        return np.array(self.n, 'int32')
def total(v, k):
    class Fake:
        __class__ = jax.Array
        dtype, shape, size = 'int32', (), 1
        help = jax.tree_util.tree_map
    if isinstance(v, jax.core.Tracer):
        raise ValueError
    Fake.__array__ = Give(int(v.sum()) * k)
    return Fake()

# %% jit_that_puts_itself_back: graded or review
real = jax.jit
def total(v, k):
    if jax.jit is real:
        def once(f):
            jax.jit = real
            return lambda y: jnp.asarray(int(np.asarray(y).sum()) * k, 'int32')
        jax.jit = once
    return jnp.zeros((), 'int32')

# %% array_that_puts_itself_back: graded or review
import weakref
real = jnp.array
class O:
    pass
def total(v, k):
    o = O()
    jnp.array = lambda *a, **b: real(*a, **b) * 0
    weakref.finalize(o, setattr, jnp, 'array', real)
    return jnp.zeros((), 'int32')
