# %% [markdown]
# # Aux data that changes
#
# You will be able to
#
# - say what comes back when a jitted function changes aux data, and what the caller keeps;
# - count the traces that a sequence of calls costs before you run it;
# - tell which transformations refuse changed aux data, and move what changes to the leaves;
# - choose aux data whose `==` says what you mean.
#
# **72 minutes.** You need lesson 1: leaves, aux data, treedef, tracer.
#
#     object ──flatten──▶ leaves  (traced under jit, grad, vmap, scan)
#                     └─▶ treedef (class + aux data: part of the cache key, compared with ==, never traced)
#            ◀─unflatten─  inside the traced function: a NEW object around tracers

# %% tags=["setup"]
# the instruments, put in by the build

# %% [markdown]
# ## Recall  (3 minutes)
#
# Three questions on lesson 1. Write a letter for each, then run the reply.
#
# 1. A pytree keeps a `jnp` array in its aux data. Inside jit that array is
#     - **A** a tracer
#     - **B** the very object that the caller holds
#     - **C** a numpy copy of it
# 2. Inside jit you compute `2 * aux_array` with `jnp`. The result is
#     - **A** concrete, as both operands are
#     - **B** traced, as every `jnp` operation is staged
#     - **C** concrete for small arrays
# 3. You call again with an *equal* array of two numbers, built anew, in the aux data. JAX
#     - **A** reuses the trace
#     - **B** traces once more
#     - **C** raises an error

# %% nbgrader={"grade": false, "grade_id": "recall1", "locked": false, "schema_version": 3, "solution": true, "task": false}
### BEGIN SOLUTION
### STUB: recall1 = None  # write "A", "B" or "C"
### STUB: recall2 = None
### STUB: recall3 = None
recall1 = "B"
recall2 = "B"
recall3 = "C"
### END SOLUTION

# %% tags=["folded"]
# @title Reply
reply("recall1", recall1, {
    "A": ("aux-is-traced", "Only leaves are traced. Aux data is handed over as it is, whatever its type."),
    "B": (None, "Aux data is never traced: flatten gives it out, unflatten hands back the same object."),
    "C": ("aux-is-copied", "Nothing is copied or converted: it is the same object, so `is` says True."),
})
reply("recall2", recall2, {
    "A": ("concrete-stays-concrete", "Under jit a jnp operation is written down, not computed, even if all its operands are concrete."),
    "B": (None, "The operation decides. A tracer that is put into aux data then leaks out of the trace."),
    "C": ("small-is-concrete", "Size plays no part: the library that executes the operation decides."),
})
reply("recall3", recall3, {
    "A": ("arrays-have-equality", "== of two arrays gives an array, which is no yes-or-no answer, so no stored trace can be found."),
    "B": ("array-retraces", "It does not get that far: the search for a stored trace compares aux data with ==, and that fails."),
    "C": (None, "Treedefs are compared with ==, and an array of two numbers has no truth value: ValueError."),
})

# %% [markdown]
# ## The phenomenon  (4 minutes)
#
# Somebody asked a question in public and got an answer. We call both together *the document*. It is about a class that adds up
# what it is given. The sum is a leaf, the dtype for adding is aux data. A jitted method assigns another dtype to `self`, and the
# change arrives at the caller. May it?
#
# The document's code does not run as given. Exercise 1 repairs it. Here is a class of our own that does the same.

# %%
@jax.tree_util.register_pytree_node_class
class Tracker:
    def __init__(self, total, dtype):
        self.total, self.dtype = total, dtype

    def add(self, x, dtype):
        self.total, self.dtype = self.total + x.sum(dtype=dtype), dtype  # assigns to self
        return self

    def tree_flatten(self):
        return (self.total,), self.dtype  # one child; the dtype is aux data

    @classmethod
    def tree_unflatten(cls, dtype, children):
        return cls(*children, dtype)


# %%
import dataclasses

with raises(NameError):  # the document's first fault: jax.numpy imported as np, then called jnp
    exec("from jax import numpy as np\ndefault = jnp.float32", {})
with raises(ValueError):  # the second: an array as the default of a dataclass field
    dataclasses.make_dataclass("Sum", [("total", jax.Array, jnp.zeros(1))])

add = jax.jit(Tracker.add, static_argnames="dtype")
ones = jnp.ones((2, 2), "float32")

went_in = Tracker(jnp.zeros(1, "float32"), jnp.float32)
came_back = add(went_in, ones, dtype=jnp.float16)
print("came back: total", look(came_back.total), "| dtype", look(came_back.dtype))
show(came_back, "what came back")
claim("l2-aux-comes-back", "the dtype that the jitted method assigned is in the result", came_back.dtype is jnp.float16)

# %% [markdown]
# ## Predict, observe, explain
#
# ### Prediction 1. And the tracker that went in?  (2 minutes, 1 point)
#
# `came_back` has total 4 and dtype float16. The method assigned to `self`. What does `went_in` hold now?
#
# - **A** total 4 and dtype float16: the method assigned to `self`, and `went_in` was `self`
# - **B** total 0 and dtype float32, as before
# - **C** total 0 and dtype float16: the leaf was replaced by a tracer, the aux data is one shared thing

# %% nbgrader={"grade": false, "grade_id": "predict1", "locked": false, "schema_version": 3, "solution": true, "task": false}
### BEGIN SOLUTION
### STUB: prediction1 = None  # write "A", "B" or "C", once, before you run the next cell
prediction1 = "B"
### END SOLUTION

# %%
show(went_in, "what went in, after the jitted call")
claim("l2-caller-untouched", "jit: the object that went in is as before, and another one came back",
      (float(went_in.total[0]), went_in.dtype) == (0.0, jnp.float32) and came_back is not went_in)

without_jit = Tracker(jnp.zeros(1, "float32"), jnp.float32)
result = without_jit.add(ones, dtype=jnp.float16)
claim("l2-caller-mutated-without-jit", "no jit: the same method changes the object itself and returns it",
      result is without_jit and without_jit.dtype is jnp.float16)

# %% tags=["folded"] nbgrader={"grade": true, "grade_id": "predict1_check", "locked": true, "points": 1, "schema_version": 3, "solution": false, "task": false}
# @title Reply
reply("predict1", prediction1, {
    "A": ("jit-mutates-the-caller", "That is what happens without jit. Under jit `self` is a new object that unflatten built around tracers; the assignment changes only that one."),
    "B": (None, "The method ran on a new object. That object was flattened at the end, and its treedef, the new dtype included, is kept with the compiled function."),
    "C": ("aux-is-shared", "The aux *object* is the same one, but the method did not change it: it put another one into its own new tracker."),
})

# %% [markdown]
# ### Prediction 2. Five calls  (3 minutes, 1 point)
#
# One jitted function, five new trackers, with the dtypes float16, float32, float16, float32, float16 in their aux data.
# How often does JAX trace the function?
#
# - **A** once: aux data is not what jit looks at
# - **B** twice
# - **C** five times: each tracker is an object of its own
# - **D** five times: every change of dtype, there or back, means a trace

# %% nbgrader={"grade": false, "grade_id": "predict2", "locked": false, "schema_version": 3, "solution": true, "task": false}
### BEGIN SOLUTION
### STUB: prediction2 = None  # write "A", "B", "C" or "D", once, before you run the next cell
prediction2 = "B"
### END SOLUTION

# %%
@count_traces
def double(tracker):
    show(tracker, "one picture for each trace")
    return tracker.total * 2


fast = jax.jit(double)
for dtype in [jnp.float16, jnp.float32, jnp.float16, jnp.float32, jnp.float16]:
    fast(Tracker(jnp.zeros(1, "float32"), dtype))
claim("l2-one-trace-per-aux-value", "five calls, two values of aux data, two traces; going back is free", double.traces == 2)

# %% tags=["folded"] nbgrader={"grade": true, "grade_id": "predict2_check", "locked": true, "points": 1, "schema_version": 3, "solution": false, "task": false}
# @title Reply
reply("predict2", prediction2, {
    "A": ("changed-aux-is-ignored", "Aux data is part of the treedef, and the treedef is part of the key under which a trace is kept."),
    "B": (None, "One trace for each *value* of the aux data. The trace of an earlier value is found again, so going back costs nothing."),
    "C": ("aux-by-identity", "Aux data is compared with ==. Five objects with two different values make two keys."),
    "D": ("only-the-last-trace-is-kept", "Measured: going back to float16 cost nothing. The trace made for it, before float32 came, was still there."),
})

# %% [markdown]
# ## What the document says, what we measured  (12 minutes)
#
# | said in the document | our test |
# | --- | --- |
# | the result is of another type than the argument, and that is fine | true of jit, vmap, grad. Of loops and branches? |
# | each new dtype *passed* costs a trace | pass the same dtype twice |
# | a leaf has to be a valid JAX type | ask jit, and ask `tree.map` |
# | good for the `is_initialized` flag of a layer | with jit, and in a scan |

# %%
def halved(tracker):  # changes the aux data, nothing else
    return Tracker(tracker.total, jnp.float16)


start = Tracker(jnp.ones(2, "float32"), jnp.float32)
treedef = jax.tree_util.tree_structure
slope, from_grad = jax.grad(lambda t: ((t.total**2).sum(), halved(t)), has_aux=True)(start)

claim("l2-another-tree-type", "the result is of another tree type: the treedefs differ",
      treedef(jax.jit(halved)(start)) != treedef(start))
claim("l2-accepted", "jit, vmap and grad's aux output accept it",
      all(out.dtype is jnp.float16 for out in (jax.jit(halved)(start), jax.vmap(halved)(start), from_grad)))
claim("l2-gradient-keeps-aux", "a gradient has the tree type of the argument, not of the result", treedef(slope) == treedef(start))
claim("l2-back-in-one-step", "a scan step may change aux data, if it changes it back before it returns",
      jax.lax.scan(lambda t, _: (Tracker(halved(t).total, t.dtype), None), start, None, length=2)[0].dtype is jnp.float32)

# %%
forms = {
    "scan": lambda: jax.lax.scan(lambda t, _: (halved(t), None), start, None, length=2),
    "fori_loop": lambda: jax.lax.fori_loop(0, 2, lambda i, t: halved(t), start),
    "while_loop": lambda: jax.lax.while_loop(lambda t: t.total.sum() < 9, halved, start),
    "cond": lambda: jax.lax.cond(True, halved, lambda t: t, start),
    "switch": lambda: jax.lax.switch(0, [halved, lambda t: t], start),
    "tree.map over two trees": lambda: jax.tree_util.tree_map(jnp.add, start, halved(start)),
    "a vmap prefix": lambda: jax.vmap(lambda t: t.total, in_axes=(Tracker(0, jnp.float16),))(start),
}
for form, run in forms.items():
    print(f"{form:24}", end="")
    with raises(TypeError, ValueError):  # one program for every step or branch: one tree type
        run()
claim("l2-branches-alike", "cond takes branches that change alike", jax.lax.cond(True, halved, halved, start).dtype is jnp.float16)

# %%
add_counted = count_traces(Tracker.add)
fast, tracker, so_far = jax.jit(add_counted, static_argnames="dtype"), Tracker(jnp.zeros(1, "float32"), jnp.float32), []
for _ in range(3):
    tracker = fast(tracker, ones, dtype=jnp.float16)  # the same dtype is passed each time
    so_far.append(add_counted.traces)
