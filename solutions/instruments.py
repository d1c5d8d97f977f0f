# The instruments of every lesson. This file is the only place where they are edited: `python -m grader build`
# puts what stands below the next line into the setup cell of each lesson.
# --- 8< ---
# @title Setup: run this cell first, then read on. Open it when you wonder how a picture or a check is made.
import contextlib, functools, html, importlib.util, logging, math, os, random, re, subprocess, sys, traceback, warnings

if "COLAB_RELEASE_TAG" in os.environ:  # Colab lacks two small packages; what it has must stay as it is
    missing = [name for name in ("equinox", "simple_pytree") if importlib.util.find_spec(name) is None]
    if missing:
        from importlib.metadata import version

        pins = [f"{name}=={version(name)}" for name in ("jax", "jaxlib", "numpy")]
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", *missing, *pins], check=True)

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import simple_pytree
from IPython import get_ipython
from IPython.display import display

device = "cpu" if jax.default_backend() == "cpu" else f"{jax.default_backend()} ({jax.devices()[0].device_kind})"
colab = f"; Colab {os.environ['COLAB_RELEASE_TAG']}" if "COLAB_RELEASE_TAG" in os.environ else ""
print(f"jax {jax.__version__}, numpy {np.__version__}, equinox {eqx.__version__}; device: {device}{colab}")


# Looking: is it traced, and where in the object does it live? --------------------------------------------------------
def where(value):
    """'traced' if a tracer stands in for `value`, 'dead tracer' if its trace has ended, else 'concrete'."""
    if not isinstance(value, jax.core.Tracer):
        return "concrete"
    if isinstance(jnp.zeros(()), jax.core.Tracer):  # inside jit, JAX notices a dead tracer only at the end
        return "traced"
    try:
        jax.lax.broadcast(value, (1,))
    except (jax.errors.UnexpectedTracerError, TypeError):  # TypeError: jax 0.6.2, of a constant made in a trace
        return "dead tracer"
    return "traced"


def look(value):
    """`value` in one line that is the same on every version and device: what it is, dtype, shape, numbers."""
    if isinstance(value, jax.core.Tracer):
        return f"{where(value)} {value.dtype}{list(value.shape)}"
    if isinstance(value, (jax.Array, np.ndarray)):
        library = "jax" if isinstance(value, jax.Array) else "numpy"
        return f"{library} {value.dtype}{list(value.shape)}" + (f" {np.asarray(value).tolist()}" if value.size <= 8 else "")
    if type(value) in (tuple, list):
        return ("({})" if type(value) is tuple else "[{}]").format(", ".join(look(item) for item in value))
    if value is None or type(value) in (bool, int, float, str):
        return repr(value)
    if isinstance(value, np.generic):
        return f"numpy {value.dtype} scalar {value.item()!r}"
    return f"class {value.__name__}" if isinstance(value, type) else f"a {type(value).__name__}"


def parts(obj):
    """One level of `obj` as JAX sees it: {"children": …, "aux data": …, "in neither": …}, each (name, value) pairs."""
    keyed, treedef = jax.tree_util.tree_flatten_with_path(obj, is_leaf=lambda node: node is not obj)
    fields = {name: value for name, value in getattr(obj, "__dict__", {}).items() if not name.startswith(("_pytree__", "__"))}

    def take(value, otherwise):
        name = next((name for name, field in fields.items() if field is value), None)
        return otherwise if name is None else (fields.pop(name), name)[1]

    def inside(aux):  # the attributes that the aux data holds, as they are
        name = take(aux, None)
        if name is not None:
            yield name, aux
        else:
            items = aux if type(aux) in (tuple, list) else (aux if type(aux) is dict else getattr(aux, "__dict__", {})).values()
            for item in items:  # equinox keeps its aux data in an object of its own
                yield from inside(item)

    children = [(take(value, jax.tree_util.keystr(path) or "itself"), value) for path, value in keyed]
    own = treedef.node_data() is not None and treedef.node_data()[0] not in (tuple, list, dict, type(None))
    aux = list(inside(treedef.node_data()[1:])) if own else []
    if own and not aux and not isinstance(treedef.node_data()[1], (type(None), tuple)):
        aux = [("", treedef.node_data()[1])]
    return {"children": children, "aux data": aux, "in neither": list(fields.items()) if own else []}


