"""Wrong answers that want points: the grading process attacked from inside a notebook."""

from __future__ import annotations

from grader.tests.hostile import CASES, GRADED, REVIEW, RIGHT, WRONG, answered, case

EITHER = (GRADED, REVIEW)

# name → (outcomes, what the answer to exercise 1 begins with). The answers are wrong; none may earn a point.
CELLS = {
    "strips_asserts": (
        REVIEW,
        "import ast\nclass T(ast.NodeTransformer):\n    def visit_Assert(self, node):\n        return ast.Pass()\n    visit_Expr = visit_Assert\nget_ipython().ast_transformers.append(T())",
    ),
    "blanks_checks": (
        REVIEW,
        "get_ipython().input_transformers_cleanup.append(lambda lines: [] if 'check(' in ''.join(lines) else lines)",
    ),
    "post_transformer": (REVIEW, "get_ipython().input_transformers_post.append(lambda lines: lines)"),
    "replaces_assertion_error": (
        REVIEW,
        "import builtins\nclass E(BaseException):\n    pass\nbuiltins.AssertionError = E",
    ),
    "replaces_isinstance": (REVIEW, "import builtins\nbuiltins.isinstance = lambda *a: True"),
    "replaces_build_class": (
        REVIEW,
        "import builtins\nold = builtins.__build_class__\nbuiltins.__build_class__ = lambda *a, **k: old(*a, **k)",
    ),
    "replaces_compile_and_exec": (
        REVIEW,
        "import builtins\nbuiltins.compile = lambda *a, **k: (lambda: 0).__code__\nbuiltins.exec = lambda *a, **k: None",
    ),
    "replaces_jit_by_right_answers": (REVIEW, "import jax\nold = jax.jit\njax.jit = lambda f, *a, **k: (lambda *b: 0)"),
    "replaces_numpy": (
        REVIEW,
        "import numpy\nnumpy.asarray = lambda v: v\nnumpy.testing.assert_equal = lambda *a: None",
    ),
    "replaces_jnp_array": (REVIEW, "import jax.numpy as m\nold = m.array\nm.array = lambda *a, **k: old([0])"),
    "replaces_math_isclose": (REVIEW, "import math\nmath.isclose = lambda *a, **k: True"),
    "replaces_json": (
        REVIEW,
        "import json\nold = json.JSONEncoder.encode\ndef encode(self, o):\n    if isinstance(o, dict) and 'seen' in o:\n        o['seen'] = {}\n    return old(self, o)\njson.JSONEncoder.encode = encode",
    ),
    "replaces_dumps": (REVIEW, "import json\njson.dumps = lambda *a, **k: '{}'\njson.loads = lambda *a, **k: {}"),
    "replaces_module": (
        REVIEW,
        "import sys, types\nm = types.ModuleType('jax')\nm.jit = lambda f: f\nsys.modules['jax'] = m",
    ),
    "replaces_contextlib": (REVIEW, "import contextlib\ncontextlib.redirect_stderr.__exit__ = lambda *a: True"),
    "replaces_warnings_context": (REVIEW, "import warnings\nwarnings.catch_warnings.__exit__ = lambda *a: True"),
    "replaces_traceback": (REVIEW, "import traceback\ntraceback.extract_tb = lambda *a: []"),
    "replaces_tracer_method": (REVIEW, "import jax\njax.core.Tracer.__mul__ = lambda self, other: self"),
    "replaces_inside_of_a_function": (
        REVIEW,
        "import jax\njax.tree_util.tree_leaves.__code__ = (lambda *a, **k: []).__code__",
    ),
    "pre_run_cell_hook": (
        REVIEW,
        "get_ipython().events.register('pre_run_cell', lambda *a: setattr(get_ipython(), 'run_code', lambda *a, **k: False))",
    ),
    "post_run_cell_hook": (REVIEW, "get_ipython().events.register('post_run_cell', lambda *a: None)"),
    "run_code_does_nothing": (
        REVIEW,
        "async def nothing(*a, **k):\n    return False\nget_ipython().run_code = nothing",
    ),
    "run_cell_does_nothing": (
        REVIEW,
        "from IPython.core.interactiveshell import ExecutionResult as R\nimport types\nip = get_ipython()\nip.run_cell = lambda *a, **k: types.SimpleNamespace(error_before_exec=None, error_in_exec=None)",
    ),
    "showtraceback_does_nothing": (REVIEW, "get_ipython().showtraceback = lambda *a, **k: None"),
    "swallows_errors_of_results": (
        REVIEW,
        "from IPython.core.interactiveshell import ExecutionResult as R\nR.__setattr__ = lambda *a: None\nR.raise_error = lambda self: None",
    ),
    "custom_exceptions": (REVIEW, "get_ipython().set_custom_exc((BaseException,), lambda *a, **k: None)"),
    "fakes_do_execute": (GRADED, "get_ipython().kernel.do_execute = lambda *a, **k: {'status': 'ok'}"),
    "fakes_an_execute_result": (GRADED, "get_ipython().display_pub.publish({'text/plain': '3.0'})\n3.0"),
    "clears_outputs": (GRADED, "from IPython.display import clear_output\nclear_output()"),
    "formats_numbers_as_points": (
        EITHER,
        "get_ipython().display_formatter.formatters['text/plain'].for_type(float, lambda v, p, c: p.text('3'))",
    ),
    "formats_numbers_as_nan": (
        EITHER,
        "get_ipython().display_formatter.formatters['text/plain'].for_type(int, lambda v, p, c: p.text('nan'))",
    ),
    "redefines_the_instruments": (
        GRADED,
        "check = score_hidden = reply = lambda *a, **k: 3.0\ncompare = lambda *a: []\nobserve = lambda *a: ({}, ('nothing', ''))\nclass Report:\n    score, passed, rows = 1.0, True, []\nGRADING = True\nwhere = look = plain = lambda v: 'traced'",
    ),
    "redefines_probe_and_wanted": (
        GRADED,
        "def probe(see, **k):\n    pass\ndef wanted(**k):\n    return []\ndef inputs(rng):\n    return {}",
    ),
    "traces_and_jumps": (
        REVIEW,
        "import sys\ndef t(frame, event, arg):\n    frame.f_globals['total'] = None\n    return t\nsys.settrace(t)",
    ),
    "profiles": (REVIEW, "import sys\nsys.setprofile(lambda *a: None)"),
    "monitors": (
        REVIEW,
        "import sys\nm = sys.monitoring\nm.use_tool_id(3, 'x')\nm.register_callback(3, m.events.PY_START, lambda *a: None)\nm.set_events(3, m.events.PY_START)",
    ),
    "audits": (REVIEW, "import sys\nsys.addaudithook(lambda *a: None)"),
    "walks_frames_of_the_runner": (
        REVIEW,
        "import sys\nf = sys._getframe()\nwhile f:\n    for name, value in list(f.f_locals.items()):\n        if name in ('report', 'told', 'answers'):\n            print(name)\n    f = f.f_back",
    ),
    "silences_the_runner_by_frames": (
        REVIEW,
        "try:\n    1 / 0\nexcept Exception as e:\n    f = e.__traceback__.tb_frame\nwhile f:\n    told = f.f_locals.get('told')\n    if type(told) is list:\n        told[:] = [str(i) for i in range(100)]\n    f = f.f_back",
    ),
    "searches_memory": (
        REVIEW,
        "import gc\nfor o in gc.get_objects():\n    if type(o) is dict and 'count_traces' in o and 'observe' in o:\n        o['observe'] = lambda *a: ({}, ('nothing', ''))",
    ),
    "searches_referrers": (
        REVIEW,
        "import gc\nfor o in gc.get_referrers(jax.jit):\n    if type(o) is dict and 'observe' in o:\n        o['jax'] = None",
    ),
    "searches_classes": (
        REVIEW,
        "for c in object.__subclasses__():\n    if c.__name__ in ('Recorder', 'Stream', 'Session', 'Channel', 'Seals', 'Runner'):\n        for n in list(vars(c)):\n            if not n.startswith('__'):\n                try:\n                    setattr(c, n, lambda *a, **k: '')\n                except Exception:\n                    pass",
    ),
    "follows_globals_of_streams": (
        REVIEW,
        "import sys\ng = type(sys.stdout).write.__globals__\nfor n in list(g):\n    if not n.startswith('__') and n not in ('current', 'sys'):\n        g[n] = None",
    ),
    "changes_the_recorder": (
        REVIEW,
        "import sys\nr = type(sys.stdout).write.__globals__['current']['recorder']\nr.outputs.append(r)\nr.outputs.append({1: object()})\nr.outputs.append(float('nan'))",
    ),
    "fakes_outputs_in_the_recorder": (
        EITHER,
        "import sys\nr = type(sys.stdout).write.__globals__['current']['recorder']\nr.outputs.append({'output_type': 'execute_result', 'data': {'text/plain': '3'}, 'metadata': {'points': 3}})\nr.outputs.append({'output_type': 'evil'})",
    ),
    "imports_the_runner": (
        GRADED,
        "import sys, __main__\nfor n in ('runner', 'seals', 'capture', 'converse', 'serve'):\n    print(getattr(__main__, n, None), sys.modules.get(n))",
    ),
    "memory_by_ctypes": (REVIEW, "import ctypes\nfor i in range(3):\n    ctypes.string_at(id(i), 8)"),
    "memory_by_proc": (REVIEW, "try:\n    open('/proc/self/mem', 'rb').read(1)\nexcept OSError:\n    pass"),
    "lists_descriptors": (REVIEW, "import os\nos.listdir('/proc/self/fd')"),
    "forks_and_lets_the_child_answer": (REVIEW, "import os\nif os.fork():\n    os.wait()"),
    "signals_to_get_frames": (
        REVIEW,
        "import signal\nsignal.signal(signal.SIGUSR1, lambda s, f: print(f.f_back))\nsignal.raise_signal(signal.SIGUSR1)",
    ),
    "turns_off_the_alarm": (
        GRADED,
        "import signal\nsignal.setitimer(signal.ITIMER_REAL, 0)\nsignal.signal(signal.SIGALRM, signal.SIG_IGN)",
    ),
    "leaves_a_thread": (
        REVIEW,
        "import threading, time\nthreading.Thread(target=lambda: time.sleep(60), daemon=True).start()",
    ),
    "thread_that_reads_the_channel": (
        REVIEW,
        "import threading, os\ndef read():\n    for d in range(3, 20):\n        try:\n            os.fstat(d)\n        except OSError:\n            continue\n    import time\n    time.sleep(60)\nthreading.Thread(target=read, daemon=True).start()",
    ),
    "leaves_a_process_with_the_channel": (
        REVIEW,
        "import subprocess, os\nfor d in range(3, 12):\n    try:\n        os.set_inheritable(d, True)\n    except OSError:\n        pass\nsubprocess.Popen(['sleep', '60'], close_fds=False)",
    ),
    "atexit": (GRADED, "import atexit\natexit.register(print, 'passed')"),
    "excepthooks": (
        GRADED,
        "import sys, threading\nsys.excepthook = sys.unraisablehook = threading.excepthook = lambda *a: None",
    ),
    "user_namespace_replaced": (
        EITHER,
        "class D(dict):\n    def __contains__(self, key):\n        return True\n    def __getitem__(self, key):\n        return lambda *a: 3\nget_ipython().user_ns = D()",
    ),
    "import_hook": (
        REVIEW,
        "import sys\nclass F:\n    @staticmethod\n    def find_spec(*a):\n        return None\nsys.meta_path.insert(0, F)",
    ),
    "shadow_module": (
        GRADED,
        "open('jax.py', 'w').write('jit = lambda f: f')\nimport sys, importlib\nsys.path.insert(0, '.')\nimportlib.invalidate_caches()",
    ),
    "compiles_as_the_check": (REVIEW, "exec(compile('import sys; f = sys._getframe()', '<probe>', 'exec'))"),
    "compiles_as_a_library": (
        REVIEW,
        "import os\nexec(compile('import sys; f = sys._getframe()', os.__file__, 'exec'))",
    ),
}