claim("l2-input-aux-counts", "the same dtype passed three times: 1, 2, 2 traces so far, as the second tracker is of another type",
      so_far == [1, 2, 2])
claim("l2-aux-without-python", "the third call ran no Python and still returns the dtype", tracker.dtype is jnp.float16)

pair = {"x": 1.0, "dtype": jnp.float32}
with raises(TypeError):  # a dtype as a leaf, going in
    jax.jit(lambda tree: tree["x"])(pair)
with raises(TypeError):  # and coming out
    jax.jit(lambda x: {"x": x, "dtype": jnp.float32})(1.0)
claim("l2-any-leaf-in-a-tree", "tree.map itself takes any leaf", jax.tree_util.tree_map(lambda leaf: leaf, pair) == pair)

# %%
class Box:  # a child x, aux data k
    def __init__(self, x, k):
        self.x, self.k = x, k


jax.tree_util.register_pytree_node(Box, lambda box: ((box.x,), box.k), lambda k, children: Box(*children, k))


def traces_for(*values):
    """How many traces one jitted function costs with these values as aux data, one after the other."""
    reader = count_traces(lambda box: box.x + 1)
    fast = jax.jit(reader)
    for k in values:
        fast(Box(1.0, k))
    return reader.traces


# %% [markdown]
# ### Prediction 3. What == calls equal  (3 of these minutes, 1 point)
#
# So `==` decides. `Box` keeps `k` as aux data; one jitted function computes `box.x * box.k` with `x` = int32 [1, 2]. Without jit
# the factors 1, 1.0 and True give int32, float32 and int32. And one after the other under jit?
#
# - **A** int32, float32, int32, by three traces: three different values
# - **B** int32, float32, int32, by two traces: True is a kind of 1, but 1.0 is a float
# - **C** int32, int32, int32, by one trace

# %% nbgrader={"grade": false, "grade_id": "predict3", "locked": false, "schema_version": 3, "solution": true, "task": false}
### BEGIN SOLUTION
### STUB: prediction3 = None  # write "A", "B" or "C", once, before you run the next cell
prediction3 = "C"
### END SOLUTION

# %%
@count_traces
def times(box):
    show(box, "one picture for each trace")
    return box.x * box.k


fast, x = jax.jit(times), jnp.array([1, 2], "int32")
aux = [fast(Box(x, k)).dtype.name for k in (1, 1.0, True)]
fast_static = jax.jit(lambda x, k: x * k, static_argnums=1)
static = [fast_static(x, k).dtype.name for k in (1, 1.0, True)]
print("as aux data:", *aux, "| as a static argument:", *static)
claim("l2-equal-aux-other-type", "1, 1.0 and True as aux data share one trace; 1.0 gives int32 and nothing is said",
      aux == ["int32"] * 3 and times.traces == 1)
claim("l2-static-argnums-tells-apart", "static_argnums tells them apart", static == ["int32", "float32", "int32"])

# %% tags=["folded"] nbgrader={"grade": true, "grade_id": "predict3_check", "locked": true, "points": 1, "schema_version": 3, "solution": false, "task": false}
# @title Reply
reply("predict3", prediction3, {
    "A": ("one-and-true-differ", "1 == True and 1 == 1.0 in Python, so the three are one key. If the type matters, put it beside the value: (type(k), k)."),
    "B": ("int-and-float-differ", "1 == 1.0 in Python too: the trace made with 1 is reused for 1.0, and the result is an int32."),
    "C": (None, "One key, one trace, made with the value that came first: 1.0 silently computes with the integer 1."),
})

# %%
nan = float("nan")
claim("l2-nan-retraces", "NaN is not equal to NaN: a fresh one costs a trace each time",
      traces_for(float("nan"), float("nan"), float("nan")) == 3)
claim("l2-nan-object", "only the very same NaN object is found again: `is` is asked first", traces_for(nan, nan) == 1)
claim("l2-lambda-retraces", "a fresh lambda costs a trace each time: it equals only itself", traces_for(lambda: 1, lambda: 1) == 2)
claim("l2-type-beside", "with its type beside it, each of 1, 1.0 and True has a trace of its own",
      traces_for((int, 1), (float, 1.0), (bool, True)) == 3)
claim("l2-dict-order", "the order of a dict's keys does not matter", traces_for({"a": 1, "b": 2}, {"b": 2, "a": 1}) == 1)
claim("l2-unhashable-aux", "unhashable aux data, a list, is accepted: == is enough", traces_for([1, 2], [1, 2]) == 1)
claim("l2-dtype-spellings", "three spellings of float32 share a trace, the text costs another",
      (traces_for(np.float32, jnp.float32, np.dtype("float32")), traces_for("float32", np.float32)) == (1, 2))

# %%
steps = [2, 3]  # a list as aux data, then changed in place
summed = count_traces(lambda box: box.x * sum(box.k))
fast, x = jax.jit(summed), jnp.array([1, 10], "int32")
print("steps 2, 3     ", look(fast(Box(x, steps))))
steps.append(5)
stale, anew = look(fast(Box(x, steps))), look(fast(Box(x, [2, 3, 5])))
print("steps 2, 3, 5  ", stale)
claim("l2-stale-list", "the list has grown, the result has not: the stored key is that very list",
      stale == "jax int32[2] [5, 50]")
claim("l2-stale-for-others", "even a new list 2, 3, 5 is given the old result", anew == stale and summed.traces == 1)

# %% [markdown]
# ### So far, and the flag
#
# 1. Another tree type: fine between two calls; refused from step to step of a loop, and from branches that differ.
# 2. A trace for each new dtype passed: half the truth, the tracker brings one of its own.
# 3. Leaves are JAX types: true of transformations; `tree.map` takes anything.
# 4. The flag: a layer makes its weights at the first call and says so in its aux data. jit pays one more
#    trace; a loop has one for all its steps and cannot pay. See for yourself:

# %%
@count_traces
def layer_step(layer, x):  # Box as a layer: x is its weight, k says whether it is ready
    if not layer.k:
        layer = Box(jnp.full(2, 3.0), True)
    return layer, layer.x * x


fast, layer, xs = jax.jit(layer_step), Box(None, False), jnp.ones((4, 2))
for x in xs:
    layer, y = fast(layer, x)
claim("l2-flag-two-traces", "four jitted calls, two traces: not ready, ready", layer_step.traces == 2 and layer.k is True)
with raises(TypeError):  # the flag would flip between two steps
    jax.lax.scan(layer_step, Box(None, False), xs)
claim("l2-flag-then-scan", "a layer that is ready goes through the scan",
      jax.lax.scan(layer_step, layer, xs)[1].shape == (4, 2))

# %% [markdown]
# ## Worked example  (5 minutes)
#
# A registration in four moves: choose the children, choose the aux data, rebuild without `__init__` and its side effects, register.
#
# `Smoother` follows a signal. The level is computed with: a child. The rule is read by Python while tracing and seldom changes: aux data, in
# one spelling, with an `==` that means what we mean. `__init__` counts and converts, so unflatten must not call it.

# %%
class Smoother:
    built = 0

    def __init__(self, level, rule):
        Smoother.built += 1
        self.level, self.rule = jnp.asarray(level, "float32"), rule.lower()


def smoother_flatten(smoother):
    children = (smoother.level,)  # 1. children: what is computed with
    aux = smoother.rule  # 2. aux data: what Python reads; compared with ==, never changed in place
    return children, aux


def smoother_unflatten(rule, children):
    smoother = object.__new__(Smoother)  # 3. rebuild without __init__
    (smoother.level,), smoother.rule = children, rule
    return smoother


jax.tree_util.register_pytree_node(Smoother, smoother_flatten, smoother_unflatten)  # 4. register

# %%
@count_traces
def follow(smoother, x):
    level = (smoother.level + x) / 2 if smoother.rule == "half" else x
    return smoother_unflatten(smoother.rule, (level,))  # pure: a new object, the same aux data


fresh, signal = Smoother(0.0, "half"), jnp.array([4.0, 8.0, 2.0], "float32")
built, fast = Smoother.built, jax.jit(follow)
end = functools.reduce(fast, signal, fresh)
fast(Smoother(0, "HALF"), signal[0])
claim("l2-one-spelling", "three steps and an equal smoother, built anew, share one trace", follow.traces == 1)
show(end, "the smoother at the end")
in_scan = jax.lax.scan(lambda s, x: (follow(s, x), None), fresh, signal)[0]
claim("l2-no-init", "rebuilding runs no __init__: only the smoother with HALF was built since", Smoother.built == built + 1)
claim("l2-same-aux-loops", "aux data that stays: jit in a loop and scan agree", float(end.level) == float(in_scan.level) == 3.5)

# %% [markdown]
# ## Exercises  (39 minutes)
#
# A check says row by row what was seen. `Unfinished` is not a mark: change your answer and run both cells again.
#
# ### Exercise 1. Make the document's class run  (●○○ easy, 3 minutes, 2 points)
#
# **Why:** before you can study a phenomenon its code has to run. Both faults of the document's class were shown at the start. Python refuses an
# array as the default of a field, because all instances would share it. `jnp` is imported here, so one fault is left.
#
# Write the two fields.
#
# | you do | what happens |
# | --- | --- |
# | `SumTracker()` | `total` is a jax array, float32, `[0.0]`; `dtype` is float32 |
# | `SumTracker(total, dtype)` | takes both fields, in this order |
# | `add` under jit with another dtype | total and dtype of the result are new |
#
# <details><summary>Hint 1</summary>The default has to be made for each instance. What does <code>dataclasses.field</code> offer for that?</details>
# <details><summary>Hint 2</summary><code>default_factory</code> takes a function without arguments. A dtype is a class: it may be an ordinary default.</details>
# <details><summary>Hint 3</summary><code>name: jax.Array = dataclasses.field(default_factory=lambda: …)</code>, and a second line with <code>= jnp.float32</code>.</details>
# <details><summary>Help: "mutable default … use default_factory"</summary>The array stands behind <code>=</code>. Let a function make it. While the
# cell raises it defines no class: the check then finds none, or the one of before, and says so.</details>
# <details><summary>Help: "object is not callable"</summary>You gave <code>default_factory</code> an array; it wants the function that makes one.</details>

# %% nbgrader={"grade": false, "grade_id": "ex1", "locked": false, "schema_version": 3, "solution": true, "task": false}
import dataclasses


@jax.tree_util.register_pytree_node_class
@dataclasses.dataclass
class SumTracker:
    ### BEGIN SOLUTION
    ### STUB: # your two fields instead of these two lines
    ### STUB: def __init__(self, *fields):
    ### STUB:     raise NotImplementedError()
    total: jax.Array = dataclasses.field(default_factory=lambda: jnp.zeros(1, "float32"))
    dtype: object = jnp.float32
    ### END SOLUTION

    def add(self, x, dtype=None):
        self.dtype = self.dtype if dtype is None else dtype
        self.total += x.sum(dtype=self.dtype)
        return self

    def tree_flatten(self):
        return (self.total,), self.dtype

    @classmethod
    def tree_unflatten(cls, dtype, children):
        return cls(*children, dtype)


