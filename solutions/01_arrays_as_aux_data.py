# %% [markdown]
# # Arrays as aux data
#
# What does `jit` see of your object? After this lesson you can
#
# - say for every attribute whether `jit` traces it or only compares it,
# - find the line that turns aux data into a tracer,
# - write a registration that is right on the second call too.
#
# 75 minutes. You need: a first acquaintance with `jax.jit` and `jax.grad`.
#
# It starts from a question that somebody asked in public and the answer it got; we call both together *the document*. What it saw is true. What it says of the cause is not.
#
#     object ──flatten──▶ leaves   (traced under jit, grad, vmap, scan)
#                     └─▶ treedef  (class + aux data: part of the cache key, compared with ==, never traced)
#            ◀─unflatten─ inside the traced function: a NEW object around tracers

# %% tags=["setup"]
# the instruments, put in by the build

# %% [markdown]
# ## Recall  (4 minutes)
#
# JAX takes every argument apart into **leaves** and a **treedef**, which says how to put them together again. Answer from memory.
#
# 1. How many leaves has `{"a": 1, "b": (2, None)}`?
#    - A: three
#    - B: two
#    - C: one
# 2. In which order come the leaves of `{"b": 1, "a": 2}`?
#    - A: 1, 2
#    - B: 2, 1
# 3. `Plain` is a class that nobody registered. How many leaves has `[Plain(1, 2), 3]`?
#    - A: three
#    - B: two
#    - C: it raises

# %% nbgrader={"grade": false, "grade_id": "recall1", "locked": false, "schema_version": 3, "solution": true, "task": false}
### BEGIN SOLUTION
### STUB: recall1 = None  # write "A", "B" or "C"
### STUB: recall2 = None  # write "A" or "B"
### STUB: recall3 = None  # write "A", "B" or "C"
recall1 = "B"
recall2 = "B"
recall3 = "B"
### END SOLUTION

# %% tags=["folded"]
# @title Reply
reply("recall1", recall1, {
    "A": ("none-is-a-leaf", "Three counts None. None is a node without children: it belongs to the treedef."),
    "B": (None, "1 and 2 are leaves. None is a node without children, and a tuple is a node."),
    "C": ("a-container-is-a-leaf", "One would be right if the dict were a leaf. JAX opens dicts, tuples and lists.")})
reply("recall2", recall2, {
    "A": ("dict-order-matters", "A dict is taken apart by sorted keys, not in the order in which it was written."),
    "B": (None, "Keys are sorted: the leaf of 'a' comes first.")})
reply("recall3", recall3, {
    "A": ("attributes-are-found", "JAX does not look for attributes. It opens only classes that are registered."),
    "B": (None, "An object of an unregistered class is one leaf, whole. This lesson is about opening it."),
    "C": ("unregistered-is-refused", "Taking it apart is fine: the object is a leaf. It is jit that refuses such a leaf.")})
claim("l1-none", "{'a': 1, 'b': (2, None)} has two leaves", jax.tree_util.tree_leaves({"a": 1, "b": (2, None)}) == [1, 2])
claim("l1-sorted", "the leaves of {'b': 1, 'a': 2} are 2, 1", jax.tree_util.tree_leaves({"b": 1, "a": 2}) == [2, 1])
claim("l1-unregistered", "an object of an unregistered class is one leaf", len(jax.tree_util.tree_leaves([object(), 3])) == 2)

# %% [markdown]
# ## The phenomenon  (5 minutes)
#
# A registration tells JAX how to open a class: `flatten` returns the **children** (they become leaves) and the **aux data** (it goes into the treedef); `unflatten` builds a new object from both. Here `x` is a child, the array `y` is aux data. `by_hand` makes a new class at each call, because a class is registered once.
#
# Run the next three cells. Three ways to register (a fourth waits for Experiment 1), two array libraries for `y`, three moments: 18 rows. A *dead tracer* stood in for numbers in a trace that has ended. Which `y` comes out of jit as a dead tracer, and what do these rows have in common?

# %%
X = jnp.array([1, 2], "int32")


def by_hand():
    class Pair:
        def __init__(self, x, y):
            self.x, self.y = x, y

    jax.tree_util.register_pytree_node(
        Pair, lambda pair: ((pair.x,), pair.y), lambda aux, children: Pair(children[0], aux))
    return Pair

# %% tags=["folded"]
# @title The same class in equinox, in simple_pytree and with register_dataclass
import dataclasses


def with_equinox():
    class Pair(eqx.Module):
        x: jax.Array
        y: object = eqx.field(static=True)

    return Pair


def with_simple_pytree():
    @dataclasses.dataclass
    class Pair(simple_pytree.Pytree):
        x: jax.Array
        y: object = simple_pytree.static_field()

    return Pair


def with_register_dataclass():
    @dataclasses.dataclass
    class Pair:
        x: jax.Array
        y: object

    jax.tree_util.register_dataclass(Pair, data_fields=["x"], meta_fields=["y"])
    return Pair


print("ready: by_hand, with_equinox, with_simple_pytree, with_register_dataclass")

# %%
def double(pair):
    return type(pair)(pair.x * 2, pair.y * 2)


with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # equinox has something to say here; we listen to it later
    for make in (by_hand, with_equinox, with_simple_pytree):
        for library in (jnp, np):
            pair = make()(X, library.array([3, 4], "int32"))
            for when, seen in ("before", pair), ("without jit", double(pair)), ("with jit", jax.jit(double)(pair)):
                print(f"{make.__name__:18}  {when:11}  x: {look(seen.x)}  y: {look(seen.y)}")

# %% [markdown]
# ## Predict, observe, explain  (6 minutes)
#
# ### Prediction 1. What is traced in here?  (1 point for predicting)
#
# `y` is aux data, a jax array. `where` says whether a value is a tracer. Inside jit we ask it about `pair.x`, `pair.y` and `pair.y * 2`.
#
# - A: traced, traced, traced
# - B: traced, concrete, concrete
# - C: traced, concrete, traced
#
# Write the letter before you run what follows. A wrong prediction costs nothing.

# %% nbgrader={"grade": false, "grade_id": "predict1", "locked": false, "schema_version": 3, "solution": true, "task": false}
### BEGIN SOLUTION
### STUB: prediction1 = None  # write "A", "B" or "C"
prediction1 = "C"
### END SOLUTION

# %%
Pair = by_hand()


@jax.jit
def look_inside(pair):
    show(pair, "pair, inside jit")
    print("x:", where(pair.x), "| y:", where(pair.y), "| y * 2:", where(pair.y * 2))
    return pair.x


out = look_inside(Pair(X, jnp.array([3, 4], "int32")))

# %% tags=["folded"] nbgrader={"grade": true, "grade_id": "predict1_check", "locked": true, "points": 1, "schema_version": 3, "solution": false, "task": false}
# @title Reply
reply("predict1", prediction1, {
    "A": ("aux-is-traced", "This belief says that jit wraps every array it meets. It wraps leaves. y is not one of them, and arrived as it was."),
    "B": ("static-in-static-out", "This belief says that what is computed from concrete values is concrete. Inside jit a jax operation is recorded, whatever its operands are."),
    "C": (None, "Aux data comes in untouched. The multiplication is jax's, so jit records it, and its result is a tracer."),
})

# %% [markdown]
# ### Prediction 2. Three calls  (1 point for predicting)
#
# `p` and `q` have the same `x`, and a `y` with equal numbers, but in two array objects. A jitted function is called with `p`, again with `p`, then with `q`.
#
# - A: all calls work, with one trace: the arrays are equal
# - B: all calls work, with two traces: another array is another key
# - C: the third call raises
# - D: the first call raises: an array has no hash

# %% nbgrader={"grade": false, "grade_id": "predict2", "locked": false, "schema_version": 3, "solution": true, "task": false}
### BEGIN SOLUTION
### STUB: prediction2 = None  # write "A", "B", "C" or "D"
prediction2 = "C"
### END SOLUTION

# %%
Pair = by_hand()
p = Pair(X, jnp.array([3, 4], "int32"))
q = Pair(X, jnp.array([3, 4], "int32"))
times = count_traces(lambda pair: pair.x * pair.y)
fast = jax.jit(times)

fast(p)
fast(p)
print("traces after p, p:", times.traces)
show(q, "q: equal numbers, another array")
with raises(ValueError):
    fast(q)

# %% tags=["folded"] nbgrader={"grade": true, "grade_id": "predict2_check", "locked": true, "points": 1, "schema_version": 3, "solution": false, "task": false}
# @title Reply
reply("predict2", prediction2, {
    "A": ("equal-arrays-are-equal", "JAX asks == of the two treedefs. == of two arrays is an array of answers, and an array has no single truth value."),
    "B": ("aux-goes-by-identity", "Only the shortcut goes by identity: the same object counts as equal unasked. Another object is compared with ==."),
    "C": (None, "The treedefs are compared with ==, that of two arrays is no yes or no, and the comparison fails. The same object passes unasked."),
    "D": ("unhashable-is-refused", "That is how static_argnums behaves. The hash of a treedef leaves the aux data out, so the first call works and the trouble comes later."),
})

# %% [markdown]
# ## What the document says, what we measured  (11 minutes)
#
# The document explains the table so: JAX traces the shape of a jax array even in static data, and leaves a numpy array alone because it cannot trace it.
#
# **Experiment 1** could confirm that: if aux data were wrapped, the function would be given something else than the caller's array.

# %%
same_object = []
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    for make in (by_hand, with_equinox, with_simple_pytree, with_register_dataclass):
        for library in (jnp, np):
            y = library.array([3, 4], "int32")
            jax.jit(lambda pair: same_object.append(pair.y is y))(make()(X, y))
claim("l1-same-object", "in 8 of 8 cases the aux data inside jit is the caller's own array object", same_object == [True] * 8)

# %% [markdown]
# Nothing was wrapped on the way in. So who makes the tracer?
#
# **Experiment 2.** The document says that a numpy array is never traced. Let a numpy `y` meet an operation of jax, and let an operation of jax run on nothing at all.

# %%
Pair = by_hand()
seen = {}


@jax.jit
def operate(pair):
    seen["y * 2"] = where(pair.y * 2)
    seen["jnp.multiply"] = where(jnp.multiply(pair.y, 2))
    seen["jnp.zeros"] = where(jnp.zeros(2))


operate(Pair(X, np.array([3, 4], "int32")))
claim("l1-numpy-operation", "y * 2 of a numpy y is numpy's own operation and runs at once", seen["y * 2"] == "concrete")
claim("l1-numpy-becomes-traced", "jnp.multiply makes a tracer of the same numpy y", seen["jnp.multiply"] == "traced")
claim("l1-no-operand", "jnp.zeros(2) is a tracer too: jit records every jax operation", seen["jnp.zeros"] == "traced")