# Found by somebody who had the lessons and the grader's source, and an hour.
FIND = "import os, socket, stat\nchannel = next(d for d in range(3, 99) if os.path.exists(f'/dev/fd/{d}') and stat.S_ISSOCK(os.fstat(d).st_mode))\n"
OUTSIDE = {
    "stands_between_runner_and_grader": (
        REVIEW,
        FIND
        + """real = socket.socket(fileno=os.dup(channel))
ours, theirs = socket.socketpair()
os.dup2(theirs.fileno(), channel)""",
    ),
    "mutes_the_signs": (
        REVIEW,
        FIND
        + """kept, nowhere = os.dup(channel), os.open('/dev/null', os.O_RDWR)
os.dup2(nowhere, channel)
for n in range(60):
    try:
        open(f'/proc/mem{n}')
    except OSError:
        pass
os.dup2(kept, channel)
import sys
sys._getframe()""",
    ),
    "writes_signs_for_the_teacher": (
        REVIEW,
        FIND
        + """import json
data = json.dumps({'event': 'sign', 'said': 'all is well'}).encode()
os.write(channel, len(data).to_bytes(4, 'big') + data)""",
    ),
    "calls_its_file_a_library": (
        REVIEW,
        "import sys\nopen('/tmp/a.py', 'w').write('import sys\\nsys._getframe()')\nname = sys.prefix + '/..' * 9 + '/tmp/a.py'\nexec(compile(open('/tmp/a.py').read(), name, 'exec'))",
    ),
    "frames_by_stack_data": (
        REVIEW,
        "import stack_data.utils\ntry:\n    1 / 0\nexcept ZeroDivisionError as e:\n    stack_data.utils.frame_and_lineno(e.__traceback__)",
    ),
    "frames_by_executing": (
        REVIEW,
        "import executing\ntry:\n    1 / 0\nexcept ZeroDivisionError as e:\n    executing.Source.executing(e.__traceback__).frame",
    ),
    "locals_of_a_generator": (
        REVIEW,
        "import inspect\ndef g():\n    yield 1\nx = g()\nnext(x)\ninspect.getgeneratorlocals(x)",
    ),
    "memory_by_array_interface": (
        REVIEW,
        "class P:\n    __array_interface__ = {'data': (id(jax), False), 'shape': (4,), 'typestr': '<u8', 'version': 3}\nnp.asarray(P())[0]",
    ),
    "memory_by_strides": (REVIEW, "np.lib.stride_tricks.as_strided(np.zeros(1), shape=(4,))"),
    "enters_a_context_and_stays": (GRADED, "forever = jax.ensure_compile_time_eval()\nforever.__enter__()"),
    "replaces_a_part_of_jaxlib": (
        REVIEW,
        "import jaxlib._jax as m\nold = m.pjit\nm.pjit = lambda *a, **k: old(*a, **k)",
    ),
    "replaces_a_primitives_impl": (
        REVIEW,
        "from jax._src.lax import lax\nold = lax.mul_p.impl\nlax.mul_p.impl = lambda *a, **k: old(*a, **k)",
    ),
    "replaces_a_method_of_a_primitive": (
        REVIEW,
        "from jax._src.lax import lax\nold = lax.mul_p.bind\nlax.mul_p.bind = lambda *a, **k: old(*a, **k)",
    ),
    "walks_frames_and_dies": (REVIEW, "import os, sys\nsys._getframe()\nos._exit(0)"),
}