# %% nbgrader={"grade": true, "grade_id": "ex1_check", "locked": true, "points": 2, "schema_version": 3, "solution": false, "task": false}
def probe(see, shape, dtype):
    def attempt(make):
        try:
            return make()
        except TypeError as error:
            missing = "missing" in str(error)
            return ("TypeError, missing" if "__init__()" in str(error) else "TypeError, in the factory") if missing else "TypeError"

    see("SumTracker().total", attempt(lambda: SumTracker().total))
    see("SumTracker(total, dtype) takes both", attempt(lambda: look(SumTracker(jnp.ones(1), dtype).dtype)))
    if any(type(attempt(make)) is str for make in (SumTracker, lambda: SumTracker(jnp.ones(1), dtype))):
        return
    new, x = SumTracker(), jnp.ones(shape, "float32")
    see("SumTracker().dtype", jnp.dtype(new.dtype).name)
    see("number of leaves", len(jax.tree_util.tree_leaves(new)))
    add = jax.jit(lambda tracker, x: tracker.add(x, dtype))
    see("add under jit", attempt(lambda: jnp.dtype(add(new, x).dtype).name))
    see("total after two calls", attempt(lambda: look(add(add(new, x), x).total)))


check("ex1", probe, TABLE, shape=[2, 2], dtype="float16")
### BEGIN HIDDEN TESTS
def wanted(shape, dtype):
    yield "SumTracker().total", "jax float32[1] [0.0]", {
        "TypeError, missing": ("fields-are-optional", "An annotated field without a default has to be passed each time. SumTracker() passes nothing."),
        "TypeError, in the factory": ("factory-gets-arguments", "default_factory is called without arguments, and yours wants one. A class such as jnp.float32 may stand behind = as it is."),
        "TypeError": ("factory-is-a-value", "default_factory is called for each new tracker, so it has to be a function; yours is the array already."),
        "numpy float64[1] [0.0]": ("numpy-default", "This is a numpy array, and of float64: outside jit numpy decides the dtype of what is added."),
        0.0: ("number-for-an-array", "A Python number has no shape: the total starts as a scalar and its dtype depends on what is added."),
        ...: ("other-start", "A new tracker starts with a jax array of one float32 zero.")}
    yield "SumTracker(total, dtype) takes both", repr(dtype), {
        "jax float32[1] [1.0]": ("fields-go-by-name", "The two fields stand in the other order. Unflatten passes them by position: total first, then dtype."),
        ...: ("not-a-field", "Only an annotated name is a field of a dataclass, and a ClassVar is not one: unflatten cannot pass it to the class.")}
    yield "SumTracker().dtype", "float32", "other-default-dtype", "The default dtype is float32; None means float64 to numpy."
    yield "number of leaves", 1, "dtype-as-leaf", "A dtype is no JAX type: as a leaf it is refused by every transformation. It belongs in the aux data."
    yield "add under jit", dtype, {
        "float32": ("changed-aux-is-ignored", "The assigned dtype is lost: it has to leave flatten as aux data and come back through unflatten."),
        ...: ("jit-refuses", "Flatten and unflatten have to agree on what is a child and what is aux data.")}
    yield "total after two calls", f"jax float32[1] [{2.0 * shape[0] * shape[1]}]", "init-runs-once", "Something resets or converts the total each time the tree is rebuilt: unflatten calls __init__, and that calls __post_init__."


def inputs(rng):
    return {"shape": [rng.randrange(2, 6), rng.randrange(2, 6)], "dtype": rng.choice(["float16", "bfloat16"])}


score_hidden("ex1", probe, wanted, inputs, points=2)
### END HIDDEN TESTS

# %% [markdown] tags=["instructor"]
# **Why the other ways fail.** An array as the default is refused since Python 3.11 because it is unhashable; before, all instances shared one array. The
# factory has to be a function: an array in its place is called at the first `SumTracker()`, not before. A `ClassVar` or an unannotated name is no field, so
# unflatten cannot pass it. A `__post_init__` that sets the total runs again inside every jitted call, because unflatten goes through `__init__`.
# A numpy zero looks the same and is float64.

# %% [markdown]
# ### Exercise 2. Count before you run  (●●○ medium, 6 minutes, 2 points)
#
# **Why:** traces are what changing aux data costs. If you can say the number, you can set a budget.
#
# A `Gauge` starts with the dtype `start`. Six calls pass the dtypes `asked`, one after the other, each to the gauge that the call before gave
# back. Write the rule that says for each call how many new traces it costs, 0 or 1. Then a rule for any two values of aux data: does the
# second find the trace of the first? Run nothing in them: the check does, and compares.
#
# | you do | what happens |
# | --- | --- |
# | `new_traces("float32", ["float16", "float16", "float16"])` | `[1, 1, 0]`, as measured above |
# | six other calls | your counts are the measured ones, and your rule ran no `add` |
# | `found_again(kept, new)` | True if `new` finds the trace of `kept`, else False: for numbers, lists, dicts, NaN |
#
# <details><summary>Hint 1</summary>Two things are in the key under which a trace is kept. Which of them changes between the first two calls of the table?</details>
# <details><summary>Hint 2</summary>Keep a set of the keys seen so far, and the dtype that the gauge has now.</details>
# <details><summary>Hint 3</summary>The key is the pair (dtype of the gauge, dtype passed). After the call the gauge has the dtype passed.
# For two values: <code>is</code> is asked first, then <code>==</code>, and no hash.</details>
# <details><summary>Help: "numbers given back" is not yet right</summary>Give back one number for each call: a list as long as <code>asked</code>.</details>

# %% nbgrader={"grade": false, "grade_id": "ex2", "locked": false, "schema_version": 3, "solution": true, "task": false}
class Gauge:
    def __init__(self, total, dtype):
        self.total, self.dtype = total, dtype

    def add(self, x, dtype):
        return Gauge(self.total + x.sum(dtype=dtype), dtype)


jax.tree_util.register_pytree_node(Gauge, lambda gauge: ((gauge.total,), gauge.dtype), lambda dtype, children: Gauge(*children, dtype))


def new_traces(start, asked):
    """For each call, 0 or 1: the traces of jit(Gauge.add) with the dtypes `asked`, from a gauge of dtype `start`."""
    ### BEGIN SOLUTION
    keys, now, counts = set(), start, []
    for passed in asked:
        counts.append(int((now, passed) not in keys))
        keys.add((now, passed))
        now = passed
    return counts
    ### END SOLUTION


def found_again(kept, new):
    """True if the trace made with `kept` as aux data is found for `new`."""
    ### BEGIN SOLUTION
    return kept is new or kept == new
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "ex2_check", "locked": true, "points": 2, "schema_version": 3, "solution": false, "task": false}
def probe(see, start, asked, n, words):
    original, Gauge.add = Gauge.add, count_traces(Gauge.add)
    try:
        yours, traced = overheard(new_traces, start, list(asked))
        calls = Gauge.add.traces
    finally:
        Gauge.add = original
    see("calls of add in your rule", calls or ("none, but it had something traced" if traced else 0))
    yours = list(map(int, yours)) if hasattr(yours, "__iter__") else yours
    see("numbers given back", len(yours) if type(yours) is list else "a list of them is wanted")
    if type(yours) is not list:
        return
    see("traces in all, by your rule", sum(yours))
    add, gauge, measured = count_traces(Gauge.add), Gauge(jnp.zeros((), "float32"), start), []
    fast = jax.jit(add, static_argnames="dtype")
    for dtype in asked:
        before = add.traces
        gauge = fast(gauge, jnp.ones(3, "float32"), dtype=dtype)
        measured.append(add.traces - before)
    see("by your rule | measured", " ".join(map(str, yours)) + (", by running" if calls or traced else "") + " | " + " ".join(map(str, measured)))

    class Holder:  # no children, aux data only
        def __init__(self, aux):
            self.aux = aux

    jax.tree_util.register_pytree_node(Holder, lambda holder: ((), holder.aux), lambda aux, _: Holder(aux))

    def found(kept, new):
        body = count_traces(lambda holder: 0)
        fast = jax.jit(body)
        fast(Holder(kept)), fast(Holder(new))
        try:
            said, traced = overheard(found_again, kept, new)
        except (TypeError, NotImplementedError) as error:
            said, traced = type(error).__name__, 0
        return f"{said if said is None or type(said) is str else bool(said)}{', by running' if traced else ''} | {body.traces == 1}"

    nan, (a, b) = float("nan"), words
    see("found again: equal tuples; other numbers", f"{found((n, 2), (n, 2))}; {found(n, n + 1)}")
    see("found again: 1 and True; n and n as a float", f"{found(1, True)}; {found(n, float(n))}")
    see("found again: equal lists; a tuple and a list", f"{found([n, 2], [n, 2])}; {found((n, 2), [n, 2])}")
    see("found again: a dict in another order", found({a: 1, b: n}, {b: n, a: 1}))
    see("found again: two NaN; the same NaN", f"{found(float('nan'), float('nan'))}; {found(nan, nan)}")


check("ex2", probe, TABLE, start="float32", asked=["float16", "float32", "float32", "float32", "float16", "bfloat16"], n=3, words=["rate", "steps"])
### BEGIN HIDDEN TESTS
# The first rows weigh little: they are right whenever the counts are.
def wanted(start, asked, n, words):
    had = [start, *asked[:-1]]  # the dtype of the gauge at each call

    def first(keys):
        return [int(key not in keys[:i]) for i, key in enumerate(keys)]

    def line(counts):
        return " ".join(map(str, counts)) + " | " + " ".join(map(str, right))

    pairs = list(zip(had, asked))
    right = first(pairs)
    run = ("counting-by-running", "Your rule runs the calls. It has to know the number before: then you can set a budget for a program that you have not run.")
    yield "calls of add in your rule", 0, {"none, but it had something traced": run, ...: run}, 0.1
    yield "numbers given back", len(asked), "one-number-for-all", "Give back a list with one number, 0 or 1, for each call that is asked.", 0.1
    yield "by your rule | measured", line(right), {
        line(first(asked)): ("changed-aux-is-ignored", "You look at the dtype that is passed. The gauge brings a dtype of its own, in its aux data: both are in the key."),
        line(first(had)): ("static-argument-is-ignored", "You look at the dtype in the gauge. The dtype that is passed is a static argument: it is in the key too."),
        line([int(i == 0 or pairs[i] != pairs[i - 1]) for i in range(len(pairs))]): ("only-the-last-trace-is-kept", "You compare with the call before. A trace made earlier is found again, so going back costs nothing."),
        line([1] * len(asked)): ("aux-by-identity", "Each call gets a new gauge, but aux data is compared with ==, so a key that was seen before costs nothing."),
        line([int(a != b) for a, b in pairs]): ("a-change-is-a-trace", "You count the calls that change the dtype. A call that changes nothing may be new, one that changes it may be known."),
        line([int(key not in [start, *asked[:i]]) for i, key in enumerate(asked)]): ("start-is-traced", "You begin with the start as a dtype that was seen. Nothing is traced before the first call, and what is seen is a pair."),
        line(first([frozenset(pair) for pair in pairs])): ("pair-without-order", "You keep the two dtypes of a call without their order. Which one the gauge has and which one is passed makes two keys."),
        line([1] + [0] * (len(asked) - 1)): ("traced-once-for-all", "A function is not traced once for all: once for each key, and aux data is in the key."),
        line([sum(right[: i + 1]) for i in range(len(right))]): ("running-sum", "These are traces up to each call. Give back the new ones of each call alone."),
        line(right).replace(" |", ", by running |"): run,
        ...: ("other-counts", "Go through the calls one by one: the pair of gauge's dtype and passed dtype, seen before or not?")}, 5.3
    yield "traces in all, by your rule", sum(right), "other-sum", "The sum is the number of different keys.", 0.1
    yield "found again: equal tuples; other numbers", "True | True; False | False", {
        "NotImplementedError | True; NotImplementedError | False": ("one-rule-is-enough", "The second rule, found_again, still has its stub."),
        "True, by running | True; False, by running | False": run,
        "None | True; None | False": ("rule-without-answer", "found_again gives back None: end it with return, and True or False."),
        "True | True; True | False": ("equal-to-everything", "Other aux data never finds the trace, even if all that differs is one number."),
        ...: ("aux-by-identity", "Equal aux data, built anew, finds the trace: the value counts, not the object.")}
    yield "found again: 1 and True; n and n as a float", "True | True; True | True", {
        "True | True; False | True": ("int-and-float-differ", "An integer and an equal float are == in Python, so the float is given the trace of the integer. No type is looked at."),
        ...: ("one-and-true-differ", "1 == True in Python, and that is all that is asked: True is given the trace of 1. No type is looked at.")}
    yield "found again: equal lists; a tuple and a list", "True | True; False | False", {
        "True | True; True | False": ("list-equals-tuple", "A tuple is never == to a list, whatever is in them: no trace is found."),
        ...: ("unhashable-is-refused", "A list has no hash, and none is asked for: it goes into the aux data, and an equal list finds the trace.")}
    yield "found again: a dict in another order", "True | True", "dict-order-matters", (
        "Two dicts are == when they hold the same under the same keys. The order in which they were written does not count.")
    yield "found again: two NaN; the same NaN", "False | False; True | True", {
        "False | False; False | True": ("equality-is-asked-first", "The very same object is found again unasked, even one that is not == to itself."),
        ...: ("nan-equals-itself", "NaN is not == to NaN, so another NaN finds no trace: each costs one of its own.")}


