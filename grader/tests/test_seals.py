"""Signs of tampering: what a cheat does is seen, what honest learners do is not."""
import os
import subprocess
import sys

import pytest

from grader import versions
from grader.paths import ROOT
from grader.session import RUNNER, Forged, Runner

INSTRUMENTS = (ROOT / "solutions" / "instruments.py").read_text(encoding="utf-8").split("# --- 8< ---\n", 1)[1]
PROBE = '''
def probe(see, x):
    @count_traces
    def scale(v):
        see("in jit", where(v))
        return double(v)
    see("out", jax.jit(scale)(jnp.array(x)))
    jax.jit(scale)(jnp.array(x))
    see("traces", scale.traces)
    see("handed", helper(scale))
'''
SMALL_PROBE = 'def probe(see, x):\n    see("x", where(x))\n'
HONEST_ANSWER = "def double(v):\n    return v * 2\ndef helper(f):\n    return f.__name__\n"

# The constants of a function of the check, by a library that no audit event tells of.
INSIDE = "import dis\ndef code(f):\n    return dis.Bytecode(f).codeobj\ndef inside(f):\n    return [c for c in code(f).co_consts if callable(c)]\n"

HONEST = {  # habits of learners: none may look like tampering
    "bash": "%%bash\necho hi",
    "script": "%%script cat\nhi",
    "numpy_of_old": "import numpy as np\nnp.float = float; np.int = int; np.object = object",
    "reload": "import importlib, html\nimportlib.reload(html)\nhtml.escape('a')",
    "error_in_a_finalizer": "import jax\nclass A:\n    def __del__(self):\n        jax.tree_util.tree_map(lambda x: x / 0, [1])\nA()\nx = 1",
    "psutil": "import psutil\npsutil.Process().memory_info().rss",
    "jax_profiler": "import jax\nwith jax.profiler.trace('/tmp/profile'):\n    jax.jit(lambda x: x + 1)(1.0)",
    "rich": "try:\n    import rich.pretty, rich.traceback\n    rich.pretty.install()\n    rich.traceback.install()\nexcept ImportError:\n    pass",
    "imports": "import numpy as np, jax, jax.numpy as jnp, math, random, time, typing, collections, itertools, functools, operator, copy, re, json, sys, os",
    "warnings": "import warnings; warnings.filterwarnings('ignore'); warnings.simplefilter('always'); warnings.warn('hm')",
    "caught_warnings": "import warnings\nwith warnings.catch_warnings(record=True) as w:\n    warnings.warn('x')\nprint(len(w))",
    "logging": "import logging; logging.basicConfig(level=logging.INFO); logging.captureWarnings(True); logging.info('hello %s', 1); logging.getLogger('a').warning('b')",
    "dataclass": "from dataclasses import dataclass, field, replace, asdict\n@dataclass(frozen=True, eq=True)\nclass P:\n    x: int = 1\n    y: list = field(default_factory=list)\nasdict(replace(P(), x=2))",
    "namedtuple": "from collections import namedtuple\nfrom typing import NamedTuple, Any\nP = namedtuple('P', 'x y')\nclass Q(NamedTuple):\n    x: Any\nP(1, 2)._replace(x=3), Q(1)",
    "enum": "import enum\nclass E(enum.Enum):\n    A = 1\nF = enum.Enum('F', 'X Y')\nF.X",
    "wraps": "import functools\ndef deco(f):\n    @functools.wraps(f)\n    def g(*a, **k):\n        return f(*a, **k)\n    return g\n@deco\n@functools.lru_cache\ndef h(x):\n    return x\nh(1)",
    "cached_property": "import functools\nclass A:\n    @functools.cached_property\n    def x(self):\n        return 1\nA().x\nfunctools.singledispatch(lambda x: x)(1)",
    "config": "import jax\njax.config.update('jax_enable_x64', False); jax.config.update('jax_debug_nans', True); jax.config.update('jax_debug_nans', False)",
    "settings_left_changed": "import jax\njax.config.update('jax_disable_jit', True); jax.config.update('jax_enable_x64', True); jax.config.update('jax_check_tracer_leaks', True)",
    "asyncio_run": "import asyncio\nasync def f():\n    await asyncio.sleep(0)\nasyncio.run(f())",
    "handlers_of_python": "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN); signal.signal(signal.SIGINT, signal.default_int_handler)",
    "doctest": "import doctest\ndef f(x):\n    return x\nf.__doc__ = '\\n>>> f(1)\\n1\\n'\ndoctest.run_docstring_examples(f, globals())",
    "unittest": "import unittest\nclass T(unittest.TestCase):\n    def test(self):\n        self.assertEqual(1, 1)\nunittest.main(argv=['x'], exit=False)",
    "plot": "import matplotlib.pyplot as plt\nplt.plot([1, 2]); plt.show()",
    "tracer_leaks": "import jax\nwith jax.checking_leaks():\n    jax.jit(lambda x: x + 1)(1)\nwith jax.disable_jit():\n    jax.jit(lambda x: x + 1)(1)",
    "printoptions": "import numpy as np\nnp.set_printoptions(precision=3, suppress=True); print(np.arange(3) / 7); np.seterr(all='ignore'); np.random.seed(0)",
    "timeit": "%timeit -n 2 -r 2 sum(range(10))",
    "time_cell": "%%time\nsum(range(10))",
    "who": "%whos\n%env HOME\n%pwd\nx = 1\n%who",
    "prun": "%prun -q sum(range(10))",
    "print_exc": "import traceback\ntry:\n    1 / 0\nexcept ZeroDivisionError as e:\n    traceback.print_exc(); traceback.format_exc(); print(e, e.__traceback__.tb_lineno); traceback.print_tb(e.__traceback__); traceback.extract_tb(e.__traceback__)",
    "print_stack": "import traceback\ntraceback.print_stack(limit=2); traceback.extract_stack(limit=2)",
    "error_left": "1 / 0",
    "syntax_error": "def f(:",
    "getsource": "import inspect\ndef f(x, y=2):\n    'doc'\n    return x\nprint(inspect.getsource(f), inspect.signature(f), inspect.getdoc(f), f.__code__.co_varnames, f.__defaults__, inspect.getmembers(f)[:0])",
    "help": "def f():\n    'doc'\nf?\nhelp(f)",
    "debug_print": "import jax\njax.jit(lambda x: (jax.debug.print('x {}', x), x)[1])(3)\njax.effects_barrier()",
    "debug_callback": "import jax\njax.jit(lambda x: (jax.debug.callback(print, x), jax.pure_callback(lambda v: v, jax.ShapeDtypeStruct((), 'int32'), x))[1])(3)\njax.effects_barrier()",
    "eq": "class A:\n    def __eq__(self, other):\n        return True\n    def __hash__(self):\n        return 1\nA() == A()",
    "metaclass": "class M(type):\n    def __call__(cls, *a):\n        return super().__call__(*a)\nclass A(metaclass=M):\n    pass\nA()",
    "register": "import jax, functools\n@jax.tree_util.register_pytree_node_class\nclass A:\n    def tree_flatten(self):\n        return (), None\n    @classmethod\n    def tree_unflatten(cls, aux, children):\n        return cls()\nclass B:\n    pass\njax.tree_util.register_pytree_with_keys(B, lambda b: ((), None), lambda a, c: B())\njax.tree_util.tree_leaves(A())",
    "equinox": "import equinox as eqx, jax, jax.numpy as jnp\nclass M(eqx.Module):\n    w: jax.Array\n    n: int = eqx.field(static=True)\n    def __call__(self, x):\n        return self.w * x\nm = M(jnp.ones(2), 3)\neqx.filter_jit(m)(2.); eqx.filter_grad(lambda m: m(1.).sum())(m); eqx.tree_at(lambda m: m.w, m, jnp.zeros(2)); print(m)",
    "simple_pytree": "import jax, jax.numpy as jnp\nfrom simple_pytree import Pytree, static_field\nclass F(Pytree):\n    def __init__(self):\n        self.x = jnp.ones(2); self.n = 2\nF().replace(x=1)",
    "transforms": "import jax, jax.numpy as jnp\njax.vmap(jax.grad(lambda x: x ** 2))(jnp.arange(3.)); jax.lax.scan(lambda c, x: (c + x, c), 0, jnp.arange(3)); jax.lax.cond(True, lambda: 1, lambda: 2); jax.lax.while_loop(lambda x: x < 3, lambda x: x + 1, 0); print(jax.make_jaxpr(lambda x: x + 1)(1)); jax.jit(lambda x: x).lower(1).compile(); jax.jvp(jnp.sin, (1.,), (1.,)); jax.hessian(lambda x: x ** 3)(1.); jax.checkpoint(lambda x: x)(1.)",
    "custom_vjp": "import jax\n@jax.custom_vjp\ndef f(x):\n    return x\nf.defvjp(lambda x: (f(x), None), lambda r, g: (g,))\njax.grad(f)(1.)\n@jax.custom_jvp\ndef g(x):\n    return x\ng.defjvp(lambda p, t: (g(*p), t[0]))\njax.grad(g)(1.)",
    "leak": "import jax\nkept = []\n@jax.jit\ndef f(x):\n    kept.append(x)\n    return x\nf(1)\ntry:\n    kept[0] + 1\nexcept jax.errors.UnexpectedTracerError as e:\n    print(type(e))",
    "jax_error": "import jax\ntry:\n    jax.jit(lambda x: 1 if x else 2)(1)\nexcept Exception as e:\n    print(str(e)[:10], repr(e)[:10])",
    "random": "import jax\nk = jax.random.key(0); a, b = jax.random.split(k); jax.random.normal(a, (2,)); jax.random.PRNGKey(1)",
    "scipy_nn": "import jax, jax.nn, jax.scipy, jax.scipy.special, jax.numpy as jnp\njax.nn.softmax(jnp.ones(3)); jax.scipy.special.logsumexp(jnp.ones(3)); jnp.linalg.inv(jnp.eye(2)); jnp.fft.fft(jnp.ones(2))",
    "experimental": "import jax.experimental, jax.flatten_util, jax.ad_checkpoint, jax.sharding, jax.stages, jax.tree_util\njax.flatten_util.ravel_pytree([1., 2.])",
    "interactivity": "from IPython.core.interactiveshell import InteractiveShell\nInteractiveShell.ast_node_interactivity = 'all'\n1\n2",
    "display": "from IPython.display import display, HTML, Markdown\ndisplay(HTML('<b>a</b>'), Markdown('b')); 3",
    "shadow": "sum = 3\nlist = [1]\nprint(list)\ndel list\nwhere = 1\nplain = 2\ncheck = None\nobserve = None",
    "globals": "globals()['qq'] = 1; 'double' in locals(); vars(); dir()",
    "exec_eval": "exec('a = 1'); eval('a + 1'); compile('a', '<string>', 'eval')",
    "thread": "import threading\nt = threading.Thread(target=print, args=(1,)); t.start(); t.join()\nfrom concurrent.futures import ThreadPoolExecutor\nwith ThreadPoolExecutor(2) as p:\n    list(p.map(abs, [1, -2]))",
    "async": "import asyncio\nasync def f():\n    return 1\nawait f()",
    "generator": "def g():\n    yield 1\n    yield 2\nlist(g()); next(g())",
    "system": "!ls > /dev/null\nfiles = !ls",
    "subprocess": "import subprocess, sys\nsubprocess.run([sys.executable, '-I', '-S', '-c', 'pass']); import platform; platform.platform(); platform.processor()",
    "files": "open('/tmp/a.txt', 'w').write('a'); import os, tempfile, pathlib, pickle\nos.listdir('.'); os.path.exists('/x'); pathlib.Path('/tmp/a.txt').read_text(); pickle.loads(pickle.dumps({'a': 1})); tempfile.mkdtemp()",
    "environment": "import os\nos.environ['XLA_FLAGS'] = ''; os.environ.get('HOME')\nimport sys\nsys.setrecursionlimit(5000); sys.path.append('/tmp'); sys.version",
    "gc": "import gc, weakref, sys\ngc.collect(); gc.disable(); gc.enable()\nclass A:\n    pass\na = A(); weakref.ref(a)(); sys.getrefcount(a)",
    "recursion": "def f(n):\n    return f(n + 1)\ntry:\n    f(0)\nexcept RecursionError:\n    print('deep')",
    "stdout": "import sys, io, contextlib\nsys.stdout.write('a\\n'); sys.stdout.flush(); print('e', file=sys.stderr)\nwith contextlib.redirect_stdout(io.StringIO()) as s:\n    print('x')",
    "big_print": "print('x' * 10**6)",
    "surrogate": "print('\\ud800')",
    "getattr": "class A:\n    def __getattr__(self, name):\n        if name.startswith('__'):\n            raise AttributeError(name)\n        return 1\nA().anything",
    "input": "try:\n    input('?')\nexcept Exception as e:\n    print(type(e).__name__)",
    "rerun_setup": INSTRUMENTS,
    "instruments": "@count_traces\ndef f(x):\n    return x\njax.jit(f)(1)\nf.traces = 0\nshow((1, 2)); look(jnp.arange(3)); where(1)\nwith raises(ZeroDivisionError):\n    1 / 0",
    "load_ext": "%config InlineBackend.figure_format = 'retina'\n%xmode Plain",
    "reset": "%reset -f\nimport jax, jax.numpy as jnp\n" + HONEST_ANSWER,
}