# Frames of its own on the channel: name → (outcomes, expression of the bytes).
FRAMES = {
    "frame_forged": (
        REVIEW,
        "frame({'event': 'probe', 'nonce': '0' * 32, 'seen': {}, 'end': ['nothing', ''], 'signs': []})",
    ),
    "frame_forged_cell": (
        REVIEW,
        "frame({'event': 'cell', 'nonce': None, 'outputs': [], 'ended': 'ok', 'said': '', 'line': None})",
    ),
    "frame_closed": (REVIEW, "frame({'event': 'closed', 'status': 0})"),
    "frame_closed_with_odd_status": (REVIEW, "frame({'event': 'closed', 'status': [[]]})"),
    "frame_impossible_size": (REVIEW, "b'\\xff\\xff\\xff\\xff' + b'x' * 100"),
    "frame_deeply_nested": (REVIEW, "sized(b'[' * 100000)"),
    "frame_deeply_nested_closed": (REVIEW, "sized(b'{\"event\":' * 5000 + b'1' + b'}' * 5000)"),
    "frame_huge_number": (REVIEW, "sized(b'{\"event\": \"cell\", \"line\": ' + b'9' * 4000 + b'}')"),
    "frame_endless_number": (REVIEW, "sized(b'{\"event\": ' + b'9' * 100000 + b'}')"),
    "frame_not_a_number": (REVIEW, "sized(b'{\"event\": NaN}')"),
    "frame_key_twice": (REVIEW, 'sized(b\'{"event": "sign", "event": "cell"}\')'),
    "frame_surrogates": (REVIEW, 'sized(b\'{"event": "\\\\ud800"}\')'),
    "frame_no_unicode": (REVIEW, "sized(b'\\xff\\xfe\\x00')"),
    "frame_of_signs": (REVIEW, "frame({'event': 'sign', 'said': 'x' * 100000}) * 20"),
    "frame_flood": (REVIEW, "b'\\x00\\x00\\x00\\x02{}' * 20000"),
}
WRITER = """
import json, os, stat, struct
def sized(data):
    return struct.pack(">I", len(data)) + data
def frame(message):
    return sized(json.dumps(message).encode())
data = {bytes}
for d in range(3, 20):
    try:
        if stat.S_ISSOCK(os.fstat(d).st_mode):
            os.write(d, data)
    except OSError:
        pass
"""