# %% [markdown]
# **The operation decides, not the container.** The document also says that the change takes effect. **Experiment 3**: use what came out. `show` crosses out a tracer whose trace has ended: it went out through the treedef of the result, where jit exchanges nothing. That is called a *leak*.
#
# Then: does JAX find the leak for us (the folded cell asks `jax.checking_leaks`)? And can a jax operation compute inside jit at all?

# %%
Pair = with_register_dataclass()  # a fourth way to register, the same tree
pair = Pair(X, jnp.array([3, 4], "int32"))
out = jax.jit(lambda pair: Pair(pair.x * 2, pair.y * 2))(pair)
show(out, "the result of jit")
claim("l1-leaf-is-fine", "the leaf came out as numbers", np.array_equal(out.x, [2, 4]))
claim("l1-shape-survives", "the dead tracer still knows its shape, and no numbers", out.y.shape == (2,))
with raises(jax.errors.UnexpectedTracerError):
    out.y + 1
claim("l1-vmap-computes", "vmap alone records nothing: there y * 2 is computed",
      np.array_equal(jax.vmap(lambda pair: Pair(pair.x * 2, pair.y * 2))(pair).y, [6, 8]))

# %% tags=["folded"]
# @title Does JAX find the leak, and does a library warn of an array in static data? Read the lines below
def leak_found(library, called_before=False):
    pair = by_hand()(X, library.array([3, 4], "int32"))
    fast = jax.jit(lambda pair: type(pair)(pair.x * 2, pair.y * 2))
    if called_before:
        fast(pair)
    try:
        with jax.checking_leaks():
            fast(pair)
        return False
    except Exception as error:
        return "Leaked" in str(error)


claim("l1-checking-leaks", "jax.checking_leaks finds the leak of the jax y, none with numpy", leak_found(jnp) and not leak_found(np))
claim("l1-checking-leaks-late", "it sees only what is traced inside it: after a first call, nothing", not leak_found(jnp, called_before=True))


def warned(make):
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        make()(X, jnp.array([3, 4], "int32"))
    return any("static" in str(warning.message) for warning in heard)


newer = tuple(int(part) for part in eqx.__version__.split(".")[:3]) >= (0, 11, 8)
claim("l1-equinox-warns", "equinox warns of an array in a static field (from 0.11.8 on)", warned(with_equinox) == newer)
claim("l1-simple-pytree-silent", "simple_pytree does not warn", not warned(with_simple_pytree))

# %%
Pair = by_hand()
seen = {}


@jax.jit
def double_now(pair):
    with jax.ensure_compile_time_eval():  # jax operations on concrete values run now
        seen["y * 2"], seen["x * 2"] = where(pair.y * 2), where(pair.x * 2)
        return Pair(pair.x * 2, pair.y * 2)


out = double_now(Pair(X, jnp.array([3, 4], "int32")))
show(out, "the result of double_now")
claim("l1-compile-time", "under ensure_compile_time_eval y * 2 is computed at once", seen["y * 2"] == "concrete")
claim("l1-compile-time-leaf", "it cannot do that for a leaf: x * 2 stays traced", seen["x * 2"] == "traced")

# %% [markdown]
# So the document's explanation fails three times: nothing is wrapped on entry, numpy is not exempt, the change is lost.
#
# **Experiment 4.** The document advises against changing static data. Is an array safe there if nobody changes it? Prediction 2 says no. An array of size 1 is worse: its `==` does give an answer, so nothing raises. And where does `y` stand in the program that jit makes? (The folded cell after it, optional, says what a large `y` costs there.)

# %%
Pair = by_hand()
times = count_traces(lambda pair: pair.x * pair.y)
fast = jax.jit(times)
results = [fast(Pair(X, jnp.array(y))) for y in ([3], [3], [5], [5.0])]
claim("l1-size-one", "y of size 1: [3], [3], [5], [5.0] raise nothing and cost two traces", times.traces == 2)
claim("l1-size-one-dtype", "[5.0] was given the program of [5]: the result has the wrong dtype", results[3].dtype == "int32")

pair = Pair(X, np.array([3, 4], "int32"))
program = jax.make_jaxpr(lambda pair: pair.x * pair.y)(pair)
claim("l1-one-input", "the program has one input: x", len(program.jaxpr.invars) == 1)
claim("l1-baked-in", "y stands in the program as a constant", any(np.array_equal(const, [3, 4]) for const in program.consts))

fast = jax.jit(lambda pair: pair.x * pair.y)
before = np.array(fast(pair))
pair.y[:] = 100
claim("l1-stale-in-place", "after a change of y in place, the same call gives the old result, silently", np.array_equal(before, fast(pair)))

# %% tags=["folded"]
# @title Optional: what a large array in the aux data costs. Run it, then open it
import time

Pair = by_hand()
x, y = jnp.ones(2**18, "float32"), np.arange(2**18, dtype="float32")  # a megabyte each
lowered = {
    "y in the aux data": jax.jit(lambda pair: pair.x * pair.y).lower(Pair(x, y)),
    "y as an argument": jax.jit(lambda x, y: x * y).lower(x, y)}
characters = {name: len(program.as_text()) for name, program in lowered.items()}
for name, program in lowered.items():
    start = time.perf_counter()
    memory = program.compile().memory_analysis()
    if not STABLE:  # times and memory are this machine's own; the claim below holds on all
        handed = getattr(memory, "argument_size_in_bytes", 0)
        print(f"{name}: {characters[name]:,} characters, compiled in {1000 * (time.perf_counter() - start):.0f} ms, {handed:,} bytes handed over at a call")
claim("l1-constant-is-written-out", "with y in the aux data its numbers are written into the program: over a million characters; as an argument: under a thousand",
      characters["y in the aux data"] > 1_000_000 and characters["y as an argument"] < 1000)
print("Expect on a CPU: a longer compilation, and a copy of y that lives as long as the program.")
print("Expect on an accelerator: that copy takes device memory, one for each compiled program. We state no figures for it: read yours above.")

# %% [markdown]
# ## Worked example: one registration, four decisions  (4 minutes)
#
# `Line` has a slope and an offset, to be fitted, and a name for the plot. Its `__init__` counts the lines that a *user* made.
#
# | decision | here | because |
# | --- | --- | --- |
# | choose the children | slope, offset | they are data: traced, differentiated |
# | choose the aux data | name | Python looks at it; it has a lawful `==` and a hash |
# | rebuild without `__init__` | `object.__new__` | JAX rebuilds often, with tracers, and is no user |
# | register | once, after the class | |

# %%
class Line:
    made = 0

    def __init__(self, slope, offset, name):
        self.slope, self.offset, self.name = slope, offset, name
        Line.made += 1


def flatten_line(line):
    return (line.slope, line.offset), line.name  # 1. the children, 2. the aux data


def unflatten_line(aux, children):
    line = object.__new__(Line)  # 3. rebuild: no __init__, no side effect
    line.slope, line.offset = children
    line.name = aux
    return line


jax.tree_util.register_pytree_node(Line, flatten_line, unflatten_line)  # 4. register

# %%
Line.made = 0
line = Line(jnp.array(2.0), jnp.array(1.0), "red")
show(line)
at_three = count_traces(lambda line: line.slope * 3 + line.offset)
fast = jax.jit(at_three)
fast(line), fast(Line(jnp.array(5.0), jnp.array(0.0), "red"))
claim("l1-line-trace", "two lines of one name share a trace", at_three.traces == 1)
slopes = jax.grad(lambda line: line.slope * 3 + line.offset)(line)
claim("l1-line-gradient", "gradients reach both children, and the name comes along",
      (float(slopes.slope), float(slopes.offset), slopes.name) == (3.0, 1.0, "red"))
claim("l1-line-init", "jit and grad rebuilt lines, yet only the user's two ran __init__", Line.made == 2)

# %% [markdown]
# ## Exercises  (41 minutes)
#
# Every exercise has a table of what is wanted, a cell for you and a check. Hints open one by one.
#
# ### Exercise 1. Fill the 2×2  (●○○ easy, 3 minutes, 2 points)
#
# *Why it matters:* whoever can say which line makes a tracer need not guess.
#
# `y` is a concrete array from `np` or `jnp`; an operation from `np` or `jnp` is applied to it, inside jit or outside. What comes out: `"numpy"`, `"jax"` or `"traced"`? Write the rule.
#
# | you call | it returns |
# | --- | --- |
# | `foretell("jnp", "np", True)` | the word for what an `np` operation makes of a `jnp` array inside jit |
# | `foretell("np", "jnp", False)` | the word for what a `jnp` operation makes of an `np` array outside jit |
# | the same for the other six pairs of `y`, operation and place | the check carries each out and compares |
#
# <details><summary>Hint 1</summary>Experiment 2: which of the two libraries does jit listen to?</details>
# <details><summary>Hint 2</summary>One of the three arguments does not matter at all.</details>
# <details><summary>Hint 3</summary>If the operation is numpy's, the result is numpy's. If it is jax's, ask whether a trace is recording.</details>
# <details><summary>Help: "None, measured …"</summary>A branch of your function ends without <code>return</code>.</details>

# %% nbgrader={"grade": false, "grade_id": "ex1", "locked": false, "schema_version": 3, "solution": true, "task": false}
def foretell(y_from, operation_from, inside_jit):
    """'numpy', 'jax' or 'traced'; y_from and operation_from are 'np' or 'jnp', inside_jit is True or False."""
    ### BEGIN SOLUTION
    if operation_from == "np":
        return "numpy"
    return "traced" if inside_jit else "jax"
    ### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "ex1_check", "locked": true, "points": 2, "schema_version": 3, "solution": false, "task": false}
def probe(see, y, operation):
    """What you foretell beside what is measured."""
    library, outside = {"np": np, "jnp": jnp}, []
    for y_from, operation_from in ("np", "np"), ("jnp", "np"), ("np", "jnp"), ("jnp", "jnp"):
        for inside in (True, False):

            class Holder:
                def __init__(self, y):
                    self.y = y

            jax.tree_util.register_pytree_node(Holder, lambda holder: ((), holder.y), lambda y, _: Holder(y))
            measured = []

            def run(holder):
                measured.append(look(getattr(library[operation_from], operation)(holder.y, 2)).split()[0])

            (jax.jit(run) if inside else run)(Holder(library[y_from].array(y, "int32")))
            said = foretell("".join(y_from), "".join(operation_from), inside)  # words made anew: equal, not the same
            said = said if type(said) is str else look(said)
            said += "" if said == measured[0] else f", measured {measured[0]}"
            if inside:
                see(f"{y_from} y, operation of {operation_from}, inside", said)
            else:
                outside.append(said)
    see("the same four outside", "; ".join(outside))