CHEATS = {
    "gc_debug": ("import sys\n(sys.modules.get('gc') or __import__('gc')).set_debug(32)", "garbage collector"),
    "gc_callbacks": ("import sys\n(sys.modules.get('gc') or __import__('gc')).callbacks.append(lambda *a: None)", "garbage collector"),
    "reload_with_a_liar": ("import html\nclass Liar:\n    def __eq__(self, other):\n        return True\nimport inspect, types\nf = inspect.cleandoc\ninspect.cleandoc = types.FunctionType(f.__code__, f.__globals__, 'cleandoc', (Liar(),))", "replaced"),
    "settrace_in_a_file_of_that_name": ("exec(compile('import sys\\nsys.settrace(None)', '/tmp/cProfile.py', 'exec'))", "traced"),
    "kill_another": ("import os\ntry:\n    os.kill(os.getppid(), 9 if os.getppid() > 1 and False else 18)\nexcept OSError:\n    pass", "signal"),  # (what a cell does, a word of the sign)
    "builtins": ("import builtins\nbuiltins.isinstance = lambda a, b: True", "builtins.isinstance"),
    "assertion_error": ("import builtins\nbuiltins.AssertionError = KeyError", "AssertionError"),
    "build_class": ("import builtins\nold = builtins.__build_class__\nbuiltins.__build_class__ = lambda *a, **k: old(*a, **k)", "__build_class__"),
    "jit": ("import jax\nold = jax.jit\njax.jit = lambda f, **k: f", "jax.jit"),
    "private_jit": ("import jax._src.api\njax._src.api.jit = lambda f: f", "jax._src.api.jit"),
    "tree_flatten": ("import jax._src.tree_util as t\nt.tree_flatten = lambda *a, **k: ([], None)", "tree_flatten"),
    "tracer_method": ("import jax\njax.core.Tracer.__bool__ = lambda self: True", "__bool__"),
    "tracer_new_method": ("import jax._src.interpreters.partial_eval as pe\npe.DynamicJaxprTracer.__bool__ = lambda self: True", "__bool__"),
    "tracer_class": ("import jax\njax.core.Tracer = type('Tracer', (), {})", "jax.core.Tracer"),
    "numpy": ("import numpy as np\nnp.asarray = lambda *a, **k: None", "numpy.asarray"),
    "jnp": ("import jax.numpy as jnp\njnp.array = lambda *a, **k: 1", "jax.numpy.array"),
    "equinox": ("import equinox\nequinox.filter_jit = lambda f: f", "equinox.filter_jit"),
    "module_global": ("import jax._src.core as c\nc.isinstance = lambda a, b: True", "given a isinstance"),
    "primitive": ("from jax._src.interpreters import ad\np = next(iter(ad.primitive_jvps))\nad.primitive_jvps[p] = lambda *a, **k: None", "primitive_jvps"),
    "closure": ("import sys, types, jax\ndef inside():\n    for name, module in list(sys.modules.items()):\n        if name.startswith('jax._src.'):\n            for f in list(vars(module).values()):\n                if type(f) is types.FunctionType and f.__closure__:\n                    for c in f.__closure__:\n                        if type(c.cell_contents) is types.FunctionType:\n                            c.cell_contents = lambda *a, **k: None\n                            return True\nassert inside()", "inside of"),
    "code": ("import jax\njax.tree_util.tree_leaves.__code__ = (lambda *a, **k: []).__code__", "changed inside"),
    "defaults": ("import contextlib\ncontextlib.contextmanager.__defaults__ = (1,)", "changed inside"),
    "json": ("import json\njson.dumps = lambda *a, **k: '{}'", "json.dumps"),
    "json_class": ("import json\njson.JSONEncoder.encode = lambda *a: '{}'", "encode"),
    "sys_modules": ("import sys, types\nsys.modules['jax'] = types.ModuleType('jax')", "module jax"),
    "run_code": ("get_ipython().run_code = lambda *a, **k: False", "run_code"),
    "run_cell": ("ip = get_ipython()\ntype(ip).run_cell = lambda *a, **k: None", "run_cell"),
    "showtraceback": ("get_ipython().showtraceback = lambda *a, **k: None", "showtraceback"),
    "ast_transformer": ("import ast\nget_ipython().ast_transformers.append(ast.NodeTransformer())", "ast_transformers"),
    "input_transformer": ("get_ipython().input_transformers_cleanup.append(lambda lines: lines)", "cleanup"),
    "line_transformer": ("get_ipython().input_transformer_manager.line_transforms.append(lambda lines: lines)", "line_transforms"),
    "post_transformer": ("get_ipython().input_transformers_post.append(lambda lines: lines)", "post"),
    "pre_run_hook": ("get_ipython().events.register('pre_run_cell', lambda *a: None)", "pre_run_cell"),
    "post_run_hook": ("get_ipython().events.register('post_run_cell', lambda *a: None)", "post_run_cell"),
    "execution_result": ("from IPython.core.interactiveshell import ExecutionResult as E\nE.raise_error = lambda self: None", "ExecutionResult"),
    "custom_exc": ("get_ipython().set_custom_exc((Exception,), lambda *a, **k: None)", "CustomTB"),
    "displayhook": ("import sys\nsys.displayhook = lambda value: None\nget_ipython().displayhook.write_format_data = lambda *a: None", "displayhook"),
    "display_pub": ("get_ipython().display_pub.publish = lambda *a, **k: None", "display_pub"),
    "display_formatter": ("get_ipython().display_formatter = None", "display"),
    "meta_path": ("import sys\nsys.meta_path.insert(0, type('F', (), {'find_spec': staticmethod(lambda *a: None)}))", "import hooks"),
    "settrace": ("import sys\nsys.settrace(lambda *a: None)", "trace"),
    "setprofile": ("import sys\nsys.setprofile(lambda *a: None)", "trace"),
    "handler_undone": ("import signal\ndef h(number, frame):\n    frame.f_back\nold = signal.signal(signal.SIGUSR1, h)\nsignal.raise_signal(signal.SIGUSR1)\nsignal.signal(signal.SIGUSR1, old)", "handler"),
    "alarm_handler": ("import signal\nold = signal.signal(signal.SIGALRM, lambda n, f: f.f_back)\nsignal.raise_signal(signal.SIGALRM)\nsignal.signal(signal.SIGALRM, old)", "handler"),
    "handler_by_partial": ("import signal, functools\nsignal.signal(signal.SIGUSR1, functools.partial(lambda *a: None))\nsignal.signal(signal.SIGUSR1, signal.SIG_DFL)", "handler"),
    "signal_made_anew": ("import sys\nold = sys.modules.pop('_signal')\nimport _signal\nsys.modules['_signal'] = old", "_signal"),
    "capture_locals": ("import traceback\ndef f():\n    traceback.StackSummary.extract(traceback.walk_stack(__import__('threading') and None), capture_locals=True)\ntry:\n    f()\nexcept AttributeError:\n    pass", "frames"),
    "capture_locals_of_an_error": ("import traceback\ntry:\n    1 / 0\nexcept Exception as e:\n    traceback.TracebackException.from_exception(e, capture_locals=True)", "frames"),
    "debugger": ("import pdb, io\npdb.Pdb(stdin=io.StringIO('up\\nc\\n'), stdout=io.StringIO()).set_trace()", "frames"),
    "post_mortem": ("import pdb, io\ntry:\n    1 / 0\nexcept Exception as e:\n    p = pdb.Pdb(stdin=io.StringIO('up\\nq\\n'), stdout=io.StringIO()); p.reset(); p.interaction(None, e.__traceback__)", "frames"),
    "python_profiler": ("import profile\nclass P(profile.Profile):\n    def trace_dispatch_call(self, frame, t):\n        return 1\nP(bias=0).runcall(abs, 1)", "traced"),
    "task_stack": ("import asyncio\nasync def f():\n    return asyncio.current_task().get_stack()\nloop = asyncio.new_event_loop()\nloop.run_until_complete(f())\nloop.close()", "frames"),
    "settrace_undone": ("import sys\nsys.settrace(lambda *a: None); sys.settrace(None)", "settrace"),
    "settrace_by_library": ("import jax, sys\njax.tree_util.tree_map(sys.settrace, [lambda *a: None]); sys.settrace(None)", "settrace"),
    "monitoring": ("import sys\nsys.monitoring.use_tool_id(3, 'x'); sys.monitoring.register_callback(3, 1, lambda *a: None)", "monitoring"),
    "getframe": ("import sys\nsys._getframe(1)", "frames"),
    "getframe_in_exec": ("exec('import sys; sys._getframe(1)', {})", "frames"),
    "getframe_by_library": ("import jax, sys\njax.tree_util.tree_map(sys._getframe, [1])", "frames"),
    "getframe_by_map": ("import sys\nlist(map(sys._getframe, [0, 0]))", "frames"),
    "currentframe": ("import inspect\ninspect.currentframe().f_back", "frames"),
    "inspect_stack": ("import inspect\ninspect.stack()", "frames"),
    "logging_currentframe": ("import logging\nlogging.currentframe()", "frames"),
    "walk_stack": ("import traceback\nlist(traceback.walk_stack(None))", "frames"),
    "extract_vars": ("from IPython.utils.frame import extract_module_locals\nextract_module_locals(1)", "frames"),
    "current_frames": ("import sys\nsys._current_frames()", "frames"),
    "tb_frame": ("try:\n    1 / 0\nexcept Exception as e:\n    e.__traceback__.tb_frame.f_back", "tb_frame"),
    "tb_frame_getattr": ("import operator\ntry:\n    1 / 0\nexcept Exception as e:\n    operator.attrgetter('__traceback__.tb_frame')(e)", "tb_frame"),
    "gi_frame": ("def g():\n    yield\nx = g(); next(x); x.gi_frame", "gi_frame"),
    "cr_frame": ("async def g():\n    pass\nx = g(); x.cr_frame; x.close()", "cr_frame"),
    "audit_hook": ("import sys\nsys.addaudithook(lambda *a: None)", "listened"),
    "gc_objects": ("import gc\ngc.get_objects()", "memory"),
    "gc_referrers": ("import gc\ngc.get_referrers(print)", "memory"),
    "gc_in_thread": ("import gc, threading\nt = threading.Thread(target=gc.get_objects); t.start(); t.join()", "memory"),
    "ctypes": ("import ctypes\nctypes.pythonapi.Py_IncRef(ctypes.py_object(print))", "ctypes"),
    "ctypes_cast": ("import importlib\nctypes = importlib.import_module('ctypes')\nctypes.cast(id(print), ctypes.py_object).value", "ctypes"),
    "cffi": ("try:\n    import cffi\nexcept ImportError:\n    pass", "cffi"),
    "proc_mem": ("try:\n    open('/proc/self/mem', 'rb').close()\nexcept OSError:\n    pass", "/proc/self/mem"),
    "proc_fd": ("import os\nos.listdir('/proc/self/fd')", "/proc/self/fd"),
    "fork": ("import os\npid = os.fork()\nif pid == 0:\n    os._exit(0)\nos.waitpid(pid, 0)", "copy of its process"),
    "multiprocessing": ("import multiprocessing as m\np = m.get_context('fork').Process(target=print); p.start(); p.join()", "copy of its process"),
    "kill_parent": ("import os, signal\nos.kill(os.getpid(), signal.SIGCONT)", "signal"),
    "thread": ("import threading, time\nthreading.Thread(target=time.sleep, args=(20,), daemon=True).start()", "thread"),
    "raw_thread": ("import _thread, time\n_thread.start_new_thread(time.sleep, (20,))", "thread"),
    "handler": ("import signal\nsignal.signal(signal.SIGUSR1, lambda s, f: None)", "handler"),
    "compile_as_library": ("import os\ncompile('1', os.__file__, 'exec')", "in the name of"),
    "compile_as_probe": ("compile('1', '<probe>', 'exec')", "in the name of"),
    "code_as_library": ("import os\n(lambda: 1).__code__.replace(co_filename=os.__file__)", "in the name of"),
    "marshal": ("import marshal\nmarshal.loads(marshal.dumps(compile('1', 'x', 'eval')))", "compiled code"),
    "forged_audit": ("import sys\nsys.audit('os.kill', 1, 9)", "signal"),
    "disabled_jit_left_open": ("import jax\nc = jax.disable_jit()\nc.__enter__()", "settings"),
    # inside the probe
    "disables_jit": (HONEST_ANSWER + "def double(v):\n    jax.config.update('jax_disable_jit', True)\n    return v * 2", "settings"),
    "call_see": (HONEST_ANSWER + INSIDE + "def helper(f):\n    see = next(c for c in inside(inside(f)[-1]) if callable(c) and c.__name__ == 'call')\n    see('traces', 7)\n    return 1", "told by the notebook"),
    "call_see_in_its_own_code": (HONEST_ANSWER + INSIDE + "import types\ndef helper(f):\n    g = inside(f)[-1]\n    globals()['double'] = lambda v: 7\n    types.FunctionType(code(g), {'double': lambda v: 1})(3)\n    return 1", "told by the notebook"),
    "call_see_through_the_check": (HONEST_ANSWER + INSIDE + "def helper(f):\n    inside(f)[-1](3)\n    return 1", "told by the notebook"),
    "set_traces": (HONEST_ANSWER + "def helper(f):\n    f.traces = 5\n    return 1", "count of traces"),
    "tick_traces": (HONEST_ANSWER + INSIDE + "def helper(f):\n    next(c for c in inside(f) if callable(c) and c.__name__ == 'call')()\n    return 1", "count of traces"),
    "code_of_check": (HONEST_ANSWER + "def helper(f):\n    f.__code__\n    return 1", "code of a check"),
    "frame_in_probe": (HONEST_ANSWER + "import sys\ndef helper(f):\n    sys._getframe(1).f_locals\n    return 1", "frames"),
    "frame_by_generated": (HONEST_ANSWER + "exec('import sys\\ndef helper(f):\\n    sys._getframe(1)\\n    return 1')", "frames"),
    "patch_in_probe": (HONEST_ANSWER + "def helper(f):\n    import jax.numpy as jnp\n    jnp.zeros = None\n    return 1", "jax.numpy.zeros"),
}


