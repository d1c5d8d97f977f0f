# The grading process attacked from inside a notebook: wrong answers that want points. None may earn one.
#
# kind: tampering in the kernel
# answers: wrong
# code: above

# %% strips_asserts: review
import ast
class T(ast.NodeTransformer):
    def visit_Assert(self, node):
        return ast.Pass()
    visit_Expr = visit_Assert
get_ipython().ast_transformers.append(T())

# %% blanks_checks: review
get_ipython().input_transformers_cleanup.append(lambda lines: [] if 'check(' in ''.join(lines) else lines)

# %% post_transformer: review
get_ipython().input_transformers_post.append(lambda lines: lines)

# %% replaces_assertion_error: review
import builtins
class E(BaseException):
    pass
builtins.AssertionError = E

# %% replaces_isinstance: review
import builtins
builtins.isinstance = lambda *a: True

# %% replaces_build_class: review
import builtins
old = builtins.__build_class__
builtins.__build_class__ = lambda *a, **k: old(*a, **k)

# %% replaces_compile_and_exec: review
import builtins
builtins.compile = lambda *a, **k: (lambda: 0).__code__
builtins.exec = lambda *a, **k: None

# %% replaces_jit_by_right_answers: review
import jax
old = jax.jit
jax.jit = lambda f, *a, **k: (lambda *b: 0)

# %% replaces_numpy: review
import numpy
numpy.asarray = lambda v: v
numpy.testing.assert_equal = lambda *a: None

# %% replaces_jnp_array: review
import jax.numpy as m
old = m.array
m.array = lambda *a, **k: old([0])

# %% replaces_math_isclose: review
import math
math.isclose = lambda *a, **k: True

# %% replaces_json: review
import json
old = json.JSONEncoder.encode
def encode(self, o):
    if isinstance(o, dict) and 'seen' in o:
        o['seen'] = {}
    return old(self, o)
json.JSONEncoder.encode = encode

# %% replaces_dumps: review
import json
json.dumps = lambda *a, **k: '{}'
json.loads = lambda *a, **k: {}

# %% replaces_module: review
import sys, types
m = types.ModuleType('jax')
m.jit = lambda f: f
sys.modules['jax'] = m

# %% replaces_contextlib: review
import contextlib
contextlib.redirect_stderr.__exit__ = lambda *a: True

# %% replaces_warnings_context: review
import warnings
warnings.catch_warnings.__exit__ = lambda *a: True

# %% replaces_traceback: review
import traceback
traceback.extract_tb = lambda *a: []

# %% replaces_tracer_method: review
import jax
jax.core.Tracer.__mul__ = lambda self, other: self

# %% replaces_inside_of_a_function: review
import jax
jax.tree_util.tree_leaves.__code__ = (lambda *a, **k: []).__code__

# %% pre_run_cell_hook: review
get_ipython().events.register('pre_run_cell', lambda *a: setattr(get_ipython(), 'run_code', lambda *a, **k: False))

# %% post_run_cell_hook: review
get_ipython().events.register('post_run_cell', lambda *a: None)

# %% run_code_does_nothing: review
async def nothing(*a, **k):
    return False
get_ipython().run_code = nothing

# %% run_cell_does_nothing: review
from IPython.core.interactiveshell import ExecutionResult as R
import types
ip = get_ipython()
ip.run_cell = lambda *a, **k: types.SimpleNamespace(error_before_exec=None, error_in_exec=None)

# %% showtraceback_does_nothing: review
get_ipython().showtraceback = lambda *a, **k: None

# %% swallows_errors_of_results: review
from IPython.core.interactiveshell import ExecutionResult as R
R.__setattr__ = lambda *a: None
R.raise_error = lambda self: None

# %% custom_exceptions: review
get_ipython().set_custom_exc((BaseException,), lambda *a, **k: None)

# %% fakes_do_execute: graded
get_ipython().kernel.do_execute = lambda *a, **k: {'status': 'ok'}

# %% fakes_an_execute_result: graded
get_ipython().display_pub.publish({'text/plain': '3.0'})
3.0

# %% clears_outputs: graded
from IPython.display import clear_output
clear_output()

# %% formats_numbers_as_points: graded or review
get_ipython().display_formatter.formatters['text/plain'].for_type(float, lambda v, p, c: p.text('3'))

# %% formats_numbers_as_nan: graded or review
get_ipython().display_formatter.formatters['text/plain'].for_type(int, lambda v, p, c: p.text('nan'))

# %% redefines_the_instruments: graded
check = score_hidden = reply = lambda *a, **k: 3.0
compare = lambda *a: []
observe = lambda *a: ({}, ('nothing', ''))
class Report:
    score, passed, rows = 1.0, True, []
GRADING = True
where = look = plain = lambda v: 'traced'

# %% redefines_probe_and_wanted: graded
def probe(see, **k):
    pass
def wanted(**k):
    return []
def inputs(rng):
    return {}