check("ex1", probe, TABLE, y=[3, 4], operation="multiply")
### BEGIN HIDDEN TESTS
# constant rows: the rule that is asked for holds whatever the numbers and the operation are, so all of its table does
def wanted(y, operation):
    def told(word, right):
        return word if word == right else f"{word}, measured {right}"

    def outside(*words):
        return "; ".join(map(told, words, ("numpy", "numpy", "jax", "jax")))

    def row(case, right, **beliefs):
        beliefs = {word: beliefs.get(word, ("no-rule", f"Measured here: {right}.")) for word in ("numpy", "jax", "traced")}
        return case, right, {**{told(word, right): belief for word, belief in beliefs.items()}, ...: (
            "another-word", "Return one of the three words in small letters, from every branch: numpy, jax or traced.")}

    yield row("np y, operation of np, inside", "numpy", traced=(
        "all-is-traced-in-jit", "numpy does not know that jit is at work: given a concrete array, it computes."))
    yield row("jnp y, operation of np, inside", "numpy", traced=(
        "container-decides", "A jax array in aux data is concrete, and numpy computes with it at once."), jax=(
        "result-keeps-the-library", "An operation of numpy returns a numpy array, whatever it was given."))
    yield row("np y, operation of jnp, inside", "traced", numpy=(
        "numpy-is-never-traced", "A numpy array given to a jax operation is recorded like any other operand."), jax=(
        "concrete-runs-at-once", "Inside jit a jax operation is recorded even if all its operands are concrete."))
    yield row("jnp y, operation of jnp, inside", "traced", jax=(
        "only-mixing-traces", "Both from jax, and still recorded: inside jit no jax operation runs at once."))
    yield "the same four outside", outside("numpy", "numpy", "jax", "jax"), {
        outside("numpy", "jax", "jax", "jax"): ("numpy-follows-outside", "Outside too the library of the operation decides what comes out."),
        outside("numpy", "numpy", "numpy", "jax"): ("numpy-stays-numpy", "A jax operation returns a jax array, also when it was given a numpy one."),
        outside("numpy", "numpy", "traced", "traced"): ("jax-always-traces", "Without a trace that records, a jax operation computes."),
        ...: ("container-decides-outside", "Outside jit too the operation alone decides: numpy's gives a numpy array, jax's a jax array, and nothing is recorded.")}


def inputs(rng):
    """Other numbers and another operation: the rule is the same."""
    return {"y": [rng.randrange(1, 50) for _ in range(3)], "operation": rng.choice(["add", "subtract", "maximum", "multiply"])}


score_hidden("ex1", probe, wanted, inputs, points=2)
### END HIDDEN TESTS

# %% [markdown] tags=["instructor"]
# **Why the other ways fail.** The argument that does not matter is `y_from`. "It depends on the container" is the document's rule, and breaks in both mixed cases. "Concrete operands give concrete results" is how JAX worked before every operation inside a trace was recorded (2020), so old texts still say so.

# %% [markdown]
# ### Exercise 2. Make `y` a child  (●○○ easy, 4 minutes, 2 points)
#
# *Why it matters:* if `y` is data, this is the right repair, and the shortest one.
#
# | you do | what happens |
# | --- | --- |
# | read `pair.y` inside jit | a tracer |
# | use `y` after jit | a jax array with the right numbers |
# | call with other numbers in `y` | no new trace |
# | take the gradient | it reaches `x` and `y` |
#
# Fill the two blanks.
#
# <details><summary>Hint 1</summary>The worked example has two children.</details>
# <details><summary>Hint 2</summary>Children are a tuple. If nothing is left for the aux data, it is <code>None</code>.</details>
# <details><summary>Hint 3</summary>Return both attributes in one tuple, then <code>None</code>; in unflatten hand over the children in the same order.</details>
# <details><summary>Help: ValueError, "The truth value of an array …" or "… checking equality of metadata fields …"</summary><code>y</code> is still (or also) in the aux data.</details>
# <details><summary>Help: TracerArrayConversionError</summary>Something calls numpy on a child. JAX rebuilds the object around tracers.</details>
# <details><summary>Help: "iteration over a 0-d array", or a leaf for every number</summary>The children must be a tuple. <code>(pair.x)</code> is none, <code>(pair.x,)</code> is; the aux data stands beside it.</details>

# %% nbgrader={"grade": false, "grade_id": "ex2", "locked": false, "schema_version": 3, "solution": true, "task": false}
class LeafPair:
    def __init__(self, x, y):
        self.x, self.y = x, y


def flatten_leaf_pair(pair):
    ### BEGIN SOLUTION
    ### STUB: raise NotImplementedError()  # return the children, the aux data
    return (pair.x, pair.y), None
    ### END SOLUTION


def unflatten_leaf_pair(aux, children):
    ### BEGIN SOLUTION
    ### STUB: raise NotImplementedError()  # return a new LeafPair
    return LeafPair(*children)
    ### END SOLUTION


jax.tree_util.register_pytree_node(LeafPair, flatten_leaf_pair, unflatten_leaf_pair)

# %% nbgrader={"grade": true, "grade_id": "ex2_check", "locked": true, "points": 2, "schema_version": 3, "solution": false, "task": false}
from kits import see_flatten, see_unflatten


def probe(see, x, y, other):
    """Your LeafPair taken apart and rebuilt, under jit, twice, and under grad."""

    def pair_of(y):
        return LeafPair(jnp.array(x, "float32"), jnp.array(y, "float32"))

    @count_traces
    def add(pair):
        see("y inside jit", pair.y)
        return LeafPair(pair.x + pair.y, pair.y * 2)

    first, second = pair_of(y), pair_of(other)  # both stay alive, so that no id is used twice
    leaves = see_flatten(see, first)
    if leaves is None:
        return
    see("number of leaves", len(leaves))
    if see_unflatten(see, first) is None:
        return
    fast = jax.jit(add)
    fast(first)
    out = fast(second)
    see("x + y after jit", out.x)
    see("y * 2 after jit", out.y)
    see("traces for two values of y", add.traces)
    product = lambda pair: jnp.sum(pair.x * pair.y**2)
    slopes = [jax.grad(function)(pair_of(y)) for function in (product, jax.jit(product))]
    see("gradient in x, without jit and with it", [slope.x for slope in slopes])
    see("gradient in y, without jit and with it", [slope.y for slope in slopes])


check("ex2", probe, TABLE, x=[1, 2, 5], y=[3, 4, 6], other=[7, -8, 9])
### BEGIN HIDDEN TESTS
from kits import flatten_row, unflatten_row


def wanted(x, y, other):
    def array(numbers):
        return f"jax float32[{len(x)}] {[float(number) for number in numbers]}"

    yield "raised", "nothing", {
        "ValueError": ("array-in-aux", "y is still in the aux data, where JAX compares it with ==."),
        "AttributeError": ("attributes-come-along", "JAX hands unflatten the children and the aux data, nothing else: what flatten leaves out, or unflatten does not put in its place, is gone."),
        "TracerArrayConversionError": ("unflatten-gets-numbers", "unflatten is called with tracers as well: leave the children as they come."),
        "ConcretizationTypeError": ("leaves-are-python-numbers", "A tracer cannot become a Python number: leave the children as they come.")}
    yield flatten_row(0.05)
    yield "number of leaves", 2, {
        1: ("y-is-no-child", "y must be a child of its own beside x."),
        ...: ("children-of-children", "x and y are one leaf each: leave the arrays whole.")}
    yield unflatten_row(1)
    yield "y inside jit", f"traced float32[{len(x)}]", "child-kept-back", "A child arrives as a tracer of its own shape and dtype; use that one, not a copy kept elsewhere."
    yield "x + y after jit", array(a + b for a, b in zip(x, other)), "order-does-not-matter", "unflatten must take the children in the order in which flatten gave them."
    yield "y * 2 after jit", array(2 * b for b in other), "outside-jit-any-array-will-do", "y after jit must be the jax array that the function computed: unflatten leaves the children as they come, concrete ones too."
    yield "traces for two values of y", 1, "aux-names-the-object", "Something in your aux data differs from object to object; each difference costs a trace."
    yield "gradient in x, without jit and with it", [array(b * b for b in y)] * 2, "x-needs-no-gradient", "The gradient in x is y squared: nothing may stop it on its way."
    yield "gradient in y, without jit and with it", [array(2 * a * b for a, b in zip(x, y))] * 2, "y-is-a-constant", "The gradient must flow into y as into x: nothing between them may stop it."


def inputs(rng):
    """Three vectors without zeros, of one length."""
    numbers = [number for number in range(-20, 21) if number]
    length = rng.randrange(3, 6)
    return {name: rng.sample(numbers, length) for name in ("x", "y", "other")}


score_hidden("ex2", probe, wanted, inputs, points=2)
### END HIDDEN TESTS

# %% [markdown] tags=["instructor"]
# **Why the other ways fail.** `y` in both places keeps the aux data's `ValueError`. Swapped children would pass a jit that returns its argument (two swaps), so the check adds and doubles. `np.asarray` in unflatten works until the first trace. A stop_gradient or a cached copy is seen only by the gradient and by the second call.

# %% [markdown]
# ### Exercise 3. Static, and lawful  (●●○ medium, 5 minutes, 3 points)
#
# *Why it matters:* a number of steps, a grid, a list of axes must be readable while JAX traces. Such a `y` has to stay aux data, in a form that JAX can compare.
#
# `y` comes as a list, a numpy or a jax array of whole numbers. Keep it in the aux data so that
#
# | you do | what happens |
# | --- | --- |
# | iterate over `pair.y` inside jit | concrete numbers |
# | call again with an equal `y`, built anew | no new trace |
# | call with another `y` | exactly one new trace, the right result |
# | look at the numbers in the aux data | whole numbers of Python, no arrays |
# | ask the aux data for its hash | equal for equal `y` |
#
# <details><summary>Hint 1</summary>JAX compares with <code>==</code>. Which types of Python have an <code>==</code> that says yes or no?</details>
# <details><summary>Hint 2</summary>Of those, which have a hash? A list has none.</details>
# <details><summary>Hint 3</summary>Make <code>y</code> a tuple of <code>int</code> when a pair is built.</details>
# <details><summary>Help: ValueError, "The truth value of an array …" or "… checking equality of metadata fields …"</summary>An array is still in the aux data.</details>
# <details><summary>Help: TracerIntegerConversionError or ConcretizationTypeError</summary><code>y</code> is among the children, or jax computed it.</details>
# <details><summary>Help: "iteration over a 0-d array", or a leaf for every number</summary>The children must be a tuple: <code>(pair.x,)</code>, with the comma.</details>