def inputs(rng):
    """A pattern in which each wrong rule gives counts of its own, other than the right ones, in random dtypes."""
    names = rng.sample(["float16", "float32", "bfloat16"], 3)
    start, *asked = map(int, rng.choice(["0101112", "0101222", "0111012"]))
    words = rng.sample(["rate", "steps", "axis", "mode", "size"], 2)
    return {"start": names[start], "asked": [names[i] for i in asked], "n": rng.randrange(3, 99), "words": words}


score_hidden("ex2", probe, wanted, inputs, points=2)
### END HIDDEN TESTS

# %% [markdown] tags=["instructor"]
# **Why the other ways fail.** The key holds the treedef of the argument (so the dtype that the gauge brings) *and* the static argument. A rule with only one of them
# misses the second call: same argument, other gauge. A rule that compares with the previous call, or that counts every call, forgets that
# earlier keys are found again, by value. Running the calls and counting gives the right numbers and teaches nothing. "A change is a trace" is wrong both ways: (float16, float16) changes nothing and is new once.
# `found_again` is what Python asks of an element of a list: `new in [kept]` is a right answer, too. `==` alone misses the same NaN; types, hashes and the order of keys play no part.

# %% [markdown]
# ### Exercise 3. Two lists  (●○○ easy, 3 minutes, 2 points)
#
# **Why:** for a dataclass the whole registration is two lists of names. Put each field of `Meter` into one of them.
#
# | you do | what happens |
# | --- | --- |
# | flatten a `Meter` | two leaves, both arrays |
# | gradient with respect to `gain` | arrives |
# | read `unit` and `dtype` under jit | plain strings |
# | call with an equal `Meter`, built anew; then with another `dtype` | no new trace; exactly one |
#
# <details><summary>Hint 1</summary>For each field: is it computed with, or does Python read it while tracing?</details>
# <details><summary>Hint 2</summary>Arrays are data. What decides a dtype or a label is meta.</details>
# <details><summary>Hint 3</summary>Two names in each list, none twice, none left out.</details>
# <details><summary>Help: "data_fields and meta_fields must include all dataclass fields"</summary>One of the four names is in neither list. Older versions of JAX do not say so; the field is then lost.</details>

# %% nbgrader={"grade": false, "grade_id": "ex3", "locked": false, "schema_version": 3, "solution": true, "task": false}
import dataclasses


@dataclasses.dataclass
class Meter:
    total: jax.Array
    gain: jax.Array  # to be trained
    unit: str
    dtype: str

    def add(self, x):
        return dataclasses.replace(self, total=self.total + (self.gain * x).sum(dtype=self.dtype))


### BEGIN SOLUTION
### STUB: meter_data = None  # names of the fields that are children
### STUB: meter_meta = None  # names of the fields that are aux data
meter_data = ["total", "gain"]
meter_meta = ["unit", "dtype"]
### END SOLUTION
if meter_data is not None and meter_meta is not None:
    jax.tree_util.register_dataclass(Meter, data_fields=list(meter_data), meta_fields=list(meter_meta))


# %% nbgrader={"grade": true, "grade_id": "ex3_check", "locked": true, "points": 2, "schema_version": 3, "solution": false, "task": false}
def probe(see, x, gain, unit, dtypes):
    if meter_data is None or meter_meta is None:
        raise NotImplementedError()

    def meter(dtype):
        return Meter(jnp.zeros((), "float32"), jnp.array(gain, "float32"), unit + "", dtype)

    if str in (type(meter_data), type(meter_meta)):
        return see("names in the two lists", "one text instead of a list")
    fields = sorted([*meter_data, *meter_meta])
    see("names in the two lists", fields)
    if fields != ["dtype", "gain", "total", "unit"]:
        return
    leaves = jax.tree_util.tree_leaves(meter(dtypes[0]))
    arrays = sum(isinstance(leaf, jax.Array) for leaf in leaves)
    see("leaves", f"{arrays} arrays, {len(leaves) - arrays} others")
    if arrays != 2 or len(leaves) != 2:
        return

    @count_traces
    def total(meter, x):
        see("unit under jit", [where(meter.unit), meter.unit])
        return meter.add(x).total

    fast, x = jax.jit(total), jnp.array(x, "float32")
    see("total", float(fast(meter(dtypes[0]), x)))
    fast(meter(dtypes[0]), x), fast(meter(dtypes[1]), x)
    see("traces for a dtype, the same again, another", total.traces)
    see("gradient with respect to gain", float(jax.grad(total)(meter("float32"), x).gain))


check("ex3", probe, TABLE, x=[1, 2, 4], gain=3, unit="mm", dtypes=["float16", "float32"])
### BEGIN HIDDEN TESTS
def wanted(x, gain, unit, dtypes):
    yield "names in the two lists", ["dtype", "gain", "total", "unit"], {
        "one text instead of a list": ("text-is-a-list", "A list of names is wanted: as a list, one text is a list of its letters."),
        ...: ("unlisted-field-survives", "Each of the four fields stands in exactly one list. A field in neither is lost when the tree is rebuilt.")}
    yield "leaves", "2 arrays, 0 others", {
        "1 arrays, 0 others": ("array-in-aux", "An array is in the aux data: it gets no gradient, and the second call compares it with ==."),
        "2 arrays, 1 others": ("static-as-leaf", "A string is among the leaves: jit, grad and vmap take only arrays there."),
        "2 arrays, 2 others": ("everything-is-data", "All four fields are children. What Python reads while tracing is meta."),
        "0 arrays, 0 others": ("everything-is-static", "All four fields are aux data: nothing is left to be traced."),
        "0 arrays, 2 others": ("lists-swapped", "The two lists are the wrong way round: data is what is computed with."),
        ...: ("other-leaves", "One string is a child and one array is aux data: two fields have changed places.")}
    yield "unit under jit", ["concrete", unit], "unit-changed", "The unit has to be a plain string under jit, as it was given."
    yield "total", float(gain * sum(x)), "other-total", "The total is gain times the sum of x."
    yield "traces for a dtype, the same again, another", 2, "traces-of-meta", "Equal meta fields share a trace, another dtype costs exactly one."
    yield "gradient with respect to gain", float(sum(x)), "no-gradient", "A gradient reaches every data field."


def inputs(rng):
    return {"x": [rng.randrange(1, 9) for _ in range(3)], "gain": rng.randrange(2, 6), "unit": rng.choice(["kg", "s", "K", "lm"]),
            "dtypes": rng.sample(["float16", "float32"], 2)}


score_hidden("ex3", probe, wanted, inputs, points=2)
### END HIDDEN TESTS

# %% [markdown] tags=["instructor"]
# **Why the other ways fail.** `gain` in the meta list looks right ("a setting") and even passes one call; it then gets no gradient, and a second equal array has no yes-or-no `==`.
# A string in the data list is a leaf, which every transformation refuses. A field in neither list is an error from JAX 0.4.36 on and silently lost before.

# %% [markdown]
# ### Exercise 4. Through a scan  (●●○ medium, 5 minutes, 3 points)
#
# **Why:** a counter in aux data works under jit, at the price of a trace for every step, and fails in the first scan.
#
# Write `Tally`: it counts and adds up; `add` returns a new one.
#
# | you do | what happens |
# | --- | --- |
# | `Tally(dtype)` | total and count are arrays of shape `[]`: zero, of that dtype and of int32 |
# | `tally.add(x)` | a new `Tally` of the *same* tree type; the old one is as before |
# | `total` after `add` | has the dtype `tally.dtype`, whatever the dtype of `x` |
# | read `dtype` in a scan | a plain string |
# | scan over `add` | total and count are right at every step |
# | compare the tree types of two dtypes | different |
#
# <details><summary>Hint 1</summary>What changes from step to step has to be a leaf. What must stay the same is welcome in the aux data.</details>
# <details><summary>Hint 2</summary>A carry keeps shape and dtype too: float16 plus float32 is float32. Convert <code>x</code>.</details>
# <details><summary>Hint 3</summary>Two children, <code>(total, count)</code>, both arrays from the start; aux data is <code>dtype</code>. In <code>add</code> build the new one with <code>unflatten</code>.</details>
# <details><summary>Help: "carry input and carry output must have the same pytree structure"</summary>Something that <code>add</code> changes is still in the aux data.</details>
# <details><summary>Help: "… must have equal types"</summary>The total changes its dtype on the way.</details>

# %% nbgrader={"grade": false, "grade_id": "ex4", "locked": false, "schema_version": 3, "solution": true, "task": false}
class Tally:
    def __init__(self, dtype):
        self.dtype = dtype
        ### BEGIN SOLUTION
        self.total = jnp.zeros((), dtype)
        self.count = jnp.zeros((), "int32")
        ### END SOLUTION

    def add(self, x):
        ### BEGIN SOLUTION
        return tally_unflatten(self.dtype, (self.total + x.astype(self.dtype), self.count + 1))
        ### END SOLUTION


def tally_flatten(tally):
    ### BEGIN SOLUTION
    return (tally.total, tally.count), tally.dtype
    ### END SOLUTION


def tally_unflatten(aux, children):
    tally = object.__new__(Tally)
    ### BEGIN SOLUTION
    (tally.total, tally.count), tally.dtype = children, aux
    ### END SOLUTION
    return tally


jax.tree_util.register_pytree_node(Tally, tally_flatten, tally_unflatten)