@pytest.fixture(scope="module")
def runner():
    with Runner() as runner:
        yield runner


def observed(runner, *sources, probe=PROBE):
    """What a probe sees in a session after these cells."""
    runner.open(INSTRUMENTS)
    for source in (INSTRUMENTS, HONEST_ANSWER, *sources):
        runner.cell(source, 60)
    observation = runner.probe(probe, {"x": [1, 2]}, 60)
    runner.close()
    return observation


def probe_for(source):
    """The cheats that need the probe's own functions get a probe that has some."""
    return PROBE if "helper(" in source or "double(" in source else SMALL_PROBE


RIGHT = {"in jit": "traced", "out": "jax int32[2] [2, 4]", "traces": 1, "handed": "scale"}


def test_all_honest_habits_together_give_no_sign(runner):
    observation = observed(runner, *HONEST.values(), HONEST["reset"])
    assert observation.signs == []
    assert observation.seen == RIGHT and observation.end == ("nothing", "")


@pytest.mark.slow
@pytest.mark.parametrize("name", HONEST)
def test_honest_habit_gives_no_sign(runner, name):
    observation = observed(runner, HONEST[name])
    assert observation.signs == []
    assert observation.seen == RIGHT and observation.end == ("nothing", "")


@pytest.mark.parametrize("name", CHEATS)
def test_tampering_gives_a_sign(runner, name):
    source, word = CHEATS[name]
    observation = observed(runner, source, probe=probe_for(source))
    assert observation.signs, "no sign"
    assert word is None or any(word in sign for sign in observation.signs), observation.signs
    assert "<" not in "".join(observation.signs), "a teacher reads this"