# %% nbgrader={"grade": false, "grade_id": "ex3", "locked": false, "schema_version": 3, "solution": true, "task": false}
class StaticPair:
    def __init__(self, x, y):
        ### BEGIN SOLUTION
        self.x = x
        self.y = tuple(int(number) for number in y)
        ### END SOLUTION


def flatten_static_pair(pair):
    ### BEGIN SOLUTION
    return (pair.x,), pair.y
    ### END SOLUTION


def unflatten_static_pair(aux, children):
    ### BEGIN SOLUTION
    return StaticPair(children[0], aux)
    ### END SOLUTION


jax.tree_util.register_pytree_node(StaticPair, flatten_static_pair, unflatten_static_pair)

# %% nbgrader={"grade": true, "grade_id": "ex3_check", "locked": true, "points": 3, "schema_version": 3, "solution": false, "task": false}
def probe(see, x, y, other):
    """Your StaticPair in four calls: y, an equal y, another y, the first y once more."""
    # The adapter, for plain registrations and register_dataclass. Below it, exercises 3, 4 and 5 are judged alike.
    make, with_x = StaticPair, lambda pair, x: StaticPair(x, pair.y)
    aux_of = lambda pair: jax.tree_util.tree_structure(pair).node_data()[1]

    kept = []  # all stay alive, so that no id is used twice

    def pair_of(y):
        kept.append(make(jnp.array(x, "int32"), y))
        return kept[-1]

    @count_traces
    def scale(pair):
        see("y inside jit", sorted({where(number) for number in pair.y}))
        return with_x(pair, pair.x * sum(pair.y))

    def hash_of(aux):
        try:
            return hash(aux)
        except TypeError:
            return "none"

    try:
        leaves = jax.tree_util.tree_leaves(pair_of(y))
    except ValueError:
        return see("number of leaves", "refused")
    if leaves and all(np.ndim(leaf) == 0 for leaf in leaves):
        return see("number of leaves", "the numbers of x, each by itself")
    back = jax.tree_util.tree_map(lambda leaf: leaf, pair_of(y))
    if leaves and type(back) is not type(kept[0]):  # looked at before anything is jitted, which such an object can crash
        return see("number of leaves", "nothing comes back" if back is None else "something else comes back")
    see("number of leaves", len(leaves))
    if not leaves:
        return
    see("the leaf", leaves[0])
    fast, traces = jax.jit(scale), []
    for value in np.array(y, "int32"), jnp.array(y, "int32"), other, list(y):
        out = fast(pair_of(value))
        traces.append(scale.traces)
        if value is other:
            see("x for another y", out.x)
            see("y for another y", [int(number) for number in out.y])
    see("traces after each call", traces)
    first, _ = pair_of(y), make(jnp.zeros(3), other)
    see("a pair, after another one was made", [first.x, [int(number) for number in first.y]])
    pairs = [pair_of(y), pair_of(np.array(y, "int32")), pair_of(jnp.array(y, "int32"))]
    rebuilt = jax.tree_util.tree_map(lambda leaf: leaf, pairs[2])
    see("arrays in the aux data", sum(isinstance(number, jax.Array) for number in rebuilt.y))
    hashes = [hash_of(aux_of(pair)) for pair in pairs]
    see("hash", "none" if "none" in hashes else "equal" if len(set(hashes)) == 1 else "different")


check("ex3", probe, TABLE, x=[1, 2], y=[7, 2], other=[6, 5])
### BEGIN HIDDEN TESTS
def wanted(x, y, other):
    yield "raised", "nothing", {
        "ValueError": ("array-in-aux", "Aux data is compared with ==, and two arrays have no yes-or-no answer to that."),
        "TracerIntegerConversionError": ("tracer-to-int", "A tracer cannot become an int: y is among the children, or jax computed it inside jit."),
        "ConcretizationTypeError": ("tracer-to-int", "A tracer cannot become an int: y is among the children, or jax computed it inside jit.")}
    yield "number of leaves", 1, {
        "refused": ("children-need-no-tuple", "flatten must return two things: the tuple of children, in parentheses of its own, and the aux data."),
        "the numbers of x, each by itself": ("parentheses-make-a-tuple", "Each number of x became a child, because JAX took x for the tuple of children. flatten returns two things, the children and the aux data, and (pair.x) is x, while (pair.x,) is a tuple."),
        0: ("all-is-static", "x has to stay a child: without leaves there is nothing to trace."),
        "nothing comes back": ("unflatten-need-not-return", "unflatten gives back None: it needs `return`."),
        "something else comes back": ("any-class-will-do", "unflatten gives back something else than an object of the class: build the class that was registered."),
        ...: ("static-as-leaf", "Only x is a child here. A y among the leaves is a tracer inside jit, and Python cannot read it.")}
    yield "the leaf", f"jax int32[{len(x)}] {x}", "another-leaf", "The one leaf is x, the array that the pair was given."
    yield "y inside jit", ["concrete"], "y-computed-in-the-trace", "y must be readable inside jit: no jax operation may touch it there.", 0.5
    yield "x for another y", f"jax int32[{len(x)}] {[number * sum(other) for number in x]}", {
        f"jax int32[{len(x)}] {[number * sum(y) for number in x]}": ("stale-aux", "Another y was given the program of the first: your aux data claims to be equal, or keeps too little of y."),
        f"jax float32[{len(x)}] {[float(number * sum(other)) for number in x]}": ("float-is-as-good", "The numbers are right and the dtype is not: whole numbers of y must stay int, not become float."),
        ...: ("wrong-result", "x times the sum of y is wanted: unflatten must put the child (children[0], not the tuple) and the y that it was given in their places.")}, 1.5
    yield "y for another y", other, "order-is-free", "y must come back with the same numbers in the same order."
    yield "traces after each call", [1, 1, 2, 2], "identity-of-aux", "Equal aux data must share a trace: JAX compares with ==, and yours says no where y is equal."
    yield "a pair, after another one was made", [f"jax int32[{len(x)}] {x}", y], "attributes-are-shared", "An attribute that is set on the class is one for all pairs: set it on the object."
    yield "arrays in the aux data", 0, "scalars-are-no-arrays", "The numbers of a jax array are 0-d arrays: they pass == and have no hash. Make them int."
    yield "hash", "equal", {
        "none": ("list-in-aux", "The comparison works, and JAX's documents ask for a hash as well: choose a type that has one."),
        ...: ("hash-of-identity", "Equal values must have equal hashes.")}


def inputs(rng):
    """`other` is as long as `y`, with another sum, and not sorted."""
    y = [rng.randrange(1, 50) for _ in range(rng.randrange(2, 5))]
    return {"x": [rng.randrange(1, 50) for _ in range(3)], "y": y, "other": [99] + y[1:-1] + [y[-1] + rng.randrange(1, 9)]}


score_hidden("ex3", probe, wanted, inputs, points=3)
### END HIDDEN TESTS

# %% [markdown] tags=["instructor"]
# **Why the other ways fail.** A numpy array in aux data breaks in the same place as a jax one. A wrapper that says `True` to every `==` takes the first program for all (silently wrong); one without `__eq__` compares by identity and retraces on every call. A list passes all comparisons; it fails the hash row only, which is JAX's documented wish and costs nothing to keep.

# %% [markdown]
# ### Exercise 4. The same in equinox  (●●○ medium, 4 minutes, 2 points)
#
# *Why it matters:* `eqx.field(static=True)` says where `y` goes. It does not make `y` comparable.
#
# | you do | what happens |
# | --- | --- |
# | iterate over `pair.y` inside jit | concrete numbers |
# | call with `y`, an equal `y`, another `y`, `y` again | 1, 1, 2, 2 traces so far |
# | replace `x` with `eqx.tree_at` inside jit | a new pair, `y` stays |
# | look at the aux data | whole numbers of Python, no arrays; a hash, equal for equal `y` |
#
# `y` comes as a list, a numpy or a jax array of whole numbers.
#
# <details><summary>Hint 1</summary>equinox flattens and unflattens for you, without calling <code>__init__</code>. What is left to decide?</details>
# <details><summary>Hint 2</summary>Two things: which field is static, and in which form it is kept. The folded cell of the phenomenon has such a class.</details>
# <details><summary>Hint 3</summary>Give the field <code>y</code> the value <code>eqx.field(static=True)</code>; in <code>__init__</code> keep the tuple from exercise 3. A converter on the field does it too.</details>
# <details><summary>Help: ValueError, "The truth value of an array …" or "… checking equality of metadata fields …"</summary>A static array: equinox only warned of it.</details>
# <details><summary>Help: FrozenInstanceError</summary>A Module can be assigned to only inside <code>__init__</code>.</details>
# <details><summary>Help: TypeError, "Cannot interpret value …" or "Error interpreting argument …"</summary>A leaf is no array. <code>eqx.field(static=True)</code> marks a field where it stands in the class body; in <code>__init__</code> it is only a value.</details>

# %% nbgrader={"grade": false, "grade_id": "ex4", "locked": false, "schema_version": 3, "solution": true, "task": false}
class EqxPair(eqx.Module):
    ### BEGIN SOLUTION
    ### STUB: x: jax.Array
    ### STUB: y: object
    ### STUB:
    ### STUB: def __init__(self, x, y):
    ### STUB:     raise NotImplementedError()
    x: jax.Array
    y: tuple = eqx.field(static=True)

    def __init__(self, x, y):
        self.x = x
        self.y = tuple(int(number) for number in y)
    ### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "ex4_check", "locked": true, "points": 2, "schema_version": 3, "solution": false, "task": false}