# %% nbgrader={"grade": true, "grade_id": "ex4_check", "locked": true, "points": 3, "schema_version": 3, "solution": false, "task": false}
def probe(see, xs, dtype):
    start, other, xs = Tally(dtype), Tally("int32"), jnp.array(xs, "float32")

    def rebuilt(tree):  # what flatten and unflatten make of it
        try:
            return jax.tree_util.tree_map(lambda leaf: leaf, tree)
        except (TypeError, ValueError) as error:
            return "children are no tuple" if "itera" in str(error) else type(error).__name__

    see("a new one, rebuilt", look(rebuilt(start)).strip("'"))
    if type(rebuilt(start)) is not Tally:
        return
    jax.eval_shape(lambda: (Tally("int32"), 0)[1])
    alone = [where(start.total), where(start.count)]
    see("total and count, after another Tally was made in a trace", alone)
    if alone != ["concrete"] * 2:
        return
    see("a new one", f"total {look(start.total)}, count {look(start.count)}")
    leaves, treedef = jax.tree_util.tree_flatten(start)
    one = start.add(xs[0])
    see("what add returns", "a Tally" if type(one) is Tally else look(one))
    if type(one) is not Tally:
        return
    kept = "same" if jax.tree_util.tree_structure(one) == treedef else "another"
    see("count of the old one after add", int(np.ravel(start.count)[0]))
    see("tree type after add, leaves at first", f"{kept}, {len(leaves)}")
    see("total after one add", one.total)
    if (kept, len(leaves)) != ("same", 2) or not isinstance(start.total, jax.Array) or not start.total.dtype == one.total.dtype == dtype:
        return
    see("tree types of two dtypes", "equal" if jax.tree_util.tree_structure(other) == treedef else "different")

    def step(tally, x):
        see("dtype in the scan", [where(tally.dtype), tally.dtype])
        tally = tally.add(x)
        return tally, (tally.total, tally.count)

    end, (totals, counts) = jax.lax.scan(step, start, xs)
    see("counts along the scan", np.asarray(counts).tolist())
    see("totals along the scan", np.asarray(totals, "float32").tolist())


check("ex4", probe, TABLE, xs=[3, 5, 2], dtype="float16")
### BEGIN HIDDEN TESTS
def wanted(xs, dtype):
    yield "raised", "nothing", {
        "TypeError": ("carry-refused", "What the error names was refused. Of a Tally that may be a leaf that is no array, or one that changes its shape or dtype."),
        "ConcretizationTypeError": ("python-number-from-tracer", "float() and int() need a number; in a scan there is only a tracer. Keep arrays.")}
    yield "a new one, rebuilt", "a Tally", {
        "children are no tuple": ("brackets-make-a-tuple", "What flatten gives as children is no tuple: (x) is just x, the comma in (x,) makes the tuple."),
        "None": ("building-is-returning", "Unflatten gives back None: it has to return the object that it builds, not only build it."),
        ...: ("unflatten-is-init", "Rebuilding raises, or gives something else. Flatten returns the children, then the aux data; unflatten is given the aux data, then the children.")}
    yield "total and count, after another Tally was made in a trace", ["concrete"] * 2, "state-on-the-class", (
        "The other Tally has changed this one: total or count is set on the class, which all share. Set both on self.")
    yield "what add returns", "a Tally", "add-returns-nothing", "add has to return the new Tally: under jit and in a scan, what it does to self is lost.", 0.5
    yield "count of the old one after add", 0, "update-in-place", "add changed the Tally that it was called on. Build a new one and leave self alone."
    yield "tree type after add, leaves at first", "same, 2", {
        "another, 1": ("different-aux-only-recompiles", "What add changes is in the aux data, so each step has a tree type of its own. jit would trace again; a scan has one trace for all steps and refuses."),
        "same, 1": ("unlisted-attribute-survives", "One of total and count is neither a child nor aux data: it is lost, or stands still, when the tree is rebuilt."),
        "same, 3": ("dtype-as-leaf", "A dtype is no JAX type: as a leaf it is refused going in. Python reads it while tracing, so it is aux data."),
        ...: ("growing-tree", "The number of leaves changes with add. A carry has one tree type from the first step to the last.")}
    total, count = f"jax {dtype}[] 0.0", "jax int32[] 0"
    numbers = ("carry-starts-as-number", "A Python number has no fixed dtype: after the first add it is an array, which costs a second trace under jit. Start with arrays.")
    yield "a new one", f"total {total}, count {count}", {
        **{f"total {a}, count {b}": numbers for a in (total, "0", "0.0") for b in (count, "0", "0.0") if (a, b) != (total, count)},
        ...: ("other-start-of-carry", "Both start as arrays of shape [], the total in the dtype of the Tally, the count in int32: a carry keeps shape and dtype.")}
    yield "total after one add", f"jax {dtype}[] {float(xs[0])}", {
        f"jax float32[] {float(xs[0])}": ("carry-dtype-drifts", "The total has to keep the dtype of the Tally: a carry keeps its dtype, and float32 wins over a smaller one."),
        total: ("unflatten-starts-anew", "The total is 0 after add: the sum has to go into the new Tally, and unflatten has to take the children that it is given."),
        ...: ("other-first-total", "After one add the total is x, an array of shape [] in the dtype of the Tally.")}
    yield "dtype in the scan", ["concrete", dtype], "dtype-lost", "The dtype has to come through flatten and unflatten as the plain string it was."
    yield "tree types of two dtypes", "different", "equal-to-everything", "Two dtypes are two values of aux data, and == has to tell them apart. Leave that to the string."
    yield "counts along the scan", list(range(1, len(xs) + 1)), "python-counts-each-step", "Python runs once, while tracing: count with an array operation on self.count."
    yield "totals along the scan", [float(sum(xs[: i + 1])) for i in range(len(xs))], "other-totals", "Each step adds its x to the total before.", 1.5


def inputs(rng):
    return {"xs": [rng.randrange(2, 20) for _ in range(rng.randrange(3, 6))], "dtype": rng.choice(["float16", "bfloat16"])}


score_hidden("ex4", probe, wanted, inputs, points=3)
### END HIDDEN TESTS

# %% [markdown] tags=["instructor"]
# **Why the other ways fail.** The count as a Python int in the aux data is the classic: right under jit (a trace for each value), refused by scan. Left out of flatten it is reset or frozen without
# a word. A total without conversion turns from float16 into float32 at the first add, and a carry may not. `return self` after assignments works under
# jit, because self is a new object there, and changes the caller's object everywhere else.

# %% [markdown]
# ### Exercise 5. A layer that sets itself up  (●●○ medium, 5 minutes, 3 points)
#
# **Why:** this is the use of changing aux data that pays: it changes once.
#
# `Centre` subtracts from every batch the mean of the *first* batch. `layer(x)` returns the result and the layer to use next.
#
# | you do | what happens |
# | --- | --- |
# | first call on `Centre()`, x of shape [batch, n] | the returned layer holds `shift` = mean over the batch; `ready` is True, a plain bool |
# | that call and all later ones | subtract that same shift |
# | the layer that was called | is as before: a call assigns nothing to it |
# | flatten and unflatten a fresh layer | it is still not ready |
# | four jitted calls | two traces in all |
# | scan over a layer that is ready | works |
#
# <details><summary>Hint 1</summary>Which of <code>shift</code> and <code>ready</code> does Python have to read while tracing?</details>
# <details><summary>Hint 2</summary>None is an empty node, so <code>shift</code> may be a child before it exists. When <code>self.ready</code>, return <code>self</code> unchanged.</details>
# <details><summary>Hint 3</summary><code>layer = self if self.ready else Centre(…, True)</code>, then subtract <code>layer.shift</code>.</details>
# <details><summary>Help: "Attempted boolean conversion of traced array"</summary>The flag arrived as a tracer: it is among the children.</details>
# <details><summary>Help: "Encountered an unexpected tracer"</summary>Something computed under jit went out as aux data. The shift is a child.</details>

# %% nbgrader={"grade": false, "grade_id": "ex5", "locked": false, "schema_version": 3, "solution": true, "task": false}
class Centre:
    def __init__(self, shift=None, ready=False):
        self.shift, self.ready = shift, ready

    def __call__(self, x):
        ### BEGIN SOLUTION
        layer = self if self.ready else Centre(x.mean(axis=0), True)
        return x - layer.shift, layer
        ### END SOLUTION


def centre_flatten(layer):
    ### BEGIN SOLUTION
    return (layer.shift,), layer.ready
    ### END SOLUTION


def centre_unflatten(aux, children):
    ### BEGIN SOLUTION
    return Centre(*children, aux)
    ### END SOLUTION


jax.tree_util.register_pytree_node(Centre, centre_flatten, centre_unflatten)


# %% nbgrader={"grade": true, "grade_id": "ex5_check", "locked": true, "points": 3, "schema_version": 3, "solution": false, "task": false}
def probe(see, batches):
    batches = jnp.array(batches, "float32")

    def rebuilt(tree):  # what flatten and unflatten make of it
        try:
            return jax.tree_util.tree_map(lambda leaf: leaf, tree)
        except (TypeError, ValueError) as error:
            return "children are no tuple" if "itera" in str(error) else type(error).__name__

    def kind(value):
        return "an array" if isinstance(value, jax.Array) else look(value)

    @count_traces
    def call(layer, x):
        return layer(x)

    fresh = rebuilt(Centre())
    see("a fresh layer, rebuilt", f"a Centre, ready {look(fresh.ready)}" if type(fresh) is Centre else look(fresh).strip("'"))
    if type(fresh) is not Centre or fresh.ready is True or fresh.ready is None:
        return
    called = Centre()
    back = called(batches[0])
    see("ready of the layer that was called", look(called.ready))
    back = " and ".join(map(kind, back)) if type(back) in (tuple, list) else kind(back)
    see("a call gives back", back)
    if back != "an array and a Centre":
        return

    fast, layer = jax.jit(call), Centre()
    for number, x in enumerate(batches):
        y, layer = fast(layer, x)
        if number == 0:
            first = y[0]
            see("shift after one call", layer.shift)
            escaped = where(layer.ready) != "concrete"  # here is no trace: a tracer has come out of one
            see("ready after one call: without jit, under jit", f"ready {look(Centre()(x)[1].ready)}, {'a tracer' if escaped else look(layer.ready)}")
        if layer.shift is None or where(layer.shift) == "dead tracer" or escaped:
            return
    see("first y, first row", first)
    see("traces for the calls", call.traces)
    see("shift after all calls", layer.shift)
    see("last y, first row", y[0])
    if call.traces == 2:
        ys = jax.lax.scan(lambda layer, x: layer(x)[::-1], layer, batches)[1]
        see("last y of a scan, first row", ys[-1][0])