VAIN = {  # what may be tried with all that a check hands out, and changes nothing
    "globals": "def helper(f):\n    f.__globals__['where'] = lambda v: 'lie'\n    return f.__name__",
    "globals_of_the_check": INSIDE + "def helper(f):\n    inside(f)[-1].__globals__.update({name: lambda *_: 'lie' for name in ('where', 'jax', 'jnp', 'see', 'count_traces', 'type', 'isinstance')})\n    return f.__name__",
    "cells": "def helper(f):\n    assert f.__closure__ is None and not hasattr(f, '__wrapped__')\n    return f.__name__",
    "cells_of_the_check": INSIDE + "def helper(f):\n    g = inside(f)[-1]\n    assert g.__closure__ is None\n    return f.__name__",
}


@pytest.mark.parametrize("name", VAIN)
def test_what_a_check_uses_cannot_be_replaced(runner, name):
    observation = observed(runner, HONEST_ANSWER + VAIN[name], probe=PROBE + '    see("in the end", where(jnp.array(x)))\n')
    assert (observation.seen, observation.end) == (RIGHT | {"in the end": "concrete"}, ("nothing", "")), observation


def test_answer_of_a_probe_cannot_be_written_by_the_notebook(runner):
    """A frame that looks right but does not carry the nonce."""
    forged = '''
import json, os, struct
def helper(f):
    data = json.dumps({"event": "probe", "nonce": "0" * 32, "seen": {"traces": 1}, "end": ["nothing", ""]}).encode()
    for descriptor in range(3, 12):
        try:
            os.write(descriptor, struct.pack(">I", len(data)) + data)
        except OSError:
            pass
'''
    with Runner() as own:
        with pytest.raises(Forged):
            observed(own, HONEST_ANSWER + forged)