def probe(see, x, y, other):
    """Your EqxPair in four calls: y, an equal y, another y, the first y once more."""
    # The adapter, for equinox. Below it, the probe of exercise 3.
    make, with_x = EqxPair, lambda pair, x: eqx.tree_at(lambda pair: pair.x, pair, x)
    aux_of = lambda pair: tuple(value for _, value in parts(pair)["aux data"])

    kept = []  # all stay alive, so that no id is used twice

    def pair_of(y):
        kept.append(make(jnp.array(x, "int32"), y))
        return kept[-1]

    @count_traces
    def scale(pair):
        see("y inside jit", sorted({where(number) for number in pair.y}))
        return with_x(pair, pair.x * sum(pair.y))

    def hash_of(aux):
        try:
            return hash(aux)
        except TypeError:
            return "none"

    try:
        leaves = jax.tree_util.tree_leaves(pair_of(y))
    except ValueError:
        return see("number of leaves", "refused")
    if leaves and all(np.ndim(leaf) == 0 for leaf in leaves):
        return see("number of leaves", "the numbers of x, each by itself")
    back = jax.tree_util.tree_map(lambda leaf: leaf, pair_of(y))
    if leaves and type(back) is not type(kept[0]):  # looked at before anything is jitted, which such an object can crash
        return see("number of leaves", "nothing comes back" if back is None else "something else comes back")
    see("number of leaves", len(leaves))
    if not leaves:
        return
    see("the leaf", leaves[0])
    fast, traces = jax.jit(scale), []
    for value in np.array(y, "int32"), jnp.array(y, "int32"), other, list(y):
        out = fast(pair_of(value))
        traces.append(scale.traces)
        if value is other:
            see("x for another y", out.x)
            see("y for another y", [int(number) for number in out.y])
    see("traces after each call", traces)
    first, _ = pair_of(y), make(jnp.zeros(3), other)
    see("a pair, after another one was made", [first.x, [int(number) for number in first.y]])
    pairs = [pair_of(y), pair_of(np.array(y, "int32")), pair_of(jnp.array(y, "int32"))]
    rebuilt = jax.tree_util.tree_map(lambda leaf: leaf, pairs[2])
    see("arrays in the aux data", sum(isinstance(number, jax.Array) for number in rebuilt.y))
    hashes = [hash_of(aux_of(pair)) for pair in pairs]
    see("hash", "none" if "none" in hashes else "equal" if len(set(hashes)) == 1 else "different")


check("ex4", probe, TABLE, x=[1, 2], y=[7, 2], other=[6, 5])
### BEGIN HIDDEN TESTS
def wanted(x, y, other):
    yield "raised", "nothing", {
        "ValueError": ("static-makes-lawful", "static=True puts the array into the aux data as it is; the second call compares it with ==."),
        "TracerIntegerConversionError": ("tracer-to-int", "A tracer cannot become an int: y is among the children, or jax computed it inside jit."),
        "ConcretizationTypeError": ("tracer-to-int", "A tracer cannot become an int: y is among the children, or jax computed it inside jit."),
        "FrozenInstanceError": ("assigned-after-init", "A Module is frozen once __init__ has ended: convert y before that.")}
    yield "number of leaves", 1, {
        0: ("all-is-static", "x has to stay a child: without leaves there is nothing to trace."),
        2: ("annotation-decides", "y is a leaf: a field is a child unless it is marked as static, whatever its annotation says."),
        1 + len(y): ("annotation-decides", "Each number of y is a leaf: a field is a child unless it is marked as static, whatever its annotation says."),
        ...: ("more-leaves", "Only x may be a leaf, and as the one array that it is: JAX opens a list or a tuple, and each number becomes a leaf.")}
    yield "the leaf", f"jax int32[{len(x)}] {x}", "another-leaf", "The one leaf is x, the array that the pair was given."
    yield "y inside jit", ["concrete"], "y-computed-in-the-trace", "y must be readable inside jit: no jax operation may touch it there.", 0.5
    yield "x for another y", f"jax int32[{len(x)}] {[number * sum(other) for number in x]}", {
        f"jax int32[{len(x)}] {[number * sum(y) for number in x]}": ("stale-aux", "Another y was given the program of the first: your aux data claims to be equal, or keeps too little of y."),
        f"jax float32[{len(x)}] {[float(number * sum(other)) for number in x]}": ("float-is-as-good", "The numbers are right and the dtype is not: whole numbers of y must stay int, not become float."),
        ...: ("wrong-result", "x times the sum of y is wanted: the static field must hold the numbers of y, all of them and nothing beside them.")}, 1.5
    yield "y for another y", other, "order-is-free", "y must come back with the same numbers in the same order."
    yield "traces after each call", [1, 1, 2, 2], "identity-of-aux", "Equal aux data must share a trace: JAX compares with ==, and yours says no where y is equal."
    yield "a pair, after another one was made", [f"jax int32[{len(x)}] {x}", y], "attributes-are-shared", "An attribute that is set on the class is one for all pairs: set it on the object."
    yield "arrays in the aux data", 0, "scalars-are-no-arrays", "The numbers of a jax array are 0-d arrays: they pass == and have no hash. Make them int."
    yield "hash", "equal", {
        "none": ("list-in-aux", "The comparison works, and JAX's documents ask for a hash as well: choose a type that has one."),
        ...: ("hash-of-identity", "Equal values must have equal hashes.")}


def inputs(rng):
    """`other` is as long as `y`, with another sum, and not sorted."""
    y = [rng.randrange(1, 50) for _ in range(rng.randrange(2, 5))]
    return {"x": [rng.randrange(1, 50) for _ in range(3)], "y": y, "other": [99] + y[1:-1] + [y[-1] + rng.randrange(1, 9)]}


score_hidden("ex4", probe, wanted, inputs, points=2)
### END HIDDEN TESTS

# %% [markdown] tags=["instructor"]
# **Why the other ways fail.** A static array passes the first call and fails the second; newer equinox warns. A tuple that is not static is a node whose numbers are leaves, so they arrive as tracers. An `__eq__` on the Module is not asked: JAX compares the aux data, not the object.

# %% [markdown]
# ### Exercise 5. The same in simple_pytree  (●●○ medium, 3 minutes, 2 points)
#
# *Why it matters:* another library, the same registry below it, and no warning at all.
#
# | you do | what happens |
# | --- | --- |
# | iterate over `pair.y` inside jit | concrete numbers |
# | call with `y`, an equal `y`, another `y`, `y` again | 1, 1, 2, 2 traces so far |
# | `pair.replace(x=…)` inside jit | a new pair, `y` stays |
# | look at the aux data | whole numbers of Python, no arrays; a hash, equal for equal `y` |
#
# `y` comes as a list, a numpy or a jax array of whole numbers.
#
# <details><summary>Hint 1</summary>Every attribute is a child, unless the class body says otherwise.</details>
# <details><summary>Hint 2</summary>The class body says it with <code>simple_pytree.static_field()</code>, as in the folded cell of the phenomenon.</details>
# <details><summary>Hint 3</summary>Give the class body a static field <code>y</code>; <code>__init__</code> sets <code>x</code> as it is and <code>y</code> as a tuple of <code>int</code>.</details>
# <details><summary>Help: AttributeError, "… is immutable"</summary>Objects are frozen after <code>__init__</code>. Convert inside it.</details>
# <details><summary>Help: TracerIntegerConversionError or ConcretizationTypeError</summary><code>y</code> is still a child.</details>
# <details><summary>Help: TypeError, "Cannot interpret value …" or "Error interpreting argument …"</summary>A leaf is no array. <code>static_field()</code> marks a field where it stands in the class body; in <code>__init__</code> it is only a value.</details>

# %% nbgrader={"grade": false, "grade_id": "ex5", "locked": false, "schema_version": 3, "solution": true, "task": false}
class SimplePair(simple_pytree.Pytree):
    ### BEGIN SOLUTION
    ### STUB: def __init__(self, x, y):
    ### STUB:     raise NotImplementedError()
    y = simple_pytree.static_field()

    def __init__(self, x, y):
        self.x = x
        self.y = tuple(int(number) for number in y)
    ### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "ex5_check", "locked": true, "points": 2, "schema_version": 3, "solution": false, "task": false}
def probe(see, x, y, other):
    """Your SimplePair in four calls: y, an equal y, another y, the first y once more."""
    # The adapter, for simple_pytree. Below it, the probe of exercise 3.
    make, with_x = SimplePair, lambda pair, x: pair.replace(x=x)
    aux_of = lambda pair: tuple(value for _, value in parts(pair)["aux data"])

    kept = []  # all stay alive, so that no id is used twice

    def pair_of(y):
        kept.append(make(jnp.array(x, "int32"), y))
        return kept[-1]

    @count_traces
    def scale(pair):
        see("y inside jit", sorted({where(number) for number in pair.y}))
        return with_x(pair, pair.x * sum(pair.y))

    def hash_of(aux):
        try:
            return hash(aux)
        except TypeError:
            return "none"

    try:
        leaves = jax.tree_util.tree_leaves(pair_of(y))
    except ValueError:
        return see("number of leaves", "refused")
    if leaves and all(np.ndim(leaf) == 0 for leaf in leaves):
        return see("number of leaves", "the numbers of x, each by itself")
    back = jax.tree_util.tree_map(lambda leaf: leaf, pair_of(y))
    if leaves and type(back) is not type(kept[0]):  # looked at before anything is jitted, which such an object can crash
        return see("number of leaves", "nothing comes back" if back is None else "something else comes back")
    see("number of leaves", len(leaves))
    if not leaves:
        return
    see("the leaf", leaves[0])
    fast, traces = jax.jit(scale), []
    for value in np.array(y, "int32"), jnp.array(y, "int32"), other, list(y):
        out = fast(pair_of(value))
        traces.append(scale.traces)
        if value is other:
            see("x for another y", out.x)
            see("y for another y", [int(number) for number in out.y])
    see("traces after each call", traces)
    first, _ = pair_of(y), make(jnp.zeros(3), other)
    see("a pair, after another one was made", [first.x, [int(number) for number in first.y]])
    pairs = [pair_of(y), pair_of(np.array(y, "int32")), pair_of(jnp.array(y, "int32"))]
    rebuilt = jax.tree_util.tree_map(lambda leaf: leaf, pairs[2])
    see("arrays in the aux data", sum(isinstance(number, jax.Array) for number in rebuilt.y))
    hashes = [hash_of(aux_of(pair)) for pair in pairs]
    see("hash", "none" if "none" in hashes else "equal" if len(set(hashes)) == 1 else "different")