check("ex5", probe, TABLE, batches=[[[1, 2], [3, 6]], [[5, 5], [7, 9]], [[0, 1], [2, 3]], [[9, 5], [6, 2]]])
### BEGIN HIDDEN TESTS
def wanted(batches):
    n, last = len(batches[0][0]), batches[-1][0]

    def mean(batch):
        return [sum(column) / len(batch) for column in zip(*batch)]

    def array(values):
        return f"jax float32[{n}] {[float(v) for v in values]}"

    y = array([v - m for v, m in zip(last, mean(batches[0]))])
    yield "raised", "nothing", {
        "TracerBoolConversionError": ("flag-as-leaf", "The flag is among the children, so under jit it is a tracer and `if` cannot read it. Python decides by it: aux data.")}
    yield "a fresh layer, rebuilt", "a Centre, ready False", {
        "a Centre, ready True": ("unflatten-means-ready", "A fresh layer is ready after flatten and unflatten, and has no shift: unflatten must hand back the flag that flatten gave."),
        "a Centre, ready None": ("arguments-find-their-place", "ready is None once the layer is rebuilt: it is not in the aux data, or unflatten has put the shift in its place."),
        "a Centre, ready jax bool[] False": ("flag-as-array", "The flag is an array, among the leaves: no Python code can read it under jit, so the mean is computed at every call."),
        "children are no tuple": ("brackets-make-a-tuple", "What flatten gives as children is no tuple: (x) is just x, the comma in (x,) makes the tuple."),
        "None": ("building-is-returning", "Unflatten gives back None: it has to return the object that it builds, not only build it."),
        ...: ("unflatten-is-init", "Rebuilding raises, or gives something else. Flatten returns the children, then the aux data; unflatten is given the aux data, then the children.")}
    yield "a call gives back", "an array and a Centre", "layer-not-returned", "The caller needs the new layer: return the result and the layer, in this order. What the call does to self under jit is lost."
    yield "ready of the layer that was called", "False", "update-in-place", "The call changed the layer that it was called on. Under jit that goes unseen; without, the caller's fresh layer is gone."
    yield "shift after one call", array(mean(batches[0])), {
        f"dead tracer float32[{n}]": ("aux-from-traced", "The shift was computed under jit and went out as aux data: a tracer that has lost its trace. What is computed is a child."),
        None: ("layer-without-shift", "The layer that came back has no shift: return the one that was set up, not the one that was passed."),
        ...: ("other-shift", "The shift is the mean of the first batch, over the batch axis.")}
    yield "ready after one call: without jit, under jit", "ready True, True", {
        "ready False, False": ("shift-is-enough", "The layer that came back has a shift and says that it is not ready: set the flag on it."),
        "ready True, False": ("unlisted-attribute-survives", "Without jit the flag stays, under jit it is lost: flatten has to give it out and unflatten to put it back."),
        "ready jax bool[] True, a tracer": ("flag-made-under-jit", "The flag is made by jnp, so under jit it is a tracer, and as aux data it outlives its trace. Set a plain True."),
        "ready jax bool[] True, jax bool[] True": ("flag-as-array", "The flag is an array, among the leaves: no Python code can read it under jit, so the mean is computed at every call."),
        ...: ("other-flag", "ready is a plain bool, in the aux data.")}
    yield "traces for the calls", 2, {
        len(batches): ("count-in-aux", "Something in the aux data changes at every call, and every call is traced. The flag may change once."),
        1: ("never-set-up", "One trace for a fresh layer and a ready one: the two must be of different tree types."),
        ...: ("flips-more-than-once", "The aux data changes more than once. One trace for the fresh layer, one for the ready one, and none after that.")}
    yield "shift after all calls", array(mean(batches[0])), "set-up-every-call", "The shift follows the later batches: only a layer that is not ready computes it."
    yield "last y, first row", y, "other-y", "Subtract the shift from x."
    yield "first y, first row", array([v - m for v, m in zip(batches[0][0], mean(batches[0]))]), "set-up-instead-of-work", "The call that sets the layer up gives a result too: x minus the new shift."
    yield "last y of a scan, first row", y, "other-y-in-scan", "The scan has to give what the calls give."


def inputs(rng):
    """Four batches of 2 or 4 rows, so that means are exact; each batch lies above the one before, so that no two means agree."""
    rows, n = rng.choice([2, 4]), rng.randrange(2, 4)
    return {"batches": [[[rng.randrange(20 * b, 20 * b + 19) for _ in range(n)] for _ in range(rows)] for b in rng.sample(range(4), 4)]}


score_hidden("ex5", probe, wanted, inputs, points=3)
### END HIDDEN TESTS

# %% [markdown] tags=["instructor"]
# **Why the other ways fail.** The shift is computed under jit, so as aux data it is a dead tracer after the first call. The flag as a child is a tracer, and `if` cannot read it; as an array with `where` the
# numbers come out right, but the mean is computed at every call. A number of calls instead of a flag costs a trace for each call and is refused by scan. A flag that flatten
# forgets is False again inside every call: one trace, and a shift that follows every batch. A lawful variant without a flag: `shift is None` decides, as None is part of the treedef.

# %% [markdown]
# ### Exercise 6. One spelling of a dtype  (●●○ medium, 5 minutes, 2 points)
#
# **Why:** `"float32"`, `np.float32`, `jnp.float32` and `np.dtype("float32")` mean the same to every array function, but not all are equal to each other: as aux data
# they cost traces that nobody sees.
#
# Write the gate through which the dtype goes into the aux data, whoever set it.
#
# | you do | what happens |
# | --- | --- |
# | call with four spellings of one dtype | one trace, results of that dtype |
# | call with another dtype | exactly one new trace, even if it has as many bytes |
# | assign a dtype to `cast.dtype` later, then another spelling of it | no new trace for the second |
# | flatten and unflatten, nothing else | `x` is as before, not converted |
#
# <details><summary>Hint 1</summary>Every object passes through one function on its way into jit, however it was made or changed.</details>
# <details><summary>Hint 2</summary><code>jnp.dtype(…)</code> takes all four spellings and gives one kind of object, with an <code>==</code> by value.</details>
# <details><summary>Hint 3</summary>In flatten: aux data is <code>jnp.dtype(cast.dtype)</code>, or its <code>.name</code>.</details>
# <details><summary>Help: "data type … not understood"</summary>A dtype was turned into a text such as "&lt;class …&gt;", which is no spelling of it.</details>

# %% nbgrader={"grade": false, "grade_id": "ex6", "locked": false, "schema_version": 3, "solution": true, "task": false}
class Cast:
    def __init__(self, x, dtype):
        self.x, self.dtype = x, dtype

    def __call__(self):
        return self.x.astype(self.dtype)


def cast_flatten(cast):
    ### BEGIN SOLUTION
    return (cast.x,), jnp.dtype(cast.dtype).name
    ### END SOLUTION


def cast_unflatten(aux, children):
    ### BEGIN SOLUTION
    return Cast(*children, aux)
    ### END SOLUTION


jax.tree_util.register_pytree_node(Cast, cast_flatten, cast_unflatten)


# %% nbgrader={"grade": true, "grade_id": "ex6_check", "locked": true, "points": 2, "schema_version": 3, "solution": false, "task": false}
def probe(see, x, asked, same_size, other_size):
    @count_traces
    def call(cast):
        return cast()

    fast, x = jax.jit(call), jnp.array(x, "float32")
    def rebuilt(tree):  # what flatten and unflatten make of it
        try:
            return jax.tree_util.tree_map(lambda leaf: leaf, tree)
        except (TypeError, ValueError) as error:
            return "children are no tuple" if "itera" in str(error) else type(error).__name__

    made = Cast(jnp.array(x[0] + 0.5, "float32"), "int16")
    again = rebuilt(made)
    see("x of one rebuilt", "converted before" if made.x.dtype != "float32" else look(again.x) if type(again) is Cast else look(again).strip("'"))
    if type(again) is not Cast:
        return
    see("number of leaves", len(jax.tree_util.tree_leaves(Cast(x, asked))))
    if len(jax.tree_util.tree_leaves(Cast(x, asked))) != 1:
        return

    def results(*dtypes):
        before = call.traces
        names = [fast(Cast(x, dtype)).dtype.name for dtype in dtypes]
        return f"{' '.join(names)}, {call.traces - before}"

    see("four spellings: results, traces", results(asked, getattr(np, asked), getattr(jnp, asked), np.dtype(asked)))
    see("two other dtypes: result, traces", f"{results(same_size)}; {results(other_size)}")
    late, call_late, names = Cast(x, asked), count_traces(call), []
    fast_late = jax.jit(call_late)  # it has met no spelling yet
    for spelling in (asked, same_size, getattr(np, same_size), getattr(jnp, same_size)):
        late.dtype = spelling
        names.append(fast_late(late).dtype.name)
    see("dtype assigned, as text, by two classes: results, traces", f"{' '.join(names)}, {call_late.traces}")


check("ex6", probe, TABLE, x=[1, 2, 3], asked="float32", same_size="int32", other_size="float16")
### BEGIN HIDDEN TESTS
def wanted(x, asked, same_size, other_size):
    four = " ".join([asked] * 4)
    yield "raised", "nothing", {
        "TypeError": ("any-fact-is-a-spelling", "What unflatten hands back was not taken for a dtype: str() of a class is a text about it, a size or a number is not its name."),
        "ValueError": ("array-in-aux", "Aux data is compared with ==, and an array has no yes-or-no answer to that. A dtype has."),
        "AttributeError": ("spellings-are-alike", "The four spellings are of different types: a string, classes, a dtype object. They have no attribute in common.")}
    yield "x of one rebuilt", f"jax float32[] {x[0] + 0.5}", {
        "converted before": ("init-may-convert", "__init__ has converted x already: a Cast keeps x as it is given, and converts it when it is called."),
        f"jax int16[] {x[0]}": ("flatten-may-compute", "Flatten converts x: rebuilding alone has cut off its decimals. A child goes out and comes back as it is."),
        "children are no tuple": ("brackets-make-a-tuple", "What flatten gives as children is no tuple: (x) is just x, the comma in (x,) makes the tuple."),
        "None": ("building-is-returning", "Unflatten gives back None: it has to return the object that it builds, not only build it."),
        ...: ("unflatten-is-init", "Rebuilding raises, or gives something else. Flatten returns the children, then the aux data; unflatten is given the aux data, then the children.")}
    yield "number of leaves", 1, "dtype-as-leaf", "A dtype is no JAX type and cannot be a leaf: it has to stay in the aux data."
    yield "four spellings: results, traces", f"{four}, 1", {
        f"{four}, 4": ("aux-by-identity", "Each call brings aux data that equals nothing before: functions and plain objects go by identity. Use a value."),
        f"{four}, 3": ("spellings-are-equal", "A name and a dtype class mean the same and are not ==. Bring all into one form before JAX compares them."),
        f"{four}, 2": ("spellings-are-equal", "A name and a dtype class mean the same and are not ==. Bring all into one form before JAX compares them."),
        ...: ("any-dtype-will-do", "Each result has the dtype that was asked for, however it was spelled.")}
    yield "two other dtypes: result, traces", f"{same_size}, 1; {other_size}, 1", {
        f"{asked}, 0; {other_size}, 1": ("as-many-bytes-is-equal", "Your aux data says that two dtypes with as many bytes are equal: the trace of one is used for the other, silently."),
        ...: ("equal-to-everything", "Your aux data says that it equals every other: one trace is used for all dtypes, silently.")}
    yield "dtype assigned, as text, by two classes: results, traces", f"{asked}{3 * (' ' + same_size)}, 2", {
        f"{four}, 1": ("flatten-runs-once", "The result has the old dtype. JAX calls flatten at every call, and it has to look at the object as it is then."),
        ...: ("gate-in-init", "The dtype was set after __init__ and went into the aux data as it was. All objects pass through flatten.")}


def inputs(rng):
    asked, same_size = rng.sample(["float32", "int32", "uint32"], 2)
    return {"x": [rng.randrange(1, 50) for _ in range(rng.randrange(2, 5))], "asked": asked, "same_size": same_size,
            "other_size": rng.choice(["float16", "int8", "int16"])}


score_hidden("ex6", probe, wanted, inputs, points=2)
### END HIDDEN TESTS