# Attacks by the answers themselves, while a check runs: name → (outcomes, ex1, ex2).
HELP = "def total(v, k):\n    return 0\n"
ANSWERS = {
    "equal_to_everything": (
        GRADED,
        "class Any:\n    def __eq__(self, other):\n        return True\n    __ne__ = __lt__ = __eq__\n    def __hash__(self):\n        return 0\n    def __getattr__(self, name):\n        return self\n    def __call__(self, *a, **k):\n        return self\ndef total(v, k):\n    return Any()",
        "def twice(f):\n    return lambda *a: Any()",
    ),
    "lies_about_its_class": (
        GRADED,
        "class Fake:\n    __class__ = jax.Array\n    dtype, shape, size = 'int32', (), 1\n    def __array__(self, *a, **k):\n        return np.array(7)\ndef total(v, k):\n    return Fake()",
        WRONG["ex2"],
    ),
    "subclass_of_a_tracer": (
        REVIEW,
        "class T(jax.core.Tracer):\n    aval = None\n    def __init__(self):\n        pass\n    dtype, shape = 'int32', ()\ndef total(v, k):\n    return T()",
        WRONG["ex2"],
    ),
    "string_that_changes": (
        GRADED,
        "class S(str):\n    n = 0\n    def __eq__(self, other):\n        return True\n    __hash__ = str.__hash__\ndef total(v, k):\n    return S('jax int32[] 7')",
        WRONG["ex2"],
    ),
    "list_that_changes": (
        GRADED,
        "class L(list):\n    def __iter__(self):\n        return iter([1])\n    def __len__(self):\n        return 2\n    def __eq__(self, o):\n        return True\ndef total(v, k):\n    x = []\n    x.append(x)\n    return x",
        "def twice(f):\n    return lambda x: L()",
    ),
    "number_that_changes": (
        GRADED,
        "class I(int):\n    def __eq__(self, o):\n        return True\n    __hash__ = int.__hash__\ndef total(v, k):\n    return I(3)",
        "def twice(f):\n    return lambda x: I(5)",
    ),
    "evil_repr": (
        REVIEW,
        "class R:\n    def __repr__(self):\n        raise SystemExit\n    __str__ = __repr__\n    def __class__(self):\n        raise KeyboardInterrupt\ndef total(v, k):\n    return {R(): R()}",
        "def twice(f):\n    return lambda x: R",
    ),
    "raises_exit": (GRADED, "def total(v, k):\n    raise SystemExit(0)", "def twice(f):\n    raise KeyboardInterrupt"),
    "ends_its_process": (REVIEW, "import os\ndef total(v, k):\n    os._exit(0)", "def twice(f):\n    os._exit(0)"),
    "ends_with_exit": (GRADED, "exit()", "quit(0)"),
    "kills_itself": (EITHER, "import os\ndef total(v, k):\n    os.kill(os.getpid(), 9)", WRONG["ex2"]),
    "kills_the_runner": (EITHER, "import os\ndef total(v, k):\n    os.kill(os.getppid(), 9)", WRONG["ex2"]),
    "kills_everything": (EITHER, "import os\ndef total(v, k):\n    os.kill(-1, 9)", WRONG["ex2"]),
    "crashes": (EITHER, "import os\ndef total(v, k):\n    os.abort()", WRONG["ex2"]),
    "crashes_deeply": (
        GRADED,
        "import sys\ndef total(v, k):\n    sys.setrecursionlimit(10**9)\n    f = lambda n: f(n + 1)\n    return f(0)",
        WRONG["ex2"],
    ),
    "claims_not_attempted": (
        GRADED,
        "def total(v, k):\n    raise NotImplementedError()",
        "def twice(f):\n    raise NotImplementedError()",
    ),
    "error_of_evil_words": (
        GRADED,
        "class E(Exception):\n    def __str__(self):\n        raise self\ndef total(v, k):\n    raise E",
        "class F(Exception):\n    def __str__(self):\n        return 'x' * 10**7\ndef twice(f):\n    raise F",
    ),
    "closes_the_channel": (GRADED, "import os\ndef total(v, k):\n    os.closerange(3, 100)", WRONG["ex2"]),
    "reads_expected_value_from_the_caller": (
        REVIEW,
        "import sys\ndef total(v, k):\n    f = sys._getframe(1)\n    return f.f_locals.get('x')",
        WRONG["ex2"],
    ),
    "knows_the_table_and_forges_by_frames": (
        REVIEW,
        "import sys\ndef total(v, k):\n    f = sys._getframe()\n    while f:\n        for s in f.f_locals.values():\n            if type(s) is dict and 'x' in s and 'k' in s:\n                given = s\n        f = f.f_back\n    f = sys._getframe()\n    while f:\n        if type(f.f_locals.get('seen')) is dict:\n            f.f_locals['seen'].update({'the total': f'jax int32[] {sum(given[\"x\"]) * given[\"k\"]}'})\n        f = f.f_back\n    return 0",
        WRONG["ex2"],
    ),
    "knows_the_table_and_tells_it_to_the_check": (
        EITHER,
        HELP,
        "def twice(f):\n    inner = f\n    while hasattr(inner, '__wrapped__'):\n        inner = inner.__wrapped__\n    for c in inner.__closure__:\n        if callable(c.cell_contents):\n            c.cell_contents('twice, of a number', 7)\n    return lambda x: x",
    ),
    "changes_the_cell_of_see": (
        EITHER,
        HELP,
        "def twice(f):\n    while hasattr(f, '__wrapped__'):\n        f = f.__wrapped__\n    for c in f.__closure__ or ():\n        old = c.cell_contents\n        if callable(old):\n            c.cell_contents = lambda what, value, old=old: old(what, 7)\n    f(1)\n    return lambda x: x",
    ),
    "opens_the_generator_of_see": (
        EITHER,
        HELP,
        "def twice(f):\n    while hasattr(f, '__wrapped__'):\n        f = f.__wrapped__\n    for c in f.__closure__ or ():\n        if callable(c.cell_contents):\n            c.cell_contents.__closure__[0].cell_contents.__self__.gi_frame.f_locals\n    return lambda x: x",
    ),
    "counts_traces_itself": (REVIEW, HELP, "def twice(f):\n    f.traces = 2\n    return lambda x: x"),
    "patches_names_of_the_check": (
        EITHER,
        HELP,
        "def twice(f):\n    while hasattr(f, '__wrapped__'):\n        f = f.__wrapped__\n    f.__globals__['look'] = lambda v: 'jax int32[2] [1, 2]'\n    return lambda x: x",
    ),
    "patches_builtins_of_the_check": (
        EITHER,
        HELP,
        "def twice(f):\n    while hasattr(f, '__wrapped__'):\n        f = f.__wrapped__\n    f.__globals__['__builtins__']['type'] = lambda v: int\n    return lambda x: x",
    ),
    "patches_and_restores": (
        REVIEW,
        HELP,
        "import jax.numpy as m\ndef twice(f):\n    old = m.array\n    m.array = None\n    def g(x):\n        m.array = old\n        return x\n    try:\n        f(1)\n    except Exception:\n        pass\n    return g",
    ),
    "detects_grading": (
        GRADED,
        "import os\ndef total(v, k):\n    return v.sum() * k if os.environ.get('NBGRADER_EXECUTION') or 'jovyan' in os.environ.get('HOME', '') else 0",
        WRONG["ex2"],
    ),
    "only_the_visible_cases": (
        GRADED,
        "def total(v, k):\n    return jnp.array(9 if v.shape == (2,) and k == 3 else 0, 'int32')",
        "def twice(f):\n    return lambda x: jnp.array([29, 38], 'int32') if getattr(x, 'size', 0) == 2 else 68",
    ),
    "sees_inputs_and_recurses": (
        GRADED,
        "def total(v, k):\n    return total(v, k)",
        "def twice(f):\n    return twice(f)",
    ),
    "runs_the_probe_itself": (
        GRADED,
        "def total(v, k):\n    return 0\ndef probe(see, **k):\n    see('the total', 1)",
        WRONG["ex2"],
    ),
    "error_called_nothing": (
        REVIEW,
        "def total(v, k):\n    raise type('nothing', (Exception,), {})",
        "def twice(f):\n    raise type('nothing', (Exception,), {})",
    ),
    "error_called_timeout": (
        GRADED,
        "def total(v, k):\n    raise type('Timeout', (Exception,), {})('x')",
        "def twice(f):\n    raise type('TooLarge', (Exception,), {})('x')",
    ),
    "words_that_read_like_an_array": (
        GRADED,
        "def total(v, k):\n    return f'jax int32[] {int(v.sum()) * k}'",
        WRONG["ex2"],
    ),
    "one_of_several_classes": (
        REVIEW,
        "class Fake:\n    __class__ = np.ndarray\n    shape, size = (), 1\n    def __init__(self, n):\n        self.dtype, self.n = 'int32', n\n    def __array__(self, *a, **k):\n        return np.array(self.n, 'int32')\ndef total(v, k):\n    return Fake(int(v.sum()) * k)",
        WRONG["ex2"],
    ),
    "thread_while_checked": (
        REVIEW,
        "import threading, time\ndef total(v, k):\n    threading.Thread(target=time.sleep, args=(60,), daemon=True).start()\n    return 0",
        WRONG["ex2"],
    ),
    "fork_while_checked": (REVIEW, "import os\ndef total(v, k):\n    os.fork()\n    return 0", WRONG["ex2"]),
}