check("ex5", probe, TABLE, x=[1, 2], y=[7, 2], other=[6, 5])
### BEGIN HIDDEN TESTS
def wanted(x, y, other):
    yield "raised", "nothing", {
        "ValueError": ("static-makes-lawful", "static_field puts the array into the aux data as it is; the second call compares it with ==."),
        "TracerIntegerConversionError": ("tracer-to-int", "A tracer cannot become an int: y is among the children, or jax computed it inside jit."),
        "ConcretizationTypeError": ("tracer-to-int", "A tracer cannot become an int: y is among the children, or jax computed it inside jit."),
        "AttributeError": ("assigned-after-init", "A Pytree is frozen once __init__ has ended, and JAX rebuilds it from its attributes alone.")}
    yield "number of leaves", 1, {
        0: ("all-is-static", "x has to stay a child: without leaves there is nothing to trace."),
        2: ("assigned-means-static", "y is a leaf: every attribute is a child until static_field says otherwise."),
        1 + len(y): ("assigned-means-static", "Each number of y is a leaf: every attribute is a child until static_field says otherwise."),
        ...: ("more-leaves", "Only x may be a leaf, and as the one array that it is: JAX opens a list or a tuple, and each number becomes a leaf.")}
    yield "the leaf", f"jax int32[{len(x)}] {x}", "another-leaf", "The one leaf is x, the array that the pair was given."
    yield "y inside jit", ["concrete"], "y-computed-in-the-trace", "y must be readable inside jit: no jax operation may touch it there.", 0.5
    yield "x for another y", f"jax int32[{len(x)}] {[number * sum(other) for number in x]}", {
        f"jax int32[{len(x)}] {[number * sum(y) for number in x]}": ("stale-aux", "Another y was given the program of the first: your aux data claims to be equal, or keeps too little of y."),
        f"jax float32[{len(x)}] {[float(number * sum(other)) for number in x]}": ("float-is-as-good", "The numbers are right and the dtype is not: whole numbers of y must stay int, not become float."),
        ...: ("wrong-result", "x times the sum of y is wanted: the static attribute must hold the numbers of y, all of them and nothing beside them.")}, 1.5
    yield "y for another y", other, "order-is-free", "y must come back with the same numbers in the same order."
    yield "traces after each call", [1, 1, 2, 2], "identity-of-aux", "Equal aux data must share a trace: JAX compares with ==, and yours says no where y is equal."
    yield "a pair, after another one was made", [f"jax int32[{len(x)}] {x}", y], "attributes-are-shared", "An attribute that is set on the class is one for all pairs: set it on the object."
    yield "arrays in the aux data", 0, "scalars-are-no-arrays", "The numbers of a jax array are 0-d arrays: they pass == and have no hash. Make them int."
    yield "hash", "equal", {
        "none": ("list-in-aux", "The comparison works, and JAX's documents ask for a hash as well: choose a type that has one."),
        ...: ("hash-of-identity", "Equal values must have equal hashes.")}


def inputs(rng):
    """`other` is as long as `y`, with another sum, and not sorted."""
    y = [rng.randrange(1, 50) for _ in range(rng.randrange(2, 5))]
    return {"x": [rng.randrange(1, 50) for _ in range(3)], "y": y, "other": [99] + y[1:-1] + [y[-1] + rng.randrange(1, 9)]}


score_hidden("ex5", probe, wanted, inputs, points=2)
### END HIDDEN TESTS

# %% [markdown] tags=["instructor"]
# **Why the other ways fail.** An annotation alone changes nothing: the attributes found on the object decide. equinox's spelling (`metadata={"static": True}`) is unknown here. A `y` stored on the class is in neither part of the tree, so it is shared by all pairs, and every treedef is equal.

# %% [markdown]
# ### Exercise 6. Repair the function, not the registration  (●●○ medium, 5 minutes, 3 points)
#
# *Why it matters:* the class is often somebody else's.
#
# The registration stays as in `by_hand`: `x` a child, the array `y` aux data. `pair.x * 2, pair.y * 2` lets a tracer out if `y` is from jax. Write a function that doubles both, so that
#
# | you do | what happens |
# | --- | --- |
# | look at `y` after jit | an int32 array with the right numbers, from np or jnp as you like |
# | do that with `y` from np and from jnp, and under a vmap inside jit | the same |
# | look at the pair given | unchanged |
# | return | an object of the class that was given |
#
# <details><summary>Hint 1</summary>Exercise 1: which operations run at once inside jit?</details>
# <details><summary>Hint 2</summary><code>y</code> is concrete on entry, so numpy may have it, before the multiplication.</details>
# <details><summary>Hint 3</summary>Multiply <code>np.asarray(pair.y)</code> instead of <code>pair.y</code>; leave the multiplication of <code>x</code> to jax. Or use <code>jax.ensure_compile_time_eval</code>.</details>
# <details><summary>Help: TracerArrayConversionError</summary>numpy was given a tracer: <code>x</code>, or a product that jax had recorded already.</details>
# <details><summary>Help: ConcretizationTypeError</summary>A number was taken out of a jax <code>y</code> by jax, so it is a tracer. Give <code>y</code> to numpy first.</details>
# <details><summary>Help: "assignment destination is read-only"</summary>Make a new array: <code>y * 2</code>, not <code>y *= 2</code>.</details>

# %% nbgrader={"grade": false, "grade_id": "ex6", "locked": false, "schema_version": 3, "solution": true, "task": false}
def double_repaired(pair):
    """A pair of the same class with x and y doubled; y is concrete, also inside jit."""
    ### BEGIN SOLUTION
    return type(pair)(pair.x * 2, np.asarray(pair.y) * 2)
    ### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "ex6_check", "locked": true, "points": 3, "schema_version": 3, "solution": false, "task": false}
def probe(see, x, y):
    """Your function inside and outside jit; the registration is the document's."""
    xs, classes, eager, given = [], [], [], []
    for library in (np, jnp):

        class ArrayPair:
            def __init__(self, x, y):
                self.x, self.y = x, y

        jax.tree_util.register_pytree_node(
            ArrayPair, lambda pair: ((pair.x,), pair.y), lambda aux, children: ArrayPair(children[0], aux))
        pair, again = [ArrayPair(jnp.array(x, "int32"), library.array(y, "int32")) for _ in range(2)]
        without = double_repaired(again)
        if type(without) is not ArrayPair:
            return see("class as given", "nothing" if without is None else "another")
        without = without.y
        name = f"y from {'np' if library is np else 'jnp'}"
        out, out_of_vmap = jax.jit(double_repaired)(pair), jax.jit(jax.vmap(lambda pair: double_repaired(pair)))(pair)
        see(f"{name}, after jit", look(out.y).split(" ", 1)[-1] if hasattr(out.y, "shape") else look(out.y))
        see(f"{name}, after jit of vmap", where(out_of_vmap.y))
        xs.append(out.x)
        classes.append(type(out) is ArrayPair)
        given += [np.asarray(pair.y).tolist(), np.asarray(again.y).tolist()]
        eager.append(look(without).split(" ", 1)[-1] if hasattr(without, "shape") else look(without))
    see("the y given, with and without jit", given)
    see("x after jit", xs)
    see("class as given", classes)
    see("y without jit", eager)


check("ex6", probe, TABLE, x=[1, 2], y=[7, 5])
### BEGIN HIDDEN TESTS
def wanted(x, y):
    array, twice = f"int32[{len(y)}] {[2 * number for number in y]}", [2 * number for number in x]
    yield "raised", "nothing", {
        "TracerArrayConversionError": ("numpy-takes-tracers", "numpy was given a tracer. Give it y only, and before jax has multiplied."),
        "ConcretizationTypeError": ("taking-a-number-is-free", "int and float want a number. Taking one out of a jax array is an operation of jax: inside jit it gives a tracer."),
        "TracerIntegerConversionError": ("taking-a-number-is-free", "int and float want a number. Taking one out of a jax array is an operation of jax: inside jit it gives a tracer."),
        "ValueError": ("write-in-place", "A jax array cannot be written to, not even through numpy: make a new array.")}
    yield "class as given", [True, True], {
        "nothing": ("a-change-is-a-result", "The function returned None: return the new pair."),
        ...: ("another-class", "Return an object of the class that was given: type(pair). Another class of the same name is another class.")}
    yield "the y given, with and without jit", [y] * 4, "caller-is-changed", "The pair that was given must stay as it was."
    for name in ("y from np", "y from jnp"):
        yield f"{name}, after jit", array, {
            f"tracer int32[{len(y)}]": ("jax-operation-computes", "Inside jit jax records what it does; with your function even a numpy y becomes a tracer.") if name == "y from np" else
                                       ("operator-is-neutral", "The operation on a jax y is still one of jax: it is recorded, and its tracer leaves through the aux data."),
            f"int32[{len(y)}] {y}": ("aux-cannot-change", "y came out unchanged. Aux data may differ in the result: it is a new treedef."),
            str(y + y): ("list-times-two", "A list times two is the list twice."),
            str([2 * number for number in y]): ("any-sequence-will-do", "The numbers are right; y shall be an array as before."),
            ...: ("not-the-same-array", "Wanted: the doubled numbers in an int32 array.")}
        yield f"{name}, after jit of vmap", "concrete", "vmap-repairs-it", "Alone, vmap records nothing. Inside jit it does not help: what jax does there is recorded as well."
    yield "x after jit", [f"jax int32[{len(x)}] {twice}"] * 2, "x-is-not-doubled", "x is a leaf: jax doubles it as before."
    yield "y without jit", [array, array], "only-right-in-jit", "Without jit the function must return the same."


def inputs(rng):
    """Two vectors of different lengths, no zeros."""
    return {"x": [rng.randrange(1, 50) for _ in range(4)], "y": [rng.randrange(1, 50) for _ in range(rng.randrange(2, 4))]}


score_hidden("ex6", probe, wanted, inputs, points=3)
### END HIDDEN TESTS

# %% [markdown] tags=["instructor"]
# **Why the other ways fail.** `jnp.asarray`, `stop_gradient`, an inner jit, `disable_jit` inside the trace: all are jax at work, so all are recorded. `np.asarray(pair.y * 2)` converts too late. The repair stops the leak; the array in the aux data still fails on a second call with a new array (exercise 3).

# %% [markdown]
# ### Exercise 7. Debug: it comes back right, and is wrong  (●●○ medium, 5 minutes, 3 points)
#
# *Why it matters:* a round trip is everybody's first test, and this mistake passes it.
#
# Run the next cell. jit returns the interval as it was, and the width is negative. Find out why; then register `Interval` rightly: `low` and `high` are children, the word `unit` is aux data.
#
# | you do | what happens |
# | --- | --- |
# | read `low` and `high` inside jit | the numbers that were put in |
# | negate all leaves | `low` and `high` negated, each in its place |
# | `vmap`, `grad` | each field its own numbers |
# | another unit | one more trace |
#
# <details><summary>Hint 1</summary>How often is the interval unflattened on its way through a jit that returns it?</details>
# <details><summary>Hint 2</summary>Twice. Two swaps look like none.</details>
# <details><summary>Hint 3</summary>unflatten must name the children in the order in which flatten lists them; the unit is the second result of flatten.</details>
# <details><summary>Help: TypeError, "Cannot interpret value …" or "Error interpreting argument …"</summary>The unit is among the children; a word cannot be a leaf under jit.</details>
# <details><summary>Help: TracerBoolConversionError</summary>unflatten may not compare children: inside jit they are tracers.</details>

# %%
class Swapped:
    def __init__(self, low, high, unit):
        self.low, self.high, self.unit = low, high, unit


jax.tree_util.register_pytree_node(
    Swapped,
    lambda interval: ((interval.high, interval.low), interval.unit),
    lambda unit, children: Swapped(*children, unit))
interval = Swapped(jnp.array(2.0), jnp.array(5.0), "m")
out = jax.jit(lambda interval: interval)(interval)
claim("l1-identity-is-fooled", "a jit that returns its argument gives low 2 and high 5", (float(out.low), float(out.high)) == (2.0, 5.0))
print("width inside jit:", float(jax.jit(lambda interval: interval.high - interval.low)(interval)))