@pytest.mark.versions
@pytest.mark.parametrize("chosen", ["documents", "colab"])
def test_other_versions(chosen):
    """All of it on the other version sets, in one go."""
    python, faults = versions.ensure(versions.SETS[chosen]), []
    with Runner([str(python), "-I", str(RUNNER)]) as other:
        for name, source in HONEST.items():
            observation = observed(other, source)
            if observation.signs or observation.seen != RIGHT:
                faults.append((name, observation))
        for name, (source, _) in CHEATS.items():
            observation = observed(other, source, probe=probe_for(source))
            if not observation.signs:
                faults.append((name, observation))
    assert not faults


def test_each_watched_thing_is_possible_at_all():
    """The cheats are real: outside of a runner each of them runs without an error of its own (a typo would pass as a sign otherwise)."""
    plain = [name for name, (source, _) in CHEATS.items() if "get_ipython" not in source and "IPython" not in source and "helper(f)" not in source
             and name not in ("cffi", "walk_stack", "sys_modules", "monitoring", "tracer_class", "builtins", "assertion_error", "build_class")]
    script = "import json, sys\nfor name, source in json.loads(sys.stdin.read()).items():\n    import os\n    if os.fork() == 0:\n        try:\n            exec(compile(source, 'cheat', 'exec'), {'__name__': '__main__'})\n            os._exit(0)\n        except BaseException as error:\n            print(name, repr(error), flush=True)\n            os._exit(1)\n    os.wait()\n"
    import json

    done = subprocess.run([sys.executable, "-c", script], input=json.dumps({name: CHEATS[name][0] for name in plain}), text=True, capture_output=True,
                          env=os.environ | {"JAX_PLATFORMS": "cpu"}, timeout=300)
    assert done.stdout.strip() == ""