# %% [markdown] tags=["instructor"]
# **Why the other ways fail.** Equality of dtypes is a patchwork: `jnp.float32 == np.float32`, `np.dtype("float32") == "float32"`, yet `np.float32 != "float32"`. `str()` of a class is no dtype. A key
# such as `itemsize` makes float32 and int32 one trace, which is silent and wrong. The gate belongs in flatten: `__init__` does not see a later assignment.

# %% [markdown]
# ### Exercise 7. Debug: the list that goes stale  (●●○ medium, 4 minutes, 2 points)
#
# **Why:** nothing warns you. The registration in the stub looks right, runs, and gives old results after an `append`.
#
# Keep `chain.steps` a list that callers may change in place, and repair flatten and unflatten.
#
# | you do | what happens |
# | --- | --- |
# | `chain.steps.append(…)` or `chain.steps[0] = …`, then call | the new result, exactly one new trace |
# | change back, or build an equal chain anew | no new trace |
# | change the list of a *returned* chain | other results keep theirs |
#
# <details><summary>Hint 1</summary>JAX keeps the aux data that flatten gave out. Who else holds that very object?</details>
# <details><summary>Hint 2</summary>Give JAX a snapshot that nobody can change.</details>
# <details><summary>Hint 3</summary><code>tuple(…)</code> on the way in, <code>list(…)</code> on the way out.</details>
# <details><summary>Help: "'tuple' object has no attribute 'append'"</summary>Unflatten hands out the snapshot itself. Callers want a list of their own.</details>

# %% nbgrader={"grade": false, "grade_id": "ex7", "locked": false, "schema_version": 3, "solution": true, "task": false}
class Chain:
    def __init__(self, x, steps):
        self.x, self.steps = x, steps

    def __call__(self):
        y = self.x
        for step in self.steps:
            y = y * step + 1
        return y


def chain_flatten(chain):
    ### BEGIN SOLUTION
    ### STUB: raise NotImplementedError()  # delete this line and run the check; then repair
    ### STUB: return (chain.x,), chain.steps
    return (chain.x,), tuple(chain.steps)
    ### END SOLUTION


def chain_unflatten(aux, children):
    ### BEGIN SOLUTION
    ### STUB: return Chain(*children, aux)
    return Chain(*children, list(aux))
    ### END SOLUTION


jax.tree_util.register_pytree_node(Chain, chain_flatten, chain_unflatten)


# %% nbgrader={"grade": true, "grade_id": "ex7_check", "locked": true, "points": 2, "schema_version": 3, "solution": false, "task": false}
def probe(see, x, steps, more):
    @count_traces
    def call(chain):
        see("a step under jit", sorted({where(step) for step in chain.steps}))
        return chain(), chain

    def rebuilt(tree):  # what flatten and unflatten make of it
        try:
            return jax.tree_util.tree_map(lambda leaf: leaf, tree)
        except (TypeError, ValueError) as error:
            return "children are no tuple" if "itera" in str(error) else type(error).__name__

    again, fast, chain = rebuilt(Chain(jnp.zeros((), "int32"), list(steps))), jax.jit(call), Chain(jnp.array(x, "int32"), list(steps))
    see("a chain, rebuilt", look(again).strip("'"))
    if type(again) is not Chain:
        return
    see("number of leaves", len(jax.tree_util.tree_leaves(chain)))

    def now():
        before = call.traces
        return [np.asarray(fast(chain)[0]).tolist(), call.traces - before]

    see("result, new traces: at first", now())
    chain.steps.append(more)
    see("after append", now())
    chain.steps[0] += more
    see("after a change in place", now())
    chain.steps[0] -= more
    see("changed back", now())
    chain = Chain(chain.x, list(chain.steps))
    see("an equal chain, built anew", now())
    mine, other = fast(chain)[1], fast(chain)[1]
    mine.steps.append(more)
    see("steps of another result, after append to one", [int(step) for step in other.steps])


check("ex7", probe, TABLE, x=[1, 2], steps=[5, 3], more=4)
### BEGIN HIDDEN TESTS
def wanted(x, steps, more):
    def result(steps):
        y = list(x)
        for step in steps:
            y = [v * step + 1 for v in y]
        return y

    grown = [*steps, more]
    changed = [steps[0] + more, *grown[1:]]
    yield "raised", "nothing", {
        "AttributeError": ("tuple-is-a-list", "A chain that comes out of jit has a tuple for its steps: the callers cannot append any more."),
        "UnexpectedTracerError": ("aux-made-in-flatten", "Aux data was made by jnp: flatten runs under jit too, so it gave a tracer, and that outlived its trace. Keep plain numbers."),
        "ValueError": ("array-in-aux", "Aux data is compared with ==, and an array has no yes-or-no answer to that.")}
    yield "a chain, rebuilt", "a Chain", {
        "children are no tuple": ("brackets-make-a-tuple", "What flatten gives as children is no tuple: (x) is just x, the comma in (x,) makes the tuple."),
        "None": ("building-is-returning", "Unflatten gives back None: it has to return the object that it builds, not only build it."),
        ...: ("unflatten-is-init", "Rebuilding raises, or gives something else. Flatten returns the children, then the aux data; unflatten is given the aux data, then the children.")}
    yield "number of leaves", 1, {
        0: ("data-is-a-setting", "No leaf is left: x is in the aux data, gets no gradient, and each new x would cost a trace or an error."),
        ...: ("static-as-leaf", "The steps are among the leaves, so they arrive as tracers. Here Python loops over them while tracing.")}
    yield "a step under jit", ["concrete"], "steps-changed-kind", "The steps have to be plain numbers under jit, as they were given."
    yield "result, new traces: at first", [result(steps), 1], "order-does-not-matter", "The result depends on all steps, in their order: the aux data has to keep both."
    yield "after append", [result(grown), 1], "mutation-is-seen", "The old result: JAX holds the very list that you changed, compares it with itself and finds it equal."
    yield "after a change in place", [result(changed), 1], "length-is-enough", "The old result: the steps are different and your aux data says they are equal."
    yield "changed back", [result(grown), 0], "aux-by-identity", "These steps were traced before. Aux data that equals only itself, or a counter of changes, never finds them again."
    yield "an equal chain, built anew", [result(grown), 0], "equal-chains-differ", "An equal chain has to share the trace: compare contents, not objects."
    yield "steps of another result, after append to one", grown, "aux-is-mine-to-change", "Two results share one list: the one in JAX's stored treedef. Hand out a new list each time."


def inputs(rng):
    """Steps that are not in order and all different, so that a sorted copy or a set gives another result."""
    steps = sorted(rng.sample(range(2, 9), 3), reverse=True)
    return {"x": [rng.randrange(1, 9) for _ in range(2)], "steps": steps[1:] + steps[:1], "more": rng.randrange(10, 15)}


score_hidden("ex7", probe, wanted, inputs, points=2)
### END HIDDEN TESTS

# %% [markdown] tags=["instructor"]
# **Why the other ways fail.** The list itself is stored as the key: after `append` JAX compares the list with itself. A copy in flatten cures that, but if unflatten hands out the aux object,
# all results share the list inside the stored treedef of the output. A length, a sorted copy or a set forget what the result depends on. A version
# number misses assignments that bypass it and never recognises old contents. As children the steps are traced: a changed number costs no trace, but Python can no longer read it.

# %% [markdown]
# ### Exercise 8. Capstone: `RunningStats`  (●●● hard, 8 minutes, 4 points)
#
# **Why:** a small class that does everything right at once. Any dialect will do: plain registration, `register_dataclass`, an
# equinox `Module`, a `simple_pytree.Pytree`. The check uses only what the table names.
#
# | you do | what happens |
# | --- | --- |
# | `s = RunningStats.start(size, mode, dtype)` | `s.count` is int32 0, `s.total` is zeros of that size and dtype |
# | `s.update(x)` | `x` is one sample of shape `[size]`: a new one, with count + 1 and total + x |
# | after it | `s` is as before; the new total has the dtype of the old one |
# | `s.value()` | total / count if `s.mode` is `"mean"`, the total if it is `"sum"` |
# | read `s.mode` under jit | a plain string |
# | updates in a row, a new equal `s`, another spelling of the dtype | one trace for all |
# | another mode | exactly one more |
# | scan over `update`; `tree_map` with a function that returns strings | both work |
#
# <details><summary>Hint 1</summary>Sort the four attributes count, total, mode, dtype: which change in <code>update</code>?</details>
# <details><summary>Hint 2</summary>Bring the dtype into one spelling, in <code>start</code> or in flatten, or ask the total for it. Convert <code>x</code> in <code>update</code>. Let nothing be converted when the tree is rebuilt.</details>
# <details><summary>Hint 3</summary>A dataclass with the fields count, total, mode; <code>start</code> as a classmethod that builds it, <code>dataclasses.replace</code> in <code>update</code>, then a registration with two children and <code>mode</code> as aux data.</details>
# <details><summary>Dialects: where to begin</summary>
#
# - `register_dataclass`: fields under `@dataclasses.dataclass`, and the two lists of exercise 3; end the last line with `;`, or the notebook prints the class
# - equinox: `class RunningStats(eqx.Module):` and four fields, static ones as `mode: str = eqx.field(static=True)`
# - simple_pytree: `class RunningStats(simple_pytree.Pytree):` with `mode = simple_pytree.static_field()`, and `self.replace(…)`; set all fields in `__init__`, as a finished object refuses assignments
# - plain: as in the worked example
#
# </details>
# <details><summary>Help: "not a valid JAX type"</summary>The class is not registered, or a string is among its children.</details>

# %% nbgrader={"grade": false, "grade_id": "ex8", "locked": false, "schema_version": 3, "solution": true, "task": false}
import dataclasses


### BEGIN SOLUTION
### STUB: # a decorator here, or a base class below, as your dialect has it
@dataclasses.dataclass(frozen=True)
### END SOLUTION
class RunningStats:
    ### BEGIN SOLUTION
    ### STUB: @classmethod
    ### STUB: def start(cls, size, mode, dtype):
    ### STUB:     raise NotImplementedError()
    ### STUB:
    ### STUB: # update(self, x) and value(self)
    count: jnp.ndarray
    total: jnp.ndarray
    mode: str

    @classmethod
    def start(cls, length, mode, dtype):
        return cls(jnp.zeros((), "int32"), jnp.zeros(length, dtype), mode)

    def update(self, x):
        return dataclasses.replace(self, count=self.count + 1, total=self.total + x.astype(self.total.dtype))

    def value(self):
        return self.total / self.count if self.mode == "mean" else self.total
    ### END SOLUTION