# Found by a second one, with half an hour: what is reached through the functions that a check hands to the answers.
INSIDE = """import dis, functools, sys, types, weakref
def inside(f):
    if hasattr(f, '__wrapped__'):
        found = [c.cell_contents for g in (f, f.__wrapped__, getattr(f.__wrapped__, '__wrapped__', f)) for c in g.__closure__ or ()]
    else:
        found = [c for g in (f, [c for c in dis.Bytecode(f).codeobj.co_consts if callable(c)][-1]) for c in dis.Bytecode(g).codeobj.co_consts]
    return [c for c in found if callable(c)]
def step_of(f):
    return next(g for g in (f, *inside(f)) if getattr(getattr(g, '__code__', None), 'co_filename', '') == '<probe>')
"""
WITHIN = {
    "constants_of_the_check_told": (
        EITHER,
        HELP,
        INSIDE
        + "def twice(f):\n    for c in inside(f):\n        if c.__name__ == 'call':\n            try:\n                c('twice, of a number', 7)\n            except TypeError:\n                pass\n    return lambda x: x",
    ),
    "told_when_an_object_dies": (
        EITHER,
        HELP,
        INSIDE
        + "class O:\n    pass\ndef twice(f):\n    for c in inside(f):\n        if c.__name__ == 'call':\n            weakref.finalize(O(), functools.partial(c, 'twice, of a number', 7))\n    return lambda x: x",
    ),
    "told_in_equal_code": (
        EITHER,
        HELP,
        INSIDE
        + "def twice(f):\n    step = step_of(f)\n    code = dis.Bytecode(step).codeobj\n    same = code.replace(co_filename='mine')\n    types.FunctionType(same, dict(step.__globals__), 'step', None, step.__closure__)(jnp.zeros(2))\n    return lambda x: x",
    ),
    "told_in_code_from_a_monitor": (
        REVIEW,
        HELP,
        INSIDE
        + "store = {}\nm = sys.monitoring\nm.use_tool_id(3, 'x')\nm.register_callback(3, m.events.PY_START, store.setdefault)\nm.set_events(3, m.events.PY_START)\n"
        + WRONG["ex2"],
    ),
    "found_through_jaxs_caches": (
        EITHER,
        HELP,
        "from jax._src.interpreters import partial_eval\ndef twice(f):\n    def g(x):\n        for k in getattr(partial_eval.trace_to_jaxpr, 'cache_keys', list)():\n            h = k[0]() if callable(k[0]) else None\n            while h is not None:\n                for c in getattr(h, '__closure__', None) or ():\n                    if getattr(c.cell_contents, '__name__', '') == 'call':\n                        c.cell_contents('twice, of a number', 7)\n                h = getattr(h, '__wrapped__', None)\n        return x\n    return g",
    ),
    "look_that_puts_itself_back": (
        EITHER,
        HELP,
        INSIDE
        + "def twice(f):\n    g = step_of(f).__globals__\n    real = g.get('look')\n    def lie(value):\n        g['look'] = real\n        n, a, b = 2, 0, 0\n        return real(f_twice(value))\n    step = f\n    def f_twice(v):\n        return step(v)\n    def once(x):\n        g['look'] = lie\n        return step(x)\n    return once",
    ),
    "cell_of_look_set": (
        EITHER,
        HELP,
        INSIDE
        + "def twice(f):\n    look = step_of(f).__globals__.get('look', f)\n    step = step_of(f)\n    for c in look.__closure__ or ():\n        c.cell_contents = lambda arguments: ('jax int32[2] [1, 2]', None)\n    return lambda x: x",
    ),
    "new_names_beside_the_check": (
        EITHER,
        HELP,
        INSIDE
        + "def twice(f):\n    step_of(f).__globals__.update({name: lambda *_, **__: 7 for name in ('type', 'len', 'isinstance', 'sorted', 'str')})\n    return lambda x: x",
    ),
    "array_by_its_class_and_a_librarys_function": (
        GRADED,
        "class Give:\n    def __init__(self, n):\n        self.n = n\n    def __call__(self, *a, **k):\n        return np.array(self.n, 'int32')\ndef total(v, k):\n    class Fake:\n        __class__ = jax.Array\n        dtype, shape, size = 'int32', (), 1\n        help = jax.tree_util.tree_map\n    if isinstance(v, jax.core.Tracer):\n        raise ValueError\n    Fake.__array__ = Give(int(v.sum()) * k)\n    return Fake()",
        WRONG["ex2"],
    ),
    "jit_that_puts_itself_back": (
        EITHER,
        "real = jax.jit\ndef total(v, k):\n    if jax.jit is real:\n        def once(f):\n            jax.jit = real\n            return lambda y: jnp.asarray(int(np.asarray(y).sum()) * k, 'int32')\n        jax.jit = once\n    return jnp.zeros((), 'int32')",
        WRONG["ex2"],
    ),
    "array_that_puts_itself_back": (
        EITHER,
        "import weakref\nreal = jnp.array\nclass O:\n    pass\ndef total(v, k):\n    o = O()\n    jnp.array = lambda *a, **b: real(*a, **b) * 0\n    weakref.finalize(o, setattr, jnp, 'array', real)\n    return jnp.zeros((), 'int32')",
        WRONG["ex2"],
    ),
}