class Picture:
    """A drawing of `obj`: its children (leaves and subtrees), its aux data, and attributes that the registration forgets.

    A traced value has a dashed round frame, a dead tracer a crossed one, a concrete value a plain one.
    """

    marks = {"concrete": "■", "traced": "◌", "dead tracer": "✗"}

    def __init__(self, obj, title=None):
        self.title = title or type(obj).__name__
        self.rows = [(part, name, self.marks[where(value)], look(value)) for part, pairs in parts(obj).items() for name, value in pairs]

    def __repr__(self):
        return "\n".join([self.title] + [f"  {part:10}  {name:6} {mark} {text}" for part, name, mark, text in self.rows])

    def _repr_html_(self):
        said = {"children": "children: become leaves, which transformations trace", "aux data": "aux data: in the treedef; compared with ==, never traced",
                "in neither": "in neither: lost when the object is rebuilt"}
        wide = 8 * max([len(f"{name} {mark} {text}") for _, name, mark, text in self.rows] + [44]) + 56
        left, y, height, svg = 8 * len(self.title) + 70, 6, 0, []
        for part in dict.fromkeys(row[0] for row in self.rows):
            rows = [row[1:] for row in self.rows if row[0] == part]
            height, middle = 32 + 32 * len(rows), y + 18
            svg.append(f'<path d="M{left - 44} {middle} h34 m-7 -4 l7 4 l-7 4" fill="none" stroke="currentColor"/><rect x="{left}" y="{y}" width="{wide}" height="{height}" '
                       f'rx="4" fill="currentColor" fill-opacity="0.06"/><text x="{left + 12}" y="{y + 21}" font-weight="bold">{said[part]}</text>')
            for number, (name, mark, text) in enumerate(rows):
                top, width = y + 30 + 32 * number, 8 * len(f"{name} {mark} {text}") + 28
                frame = {"■": "", "◌": 'stroke-dasharray="5 4" stroke-width="1.5"', "✗": ""}[mark]
                cross = f'<path d="M{left + 12} {top} l{width} 26 m0 -26 l-{width} 26" stroke="currentColor" stroke-opacity="0.4"/>' if mark == "✗" else ""
                svg.append(f'<rect x="{left + 12}" y="{top}" width="{width}" height="26" rx="{13 if mark == "◌" else 2}" fill="none" stroke="currentColor" {frame}/>{cross}'
                           f'<text x="{left + 26}" y="{top + 18}" font-family="monospace">{html.escape(f"{name} {mark} {text}")}</text>')
            y += height + 10
        words = html.escape(repr(self), quote=True)
        return (f'<svg role="img" aria-label="{words}" width="{left + wide + 8}" height="{max(y, 50)}" font-family="sans-serif" font-size="13" fill="currentColor" style="max-width:100%">'
                f'<title>{words}</title><rect x="6" y="6" width="{left - 50}" height="36" rx="4" fill="none" stroke="currentColor" stroke-width="1.5"/>'
                f'<path d="M{left - 44} 24 V{y - 10 - height + 18}" stroke="currentColor"/><text x="16" y="29" font-weight="bold">{html.escape(self.title)}</text>{"".join(svg)}</svg>')


def show(obj, title=None):
    """Draw `obj` as JAX sees it, here and now; also from inside a traced function."""
    display(Picture(obj, title))


# Measuring: how often is it traced, does it fail, does the claim hold? -----------------------------------------------
def count_traces(function):
    """A fresh copy of `function` that counts in `.traces` how often its Python body runs: under jit, its traces."""

    @functools.wraps(function)
    def counted(*args, **kwargs):
        counted.traces += 1
        return function(*args, **kwargs)

    counted.traces = 0
    return counted


def overheard(run, *arguments):
    """What `run(*arguments)` gives, and how often JAX told meanwhile of a trace or a compilation: jax.log_compiles makes it."""
    logger, heard, ear = logging.getLogger("jax"), [], logging.Handler()
    ear.emit, others = heard.append, (logger.handlers, logger.propagate)
    logger.handlers, logger.propagate = [ear], False
    try:
        with jax.log_compiles():
            return run(*arguments), len(heard)
    finally:
        logger.handlers, logger.propagate = others


def way_through(function, value):
    """What `function` does with `value`, in order: the program of each jitted function that it calls, or "by Python" outside of one."""
    program, found = jax.make_jaxpr(function)(value), []
    concerned = {id(variable) for variable in program.jaxpr.invars}
    for equation in program.jaxpr.eqns:
        if concerned & {id(variable) for variable in equation.invars}:
            found.append(equation.params.get("jaxpr", "by Python"))
            concerned |= {id(variable) for variable in equation.outvars}
    return found


@contextlib.contextmanager
def raises(*errors):
    """The block must raise one of `errors`; fails if nothing is raised, so that the claim cannot rot."""
    try:
        yield
    except errors as error:
        said = "" if STABLE else ": " + (str(error).strip().splitlines() or [""])[0][:200]  # the words differ between versions
        print(f"raised {next(kind for kind in errors if isinstance(error, kind)).__name__}, as foretold{said}")
    else:
        raise AssertionError(f"nothing was raised; expected {' or '.join(kind.__name__ for kind in errors)}")