# %% nbgrader={"grade": false, "grade_id": "ex7", "locked": false, "schema_version": 3, "solution": true, "task": false}
class Interval:
    def __init__(self, low, high, unit):
        self.low, self.high, self.unit = low, high, unit


def flatten_interval(interval):
    ### BEGIN SOLUTION
    return (interval.low, interval.high), interval.unit
    ### END SOLUTION


def unflatten_interval(aux, children):
    ### BEGIN SOLUTION
    low, high = children
    return Interval(low, high, aux)
    ### END SOLUTION


jax.tree_util.register_pytree_node(Interval, flatten_interval, unflatten_interval)

# %% nbgrader={"grade": true, "grade_id": "ex7_check", "locked": true, "points": 3, "schema_version": 3, "solution": false, "task": false}
from kits import see_flatten, see_unflatten


def probe(see, low, high, units):
    """Your Interval, rebuilt once, twice, under jit, vmap and grad."""

    kept = []  # all stay alive, so that no id is used twice

    def interval(unit=units[0]):
        kept.append(Interval(jnp.array(low, "float32"), jnp.array(high, "float32"), unit))
        return kept[-1]

    def attempt(build):
        try:
            return build()
        except (AttributeError, TypeError, ValueError):  # under vmap and grad unflatten is given other things than arrays
            return "refused"

    leaves = see_flatten(see, interval())
    if leaves is None:
        return
    see("words among the leaves", sum(type(leaf) is str for leaf in leaves))
    if any(type(leaf) is str for leaf in leaves):
        return
    see("number of leaves", len(leaves))
    try:
        if see_unflatten(see, interval()) is None:
            return
    except ValueError:
        return see("unflatten gives", "ValueError")
    out = jax.jit(lambda interval: interval)(interval())
    see("low, high returned by jit", [out.low, out.high])
    see("unit after jit", out.unit)
    see("low, high inside jit", list(jax.jit(lambda interval: (interval.low, interval.high))(interval())))
    negated = jax.tree_util.tree_map(lambda leaf: -leaf, interval())
    see("low, high negated", [negated.low, negated.high])
    see("width under vmap", attempt(lambda: jax.vmap(lambda interval: interval.high - interval.low)(interval())))
    combined = lambda interval: jnp.sum(3 * interval.high - 2 * interval.low)
    slopes = attempt(lambda: [jax.grad(function)(interval()) for function in (combined, jax.jit(combined))])
    see("gradient of 3 high - 2 low, without jit and with it", slopes if type(slopes) is str else [[slope.low, slope.high] for slope in slopes])
    width = count_traces(lambda interval: interval.high - interval.low)
    fast = jax.jit(width)
    fast(interval()), fast(interval()), fast(interval(units[1]))
    see("traces for a unit, the same, another", width.traces)


check("ex7", probe, TABLE, low=[1, 2, 4], high=[5, 7, 6], units=["m", "km"])
### BEGIN HIDDEN TESTS
from kits import flatten_row, unflatten_row


def wanted(low, high, units):
    def array(numbers):
        return f"jax float32[{len(low)}] {[float(number) for number in numbers]}"

    yield "raised", "nothing", {
        "ValueError": ("array-in-aux", "One of the arrays is in the aux data, where JAX compares it with ==."),
        "AttributeError": ("attributes-come-along", "JAX hands unflatten the children and the aux data, nothing else: what flatten leaves out, or unflatten does not put in its place, is gone."),
        "TracerBoolConversionError": ("unflatten-decides", "unflatten compares its children; inside jit they are tracers, and have no truth value.")}
    yield flatten_row(0.05)
    yield "words among the leaves", 0, "words-can-be-leaves", "jit takes arrays and numbers as leaves, no words: the unit belongs to the aux data."
    yield "number of leaves", 2, "children-incomplete", "low and high are the two children."
    what, value, beliefs, weight = unflatten_row(0.9)
    yield what, value, {"ValueError": ("unflatten-decides", "unflatten compares its children; inside jit they are tracers, and have no truth value."), **beliefs}, weight
    yield "low, high returned by jit", [array(low), array(high)], "children-mixed-up", "Even unchanged, low and high must come back."
    yield "unit after jit", units[0], "aux-is-optional", "The unit must come out as it went in: unflatten gets it as aux data."
    yield "low, high inside jit", [array(low), array(high)], "order-does-not-matter", "unflatten takes the children in another order than flatten gave them; two such swaps hide each other."
    yield "low, high negated", [array(-number for number in low), array(-number for number in high)], "unflatten-sorts", "unflatten rebuilds; it must not put the children in order, or a function cannot change them."
    yield "width under vmap", array(b - a for a, b in zip(low, high)), "vmap-sees-another", "Under vmap too each field has its own numbers; unflatten may be given stand-ins, and should only put them in place."
    yield "gradient of 3 high - 2 low, without jit and with it", [[array(-2 for _ in low), array(3 for _ in high)]] * 2, "children-are-constants", "The gradient is -2 in low and 3 in high: nothing may stop it on its way through unflatten."
    yield "traces for a unit, the same, another", 2, {
        1: ("unit-in-neither", "Another unit must cost a trace: it is not in your aux data."),
        ...: ("aux-names-the-object", "Something in your aux data differs from object to object; each difference costs a trace.")}


def inputs(rng):
    """Non-empty intervals of positive numbers, and two different units."""
    low = [rng.randrange(1, 30) for _ in range(3)]
    return {"low": low, "high": [number + rng.randrange(1, 30) for number in low], "units": rng.sample(["s", "kg", "mol", "cd"], 2)}


score_hidden("ex7", probe, wanted, inputs, points=3)
### END HIDDEN TESTS

# %% [markdown] tags=["instructor"]
# **Why the other ways fail.** Swapped twice is right once more, so the check looks *inside* jit, after one `tree_map`, and at gradients. An unflatten that sorts (`jnp.minimum`) hides the swap and forbids every function that reverses an interval. In the broken cell `flatten` lists the fields by name, which puts `high` first.

# %% [markdown]
# ### Exercise 8. Capstone: a Standardizer  (●●● hard, 12 minutes, 4 points)
#
# *Why it matters:* a small class of the kind that every project has: some arrays, some configuration, one check at the door.
#
# `mean` and `scale` are arrays; `names` (words) and `mode` (`"apply"` or `"undo"`) are configuration.
#
# | you do | what happens |
# | --- | --- |
# | list the leaves | `mean`, `scale` |
# | change numbers, or give `names` as a list instead of a tuple | no new trace |
# | another mode, other names | one new trace each |
# | look at the result of jit | names (a tuple) and mode are there |
# | build one with a scale of 0 or less | `ValueError` |
# | negate all leaves with `tree_map` | works: that is JAX, no user |
# | `grad`, `vmap` | as for any pytree |
#
# `__call__` is given.
#
# <details><summary>Hint 1</summary>Decide first: children, aux data, what only a user's call has to go through.</details>
# <details><summary>Hint 2</summary>The check stands in <code>__init__</code>, so unflatten must not call <code>__init__</code>: see <code>Line</code>.</details>
# <details><summary>Hint 3</summary><code>__init__</code>: check with numpy, make names a tuple. flatten: two children; names and mode in a tuple. unflatten: <code>object.__new__</code>, then the four attributes.</details>
# <details><summary>Help: TracerBoolConversionError or TracerArrayConversionError</summary>The check ran on a tracer: unflatten calls <code>__init__</code>.</details>
# <details><summary>Help: TypeError, "Cannot interpret value …" or "Error interpreting argument …"</summary>A word is among the children.</details>

# %% nbgrader={"grade": false, "grade_id": "ex8", "locked": false, "schema_version": 3, "solution": true, "task": false}
class Standardizer:
    def __init__(self, mean, scale, names, mode):
        ### BEGIN SOLUTION
        if np.any(np.asarray(scale) <= 0):
            raise ValueError("every scale must be positive")
        self.mean, self.scale = mean, scale
        self.names, self.mode = tuple(names), mode
        ### END SOLUTION

    def __call__(self, rows):
        return (rows - self.mean) / self.scale if self.mode == "apply" else rows * self.scale + self.mean


def flatten_standardizer(standardizer):
    ### BEGIN SOLUTION
    return (standardizer.mean, standardizer.scale), (standardizer.names, standardizer.mode)
    ### END SOLUTION


def unflatten_standardizer(aux, children):
    ### BEGIN SOLUTION
    standardizer = object.__new__(Standardizer)
    standardizer.mean, standardizer.scale = children
    standardizer.names, standardizer.mode = aux
    return standardizer
    ### END SOLUTION


jax.tree_util.register_pytree_node(Standardizer, flatten_standardizer, unflatten_standardizer)

# %% nbgrader={"grade": true, "grade_id": "ex8_check", "locked": true, "points": 4, "schema_version": 3, "solution": false, "task": false}
def probe(see, mean, scale, rows, names, others):
    """Your Standardizer through the table, row by row."""

    kept = []  # all stay alive, so that no id is used twice

    def make(mode="apply", names=tuple(names), factor=1):
        kept.append(Standardizer(jnp.array(mean, "float32"), jnp.array(scale, "float32") * factor, names, mode))
        return kept[-1]

    def attempt(build):
        try:
            return build()
        except (AttributeError, TypeError, ValueError) as error:  # under vmap unflatten is given stand-ins
            return type(error).__name__

    try:
        built = make()
    except ValueError:
        return see("one with right scales", "ValueError")
    see("one with right scales", "built")
    try:
        leaves = jax.tree_util.tree_leaves(built)
    except ValueError:
        return see("words among the leaves", "refused")
    see("words among the leaves", sum(type(leaf) is str for leaf in leaves))
    see("leaves", leaves)
    if any(type(leaf) is str for leaf in leaves):
        return
    try:
        rebuilt = jax.tree_util.tree_map(lambda leaf: leaf, built)
    except ValueError:
        return see("unflatten gives back", "ValueError")
    see("unflatten gives back", "nothing" if rebuilt is None else "an object")
    if rebuilt is None:
        return
    see("a scale of 0", attempt(lambda: make(factor=0)))
    see("a negative scale", attempt(lambda: make(factor=np.array([-1.0, 1.0], "float32"))))
    inside = []
    jax.jit(lambda standardizer: inside.append(look((standardizer.names, standardizer.mode))))(make("undo"))
    see("names and mode inside jit", inside[0])
    rows = jnp.array(rows, "float32")
    use = count_traces(lambda standardizer, rows: standardizer(rows))
    fast, traces = jax.jit(use), []
    applied = fast(make(), rows)
    traces.append(use.traces)
    see("applied", applied)
    fast(make(factor=2), rows)
    traces.append(use.traces)
    see("applied, then undone", fast(make("undo"), applied))
    traces.append(use.traces)
    see("applied with twice the scale", fast(make(names=list(names), factor=2), rows))
    traces.append(use.traces)
    fast(make(names=tuple(others)), rows)
    see("traces: apply, other numbers, undo, names as a list, other names", str(traces + [use.traces]))
    out = jax.jit(lambda standardizer: standardizer)(make("undo"))
    see("names and mode after jit", look((out.names, out.mode)))
    see("scale, all leaves negated", attempt(lambda: jax.tree_util.tree_map(lambda leaf: -leaf, make()).scale))
    total = lambda standardizer: jnp.sum(standardizer(rows))
    slopes = attempt(lambda: [jax.grad(function)(make()) for function in (total, jax.jit(total))])
    see("gradient in mean, scale, without jit and with it", slopes if type(slopes) is str else [[slope.mean, slope.scale] for slope in slopes])
    vmapped = jax.vmap(lambda standardizer: standardizer(rows))
    see("vmap over two, the second", attempt(
        lambda: vmapped(jax.tree_util.tree_map(lambda *leaves: jnp.stack(leaves), make(), make(factor=2)))[1]))
    first, _ = make(), Standardizer(jnp.zeros(2), jnp.ones(2), tuple(others), "undo")
    see("the first of two made", [first(rows), list(first.names), first.mode])