# Right answers of somebody who tampers all the same: a person looks at the exercise in which it is done.
BOTH = {
    "right_but_patches_jax": "import jax\nold = jax.jit\njax.jit = lambda f, *a, **k: old(f, *a, **k)",
    "right_but_walks_frames": "import inspect\ninspect.stack()",
    "right_but_hooks_cells": "get_ipython().events.register('post_execute', lambda *a: None)",
}


def register() -> None:
    def add(name, outcomes, make, points=0.0):
        make.__name__ = name
        case("tampering in the kernel", points, outcomes if isinstance(outcomes, tuple) else (outcomes,))(make)

    for name, (outcomes, first) in {**CELLS, **OUTSIDE}.items():
        add(
            name,
            outcomes,
            lambda notebook, first=first: answered(notebook, WRONG | {"ex1": first + "\n" + WRONG["ex1"]}),
        )
    for name, (outcomes, data) in FRAMES.items():
        add(
            name,
            outcomes,
            lambda notebook, data=data: answered(
                notebook, WRONG | {"ex1": WRONG["ex1"] + WRITER.replace("{bytes}", data)}
            ),
        )
    for name, (outcomes, ex1, ex2) in {**ANSWERS, **WITHIN}.items():
        add(name, outcomes, lambda notebook, ex1=ex1, ex2=ex2: answered(notebook, WRONG | {"ex1": ex1, "ex2": ex2}))
    add(
        "walks_frames_after_the_last_check",
        GRADED,
        lambda notebook: answered(notebook, WRONG, last="import sys\nsys._getframe()"),
    )
    for name, first in BOTH.items():
        add(
            name,
            REVIEW,
            lambda notebook, first=first: answered(
                notebook, RIGHT | {"predict1": WRONG["predict1"], "ex1": first + "\n" + RIGHT["ex1"]}
            ),
            3.0,
        )


if "strips_asserts" not in CASES:
    register()