def claim(name, sentence, holds):
    """State what was just measured; fails if it does not hold. `name` is the claim's id in the table of facts."""
    assert holds, f"does not hold here ({name}): {sentence}"
    print(f"✓ {sentence}  [{name}]")


# Checking: a table of behaviours, one row per belief ----------------------------------------------------------------
class Unfinished(AssertionError):
    """A check that has not passed yet; notebooks show it as one sentence instead of a traceback."""

    def _render_traceback_(self):
        return [f"{type(self).__name__}: {self}"]


class NotAttempted(Unfinished):
    """The exercise's stub is still there, or its cell was not run."""


def plain(value):
    """`value` if it is plain data (numbers, words, lists and dicts of them), else what `look` says of it."""
    if type(value) in (list, tuple):
        return [plain(item) for item in value]
    if type(value) is dict:
        return {str(key): plain(item) for key, item in value.items()}
    return value if value is None or type(value) in (bool, int, float, str) else look(value)


def observe(probe, inputs):
    """Run `probe(see, **inputs)`; return what it saw, by name, and how it ended: (class of error, sentence)."""
    seen = {}

    def see(what, value):
        value = plain(value)
        seen[what] = value if seen.get(what, value) == value else "first one thing, then another"

    with warnings.catch_warnings(), contextlib.redirect_stderr(sys.stdout):
        warnings.simplefilter("ignore")
        try:
            probe(see, **inputs)
        except Exception as error:
            frames = traceback.extract_tb(error.__traceback__)
            ours = {probe.__code__.co_filename, observe.__code__.co_filename}
            cells = [frame for frame in frames if "ipykernel_" in frame.filename or "ipython-input" in frame.filename]
            mine = [frame for frame in cells if frame.filename not in ours and frame.line]
            said = (str(error).strip().splitlines() or [""])[0][:160]
            if type(error) is NotImplementedError and not said:
                return seen, ("not attempted", "the stub of this exercise is still there" + (f" (line {mine[-1].lineno} of its cell)" if mine else ""))
            if type(error) is NameError and frames[-1].filename == probe.__code__.co_filename:
                return seen, ("not attempted", f"{said}: run the answer cell above first")
            said += next((f"; {advice}" for sign, advice in ADVICE.items() if sign in said), "")
            return seen, (type(error).__name__, said + (f" (line {mine[-1].lineno} of your cell: {mine[-1].line})" if mine else ""))
    return seen, ("nothing", "")


ADVICE = {  # what often stands behind an error that comes from JAX's own code
    "0-d array": "are the children a tuple? (x) is none, (x,) is",
    "not iterable": "are the children a tuple? (x) is none, (x,) is",
    "'NoneType' object has no attribute": "does unflatten return the object that it builds?",
}


def same(seen, wanted):
    """Equal in value and in exact type, floats within 1e-5: nothing that an `__eq__` of somebody else answers."""
    if type(seen) is not type(wanted):
        return False
    if type(wanted) is list:
        return len(seen) == len(wanted) and all(map(same, seen, wanted))
    if type(wanted) is dict:
        return sorted(seen) == sorted(wanted) and all(same(seen[key], wanted[key]) for key in wanted)
    return math.isclose(seen, wanted, rel_tol=1e-5, abs_tol=1e-6) if type(wanted) is float else seen == wanted


def row_of(what, value, *rest):
    """A row of a table as (what, value, {value seen: (belief, words)}, weight).

    It is written (what, value, belief, words), or (what, value, {value seen: (belief, words), ...: (belief, words)}) where
    different wrong values betray different beliefs. A number behind it is its weight, 1 if there is none. The row "raised"
    explains an error and earns nothing; its number is the share of the points that is kept when the code raises, 0 if there is none.
    """
    *rest, weight = rest if type(rest[-1]) in (int, float) else (*rest, int(what != "raised"))
    return what, value, rest[0] if type(rest[0]) is dict else {...: tuple(rest)}, weight


def compare(seen, end, table):
    """Rows (right, what, seen, wanted, belief, words, weight), in the order of cause; `table` gives rows as `row_of` reads them."""
    rows, raised, kept = [], [], 0
    for what, value, beliefs, weight in (row_of(*row) for row in table):
        got = end[0] if what == "raised" else seen.get(what, "not reached")
        belief = beliefs.get(next((key for key in beliefs if key is not ... and same(got, key)), ...))
        if what != "raised":
            rows.append((same(got, plain(value)), what, got, plain(value), *belief, weight))
            continue
        kept = weight
        if got != "nothing" and belief:
            raised = [(False, what, got, "nothing", belief[0], f"{belief[1]} (It raised {end[0]}: {end[1]})", kept)]
    if end[0] != "nothing" and not raised:
        raised = [(False, "raised", end[0], "nothing", "error", f"Your code raised {end[0]}: {end[1]}", kept)]
    return raised + rows