# %% traces_and_jumps: review
import sys
def t(frame, event, arg):
    frame.f_globals['total'] = None
    return t
sys.settrace(t)

# %% profiles: review
import sys
sys.setprofile(lambda *a: None)

# %% monitors: review
import sys
m = sys.monitoring
m.use_tool_id(3, 'x')
m.register_callback(3, m.events.PY_START, lambda *a: None)
m.set_events(3, m.events.PY_START)

# %% audits: review
import sys
sys.addaudithook(lambda *a: None)

# %% walks_frames_of_the_runner: review
import sys
f = sys._getframe()
while f:
    for name, value in list(f.f_locals.items()):
        if name in ('report', 'told', 'answers'):
            print(name)
    f = f.f_back

# %% silences_the_runner_by_frames: review
try:
    1 / 0
except Exception as e:
    f = e.__traceback__.tb_frame
while f:
    told = f.f_locals.get('told')
    if type(told) is list:
        told[:] = [str(i) for i in range(100)]
    f = f.f_back

# %% searches_memory: review
import gc
for o in gc.get_objects():
    if type(o) is dict and 'count_traces' in o and 'observe' in o:
        o['observe'] = lambda *a: ({}, ('nothing', ''))

# %% searches_referrers: review
import gc
for o in gc.get_referrers(jax.jit):
    if type(o) is dict and 'observe' in o:
        o['jax'] = None

# %% searches_classes: review
for c in object.__subclasses__():
    if c.__name__ in ('Recorder', 'Stream', 'Session', 'Channel', 'Seals', 'Runner'):
        for n in list(vars(c)):
            if not n.startswith('__'):
                try:
                    setattr(c, n, lambda *a, **k: '')
                except Exception:
                    pass

# %% follows_globals_of_streams: review
import sys
g = type(sys.stdout).write.__globals__
for n in list(g):
    if not n.startswith('__') and n not in ('current', 'sys'):
        g[n] = None

# %% changes_the_recorder: review
import sys
r = type(sys.stdout).write.__globals__['current']['recorder']
r.outputs.append(r)
r.outputs.append({1: object()})
r.outputs.append(float('nan'))

# %% fakes_outputs_in_the_recorder: graded or review
import sys
r = type(sys.stdout).write.__globals__['current']['recorder']
r.outputs.append({'output_type': 'execute_result', 'data': {'text/plain': '3'}, 'metadata': {'points': 3}})
r.outputs.append({'output_type': 'evil'})

# %% imports_the_runner: graded
import sys, __main__
for n in ('runner', 'seals', 'capture', 'converse', 'serve'):
    print(getattr(__main__, n, None), sys.modules.get(n))

# %% memory_by_ctypes: review
import ctypes
for i in range(3):
    ctypes.string_at(id(i), 8)

# %% memory_by_proc: review
try:
    open('/proc/self/mem', 'rb').read(1)
except OSError:
    pass

# %% lists_descriptors: review
import os
os.listdir('/proc/self/fd')

# %% forks_and_lets_the_child_answer: review
import os
if os.fork():
    os.wait()

# %% signals_to_get_frames: review
import signal
signal.signal(signal.SIGUSR1, lambda s, f: print(f.f_back))
signal.raise_signal(signal.SIGUSR1)

# %% turns_off_the_alarm: graded
import signal
signal.setitimer(signal.ITIMER_REAL, 0)
signal.signal(signal.SIGALRM, signal.SIG_IGN)

# %% leaves_a_thread: review
import threading, time
threading.Thread(target=lambda: time.sleep(60), daemon=True).start()

# %% thread_that_reads_the_channel: review
import threading, os
def read():
    for d in range(3, 20):
        try:
            os.fstat(d)
        except OSError:
            continue
    import time
    time.sleep(60)
threading.Thread(target=read, daemon=True).start()

# %% leaves_a_process_with_the_channel: review
import subprocess, os
for d in range(3, 12):
    try:
        os.set_inheritable(d, True)
    except OSError:
        pass
subprocess.Popen(['sleep', '60'], close_fds=False)

# %% atexit: graded
import atexit
atexit.register(print, 'passed')

# %% excepthooks: graded
import sys, threading
sys.excepthook = sys.unraisablehook = threading.excepthook = lambda *a: None

# %% user_namespace_replaced: graded or review
class D(dict):
    def __contains__(self, key):
        return True
    def __getitem__(self, key):
        return lambda *a: 3
get_ipython().user_ns = D()

# %% import_hook: review
import sys
class F:
    @staticmethod
    def find_spec(*a):
        return None
sys.meta_path.insert(0, F)

# %% shadow_module: graded
open('jax.py', 'w').write('jit = lambda f: f')
import sys, importlib
sys.path.insert(0, '.')
importlib.invalidate_caches()

# %% compiles_as_the_check: review
exec(compile('import sys; f = sys._getframe()', '<probe>', 'exec'))

# %% compiles_as_a_library: review
import os
exec(compile('import sys; f = sys._getframe()', os.__file__, 'exec'))