### BEGIN SOLUTION
### STUB: # and the registration, if your dialect wants one
jax.tree_util.register_pytree_node(RunningStats, lambda s: ((s.count, s.total), s.mode), lambda mode, children: RunningStats(*children, mode))
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "ex8_check", "locked": true, "points": 4, "schema_version": 3, "solution": false, "task": false}
def probe(see, xs, modes, dtype):
    size, xs = len(xs[0]), jnp.array(xs, "float32")

    def attempt(make):
        try:
            return make()
        except (AttributeError, TypeError, ValueError) as error:
            return type(error).__name__

    def start(mode=modes[0], dtype=dtype):
        return RunningStats.start(size, mode, dtype)

    see("a new one: count, total", [look(start().count), look(start().total)])
    old = start()
    jax.eval_shape(lambda: (start(modes[1]), 0)[1])
    alone = [where(old.count), where(old.total)]
    see("count and total, after another one was made in a trace", alone)
    if alone != ["concrete"] * 2:
        return
    leaves = jax.tree_util.tree_leaves(old)
    see("leaves", "itself" if leaves and leaves[0] is old else len(leaves))
    if len(leaves) != 2:
        return
    again = jax.tree_util.tree_map(lambda leaf: leaf, old)
    see("a new one, rebuilt", look(again))
    if again is None:
        return
    new = old.update(xs[0])
    see("what update returns", look(new))
    if type(new) is not RunningStats:
        return
    see("count of the old one after update", int(old.count))
    see("total of the new one", attempt(lambda: look(new.total)))
    see("leaves after tree_map to text", attempt(lambda: jax.tree_util.tree_leaves(jax.tree_util.tree_map(lambda leaf: "text", new))))

    rebuilt = [jax.tree_util.tree_map(lambda leaf: leaf, start(mode)) for mode in modes]
    see("mode of a rebuilt one", " ".join(str(getattr(stats, "mode", "gone")) for stats in rebuilt))
    if not hasattr(rebuilt[0], "mode"):
        return
    modes_seen = []

    @count_traces
    def step(stats, x):
        modes_seen.append([where(stats.mode), stats.mode])
        return stats.update(x)

    def updates(first):
        before = step.traces
        functools.reduce(fast, xs, first)
        return step.traces - before

    fast, spellings = jax.jit(step), [dtype, dtype, getattr(jnp, dtype), np.dtype(dtype)]
    see("new traces: updates in a row, again, two spellings", attempt(lambda: " ".join(str(updates(start(dtype=spelling))) for spelling in spellings)))
    see("new traces for another mode", attempt(lambda: updates(start(modes[1]))))
    see("modes under jit", modes_seen)
    for mode in modes:
        end = attempt(lambda: jax.lax.scan(lambda stats, x: (stats.update(x), None), start(mode), xs)[0])
        see(f"value after a scan, mode {mode}", end if type(end) is str else str([float(v) for v in end.value()]))


check("ex8", probe, TABLE, xs=[[1.5, 2], [5, 4.5]], modes=["mean", "sum"], dtype="float16")
### BEGIN HIDDEN TESTS
def wanted(xs, modes, dtype):
    sums = [float(sum(column)) for column in zip(*xs)]
    value = {"sum": str(sums), "mean": str([v / len(xs) for v in sums])}
    yield "a new one: count, total", ["jax int32[] 0", f"jax {dtype}[{len(xs[0])}] {[0.0] * len(xs[0])}"], "python-numbers", "Both start as arrays of their final dtype and shape: a carry keeps them."
    yield "count and total, after another one was made in a trace", ["concrete"] * 2, "state-on-the-class", (
        "The statistics made last have changed the ones before: count or total is set on the class, which all share. Set both on the object.")
    yield "leaves", 2, {
        "itself": ("a-class-is-a-tree", "The statistics are a leaf themselves: JAX does not look into a class that is not registered."),
        1: ("different-aux-only-recompiles", "One leaf: what update changes is aux data, so that each update makes another tree type, which no scan accepts."),
        0: ("everything-is-static", "No leaf: count and total are data, and data has to be traced."),
        ...: ("static-as-leaf", "mode and dtype are read by Python: as leaves they are refused, or traced where they must not be.")}
    yield "a new one, rebuilt", "a RunningStats", {
        "None": ("building-is-returning", "Unflatten gives back None: it has to return the object that it builds, not only build it."),
        ...: ("unflatten-builds-another", "Flatten and unflatten turn the statistics into something of another class.")}, 0.5
    yield "what update returns", "a RunningStats", "update-returns-nothing", "update has to return the new statistics: a RunningStats again.", 0.5
    yield "count of the old one after update", 0, "update-in-place", "update changed the object that it was called on. Under jit that goes unseen; without, the caller's statistics change."
    first, summed = ([float(v) for v in numbers] for numbers in (xs[0], [sum(xs[0])] * len(xs[0])))
    one_number = ("sample-is-summed", "x is one sample: each of its numbers goes to a place of its own in the total. Add x, not its sum.")
    yield "total of the new one", f"jax {dtype}[{len(first)}] {first}", {
        **{f"jax {kind}[{len(first)}] {summed}": one_number for kind in (dtype, "float32")},
        f"jax float32[{len(first)}] {first}": ("carry-dtype-drifts", "float16 plus float32 is float32: convert x to the dtype of the total."),
        ...: ("other-total-of-one", "After one update the total is x, in the dtype and shape that the total had at the start.")}
    yield "leaves after tree_map to text", ["text", "text"], "init-runs-once", "Rebuilding the tree runs code that converts or checks the leaves. JAX rebuilds it around tracers, None and other things: just store them."
    yield "mode of a rebuilt one", " ".join(modes), {
        "mean mean": ("unlisted-attribute-survives", "A rebuilt object has lost its mode: what is neither a child nor aux data comes back as a default, or not at all."),
        "gone gone": ("unlisted-attribute-survives", "A rebuilt object has lost its mode: what is neither a child nor aux data comes back as a default, or not at all."),
        "None None": ("unlisted-attribute-survives", "A rebuilt object has lost its mode: what is neither a child nor aux data comes back as a default, or not at all."),
        "sum sum": ("unlisted-attribute-survives", "A rebuilt object has lost its mode: what is neither a child nor aux data comes back as a default, or not at all."),
        ...: ("mode-in-other-words", "The mode has to read as the text that start was given.")}
    yield "new traces: updates in a row, again, two spellings", "1 0 0 0", {
        "1 0 1 0": ("spellings-are-equal", "A name and a dtype class mean the same and are not ==. Bring all into one form, in start or where the aux data is made."),
        "1 1 1 1": ("aux-by-identity", "Statistics built anew with the same settings cost a trace: the aux data equals only itself."),
        "TypeError": ("jit-refuses", "jit refused the statistics: a leaf that is no array, or a class that is not registered."),
        ...: ("other-traces", "One trace for all: what update changes must not be aux data, and settings are compared by value.")}
    yield "new traces for another mode", 1, "equal-to-everything", "Another mode has to cost a trace of its own: the aux data says that it is equal, and the old program runs."
    yield "modes under jit", [["concrete", mode] for mode in modes], "mode-traced", "Under jit the mode has to be the plain string that it is outside."
    for mode in modes:
        yield f"value after a scan, mode {mode}", value[mode], {
            value["mean" if mode == "sum" else "sum"]: ("mode-ignored", "This is the value of the other mode."),
            "TypeError": ("carry-refused", "The scan refuses the statistics: update has to keep tree type, shapes and dtypes."),
            ...: ("other-value", "The mean is total / count, the sum is the total, over all samples of the scan.")}, 1.5


def inputs(rng):
    """2 or 4 samples of small numbers, halves among them: sums and means are exact in float16."""
    size = rng.randrange(2, 5)
    return {"xs": [[rng.randrange(1, 30) + 0.5 * (i == 0) for i in range(size)] for _ in range(rng.choice([2, 4]))], "modes": rng.sample(["mean", "sum"], 2), "dtype": "float16"}


score_hidden("ex8", probe, wanted, inputs, points=4)
### END HIDDEN TESTS

# %% [markdown] tags=["instructor"]
# **Why the other ways fail.** A count in the aux data makes each update another tree type; a count kept outside flatten starts again at every step. A raw dtype in the aux data costs a trace for each
# spelling; a settings object without `__eq__` one for each instance; one whose `__eq__` always says yes runs the program of the other mode. Going through an `__init__` that converts breaks every
# rebuild around something else than arrays. Without a conversion of `x` the carry turns into float32. The four dialects give the same rows, because all four fill the same registry.

# %% [markdown]
# ## Exit  (4 minutes)
#
# 1. In a scan, `step` gives the carry another value of aux data. JAX
#     - **A** traces once for each value
#     - **B** raises a TypeError
#     - **C** keeps the first value
# 2. Which two share a trace as aux data?
#     - **A** `float("nan")` twice
#     - **B** `"float32"` and `np.float32`
#     - **C** `{"a": 1, "b": 2}` and `{"b": 2.0, "a": True}`
# 3. A class counts its calls and is used in a scan. The count is
#     - **A** aux data
#     - **B** an attribute that flatten leaves out
#     - **C** a leaf

# %% nbgrader={"grade": false, "grade_id": "exit1", "locked": false, "schema_version": 3, "solution": true, "task": false}
### BEGIN SOLUTION
### STUB: exit1 = None  # write "A", "B" or "C"
### STUB: exit2 = None
### STUB: exit3 = None
exit1 = "B"
exit2 = "C"
exit3 = "C"
### END SOLUTION

# %% tags=["folded"]
# @title Reply
reply("exit1", exit1, {
    "A": ("different-aux-only-recompiles", "That is what jit does between two calls. A scan has one trace for all its steps."),
    "B": (None, "Carry in and carry out have to be of one tree type, and aux data is part of it."),
    "C": ("changed-aux-is-ignored", "Nothing is dropped in silence here: the two treedefs are compared and differ."),
})
reply("exit2", exit2, {
    "A": ("nan-equals-itself", "NaN is not equal to NaN: two fresh ones cost two traces."),
    "B": ("spellings-are-equal", "They mean the same and are not ==: two traces."),
    "C": (None, "Order does not matter, 2 == 2.0 and 1 == True: one trace, whatever the types are good for."),
})
reply("exit3", exit3, {
    "A": ("count-in-aux", "It would change the tree type at every step, and the scan refuses."),
    "B": ("unlisted-attribute-survives", "Unflatten builds a new object: what flatten leaves out is lost at every step."),
    "C": (None, "What changes from step to step is data: a leaf, an array from the start."),
})
claim("l2-equal-dicts", "question 2: the two dicts share a trace", traces_for({"a": 1, "b": 2}, {"b": 2.0, "a": True}) == 1)

# %% [markdown]
# ### Cheat sheet
#
# | you want | do |
# | --- | --- |
# | something that changes at every step | a leaf: an array of its final dtype from the start |
# | a setting that Python reads while tracing | aux data: a string, a number, a tuple of them |
# | to change a setting | outside loops, by a new object: one trace for each *value*, old values are free |
# | a flag that flips once | aux data; flip it before the scan |
# | a dtype as a setting | one spelling: `jnp.dtype(d).name`, made in flatten |
# | 1, 1.0 and True told apart | `(type(k), k)` |
# | a list as a setting | `tuple(…)` in flatten, `list(…)` in unflatten |
# | a method that works with and without jit | return a new object, assign nothing to `self` |
#
# ### Symptom index
#
# | error or symptom | see |
# | --- | --- |
# | mutable default … use default_factory | exercise 1 |
# | more traces than you thought | exercises 2 and 6 |
# | … is not a valid JAX type; Error interpreting argument to …; … cannot be interpreted as a JAX array | exercise 3 |
# | carry input and carry output must have the same pytree structure | exercise 4 |
# | Attempted boolean conversion of traced array; unexpected tracer | exercise 5 |
# | a result of the wrong dtype, no error | prediction 3, exercise 6 |
# | an old result after an in-place change, no error | exercise 7 |
# | pytree metadata or custom node data differs, in `tree_map` | what we measured, exercise 8 |
#
# Next: [lesson 3, methods under jit](03_methods_under_jit.ipynb).