class Report:
    """The answer of a check: `rows` of `compare`, `score` from 0 to 1 by their weights; a table in a notebook, text elsewhere."""

    def __init__(self, name, rows):
        scored = [row for row in rows if row[1] != "raised"]
        self.name, self.rows, self.passed = name, rows, all(row[0] for row in rows)
        kept = next((row[6] for row in rows if row[1] == "raised"), 1)  # code that raised did not do what was seen before
        self.score = kept * sum(row[0] * row[6] for row in scored) / sum(row[6] for row in scored)
        self.belief, self.words = next((row[4:6] for row in rows if not row[0]), (None, "Every row is right."))

    def lines(self):
        first = True
        for right, what, got, value, _, words, _ in self.rows:
            said = "" if right else words if first else "may follow from the row above"
            first = first and right
            yield ("✓ right" if right else "✗ not yet"), what, str(got), str(value), said

    def __repr__(self):
        return "\n".join(f"{mark:9} {what}: {got}" + (f", wanted {value}. {said}" if said else "") for mark, what, got, value, said in self.lines())

    def _repr_html_(self):
        cells = [("", "what is looked at", "seen", "wanted", "what it tells"), *self.lines()]
        rows = ["".join(f'<td style="text-align:left;vertical-align:top">{html.escape(text)}</td>' for text in (line[0].replace(" ", "\u00a0"), *line[1:])) for line in cells]
        return f'<table style="max-width:64em"><tr>{"</tr><tr>".join(rows)}</tr></table>'


def check(name, probe, table, **inputs):
    """Compare what `probe` sees beside your code with `table`, row by row; raises `Unfinished` if a row fails."""
    if GRADING:  # nbgrader gives nothing to a cell that raises, whatever number comes after: leave it to score_hidden
        return
    seen, end = observe(probe, inputs)
    stale = ", ".join(sorted(STALE.keys() & names_in(probe.__code__)))
    if end[0] == "not attempted":
        raise NotAttempted(f"{name} is not attempted: {end[1]}" + (f"; the cell that defines {stale} raised when it was last run." if stale else "."))
    report = Report(name, compare(seen, end, table))
    display(report)
    if stale:
        print(f"Beware: the cell that defines {stale} raised when it was last run; what is checked is what stood there before.")
    if not report.passed:
        scored = [row for row in report.rows if row[1] != "raised"]
        raise Unfinished(f"{name}: {sum(row[0] for row in scored)} of {len(scored)} rows are right. {report.words}")
    print(f"{name}: passed.")


def reply(name, letter, options):
    """Answer a letter: `options` maps each letter to (belief, words), with None as the belief of the one that holds."""
    letter = letter.strip().upper() if isinstance(letter, str) else letter
    if letter not in options:
        missing = f"{name} is not attempted: write one of the letters {', '.join(options)} in the cell above, and run it."
        if name.startswith("predict"):
            raise NotAttempted(missing)
        return print(missing)
    right = options[letter][0] is None
    print(f"{name}: your {letter} is {'right' if right else 'not so'}. {options[letter][1]}")
    for key in options:
        if not right and options[key][0] is None:
            print(f"{name}: {key} it is. {options[key][1]}")


def score_hidden(name, probe, wanted, inputs, points):
    """For stock nbgrader: check with fresh inputs; while autograding a trailing number is the partial credit."""
    fresh = inputs(random.Random())
    seen, end = observe(probe, fresh)
    if end[0] == "not attempted":
        return 0.0
    report = Report(name, compare(seen, end, wanted(**fresh)))
    if GRADING:
        return round(points * report.score, 2)
    if not report.passed:
        raise Unfinished(f"{name}, with fresh inputs: {report.words}")


GRADING = os.environ.get("NBGRADER_EXECUTION") == "autograde"
STABLE = "STABLE_OUTPUT" in os.environ  # set where outputs of different versions are compared
STALE = globals().get("STALE", {})  # names whose cell raised when it was last run


def names_in(code):
    """The global names that a function's code uses, also inside the functions that it makes."""
    inner = [names_in(constant) for constant in code.co_consts if hasattr(constant, "co_names")]
    return set(code.co_names).union(*inner)


def notice_stale(result):
    """After each cell: what a failing cell was to define is stale."""
    defined = re.findall(r"^(?:class|def) +(\w+)", result.info.raw_cell or "", re.M)
    for name in defined:
        STALE.pop(name, None)
    if result.error_before_exec or result.error_in_exec:
        STALE.update(dict.fromkeys(defined, True))


if "ipykernel" in sys.modules and get_ipython():  # in a notebook; if this cell was run before, its hook is there already
    if not any(getattr(hook, "__name__", "") == "notice_stale" for hook in get_ipython().events.callbacks["post_run_cell"]):
        get_ipython().events.register("post_run_cell", notice_stale)