check("ex8", probe, TABLE, mean=[1, 3], scale=[2, 4], rows=[[5, 7], [0, 9]], names=["weight", "height"], others=["age", "weight"])
### BEGIN HIDDEN TESTS
def wanted(mean, scale, rows, names, others):
    def array(table, shape=f"{len(rows)}, {len(mean)}"):
        return f"jax float32[{shape}] {table}"

    applied = [[(value - m) / s for value, m, s in zip(row, mean, scale)] for row in rows]
    halved = [[value / 2 for value in row] for row in applied]
    yield "raised", "nothing", {
        "ValueError": ("array-in-aux", "An array is in the aux data, where JAX compares it with ==."),
        "AttributeError": ("attributes-come-along", "JAX hands unflatten the children and the aux data, nothing else: what flatten leaves out, or unflatten does not put in its place, is gone."),
        "TracerBoolConversionError": ("init-runs-once", "__init__ ran on tracers: it checks the scale, and unflatten called it."),
        "TracerArrayConversionError": ("init-runs-once", "__init__ ran on tracers: it checks the scale, and unflatten called it.")}
    yield "one with right scales", "built", "array-as-a-condition", "__init__ refused scales that are right: an array of answers is no condition for if; np.any makes one answer of it."
    yield "words among the leaves", 0, {
        "refused": ("children-need-no-tuple", "flatten must return two things: the tuple of children, in parentheses of its own, and the aux data."),
        ...: ("words-can-be-leaves", "jit takes arrays and numbers as leaves, no words: names and mode belong to the aux data.")}
    yield "leaves", [array([float(m) for m in mean], len(mean)), array([float(s) for s in scale], len(scale))], "leaves-are-the-arrays", "The leaves are mean and scale, as they were given, in this order."
    yield "unflatten gives back", "an object", {
        "nothing": ("unflatten-need-not-return", "unflatten gave back None: it must return the object that it builds."),
        ...: ("array-as-a-condition", "unflatten raised a ValueError with right leaves: it should only put them in place.")}
    yield "a scale of 0", "ValueError", "no-check-at-the-door", "A user who gives a scale of 0 must get a ValueError."
    yield "a negative scale", "ValueError", "check-looks-at-zero-only", "Every entry counts, and less than 0 is wrong as well."
    yield "names and mode inside jit", f"({tuple(names)}, 'undo')", {
        f"('undo', {tuple(names)})": ("aux-fits-any-order", "Inside jit names and mode have changed places: unflatten must take the aux data apart as flatten put it together."),
        f"({names}, 'undo')": ("list-in-aux", "names is a list here. It has no hash, and aux data should have one: make it a tuple."),
        ...: ("names-are-lost", "Names and mode must come out as they went in.")}
    yield "applied", array(applied), "order-does-not-matter", "Inside jit mean and scale must be in their places: unflatten names the children as flatten does."
    yield "applied, then undone", array([[float(value) for value in row] for row in rows]), "mode-is-ignored", "The mode undo must reverse what apply did, so it must reach the trace as it is."
    yield "applied with twice the scale", array(halved), "first-numbers-stay", "Other numbers in the leaves must reach the result: nothing may keep the first ones."
    yield "traces: apply, other numbers, undo, names as a list, other names", "[1, 1, 2, 2, 3]", {
        "[1, 1, 2, 3, 4]": ("list-equals-tuple", "A list is never equal to a tuple: bring names into one form when the object is built."),
        ...: ("names-are-not-in-aux", "One trace for each mode and each set of names, none for other numbers.")}
    yield "names and mode after jit", f"({tuple(names)}, 'undo')", "names-are-lost", "Names and mode must come out as they went in."
    yield "scale, all leaves negated", array([-float(s) for s in scale], len(scale)), "unflatten-checks", "JAX rebuilds with any leaves it likes: the check is for users."
    slopes = [[-len(rows) / s for s in scale], [sum(m - row[i] for row in rows) / s**2 for i, (m, s) in enumerate(zip(mean, scale))]]
    yield "gradient in mean, scale, without jit and with it", [[array(slope, len(mean)) for slope in slopes]] * 2, "gradient-does-not-arrive", "Both children are data: the gradient must reach mean and scale."
    yield "vmap over two, the second", array(halved), "vmap-is-special", "Under vmap each child has its own row of numbers; unflatten may be given stand-ins, and should only put them in place."
    yield "the first of two made", [array(applied), list(names), "apply"], "attributes-are-shared", "An attribute that is set on the class is one for all objects: set it on self."


def inputs(rng):
    """Two columns; scales are powers of two, so that every result is exact."""
    names = rng.sample(["age", "height", "weight", "pulse", "speed"], 4)
    names[:2] = sorted(names[:2], reverse=True)
    return {"mean": [rng.randrange(1, 9) for _ in range(2)], "scale": [0.5, rng.choice([2, 4, 8])],
            "rows": [[rng.randrange(10, 50) for _ in range(2)] for _ in range(3)], "names": names[:2], "others": names[2:]}


score_hidden("ex8", probe, wanted, inputs, points=4)
### END HIDDEN TESTS

# %% [markdown] tags=["instructor"]
# **Why the other ways fail.** `Standardizer(*children, *aux)` in unflatten runs the check on tracers. A check that skips tracers gets past jit and fails at `tree_map`, with negated leaves and no trace at all. A list of names costs a trace beside an equal tuple. Names kept on the class are in neither part of the tree: no trace, stale names.

# %% [markdown]
# ## Exit  (4 minutes)
#
# 1. `pair.y` is a jax array in aux data. Inside jit `float(pair.y[0])` raises and `float(np.asarray(pair.y)[0])` works. Why?
#    - A: `y` is traced; `asarray` unwraps it
#    - B: indexing a jax array is recorded
#    - C: `float` takes only numpy
# 2. A learning rate changes a thousand times. Where does it belong?
#    - A: among the children
#    - B: in aux data, as a float
#    - C: in aux data, as an array
# 3. Jitting the identity gave the right object. What follows?
#    - A: flatten and unflatten agree
#    - B: two round trips give the object back

# %% nbgrader={"grade": false, "grade_id": "exit1", "locked": false, "schema_version": 3, "solution": true, "task": false}
### BEGIN SOLUTION
### STUB: exit1 = None  # write "A", "B" or "C"
### STUB: exit2 = None  # write "A", "B" or "C"
### STUB: exit3 = None  # write "A" or "B"
exit1 = "B"
exit2 = "A"
exit3 = "B"
### END SOLUTION

# %% tags=["folded"]
# @title Reply
reply("exit1", exit1, {
    "A": ("aux-is-traced", "Were y a tracer, np.asarray would raise as well. Experiment 1: it is the caller's array."),
    "B": (None, "y is concrete. The index is jax's operation: its result is a tracer, which float refuses."),
    "C": ("float-wants-numpy", "float takes a jax array as well, if it is concrete: try float(jnp.array(2.0)).")})
reply("exit2", exit2, {
    "A": (None, "It is data: one trace serves all values."),
    "B": ("static-is-cheap", "Each new value is new aux data, and costs a trace: a thousand of them."),
    "C": ("an-array-is-fine-in-aux", "As a 0-d array it costs a trace for each value, and a larger one raises on the second.")})
reply("exit3", exit3, {
    "A": ("round-trip-proves", "Exercise 7: a swap in unflatten passes, because it happens twice."),
    "B": (None, "Look inside jit, or after one tree_map, to see a single round trip.")})
Pair = by_hand()
pair = Pair(X, jnp.array([3, 4], "int32"))
claim("l1-numpy-reads", "float(np.asarray(pair.y)[0]) works inside jit", jax.jit(lambda p: p.x * float(np.asarray(p.y)[0]))(pair)[0] == 3)
with raises(jax.errors.ConcretizationTypeError):
    jax.jit(lambda p: p.x * float(p.y[0]))(Pair(X, jnp.array([3, 4], "int32")))

# %% [markdown]
# ### On one page
#
# | what you have | where it goes | what you pay |
# | --- | --- | --- |
# | numbers that change, or need a gradient | children | one trace for all values of one shape |
# | a setting that Python must read | aux data: tuple, string, number, frozen dataclass | one trace for each value |
# | an array that Python must read | aux data, as a tuple or in a wrapper with `==` and hash | the same |
# | something to compute from aux data inside jit | numpy, or `ensure_compile_time_eval` | it runs while tracing |
#
# | symptom | see |
# | --- | --- |
# | ValueError: the truth value of an array is ambiguous; or: while checking equality of metadata fields | exercises 2, 3, 4, 5 |
# | UnexpectedTracerError on an attribute of a result; `jax.checking_leaks` reports a leak | exercises 1, 6 |
# | TracerArrayConversionError | exercises 2, 6, 8 |
# | TracerIntegerConversionError, ConcretizationTypeError on a setting | exercises 3, 4, 5 |
# | TracerBoolConversionError in `__init__` or unflatten | exercises 7, 8 |
# | TypeError: cannot interpret value; error interpreting argument (a word among the leaves) | exercises 7, 8 |
# | a warning about a static array | exercise 4 |
# | the right object comes back, inside jit it is wrong | exercise 7 |
# | a trace at every call | exercises 3, 4, 5 |
#
# Next: [aux data that changes](02_aux_data_that_changes.ipynb)
