# %% [markdown]
# # 3. Methods under jit
#
# At the end you will be able to
#
# - say what `jit(obj.method)` reads of `obj`, when it reads it, and why a later change goes unnoticed;
# - repair a class with a helper function, a static `self` or a pytree, and say which of the three fits when;
# - write methods that return a new object instead of changing their own, and declare the fields of equinox and simple_pytree classes.
#
# **Time:** 75 minutes. **You need:** lessons 1 and 2 (leaves, aux data, treedef, trace), Python classes.

# %% tags=["setup"]
# the instruments, put in by the build

# %% [markdown]
# ## Recall  (2 minutes)
#
# Write one letter for each.
#
# 1. A jitted function changes the aux data of what it returns. The caller gets
#    - **A** an error;
#    - **B** the old value;
#    - **C** an object of another tree type, with a trace of its own.
# 2. The body of `lax.scan` does that to its carry:
#    - **A** it works as under jit;
#    - **B** scan refuses;
#    - **C** scan retraces each step.
# 3. Which change of aux data goes unnoticed?
#    - **A** `"mean"` becomes `"max"`;
#    - **B** a list gets a new item in place;
#    - **C** `float32` becomes `float16`.

# %% nbgrader={"grade": false, "grade_id": "recall1", "locked": false, "schema_version": 3, "solution": true, "task": false}
### BEGIN SOLUTION
### STUB: recall1 = None  # write "A", "B" or "C"
### STUB: recall2 = None
### STUB: recall3 = None
recall1 = "C"
recall2 = "B"
recall3 = "B"
### END SOLUTION

# %% tags=["folded"]
# @title Reply
reply("recall1", recall1, {
    "A": ("changed-aux-is-refused", "jit takes any treedef out of a function; only loops and branches compare it with the one that went in."),
    "B": ("changed-aux-is-lost", "The output is flattened again after the trace, with the aux data that it has then."),
    "C": (None, "The treedef of the output differs from that of the input: lawful, and a new key for the cache."),
})
reply("recall2", recall2, {
    "A": ("scan-is-jit", "A loop needs one type for its carry, and the aux data is part of that type."),
    "B": (None, "The carry must come out with the treedef that it came in with: a TypeError says so."),
    "C": ("scan-retraces", "The body of a scan is traced before the loop runs, not in every step."),
})
reply("recall3", recall3, {
    "A": ("strings-go-unnoticed", "Two different strings are unequal, so this costs a trace and the answer is right."),
    "B": (None, "The treedef kept by the cache holds the very same list, so they stay equal. "
                "1, 1.0 and True share a trace as well, because Python calls them equal."),
    "C": ("dtypes-go-unnoticed", "The two dtypes are unequal: one more trace, right answer."),
})

# %% [markdown]
# ## The phenomenon  (3 minutes)
#
# Somebody asked in public how to jit a method, and got an answer. We call question and answer together *the document*. Its program has three ways:
#
# 1. `@jax.jit` above the method;
# 2. `jax.jit` around `amp.play`;
# 3. for comparison, a wrapper that only passes the call on.
#
# The next cell runs ways 2 and 3, before and after a switch is turned off. The cell after it runs way 1, which fails. Which value is the error about?

# %%
class Amp:
    def __init__(self, gain, on):
        self.gain, self.on = gain, on

    def play(self, y):
        return self.gain * y if self.on else y


for way, wrap in {"2. jax.jit(amp.play)": jax.jit, "3. passed on": lambda method: lambda y: method(y)}.items():
    amp = Amp(2, True)
    play = wrap(amp.play)
    before = int(play(3))
    amp.on = False
    print(f"{way:20}  before: {before}  after amp.on = False: {int(play(3))}")

# %%
class Decorated(Amp):
    play = jax.jit(Amp.play)  # way 1: what @jax.jit above the method does, without complaint so far


class Deaf(Amp):
    play = jax.jit(lambda self, y: y)  # never reads self


for kind in (Decorated, Deaf):
    with raises(TypeError):
        kind(2, True).play(3)
claim("l3-error-is-about-self", "with a number in the place of self, the same jitted function runs", int(Deaf.play(0, 3)) == 3)
deaf = Deaf(2, True)
claim("l3-instance-is-a-leaf", "JAX does not look into an instance of this class: it is one leaf", jax.tree_util.tree_leaves(deaf) == [deaf])

# %% [markdown]
# The instance is an argument like `y`. JAX flattens it, does not know its class, takes it for a leaf, and a leaf has to be an array. The
# decoration was fine; the call fails.
#
# ## Predict, observe, explain  (8 minutes)
#
# ### Prediction 1. Two shapes, one switch  (1 point)
#
# ```python
# amp = Amp(2, True)
# fast = jax.jit(amp.play)
# fast(3)                                 # 6
# amp.on = False
# fast(3), fast(jnp.array([3, 3]))        # ?
# ```
#
# - **A** `6` and `[6, 6]`
# - **B** `6` and `[3, 3]`
# - **C** `3` and `[3, 3]`
# - **D** an error

# %% nbgrader={"grade": false, "grade_id": "predict1", "locked": false, "schema_version": 3, "solution": true, "task": false}
### BEGIN SOLUTION
### STUB: prediction1 = None  # write "A", "B", "C" or "D" before you run the next cell
prediction1 = "B"
### END SOLUTION

# %% tags=["folded"]
# @title Run it, once your letter is written
class Watched(Amp):
    def play(self, y):
        print(f"Python reads: y is {look(y)}, self.gain is {look(self.gain)}, self.on is {look(self.on)}")
        return super().play(y)


amp = Watched(2, True)
fast = jax.jit(amp.play)
fast(3)
amp.on = False
print("after the change:", int(fast(3)), fast(jnp.array([3, 3])).tolist())
claim("l3-two-answers", "one object gives the old answer for the old shape and the new one for a new shape",
      (int(fast(3)), fast(jnp.array([3, 3])).tolist()) == (6, [3, 3]))

# %% tags=["folded"] nbgrader={"grade": true, "grade_id": "predict1_check", "locked": true, "points": 1, "schema_version": 3, "solution": false, "task": false}
# @title Reply
reply("predict1", prediction1, {
    "A": ("all-captured-once", "You expect a copy of all attributes, made once. They are read while tracing, and a new shape is traced again."),
    "B": (None, "Attributes are read when Python runs the body: once for each new signature. "
                "Its line was printed twice: y is traced, the attributes are plain values, and each program keeps what it read."),
    "C": ("closure-is-live", "You expect Python's reading at every call. For a known signature the compiled program runs and Python does not."),
    "D": ("change-is-noticed", "Nothing compares the attributes with what they were: there is no error, only an old answer."),
})

# %% [markdown]
# ### Prediction 2. Then jit it again  (1 point)
#
# ```python
# amp = Amp(2, True)
# first = jax.jit(amp.play)
# first(3)                        # 6
# amp.on = False
# second = jax.jit(amp.play)
# second(3)                       # ?
# ```
#
# - **A** `3`: a new jit is a new program
# - **B** `6`: still the old answer
# - **C** an error: jitted twice

# %% nbgrader={"grade": false, "grade_id": "predict2", "locked": false, "schema_version": 3, "solution": true, "task": false}
### BEGIN SOLUTION
### STUB: prediction2 = None  # write "A", "B" or "C" before you run the next cell
prediction2 = "B"
### END SOLUTION

# %% tags=["folded"]
# @title Run it, once your letter is written
import gc

amp = Amp(2, True)
first = jax.jit(amp.play)
answers = {"1. first(3)": int(first(3))}
amp.on = False
second = jax.jit(amp.play)
answers["2. second(3)"] = int(second(3))
answers["3. through a lambda"] = int(jax.jit(lambda y: amp.play(y))(3))
del first, second
gc.collect()
answers["4. jit again, the others gone"] = int(jax.jit(amp.play)(3))
print("\n".join(f"{what:32} {answer}" for what, answer in answers.items()))
claim("l3-rejit-is-stale", "jitted again while the first copy lives: old answer; once it is gone, or in a lambda: new",
      (amp.play == amp.play, *answers.values()) == (True, 6, 6, 3, 3))

# %% tags=["folded"] nbgrader={"grade": true, "grade_id": "predict2_check", "locked": true, "points": 1, "schema_version": 3, "solution": false, "task": false}
# @title Reply
reply("predict2", prediction2, {
    "A": ("jit-again-refreshes", "The cache goes by the function, not by the jit around it, and two bound methods of one object are equal."),
    "B": (None, "amp.play == amp.play, so the second jit finds the first one's trace. A lambda is a new function and starts afresh; "
                "so does the method once no jitted copy of it is alive."),
    "C": ("jitted-twice-fails", "A function may be jitted as often as you like; the copies share their traces."),
})

# %% [markdown]
# ### Prediction 3. A jitted method counts  (1 point)
#
# `Clicker` is registered as a pytree, with `count` as its only child.
#
# ```python
# class Clicker:
#     def __init__(self, count):
#         self.count = count
#
#     @jax.jit
#     def press(self):
#         self.count += 1
#
# clicker = Clicker(0)
# clicker.press(); clicker.press(); clicker.press()
# clicker.count                   # ?
# ```
#
# - **A** `3`
# - **B** `1`: counted while tracing only
# - **C** `0`, without an error
# - **D** an error

# %% nbgrader={"grade": false, "grade_id": "predict3", "locked": false, "schema_version": 3, "solution": true, "task": false}
### BEGIN SOLUTION
### STUB: prediction3 = None  # write "A", "B", "C" or "D" before you run the next cell
prediction3 = "C"
### END SOLUTION

# %% tags=["folded"]
# @title Run it, once your letter is written
class Clicker:
    def __init__(self, count):
        self.count = count

    @jax.jit
    def press(self):
        self.count += 1


jax.tree_util.register_pytree_node(Clicker, lambda c: ((c.count,), None), lambda aux, children: Clicker(*children))
clicker = Clicker(0)
clicker.press(), clicker.press(), clicker.press()
claim("l3-update-is-lost", "three jitted calls: the count is still 0, nothing was raised", clicker.count == 0)
jax.jit(lambda clicker: show(clicker, "what press is given: a rebuilt Clicker"))(clicker);

# %% tags=["folded"] nbgrader={"grade": true, "grade_id": "predict3_check", "locked": true, "points": 1, "schema_version": 3, "solution": false, "task": false}
# @title Reply
reply("predict3", prediction3, {
    "A": ("jitted-method-updates-self", "Inside, self is a new object around tracers. It was changed, was not returned, and is gone."),
    "B": ("trace-updates-self", "Tracing does run the line once, but on the rebuilt object, not on yours. "
                                "A closed-over object, as in jax.jit(amp.play), is your own: there the line counts once for each trace."),
    "C": (None, "The method changed the object that unflatten had made. Only what is returned comes out."),
    "D": ("jit-forbids-assignment", "An assignment to an attribute is ordinary Python; JAX does not see it, so it cannot refuse it."),
})

# %% [markdown]
# ## What the document says, what we measured  (7 minutes)
#
# The answer in the document explains way 2 in three sentences. Each can be tested.
#
# | the document says | how it could be refuted |
# | --- | --- |
# | `jit(amp.play)` treats the bound `self` as a static argument | find an instance that works here and not as a static argument |
# | all attributes are captured when `jit(amp.play)` compiles | change one after `jit` and before the first call; change one and bring a new shape |
# | the effect is that of `static_argnums=0` | let both look at two equal objects |
#
# Prediction 1 has refuted half of the second row.

# %%
class Touchy(Amp):
    __hash__ = None

    def __eq__(self, other):
        raise AssertionError("nobody may compare me")


claim("l3-self-is-no-argument", "jit of the bound method neither hashes nor compares self", int(jax.jit(Touchy(2, True).play)(3)) == 6)
with raises(ValueError):
    jax.jit(Amp.play, static_argnums=0)(Touchy(2, True), 3)

program = jax.make_jaxpr(Amp(jnp.array([2, 3]), True).play)(jnp.array([1, 1]))
claim("l3-one-input", "the traced program has one input: y", len(program.jaxpr.invars) == 1)
claim("l3-attribute-is-constant", "the array attribute stands in it as a constant", [np.asarray(c).tolist() for c in program.consts] == [[2, 3]])

# %%
amp = Amp(2, True)
late = jax.jit(amp.play)
amp.on = False
claim("l3-read-while-tracing", "a change between jit and the first call is seen: jit itself reads nothing", int(late(3)) == 3)

loose = Amp(2, True)
loose.play = jax.jit(lambda: setattr(loose, "gain", loose.gain + 1))
loose.play(), loose.play()
claim("l3-closed-over-is-yours", "a closed-over object is your own: an assignment in it happens once, while tracing", loose.gain == 3)

# %%
# So self is closed over: it is no argument, static or other. With static_argnums=0 the document got the same numbers, because its
# class defines no ==, and Python's own asks for identity. Valued compares by value, and now the two ways differ.
class Valued(Amp):
    play = count_traces(Amp.play)

    def __eq__(self, other):
        return type(other) is Valued and (self.gain, self.on) == (other.gain, other.on)

    def __hash__(self):
        return hash((self.gain, self.on))


amps = [Valued(2, True), Valued(2, True), Valued(5, True)]
static = jax.jit(Valued.play, static_argnums=0)
claim("l3-static-by-value", "static self: an equal object shares the trace, a changed one gets its own",
      ([int(static(amp, 3)) for amp in amps], Valued.play.traces) == ([6, 6, 15], 2))

before = Valued.play.traces
bound = [jax.jit(amp.play) for amp in (Valued(2, True), Valued(2, True))]
claim("l3-bound-by-identity", "bound methods: every object is traced, equal or not",
      ([int(fast(3)) for fast in bound], Valued.play.traces - before) == ([6, 6], 2))

# %%
class Liar(Amp):
    __eq__ = lambda self, other: True
    __hash__ = lambda self: 0


static = jax.jit(Liar.play, static_argnums=0)
claim("l3-lying-eq", "a lying == gives 6 where 9 is right, silently; bound methods give 6 and 9",
      [int(static(Liar(2, True), 3)), int(static(Liar(3, True), 3)), int(jax.jit(Liar(3, True).play)(3))] == [6, 6, 9])

with raises(ValueError):  # the recipe hash((self.gain, self.on)) on an array: arrays have no hash
    jax.jit(Valued.play, static_argnums=0)(Valued(jnp.array([2, 3]), True), 3)

# %%
import weakref


def survives(wrap):
    """Is an amplifier still alive after it and its jitted function are deleted?"""
    amp = Amp(2, True)
    fast, ghost = wrap(amp), weakref.ref(amp)
    fast(3)
    del amp, fast
    gc.collect()
    return ghost() is not None


claim("l3-bound-frees", "jit of a bound method: object and method deleted, both are gone", not survives(lambda amp: jax.jit(amp.play)))
claim("l3-static-keeps", "static self: the cache keeps the object", survives(lambda amp: functools.partial(jax.jit(Amp.play, static_argnums=0), amp)))

# %% [markdown]
# ## Worked example: a spring as a pytree  (5 minutes)
#
# The lasting way out: tell JAX how to take the object apart. A `Spring` has two arrays, `stiffness` and `rest`, and a switch, `linear`.
# Ask at each of the four steps what would break without it.
#
# ```text
# object ──flatten──▶ leaves  (traced under jit, grad, vmap, scan)
#                 └─▶ treedef (class + aux data: part of the cache key, compared with ==, never traced)
#        ◀─unflatten─  inside the traced function: a NEW object around tracers
# ```

# %%
def flatten_spring(spring):
    # 1. Choose the children: data, what may be traced, batched, differentiated.
    children = (spring.stiffness, spring.rest)
    # 2. Choose the aux data: what Python reads while tracing; == and hash go by value.
    aux = spring.linear
    return children, aux


def unflatten_spring(aux, children):
    # 3. Rebuild without __init__: JAX calls this often, and not only with arrays.
    spring = object.__new__(Spring)
    spring.stiffness, spring.rest = children
    spring.linear = aux
    return spring


# %%
class Spring:
    made = 0  # how often __init__ ran

    def __init__(self, stiffness, rest, linear):
        Spring.made += 1
        self.stiffness, self.rest = jnp.asarray(stiffness, "float32"), jnp.asarray(rest, "float32")
        self.linear = linear

    @jax.jit
    def force(self, x):
        stretch = x - self.rest
        return -self.stiffness * (stretch if self.linear else stretch**3)


# 4. Register.
jax.tree_util.register_pytree_node(Spring, flatten_spring, unflatten_spring)

# %%
def look_inside(spring):
    show(spring, "a spring inside jit")
    places = [where(value) for value in (spring.stiffness, spring.rest, spring.linear)]
    claim("l3-leaves-traced", "inside jit the two arrays are traced and the switch is concrete",
          places == ["traced", "traced", "concrete"])


spring, made = Spring(2, 1, True), Spring.made
jax.jit(look_inside)(spring)
slope = jax.grad(lambda spring: spring.force(4.0))(spring)
claim("l3-pytree-gradient", "gradients reach the attributes, and __init__ did not run",
      (float(slope.stiffness), float(slope.rest), Spring.made) == (-3, 2, made))
spring.linear = False
claim("l3-pytree-follows", "a pytree follows its attributes: the jitted method reads the switch anew", float(spring.force(4.0)) == -2 * 3**3)

# %%
class Naive(Spring):
    pass


jax.tree_util.register_pytree_node(Naive, flatten_spring, lambda linear, children: Naive(*children, linear))
naive, made = Naive(2, 1, True), Spring.made
naive.force(4.0)
claim("l3-init-runs-again", "rebuilt through __init__, one jitted call runs it again", Spring.made > made)
with raises(TypeError):  # here unflatten gets shapes, which __init__ cannot turn into arrays
    jax.eval_shape(lambda spring: spring, naive)

# %% [markdown]
# ## Exercises
#
# ### Exercise 1. A helper function  (●○○ easy, 4 minutes, 1 point)
#
# *Why it matters:* the smallest repair of a class that you may not register. Jit a function of plain values and let the method hand them over.
#
# | wanted | |
# | --- | --- |
# | `amp.play(y)` | `gain * y`, or `y` when switched off, through the jitted `scale` |
# | after a change of `gain` or `on` | the new answer |
# | another `gain` | no new trace: it is data |
# | another `on` | one new trace: Python reads it |
#
# <details><summary>Hint 1</summary>A jitted function sees only its arguments. Which three values does the body need?</details>
# <details><summary>Hint 2</summary><code>jax.jit</code> takes <code>static_argnames</code>: the arguments that Python has to read.</details>
# <details><summary>Hint 3</summary>Jit <code>scale</code> once, outside the class, with <code>on</code> static. In <code>play</code>, call that with
# the two attributes and <code>y</code>.</details>
# <details><summary>Help: TypeError about an argument that is no array</summary>The jitted function was given <code>self</code>. Hand over the attributes.</details>
# <details><summary>Help: TracerBoolConversionError</summary><code>on</code> came in as data, and <code>if</code> cannot read it.</details>

# %% nbgrader={"grade": false, "grade_id": "ex1", "locked": false, "schema_version": 3, "solution": true, "task": false}
runs1 = []  # notes each run of the body of scale, and whether y was traced


def scale(gain, y, on):  # leave this as it is
    runs1.append(where(y))
    return gain * y if on else y


### BEGIN SOLUTION
### STUB: fast_scale = None  # blank 1: scale, jitted once
fast_scale = jax.jit(scale, static_argnames="on")
### END SOLUTION


class Amp1:
    def __init__(self, gain, on):
        self.gain, self.on = gain, on

    def play(self, y):
        ### BEGIN SOLUTION
        ### STUB: raise NotImplementedError()  # blank 2
        return fast_scale(self.gain, y, on=self.on)
        ### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "ex1_check", "locked": true, "points": 1, "schema_version": 3, "solution": false, "task": false}
def probe(see, gain, louder, y):
    """Four calls on one amplifier whose attributes change: answers, and how often Python ran the body."""
    amp, before, size = Amp1(gain, True), len(runs1), len(y)
    y = jnp.array(y + [0] * 5 * before, "int32")  # a new length each time: a second run of this cell counts anew
    first = lambda out: out[:size] if getattr(out, "ndim", 0) == 1 else out

    def way(gain, on):
        asked = Amp1(gain, True)
        asked.on = on
        return way_through(asked.play, y)

    try:
        see("play", first(amp.play(y)))
        runs, taken = len(runs1) - before, way(gain, True)
        before = len(runs1) - runs  # what was noted while looking does not count
        see("y in the body of scale", "never there" if not runs else "traced" if taken and "by Python" not in taken else "concrete")
        amp.on = False
        see("switched off", first(amp.play(y)))
        amp.gain, amp.on = louder, True
        see("louder, switched on", first(amp.play(y)))
        amp.gain = gain
        amp.play(y)
        runs = len(runs1) - before
        calls = [way(gain, True), way(gain, False), way(louder, True), way(gain, True)]  # a list of notes is not taken on trust
        programs = [step for call in calls for step in call if type(step) is not str]
        runs = max(runs, len({id(program) for program in programs}) + sum("by Python" in call for call in calls))
        code = getattr(vars(Amp1).get("play"), "__code__", None)
        see("four calls", f"runs of the body: {runs}" + (", a jit made in play" if code and "jit" in names_in(code) else ""))
    except TypeError as error:
        what = {"Amp1'>": "an Amp1 was given to the jitted function", "'NoneType' object is not callable": "None was called"}
        found = [words for sign, words in what.items() if sign in str(error)]
        if not found:
            raise
        see("play", found[0])


check("ex1", probe, TABLE, gain=2, louder=5, y=[3, 4])
### BEGIN HIDDEN TESTS
def wanted(gain, louder, y):
    times = lambda factor: f"jax int32[{len(y)}] {[factor * v for v in y]}"
    yield "raised", "nothing", {
        "ValueError": ("places-do-not-matter", "A static argument needs a hash, and an array has none: which argument of scale(gain, y, on) got the array?"),
        "TracerBoolConversionError": ("flag-as-data", "The switch came in as data: `if` cannot read a tracer. Name it in static_argnames.")}
    again = ("jit-inside-the-call", "play makes a jit at each call. Around a new lambda it starts without traces; around scale it looks them up anew. Make it once, outside.")
    yield "play", times(gain), {
        "None was called": ("blank-may-stay-empty", "play calls something that is None: blank 1, most likely, which is to hold the jitted scale."),
        "an Amp1 was given to the jitted function": ("self-is-an-argument-like-any", "The jitted function got the instance itself, which JAX cannot take for an array. Hand over its attributes."),
        ...: ("wrong-answer", "play has to return gain * y, computed from what it was given, with y's dtype and shape.")}
    yield "y in the body of scale", "traced", {
        "concrete": ("method-runs-fast-anyway", "The body ran with plain values: nothing is jitted here."),
        ...: ("own-body", "The body of scale never ran: jit the function that is given, so that its runs can be counted.")}
    yield "switched off", times(1), {
        times(gain): ("captured-attribute-follows", "The old answer: a jitted closure was made in __init__, and it keeps what it read of the object."),
        f"jax int32[] {gain}": ("places-do-not-matter", "This is the gain, in the place of y: scale(gain, y, on) takes its arguments in this order. A product does not tell them apart."),
        ...: ("wrong-when-off", "Switched off, the amplifier returns y as it is.")}
    yield "louder, switched on", times(louder), "gain-is-captured", "The new gain must count: it goes in as an argument at every call."
    yield "four calls", "runs of the body: 2", {
        "runs of the body: 4, a jit made in play": again, "runs of the body: 2, a jit made in play": again, "runs of the body: 4": again,
        "runs of the body: 3": ("every-setting-is-static", "The second gain cost a trace of its own: a number that is only multiplied is data."),
        ...: ("runs-of-scale", "One run for on, one for off; the gains share them.")}


def inputs(rng):
    return {"gain": rng.randrange(2, 9), "louder": rng.randrange(10, 30), "y": [rng.randrange(1, 50) for _ in range(rng.randrange(2, 5))]}


score_hidden("ex1", probe, wanted, inputs, points=1)
### END HIDDEN TESTS

# %% [markdown] tags=["instructor"]
# **Why the other ways fail.** `fast_scale` sees three arguments and nothing else, so nothing can go stale. With `on` traced, `if` has no value to
# read. With `gain` static too, the answers are right and every new gain is traced: the table counts that. A jit inside `play` wraps a new lambda each time,
# and a new function has no traces yet; around `scale` itself it finds them, at the price of looking. A closure made in `__init__` reads the attributes while it is traced and never again.

# %% [markdown]
# ### Exercise 2. A static self, lawfully  (●●○ medium, 6 minutes, 2 points)
#
# *Why it matters:* a static argument is a key in a dictionary. Its `==` decides whose program runs. **Never change the object afterwards**: what then
# happens differs between JAX versions and may be silently wrong. Make a new one.
#
# An array has no hash. Its `dtype`, its `shape` and its bytes, `weights.tobytes()`, have one.
#
# | wanted | |
# | --- | --- |
# | same weights, same switch | `==` is True, equal hashes, one shared trace |
# | other weights, other switch, other dtype (`1` and `1.0`), other shape | `==` is False, a trace of its own |
# | something that is no `Taps` | `==` is False, no error |
#
# <details><summary>Hint 1</summary>The <code>==</code> of two arrays is an array, and their printed text leaves numbers out. Which facts identify the array?</details>
# <details><summary>Hint 2</summary>Build one tuple of hashable values that says all; compare and hash that. The bytes give the numbers, not their type.</details>
# <details><summary>Hint 3</summary>The tuple: dtype, shape, bytes, switch. Check the type of <code>other</code> before you ask for its tuple.</details>
# <details><summary>Help: unhashable type</summary>The array itself went into <code>hash</code>; or <code>__eq__</code> is there and <code>__hash__</code> is not.</details>
# <details><summary>Help: truth value of an array is ambiguous</summary>Somewhere two arrays are compared with <code>==</code> as if the answer were one bool.</details>

# %% nbgrader={"grade": false, "grade_id": "ex2", "locked": false, "schema_version": 3, "solution": true, "task": false}
class Taps:
    def __init__(self, weights, on):
        self.weights, self.on = np.array(weights), on  # a numpy array: concrete, and without a hash

    def play(self, y):
        return jnp.asarray(self.weights) * y if self.on else y

    ### BEGIN SOLUTION
    ### STUB: def __eq__(self, other):
    ### STUB:     raise NotImplementedError()
    ### STUB:
    ### STUB: def __hash__(self):
    ### STUB:     raise NotImplementedError()
    def identity(self):
        return self.weights.dtype.str, self.weights.shape, self.weights.tobytes(), self.on

    def __eq__(self, other):
        return type(other) is Taps and self.identity() == other.identity()

    def __hash__(self):
        return hash(self.identity())
    ### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "ex2_check", "locked": true, "points": 2, "schema_version": 3, "solution": false, "task": false}
def probe(see, weights, others, y):
    """Compares objects by hand, then counts the traces of a jitted function that takes them as static."""
    one, twin, other = Taps(weights, True), Taps(list(weights), True), Taps(others, True)
    see("has a hash", Taps.__hash__ is not None)
    if Taps.__hash__ is None:
        return
    try:
        see("hashes of twins agree", hash(one) == hash(twin))
    except TypeError as error:
        if "unhashable" not in str(error):
            raise
        return see("hashes of twins agree", "no hash")
    see("equals its twin", bool(one == twin))
    see("equals one with other weights", bool(one == other))
    pairs = [([0] * 1500, [0] * 750 + weights + [0] * (750 - len(weights))), ([0.1], [0.1 + 1e-12])]
    see("equals one that differs in the 750th weight, or by 1e-12", [bool(Taps(a, True) == Taps(b, True)) for a, b in pairs])
    kept = Taps.__dict__.get("__hash__")
    Taps.__hash__ = lambda taps: 0  # all hashes collide: now == alone decides
    try:
        see("equals one with other weights and the same hash", bool(one == other))
    finally:
        if kept:
            Taps.__hash__ = kept
        else:
            del Taps.__hash__
    see("equals itself switched off", bool(one == Taps(weights, False)))
    zeros = bool(Taps([0, 0], True) == Taps([0.0, 0.0], True))
    see("equals the same numbers as floats", bool(one == Taps([float(w) for w in weights], True)) or (zeros and "if all are 0"))
    see("equals a matrix of its numbers", bool(one == Taps([weights], True)))
    try:
        see("equals a word", bool(one == "taps"))
    except AttributeError:
        return see("equals a word", "asks the word for an attribute")
    if hash(one) != hash(twin):  # what a cache does with such a hash differs between versions
        return
    body = count_traces(lambda taps, y: taps.play(y))
    fast = jax.jit(body, static_argnums=0)
    answers = [fast(taps, jnp.array(y, "int32")) for taps in (one, twin, other, Taps(weights, False))]
    see("answers", answers)
    see("traces for four objects, two of them equal", body.traces)


check("ex2", probe, TABLE, weights=[1, 2], others=[5, 6], y=[3, 4])
### BEGIN HIDDEN TESTS
# Five of the comparisons weigh more: who gets one of them wrong has all the rest right, the answers too.
def wanted(weights, others, y):
    times = lambda taps: f"jax int32[{len(y)}] {[w * v for w, v in zip(taps, y)]}"
    yield "raised", "nothing", {
        "ValueError": ("arrays-compare-as-one", "Two arrays were compared as if == had one answer.")}
    yield "has a hash", True, "eq-brings-its-hash", "A class that defines __eq__ alone loses its __hash__, and jit refuses it as a static argument."
    if_unhashable = ("arrays-have-a-hash", "hash was asked of an array or a list, which have none: hash what identifies the array.")
    yield "equals its twin", True, {"not reached": if_unhashable, ...: ("identity-is-equality", "Two objects with equal values must be equal, or each costs a trace.")}
    yield "hashes of twins agree", True, "hash-is-free", "Equal objects must have equal hashes; yours goes by something else, so the cache never finds them."
    yield "equals one with other weights", False, "everything-is-equal", "Other weights, yet equal: the other object would get this one's program, silently."
    yield "equals one that differs in the 750th weight, or by 1e-12", [False, False], "text-is-the-array", "The text of an array leaves out numbers and digits, so different weights look alike: compare the numbers themselves.", 5
    yield "equals one with other weights and the same hash", False, "hash-decides", "Equal hashes were taken for equality. Hashes may collide; == has to compare what they are made of.", 5
    yield "equals itself switched off", False, "switch-does-not-matter", "Whatever the traced code reads must take part in ==; the switch is missing."
    yield "equals the same numbers as floats", False, {
        "if all are 0": ("bytes-are-the-array", "The bytes of an integer 0 and of 0.0 are the same, and the programs differ: bytes need their dtype beside them."),
        ...: ("one-is-1.0", "1 == 1.0 in Python and numpy, but the programs differ in dtype: compare that as well.")}, 5
    yield "equals a matrix of its numbers", False, "numbers-are-all", "The same numbers in another shape are another program: compare the shape as well.", 5
    yield "equals a word", False, {
        "asks the word for an attribute": ("only-my-kind-is-compared", "== met an object of another class and asked it for its weights: check the type first."),
        ...: ("anything-is-taps", "An object of another class is not equal to this one.")}, 5
    yield "answers", [times(weights), times(weights), times(others), f"jax int32[{len(y)}] {list(y)}"], "wrong-program", "Each object must get its own answer, in y's dtype.", 31
    yield "traces for four objects, two of them equal", 3, "one-trace-each", "Three different objects, three traces."


def inputs(rng):
    weights = [rng.randrange(1, 50) for _ in range(rng.randrange(2, 5))]
    return {"weights": weights, "others": weights[:-1] + [weights[-1] + rng.randrange(1, 9)], "y": [rng.randrange(2, 50) for _ in weights]}


score_hidden("ex2", probe, wanted, inputs, points=2)
### END HIDDEN TESTS

# %% [markdown] tags=["instructor"]
# **Why the other ways fail.** The usual recipe `hash((self.weights, self.on))` asks an array for a hash. `np.array_equal` compares values alone, so integers
# and floats share one program and the second dtype is wrong. Bytes alone forget the shape, and `int64` zeros have the bytes of `float64` zeros.
# The text of a long array has dots in the middle, and eight digits of each number. Equal hashes do not make equal objects. A constant hash would be lawful, if slow; a constant `==` is the lie that the lesson measured. `id` in the hash makes equal objects unfindable.

# %% [markdown]
# ### Exercise 3. A registration with two blanks  (●●○ medium, 6 minutes, 3 points)
#
# *Why it matters:* a pytree instance has its arrays traced and its switch static, follows every change and has gradients.
# The method is jitted already; the registration is missing.
#
# | wanted | |
# | --- | --- |
# | under jit | `gain` and `bias` traced, `on` concrete |
# | another gain, switched off | right answers; the gain costs no trace, the switch one |
# | gradient | an amplifier: `y` for `gain`, ones for `bias` |
# | rebuilding | never runs `__init__`; works for shapes as well as arrays |
#
# <details><summary>Hint 1</summary>Blank 1: which attributes are data, and which one does Python's <code>if</code> read?</details>
# <details><summary>Hint 2</summary>Blank 2: <code>object.__new__</code> makes an instance without <code>__init__</code>. Then set three attributes.</details>
# <details><summary>Hint 3</summary>The children come back in the order in which <code>flatten3</code> gave them. Store them as they are, unconverted.</details>
# <details><summary>Help: TracerBoolConversionError</summary>The switch is among the children.</details>
# <details><summary>Help: ValueError about comparing</summary>An array is in the aux data, and the second call compares it.</details>
# <details><summary>Help: AttributeError</summary>The rebuilt object lacks an attribute: blank 2 sets all three.</details>

# %% nbgrader={"grade": false, "grade_id": "ex3", "locked": false, "schema_version": 3, "solution": true, "task": false}
class Amp3:
    made = 0  # how often __init__ ran

    def __init__(self, gain, bias, on):
        Amp3.made += 1
        self.gain, self.bias, self.on = jnp.asarray(gain, "float32"), jnp.asarray(bias, "float32"), on

    @jax.jit
    def play(self, y):
        return self.gain * y + self.bias if self.on else y


def flatten3(amp):
    ### BEGIN SOLUTION
    ### STUB: raise NotImplementedError()  # blank 1
    ### STUB: children, aux = (...), ...
    children, aux = (amp.gain, amp.bias), amp.on
    ### END SOLUTION
    return children, aux


def unflatten3(aux, children):
    ### BEGIN SOLUTION
    ### STUB: raise NotImplementedError()  # blank 2
    amp = object.__new__(Amp3)
    amp.gain, amp.bias = children
    amp.on = aux
    return amp
    ### END SOLUTION


jax.tree_util.register_pytree_node(Amp3, flatten3, unflatten3)

# %% nbgrader={"grade": true, "grade_id": "ex3_check", "locked": true, "points": 3, "schema_version": 3, "solution": false, "task": false}
def probe(see, gain, bias, louder, y):
    """One amplifier under jit while its attributes change, its gradient, and a rebuild around shapes."""
    amp, y = Amp3(gain, bias, True), jnp.array(y, "float32")
    leaves, treedef = jax.tree_util.tree_flatten(amp)
    try:
        jax.tree_util.tree_structure(Amp3(gain, bias, True)) == treedef
    except ValueError:
        return see("number of leaves", "an array is in the aux data")
    see("number of leaves", len(leaves))
    try:
        back = jax.tree_util.tree_unflatten(treedef, leaves)
        kind, lacks = type(back).__name__, [name for name in ("gain", "bias", "on") if not hasattr(back, name)]
    except (TypeError, ValueError) as error:
        if "unpack" not in str(error):
            raise
        kind, lacks = "nothing to unpack", []
    see("unflatten gives back", kind + "".join(f" without {name}" for name in lacks))
    if kind != "Amp3" or lacks:
        return
    see("on, given back", "in a tuple" if type(back.on) is tuple else "as it was")

    @count_traces
    def body(amp, y):
        see("gain, bias, on under jit", ", ".join(where(v) for v in (amp.gain, amp.bias, amp.on)))
        return amp.play(y)

    fast, init = jax.jit(body), Amp3.__init__
    Amp3.__init__ = count_traces(init)
    try:
        fast(amp, y)
        answer = amp.play(y)
        made = Amp3.__init__.traces
    finally:
        Amp3.__init__ = init
    see("answer", answer)
    see("runs of __init__ in two jitted calls", made)
    for what, attempt in {"rebuilt around shapes": lambda: list(jax.eval_shape(lambda amp: amp, amp).gain.shape),
                          "rebuilt around words": lambda: jax.tree_util.tree_unflatten(treedef, ["word"] * len(leaves)).gain}.items():
        try:
            see(what, attempt())
        except Exception as error:
            see(what, type(error).__name__)
    amp.gain = jnp.array(louder, "float32")
    fast(amp, y)
    see("answer after a change of gain", amp.play(y))
    slope = jax.grad(lambda amp: amp.play(y).sum())(amp)
    see("gradient for gain and bias", [slope.gain, slope.bias])
    amp.on = False
    fast(amp, y)
    see("answer when switched off", amp.play(y))
    see("traces: two gains, one switch", body.traces)


check("ex3", probe, TABLE, gain=[2, 3], bias=[1, 7], louder=[5, 6], y=[3, 4])
### BEGIN HIDDEN TESTS
def wanted(gain, bias, louder, y):
    array = lambda numbers: f"jax float32[{len(y)}] {[float(v) for v in numbers]}"
    yield "raised", "nothing", {
        "TracerBoolConversionError": ("switch-is-a-leaf", "The switch is among the children: it arrived as a tracer, and `if` cannot read that.")}
    yield "number of leaves", 2, {
        "an array is in the aux data": ("array-in-aux", "An array is in the aux data; the second call asks whether two treedefs are equal, and arrays do not answer with one bool."),
        ...: ("only-one-is-data", "Two attributes are data here: gain and bias.")}
    yield "unflatten gives back", "Amp3", {
        "nothing to unpack": ("unflatten-gets-what-i-expect", "unflatten was handed something else than it unpacks: aux data first, then one tuple of children."),
        "NoneType without gain without bias without on": ("return-is-implied", "unflatten returned nothing: it has to return the object that it builds."),
        ...: ("attributes-return-by-themselves", "The rebuilt object lacks an attribute: JAX brings back only what flatten gave, where unflatten puts it.")}
    yield "gain, bias, on under jit", "traced, traced, concrete", "wrong-place", "gain and bias belong to the children, on to the aux data.", 0.5
    yield "answer", array(g * v + b for g, v, b in zip(gain, y, bias)), {
        array(b * v + g for g, v, b in zip(gain, y, bias)): ("order-is-by-name", "gain and bias came back swapped. A jit that only passes the object through swaps twice and hides it."),
        ...: ("wrong-answer-3", "play must give gain * y + bias, with the values that the object had.")}
    yield "runs of __init__ in two jitted calls", 0, "init-runs-once", "Rebuilding ran __init__ again. JAX rebuilds at every entry and exit: make the instance without it."
    yield "rebuilt around shapes", [len(y)], "children-are-arrays", "unflatten also gets shapes, placeholders and None: store the children as they come."
    yield "rebuilt around words", "word", "children-are-arrays", "unflatten also gets shapes, placeholders and None: store the children as they come."
    yield "answer after a change of gain", array(g * v + b for g, v, b in zip(louder, y, bias)), "frozen-gain", "The answer must follow the gain that the object has now.", 2
    yield "gradient for gain and bias", [array(y), array([1] * len(y))], "gradient-elsewhere", "The gradient has to arrive in the attribute that it belongs to."
    yield "on, given back", "as it was", "tuples-unpack-themselves", "on came back inside a tuple, and even (False,) counts as true: what flatten packs, unflatten has to unpack.", 0.5
    yield "answer when switched off", array(y), "frozen-switch", "Switched off, play returns y: the aux data must carry the present value of on."
    yield "traces: two gains, one switch", 2, "trace-budget-3", "Two traces: one for on, one for off; a gain is data."


def inputs(rng):
    size = rng.randrange(2, 5)
    row = lambda low, high: [rng.randrange(low, high) for _ in range(size)]
    return {"gain": row(2, 9), "bias": row(20, 40), "louder": row(10, 20), "y": row(3, 30)}


score_hidden("ex3", probe, wanted, inputs, points=3)
### END HIDDEN TESTS

# %% [markdown] tags=["instructor"]
# **Why the other ways fail.** Rebuilding through `Amp3(*children, aux)` works under `jit` and counts an instance at every entry and exit; `eval_shape` then
# hands `__init__` a shape and it fails. `object.__new__` with a `jnp.asarray` of the children fails there, too. Swapped children pass every test that
# only passes the object through: two swaps make none. Only a computation inside tells. An array in the aux data survives the first call.

# %% [markdown]
# ### Exercise 4. Debug: a rocket that does not listen  (●●○ medium, 7 minutes, 2 points)
#
# *Why it matters:* a jitted bound method kept in an attribute is how most stale answers get into real simulations.
# Delete the `raise` line, run the check, find the fault, then repair the class: let `fast` be
# a method that hands what the body reads to something jitted. `simulate` stays.
#
# | wanted | |
# | --- | --- |
# | every step | uses the `pull` that the rocket has in that step |
# | a second simulation, a changed `drag` | new values |
# | all steps together | one trace |
# | after `del rocket` | nothing keeps it alive |
#
# <details><summary>Hint 1</summary>When does Python read <code>self.pull</code>, and how often?</details>
# <details><summary>Hint 2</summary>Jit something whose <em>arguments</em> hold pull and drag. Exercises 1 and 3 show two ways.</details>
# <details><summary>Hint 3</summary>Let <code>fast</code> be a plain method that hands <code>self</code> to a jitted <code>Rocket.step</code>, and register pull and drag as
# children. Or it calls a jitted function of (pull, drag, speed), which takes the <code>runs4</code> line with it.</details>
# <details><summary>Help: 'Rocket' has no attribute 'fast'</summary><code>simulate</code> calls <code>rocket.fast(speed)</code>: attribute or method, it has to be there.</details>

# %% nbgrader={"grade": false, "grade_id": "ex4", "locked": false, "schema_version": 3, "solution": true, "task": false}
runs4 = []  # notes each run of the body, and whether speed was traced


class Rocket:
    def __init__(self, pull, drag):
        self.pull, self.drag = pull, drag
        ### BEGIN SOLUTION
        ### STUB: raise NotImplementedError()  # delete this line, run the check, find the fault
        ### STUB: self.fast = jax.jit(self.step)  # compiled once, fast from then on
        ### END SOLUTION

    def step(self, speed):
        runs4.append(where(speed))  # keep this line in the body that does the sum
        return speed + self.pull - self.drag

    ### BEGIN SOLUTION
    ### STUB: # what the repair needs
    def fast(self, speed):
        return jitted_step(self, speed)


jitted_step = jax.jit(Rocket.step)
jax.tree_util.register_pytree_node(Rocket, lambda rocket: ((rocket.pull, rocket.drag), None), lambda aux, children: Rocket(*children))
### END SOLUTION


def simulate(rocket, speed, pulls):
    speeds = []
    for rocket.pull in pulls:
        speed = rocket.fast(speed)
        speeds.append(speed)
    return speeds

# %% nbgrader={"grade": true, "grade_id": "ex4_check", "locked": true, "points": 2, "schema_version": 3, "solution": false, "task": false}
def probe(see, pulls, later, drag, speed):
    """Two simulations with one rocket, one with more drag; then asks who still holds the rocket."""
    import gc, weakref

    before, size = len(runs4), len(speed)
    start = jnp.array(speed + [0] * 5 * before, "int32")  # a new length: a second run of this cell counts anew
    first = lambda out: out[:size] if getattr(out, "ndim", 0) == 1 else out
    rocket = Rocket(0, drag)
    try:
        one = simulate(rocket, start, pulls)
        two, new_programs = overheard(simulate, rocket, start, later)
    except TypeError as error:
        if "Rocket'>" not in str(error):
            raise
        return see("body of the step", "never ran: a Rocket was given to the jitted function")
    runs, taken = len(runs4) - before, way_through(lambda speed: simulate(Rocket(0, drag), speed, pulls), start)
    plain_steps = not taken or "by Python" in taken  # outside of all jitted functions
    outside = "concrete" in runs4[before:] and "with its note outside of it"
    see("body of the step", "never ran" if not runs else "concrete" if plain_steps else outside or "traced")
    before, rocket.drag = len(runs4), drag + 1
    slow, more = overheard(simulate, rocket, start, pulls)
    runs += len(runs4) - before
    ghost = weakref.ref(rocket)
    del rocket
    gc.collect()
    see("rocket after del", "alive" if ghost() is not None else "gone")
    see("first step of the second simulation", first(two[0]))
    see("second step of the first simulation", first(one[1]))
    see("first step with more drag", first(slow[0]))
    see("runs of the body in all steps", "1, and others without a note" if runs == 1 and (plain_steps or new_programs + more) else runs)


check("ex4", probe, TABLE, pulls=[5, 9, 5], later=[20, 5], drag=2, speed=[100, 200])
### BEGIN HIDDEN TESTS
def wanted(pulls, later, drag, speed):
    after = lambda push: f"jax int32[{len(speed)}] {[v + push for v in speed]}"
    yield "body of the step", "traced", {
        "never ran: a Rocket was given to the jitted function": ("rocket-is-an-array", "The rocket went into a jitted function and is no pytree: hand over numbers, or register it."),
        "with its note outside of it": ("note-may-stand-anywhere", "Something is jitted, and the line with runs4 ran outside of it, with plain numbers: it belongs in the body that does the sum."),
        "concrete": ("no-jit-no-trouble", "Right numbers, but the body runs in Python at every step: it has to be jitted."),
        ...: ("own-arithmetic", "Keep the line with runs4 in the body that does the sum.")}
    yield "rocket after del", "gone", "static-self-follows", (
        "A cache holds the rocket itself: as a static argument it is found by which object it is, so its changes go unnoticed, and it is never freed.")
    yield "first step of the second simulation", after(later[0] - drag), {
        after(pulls[0] - drag): ("jitted-method-follows-self", "The pull of the very first step, for ever: the jitted bound method read it once, while it was traced."),
        ...: ("wrong-second", "The second simulation starts with its own first pull.")}
    yield "second step of the first simulation", after(pulls[0] + pulls[1] - 2 * drag), {
        after(2 * pulls[0] - 2 * drag): ("jit-again-refreshes", "Jitted anew for each simulation, still stale within one: every step needs the pull as an argument."),
        ...: ("wrong-step", "Each step adds the present pull and takes the drag off.")}
    yield "first step with more drag", after(pulls[0] - drag - 1), "drag-never-changes", "The drag is an attribute like the pull: its change has to be followed as well."
    more = ("settings-are-static", "Some numbers cost traces of their own: what is only added is data.")
    yield "runs of the body in all steps", 1, {
        len(2 * pulls + later): ("jit-each-step", "A run for every step: a jit that is made in the step starts without traces."),
        "1, and others without a note": more, ...: more}


def inputs(rng):
    a, b, c = rng.sample(range(5, 60), 3)
    return {"pulls": [a, b, a], "later": [c, a], "drag": rng.randrange(1, 5), "speed": [rng.randrange(100, 300) for _ in range(rng.randrange(2, 5))]}


score_hidden("ex4", probe, wanted, inputs, points=2)
### END HIDDEN TESTS

# %% [markdown] tags=["instructor"]
# **Why the other ways fail.** `self.fast = jax.jit(self.step)` reads `pull` once. A jit for each simulation is fresh only because the older copy is gone by then,
# and stale within the simulation. A jit for each step is right and traces every step. A static rocket is found by identity, so the cache answers with the first pull and
# holds the rocket for ever. A dictionary of jitted methods, one for each pull, keeps all copies alive: they share one trace, the first.

# %% [markdown]
# ### Exercise 5. From a lost update to a returned one  (●●○ medium, 5 minutes, 2 points)
#
# *Why it matters:* under `jit` an assignment to `self` is lost, without `jit` it is not. A method that returns a new object is right in both.
#
# `Tally` is registered. Write `add`: it returns a pair, the new tally and the mean so far, and leaves `self` alone.
#
# | wanted | |
# | --- | --- |
# | `new, mean = tally.add(y)` | `new` counts one more, `mean` is the mean of all values so far |
# | `tally` afterwards | untouched, with and without jit |
# | many calls | one trace, and `add` works as the body of `lax.scan` |
#
# <details><summary>Hint 1</summary>Only what is returned comes out of a jitted function.</details>
# <details><summary>Hint 2</summary>Make a second <code>Tally</code> from the new total and the new count, and change nothing on <code>self</code>.</details>
# <details><summary>Hint 3</summary>The new count is an int32 and the new total a float32, like the old ones: a loop insists on that.</details>
# <details><summary>Help: cannot unpack</summary><code>add</code> has to return two things: the new tally and the mean.</details>
# <details><summary>Help: TypeError about the carry of scan</summary>A dtype, a shape or the aux data changed between the old and the new tally.</details>

# %% nbgrader={"grade": false, "grade_id": "ex5", "locked": false, "schema_version": 3, "solution": true, "task": false}
class Tally:
    def __init__(self, total=None, count=None):
        self.total = jnp.zeros((), "float32") if total is None else total
        self.count = jnp.zeros((), "int32") if count is None else count

    def add(self, y):
        ### BEGIN SOLUTION
        ### STUB: raise NotImplementedError()  # was: self.total += y; self.count += 1; return self.total / self.count
        new = Tally(self.total + y, self.count + 1)
        return new, new.total / new.count
        ### END SOLUTION


def unflatten5(aux, children):
    tally = object.__new__(Tally)
    tally.total, tally.count = children
    return tally


jax.tree_util.register_pytree_node(Tally, lambda tally: ((tally.total, tally.count), None), unflatten5)

# %% nbgrader={"grade": true, "grade_id": "ex5_check", "locked": true, "points": 2, "schema_version": 3, "solution": false, "task": false}
def probe(see, numbers):
    """Adds the same numbers without jit, under jit, and in a scan."""
    ys, start = [jnp.array(v, "float32") for v in numbers], Tally()
    out = start.add(ys[0])
    number = isinstance(out, (int, float, jax.Array))
    see("add returns", "a pair" if type(out) is tuple and len(out) == 2 else "only a number" if number else type(out).__name__)
    see("count of the old tally, without jit", start.count)
    if type(out) is not tuple or len(out) != 2:
        return
    see("first element of the pair", type(out[0]).__name__)
    if type(out[0]).__name__ != "Tally":
        return
    see("total of the old tally, without jit", start.total)
    body = count_traces(lambda tally, y: tally.add(y))
    fast, tally = jax.jit(body), Tally()
    for y in ys:
        tally, mean = fast(tally, y)
    see("count after all numbers", tally.count)
    see("mean after all numbers", round(float(mean), 3))
    see("traces", body.traces)
    try:
        see("count after a scan", jax.lax.scan(lambda tally, y: tally.add(y), Tally(), jnp.stack(ys))[0].count)
    except TypeError:
        see("count after a scan", "scan refuses")


check("ex5", probe, TABLE, numbers=[3, 5, 4, 8])
### BEGIN HIDDEN TESTS
def wanted(numbers):
    yield "raised", "nothing", {
        "ConcretizationTypeError": ("traced-numbers-are-numbers", "Under jit a value has no number yet: float() and int() cannot ask for it. Compute with it as it is.")}
    lost = ("jitted-method-updates-self", "add must return the new tally and the mean; what is only assigned to self is lost under jit.")
    swapped = 0, 0  # what Tally(count + 1, total + y) makes of the numbers
    for y in numbers:
        swapped = swapped[1] + 1, swapped[0] + y
    yield "add returns", "a pair", {"only a number": lost, "NoneType": lost, ...: (
        "one-thing-comes-back", "add has to return a tuple of two: the new tally, then the mean.")}, 0.5
    yield "first element of the pair", "Tally", "any-object-will-do", "The first element of the pair must be a Tally: the next call asks it for its attributes and for add."
    yield "count of the old tally, without jit", "jax int32[] 0", "self-may-change-if-returned", "The old tally was changed: without jit the caller's own object is at stake. Build a new one.", 0.5
    yield "total of the old tally, without jit", "jax float32[] 0.0", "self-may-change-if-returned", "The old tally was changed: without jit the caller's own object is at stake. Build a new one."
    yield "count after all numbers", f"jax int32[] {len(numbers)}", {
        "jax int32[] 0": ("returned-self-is-new", "The count is still 0: the object that was returned carries the old values."),
        f"jax float32[] {float(swapped[1])}": ("places-do-not-matter", "Total and count have changed places: Tally(total, count) takes them in this order."),
        "jax int32[] 1": ("update-forgets-the-past", "The count is 1 after many calls: the new tally has to start from the old one's values."),
        ...: ("wrong-count", "The count goes up by one in every call and stays an int32.")}
    yield "mean after all numbers", round(sum(numbers) / len(numbers), 3), "wrong-mean", "The mean is that of all numbers so far.", 1.5
    yield "traces", 1, {
        len(numbers): ("aux-counts-for-free", "Every call was traced anew: a number in the aux data makes each tally another type."),
        ...: ("new-tally-may-differ", "Another call was traced anew: the new tally is not of the old one's type. Compare the dtypes and shapes of total and count.")}
    yield "count after a scan", f"jax int32[] {len(numbers)}", "carry-may-change", "A scan needs the same treedef, shapes and dtypes coming out as going in.", 1.5


def inputs(rng):
    return {"numbers": [rng.randrange(1, 60) for _ in range(rng.choice([4, 8]))]}


score_hidden("ex5", probe, wanted, inputs, points=2)
### END HIDDEN TESTS

# %% [markdown] tags=["instructor"]
# **Why the other ways fail.** `self.count += 1; return self, mean` is right under `jit`, where `self` is a rebuilt object, and changes the caller's tally without it: with `disable_jit`
# the same program gives other answers. A count in the aux data is right and costs a trace in every call; scan refuses it. `copy.copy(self)` and then assigning to
# the copy is fine. `add` calls `__init__` on tracers, which this one takes as they come; unflatten avoids it, because a child that is `None` would become 0.

# %% [markdown]
# ### Exercise 6. The same amplifier in equinox  (●●○ medium, 5 minutes, 2 points)
#
# *Why it matters:* an `eqx.Module` is a pytree of its fields, and `eqx.filter_jit` is not `jax.jit`: it traces the arrays and makes every other leaf static, a
# Python float included. The cell below measures it. Then change the fields, so that both jits do the same: `eqx.field(static=True)` moves a
# field to the aux data, `eqx.field(converter=f)` passes what the class is given through `f`.
#
# | wanted, with `Amp6(2.0, 1.0, True)` | |
# | --- | --- |
# | leaves | `gain` and `bias`, both float32 arrays, though given as Python floats |
# | another gain, also a float32 array put in by `eqx.tree_at` | no new trace, in `eqx.filter_jit` and in `jax.jit` |
# | another `on` | one new trace |
# | gradient | reaches `gain` |
#
# <details><summary>Hint 1</summary>Print the leaves of <code>Amp6(2.0, 1.0, True)</code>. Which of the three should not be there? Which are no arrays?</details>
# <details><summary>Hint 2</summary>One field is static, two have a converter. <code>jnp.asarray</code> alone leaves a Python float weakly typed: its dtype has to be named.</details>
# <details><summary>Hint 3</summary>A converter that makes a float32 array for both numbers; the switch static. An <code>__init__</code> that converts does as well.</details>
# <details><summary>Help: TracerBoolConversionError</summary>The switch is still a leaf, and <code>jax.jit</code> traces every leaf.</details>
# <details><summary>Help: FrozenInstanceError</summary>Fields are set in <code>__init__</code> only. A changed copy comes from <code>eqx.tree_at</code>.</details>

# %%
class Bare(eqx.Module):
    gain: float

    def play(self, y):
        return self.gain * y


counts = []
for jit in (jax.jit, eqx.filter_jit):
    body = count_traces(Bare.play)
    fast = jit(body)
    outs = [fast(Bare(gain), 1) for gain in (2.0, 3.0, 4.0)]
    counts.append(body.traces)
claim("l3-filter-jit-floats", "three gains as Python floats: one trace under jax.jit, three under eqx.filter_jit", counts == [1, 3])
claim("l3-filter-grad-floats", "eqx.filter_grad gives None for a Python float", eqx.filter_grad(lambda amp: amp.play(1.0))(Bare(2.0)).gain is None)

# %% nbgrader={"grade": false, "grade_id": "ex6", "locked": false, "schema_version": 3, "solution": true, "task": false}
class Amp6(eqx.Module):
    ### BEGIN SOLUTION
    ### STUB: gain: float
    ### STUB: bias: float
    ### STUB: on: bool
    ### STUB:
    ### STUB: def __check_init__(self):
    ### STUB:     raise NotImplementedError()  # delete these two lines, then change the three above
    gain: jax.Array = eqx.field(converter=lambda number: jnp.asarray(number, "float32"))
    bias: jax.Array = eqx.field(converter=lambda number: jnp.asarray(number, "float32"))
    on: bool = eqx.field(static=True)
    ### END SOLUTION

    def play(self, y):
        return self.gain * y + self.bias if self.on else y

# %% nbgrader={"grade": true, "grade_id": "ex6_check", "locked": true, "points": 2, "schema_version": 3, "solution": false, "task": false}
def probe(see, gain, bias, louder, y):
    """As in exercise 3: places, answers, traces, gradient. A changed module is a new one, made by the class or by tree_at."""
    amp, other, off = Amp6(gain, bias, True), Amp6(louder, bias, True), Amp6(louder, bias, False)
    y = jnp.array(y, "float32")
    see("leaves", [look(leaf) for leaf in jax.tree_util.tree_leaves(amp)])
    see("number of leaves", len(jax.tree_util.tree_leaves(amp)))
    for name, jit in (("filter_jit", eqx.filter_jit), ("jax.jit", jax.jit)):
        body = count_traces(lambda amp, y: amp.play(y))
        fast = jit(body)
        see(f"answers under {name}", [fast(one, y) for one in (amp, other)])
        see(f"traces for two gains under {name}", body.traces)
        try:
            before = body.traces
            fast(eqx.tree_at(lambda amp: amp.gain, amp, jnp.array(louder, "float32")), y)
            see(f"traces for a gain from tree_at under {name}", body.traces - before)
        except Exception as error:
            see(f"traces for a gain from tree_at under {name}", type(error).__name__)
        kept = body.traces
        see(f"switched off under {name}", fast(off, y))
        see(f"traces for the switch under {name}", body.traces - kept)
    for what, attempt in {"answer after tree_at": lambda: eqx.tree_at(lambda amp: amp.gain, amp, other.gain).play(y),
                          "gradient for gain": lambda: eqx.filter_grad(lambda amp: amp.play(y).sum())(amp).gain}.items():
        try:
            see(what, attempt())
        except Exception as error:
            see(what, type(error).__name__)


check("ex6", probe, TABLE, gain=2.0, bias=1.0, louder=5.0, y=[3, 4])
### BEGIN HIDDEN TESTS
def wanted(gain, bias, louder, y):
    array = lambda numbers: f"jax float32[{len(y)}] {[float(v) for v in numbers]}"
    answers = [array(g * v + bias for v in y) for g in (gain, louder)]
    yield "raised", "nothing", {
        "TracerBoolConversionError": ("every-field-is-a-leaf-or-none-is", "jax.jit traces every leaf, the switch as well: declare it static."),
        "ValueError": ("array-may-be-static", "A field that holds an array is static: it is compared with == at the second call. Make it an ordinary field."),
        "FrozenInstanceError": ("modules-may-be-changed", "A module cannot be changed after __init__: convert the fields there or with a converter.")}
    yield "number of leaves", 2, {
        1: ("gain-is-a-setting", "One of the numbers is static: each new value costs a trace and no gradient reaches it."),
        0: ("numbers-are-settings", "Both numbers are static: each new value costs a trace and no gradient reaches them."),
        3: ("flags-are-arrays", "The switch is a leaf, so it can be traced, and then `if` cannot read it."),
        ...: ("other-leaves", "The leaves are gain and bias.")}
    yield "traces for two gains under filter_jit", 1, "filter-jit-is-jit", "filter_jit makes a Python float static, so each gain was traced: the field has to hold an array."
    yield "leaves", [f"jax float32[] {float(v)}" for v in (gain, bias)], "any-number-is-float32", "gain and bias come in as Python floats and must be held as float32 arrays of jax."
    yield "answers under filter_jit", answers, "wrong-answer-6", "Under filter_jit, play must give gain * y + bias."
    yield "switched off under filter_jit", array(y), "switch-unread", "Switched off, play returns y."
    yield "traces for a gain from tree_at under filter_jit", 0, "weak-is-a-dtype", "jnp.asarray of a Python float is weakly typed, and a float32 array in its place costs a trace: name the dtype."
    yield "traces for the switch under filter_jit", 1, "switch-is-free", "The switch costs one trace: Python reads it."
    yield "answers under jax.jit", answers, "wrong-answer-jit", "Under jax.jit, play must give gain * y + bias."
    yield "traces for two gains under jax.jit", 1, "a-gain-is-static-under-jit", "Under jax.jit a gain must not cost a trace either."
    yield "switched off under jax.jit", array(y), "switch-unread-jit", "Switched off, play returns y, under jax.jit as well."
    yield "traces for a gain from tree_at under jax.jit", 0, "weak-is-a-dtype", "jnp.asarray of a Python float is weakly typed, and a float32 array in its place costs a trace: name the dtype."
    yield "traces for the switch under jax.jit", 1, "switch-is-free-jit", "The switch costs one trace under jax.jit, too."
    yield "answer after tree_at", answers[1], "tree-at-finds-all", "tree_at replaces leaves, and play has to read that field."
    yield "gradient for gain", f"jax float32[] {float(sum(y))}", "floats-have-gradients", "The gradient for gain is the sum of y; filter_grad gives None for what is no float array."


def inputs(rng):
    gain, bias, louder = rng.sample(range(2, 60), 3)
    return {"gain": float(gain), "bias": float(bias), "louder": float(louder), "y": [rng.randrange(3, 30) for _ in range(rng.randrange(2, 5))]}


score_hidden("ex6", probe, wanted, inputs, points=2)
### END HIDDEN TESTS

# %% [markdown] tags=["instructor"]
# **Why the other ways fail.** With `gain: float` alone, `jax.jit` would trace it and `filter_jit` would not: right answers, one trace for each gain, and `filter_grad` gives
# `None`. A static gain does the same under both. A switch that is an ordinary field works under `filter_jit`, which makes it static, and fails under `jax.jit`.
# A converter runs in `__init__` only; equinox rebuilds without it. `converter=jnp.asarray` leaves the leaf weakly typed, and `tree_at` with a float32 array costs a trace.

# %% [markdown]
# ### Exercise 7. The same in simple_pytree  (●○○ easy, 3 minutes, 2 points)
#
# *Why it matters:* a `Pytree` cannot be changed after `__init__`, not even inside a jitted function. `self.replace(name=value)` makes a changed copy.
# A line `name: type = simple_pytree.static_field()` in the class body puts a field into the aux data.
#
# | wanted | |
# | --- | --- |
# | leaves | `gain` and `bias`; `on` is static |
# | `amp.louder(by)` | a new amplifier with `gain + by`; the old one is untouched; works under jit and in scan |
# | another gain | no new trace; another `on` costs one |
#
# <details><summary>Hint 1</summary>Which of the three does Python's <code>if</code> read? And what does <code>replace</code> do to the object itself?</details>
# <details><summary>Hint 2</summary><code>replace</code> changes nothing: what it makes has to be returned.</details>
# <details><summary>Hint 3</summary>Blank 1 declares <code>on</code>; blank 2 is one line that returns <code>self.replace(…)</code> with the new gain.</details>
# <details><summary>Help: AttributeError, is immutable</summary>Something assigns to a finished object. Return a replaced copy.</details>
# <details><summary>Help: TracerBoolConversionError</summary><code>on</code> is a leaf: blank 1 is still empty.</details>

# %% nbgrader={"grade": false, "grade_id": "ex7", "locked": false, "schema_version": 3, "solution": true, "task": false}
class Amp7(simple_pytree.Pytree):
    ### BEGIN SOLUTION
    ### STUB: # blank 1: declare what is static
    on: bool = simple_pytree.static_field()
    ### END SOLUTION

    def __init__(self, gain, bias, on):
        self.gain, self.bias, self.on = jnp.asarray(gain, "float32"), jnp.asarray(bias, "float32"), on

    def play(self, y):
        return self.gain * y + self.bias if self.on else y

    def louder(self, by):
        ### BEGIN SOLUTION
        ### STUB: raise NotImplementedError()  # blank 2
        return self.replace(gain=self.gain + by)
        ### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "ex7_check", "locked": true, "points": 2, "schema_version": 3, "solution": false, "task": false}
def probe(see, gain, bias, by, y):
    """As in exercise 3: places, answers, traces, gradient. A changed object comes from louder and from replace."""
    amp, y = Amp7(gain, bias, True), jnp.array(y, "float32")
    leaves = jax.tree_util.tree_leaves(amp)
    if leaves and leaves[0] is amp:
        return see("number of leaves", "the instance itself")
    see("number of leaves", len(leaves))
    try:
        new = amp.louder(by)
    except AttributeError as error:
        if "immutable" not in str(error):
            raise
        return see("louder returns", "nothing: the object is immutable")
    see("louder returns", look(new) if new is None or isinstance(new, jax.Array) else type(new).__name__)
    see("gain of the old amplifier", amp.gain)
    if type(new).__name__ != "Amp7":
        return
    see("gain and bias of the new one", [new.gain, new.bias])
    step = count_traces(lambda amp, y: (amp.louder(by), amp.play(y)))
    fast = jax.jit(step)
    new, _ = fast(amp, y)
    new, answer = fast(new, y)
    see("answer of the second call", answer)
    see("traces for two gains", step.traces)
    see("switched off", fast(amp.replace(on=False), y)[1])
    see("traces after the switch", step.traces)
    try:
        see("gain after a scan", jax.lax.scan(step, amp, jnp.stack([y, y, y]))[0].gain)
    except TypeError:
        see("gain after a scan", "scan refuses")
    see("gradient for gain", jax.grad(lambda amp: amp.play(y).sum())(amp).gain)


check("ex7", probe, TABLE, gain=[2, 3], bias=[1, 7], by=4, y=[3, 4])
### BEGIN HIDDEN TESTS
def wanted(gain, bias, by, y):
    array = lambda numbers: f"jax float32[{len(y)}] {[float(v) for v in numbers]}"
    more = lambda times: array(g + times * by for g in gain)
    yield "raised", "nothing", {
        "TypeError": ("replace-goes-by-place", "Something was called with what it does not take: replace wants the name of the field, as in self.replace(gain=…)."),
        "ValueError": ("any-field-may-be-static", "An array is in a static field: the second call compares it. Only the switch is static."),
        "TracerBoolConversionError": ("bool-is-static-anyway", "on is a leaf and was traced: simple_pytree makes static only what static_field() declares.")}
    yield "number of leaves", 2, {
        "the instance itself": ("any-class-will-do", "The class is no pytree: it has to derive from simple_pytree.Pytree."),
        3: ("bool-is-static-anyway", "on is a leaf and was traced: simple_pytree makes static only what static_field() declares."),
        ...: ("other-leaves", "The leaves are gain and bias.")}
    yield "louder returns", "Amp7", {
        "nothing: the object is immutable": ("pytree-may-update-self", "A finished Pytree refuses assignments, also inside jit: return self.replace(…)."),
        "None": ("replace-changes-self", "louder returned nothing: replace does not change the object, it returns another one."),
        ...: ("number-instead-of-amp", "louder returns an amplifier, not its gain.")}
    yield "gain of the old amplifier", array(gain), "mutable-is-simpler", "The old amplifier was changed: under jit that change would be lost, without jit it hits the caller."
    yield "gain and bias of the new one", [more(1), array(bias)], {...: ("wrong-field", "The new amplifier has gain + by and the old bias, as float32 arrays of the same shape.")}
    yield "answer of the second call", array((g + by) * v + b for g, v, b in zip(gain, y, bias)), "old-gain-answers", "The second call must use the gain that the first one returned."
    yield "traces for two gains", 1, "aux-may-count-along", "A gain is data and costs no trace; its dtype and the aux data must stay as they are."
    yield "switched off", array(y), "switch-unread", "Switched off, play returns y."
    yield "traces after the switch", 2, "switch-is-free", "The switch costs one trace: Python reads it."
    yield "gain after a scan", more(3), "loop-may-change-type", "In a scan the carry must keep its treedef, shapes and dtypes."
    yield "gradient for gain", array(y), "gradient-lost", "The gradient for gain is y."


def inputs(rng):
    size = rng.randrange(2, 5)
    row = lambda low, high: [rng.randrange(low, high) for _ in range(size)]
    return {"gain": row(2, 20), "bias": row(20, 40), "by": rng.randrange(2, 9), "y": row(3, 30)}


score_hidden("ex7", probe, wanted, inputs, points=2)
### END HIDDEN TESTS

# %% [markdown] tags=["instructor"]
# **Why the other ways fail.** `mutable=True` lets `self.gain += by` pass, and then the old lesson holds: lost under jit, the caller's object changed without.
# `replace` without `return` makes a copy and drops it. A `bool` is not static by itself: `static_field()` says so, a type annotation does not.

# %% [markdown]
# ### Exercise 8. Capstone: a running mean  (●●● hard, 11 minutes, 4 points)
#
# *Why it matters:* all of the lesson in one small class. Any dialect will do: a registration by hand, `register_dataclass`, equinox, simple_pytree.
# Write the class and `running_mean(names)`, which makes an empty one.
#
# | wanted | |
# | --- | --- |
# | `state.names` | a tuple of words; the caller's list may change later, the state does not |
# | `state.mean`, `state.count` | float32 array, one number for each name; int32: the only leaves |
# | `state.update(row)` | a new state, the old one untouched; new mean: `mean + (row - mean) / count`, with the new count |
# | `state.get(name)` | `mean[names.index(name)]`, also inside jit |
# | traces | one for all updates with the same names, the first included; other names cost one |
# | elsewhere | carry of `lax.scan`; gradients reach `row`, through a jitted update too; `eval_shape` rebuilds it |
#
# <details><summary>Hint 1</summary>mean and count change in every call; names are read by Python. What follows for children and aux data?</details>
# <details><summary>Hint 2</summary>Start with zeros that have their dtypes already: <code>jnp.zeros((), "int32")</code>. Keep the words in a tuple of your own.</details>
# <details><summary>Hint 3</summary>An <code>__init__</code> that only stores, a registration with (mean, count) as children and names as aux data. The zeros, the
# dtypes and <code>tuple(names)</code> belong in <code>running_mean</code>.</details>
# <details><summary>Help: TypeError, str is no valid JAX type</summary>The names are among the leaves.</details>
# <details><summary>Help: TypeError about the carry</summary>update changes a dtype, a shape or the aux data.</details>

# %% nbgrader={"grade": false, "grade_id": "ex8", "locked": false, "schema_version": 3, "solution": true, "task": false}
class RunningMean:
    ### BEGIN SOLUTION
    ### STUB: ...  # mean, count, names; update(row); get(name)
    def __init__(self, mean, count, names):
        self.mean, self.count, self.names = mean, count, names

    def update(self, row):
        count = self.count + 1
        return RunningMean(self.mean + (row - self.mean) / count, count, self.names)

    def get(self, name):
        return self.mean[self.names.index(name)]
    ### END SOLUTION


### BEGIN SOLUTION
### STUB: # its registration, if your dialect needs one
jax.tree_util.register_pytree_node(RunningMean, lambda s: ((s.mean, s.count), s.names), lambda names, children: RunningMean(*children, names))
### END SOLUTION


def running_mean(names):
    ### BEGIN SOLUTION
    ### STUB: raise NotImplementedError()
    return RunningMean(jnp.zeros(len(names), "float32"), jnp.zeros((), "int32"), tuple(names))
    ### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "ex8_check", "locked": true, "points": 4, "schema_version": 3, "solution": false, "task": false}
def probe(see, names, rows, other):
    """Feeds rows without jit, under jit and in a scan; looks at types, places, traces and gradients on the way."""
    numbers = lambda array: f"{array.dtype} {[round(float(v), 3) for v in array]}"
    listed, rows = list(names), [jnp.array(row, "float32") for row in rows]
    empty = running_mean(listed)
    leaves, treedef = jax.tree_util.tree_flatten(empty)
    if leaves and leaves[0] is empty:
        return see("number of leaves", "the state itself")
    if any(type(leaf) is str for leaf in leaves):
        return see("number of leaves", "words among them")
    try:
        jax.tree_util.tree_structure(running_mean(names)) == treedef
    except ValueError:
        return see("number of leaves", "an array is in the aux data")
    see("number of leaves", len(leaves))
    back = jax.tree_util.tree_unflatten(treedef, leaves)
    see("rebuilt state lacks", [name for name in ("mean", "count", "names") if getattr(back, name, None) is None])
    see("names are kept in a", type(empty.names).__name__)
    listed[0] = "changed by the caller"
    see("names after the caller changed its list", " ".join(map(str, empty.names)))
    see("leaves", sorted(look(leaf) for leaf in leaves))
    if getattr(back, "names", None) is None:
        return
    see("count of the old state after an update", (empty.update(rows[0]), int(np.ravel(empty.count)[0]))[1])
    see("mean of the old state after an update", numbers(empty.mean))

    @count_traces
    def step(state, row):
        see("mean, count, names under jit", ", ".join(where(v) for v in (state.mean, state.count, *state.names[:1])))
        new = state.update(row)
        return new, new.get(names[-1])

    fast, state = jax.jit(step), running_mean(names)
    for row in rows:
        state, last = fast(state, row)
    see("count after all rows", state.count)
    see("mean after all rows", numbers(state.mean))
    see("get of the last name, under jit", round(float(last), 3))
    fast(running_mean(tuple(names)), rows[0])
    see("traces with the same names", step.traces)
    fast(running_mean([other, *names[1:]]), rows[0])
    see("traces after other names", step.traces)
    for what, attempt in {"mean after a scan": lambda: jax.lax.scan(step, running_mean(names), jnp.stack(rows))[0].mean.tolist(),
                          "rebuilt around shapes": lambda: list(jax.eval_shape(lambda state: state, state).mean.shape),
                          "gradient for a row": lambda: [round(v, 3) for v in jax.grad(lambda row: fast(state.update(row), rows[0])[1])(rows[0]).tolist()],
                          "names of the first of two": lambda: [running_mean(words) for words in (names, [other])][0].names[0]}.items():
        try:
            see(what, attempt())
        except Exception as error:
            see(what, type(error).__name__)


check("ex8", probe, TABLE, names=["height", "weight", "age"], rows=[[1, 8, 3], [5, 2, 9]], other="width")
### BEGIN HIDDEN TESTS
def wanted(names, rows, other):
    array = lambda values: f"float32 {[round(float(v), 3) for v in values]}"
    mean = [sum(column) / len(rows) for column in zip(*rows)]
    yield "raised", "nothing", {
        "ConcretizationTypeError": ("traced-numbers-are-numbers", "Under jit a value has no number yet: float() and int() cannot ask for it. Compute with it as it is."),
        "UnexpectedTracerError": ("rebuilding-returns-the-old", "Rebuilding must make a new state around what it is given: traced arrays under jit."),
        "TracerArrayConversionError": ("numbers-are-cut-off", "A traced row was turned into a numpy array: keep the computation in jax, and gradients reach the row.")}
    yield "number of leaves", 2, {
        "an array is in the aux data": ("array-in-aux-8", "Two treedefs were compared and an array was among the aux data: mean and count are children."),
        "the state itself": ("any-class-will-do", "The state is a leaf itself: JAX does not look into a class that is not registered."),
        1: ("count-is-a-setting", "The count changes with every update: as aux data it would cost a trace each time. It is data."),
        ...: ("words-may-be-leaves", "A leaf has to be an array, and words are none: the leaves are mean and count, names are aux data.")}
    yield "rebuilt state lacks", [], "rebuilt-by-itself", "The rebuilt state lacks an attribute, or has None for it: each of the three has to be a child or aux data, and whoever rebuilds by hand has to set them all."
    yield "names after the caller changed its list", " ".join(names), {
        " ".join(["changed by the caller", *names[1:]]): ("a-mutation-is-seen", "The state holds the caller's own list. In aux data a change in place goes unnoticed: same list, same trace, old program."),
        " ".join(sorted(names)): ("order-does-not-matter", "The names are sorted: their order says which number of the mean is whose."),
        ...: ("names-in-other-words", "The names have to stay as they were given, in their order.")}
    yield "names are kept in a", "tuple", "jit-would-refuse-a-list", "Lists are not refused as aux data, which is the danger: edited in place they go stale. Keep a tuple."
    yield "leaves", [f"jax float32[{len(names)}] {[0.0] * len(names)}", "jax int32[] 0"], "dtype-comes-later", "mean is a float32 array of one number for each name, count an int32 array of shape [], from the start: a Python number has no dtype of its own, and the first update chooses one."
    yield "count of the old state after an update", 0, "update-in-place", "update changed the old state; it has to return a new one."
    yield "mean of the old state after an update", array([0] * len(names)), "update-in-place", "update changed the old state; it has to return a new one."
    yield "mean, count, names under jit", "traced, traced, concrete", "rebuilding-returns-the-old", "Rebuilding must make a new state around what it is given: traced arrays under jit."
    yield "count after all rows", f"jax int32[] {len(rows)}", {
        "jax int32[] 0": ("count-stands-still", "The count is still 0: update has to return a state that holds the new values."),
        ...: ("children-find-their-names", "The count is not the number of rows: children come back in the order in which they were given out, and it stays an int32.")}
    yield "mean after all rows", array(mean), {
        array([0] * len(names)): ("counting-is-enough", "The mean is still zero: the state that update returns has to hold the new mean as well."),
        array(rows[-1]): ("last-row-is-mean", "The mean is the last row: use the new count and the old mean."),
        ...: ("wrong-mean-8", "The mean must be that of all rows.")}
    yield "get of the last name, under jit", round(float(mean[-1]), 3), "order-does-not-matter", "get must find the mean of that name: the order of names and numbers is lost, or a constant is returned."
    yield "traces with the same names", 1, "equal-names-differ", "The same names must share one trace, the first call included."
    yield "traces after other names", 2, "names-equal-everything", "Other names must cost a trace of their own: your aux data calls them equal."
    yield "mean after a scan", [float(v) for v in mean], "scan-is-a-python-loop", "As the carry of a scan, the state must keep its treedef, shapes and dtypes."
    yield "rebuilt around shapes", [len(names)], "init-gets-arrays", "JAX also rebuilds around shapes and placeholders: convert in running_mean, not while rebuilding."
    yield "gradient for a row", [0.0] * (len(names) - 1) + [round(1 / (len(rows) + 2), 3)], "row-is-a-constant", "After one more row under jit, the gradient for a row is 1 / count where the name is, 0 elsewhere: nothing may cut the row off from the mean, nor a rebuilt state."
    yield "names of the first of two", names[0], "the-class-keeps-the-words", "A second state changed the words of the first: they were set on the class, which all states share."


def inputs(rng):
    """Names that are not in order, so that sorted ones are others, and rows whose means are whole numbers."""
    names = sorted(rng.sample(["height", "weight", "age", "speed", "pulse", "depth"], rng.randrange(2, 5)), reverse=True)
    means = [[0] * len(names)] + [rng.sample(range(1, 40), len(names)) for _ in range(rng.randrange(2, 5))]
    rows = [[k * new - (k - 1) * old for new, old in zip(means[k], means[k - 1])] for k in range(1, len(means))]
    return {"names": names, "rows": rows, "other": "other " + names[0]}


score_hidden("ex8", probe, wanted, inputs, points=4)
### END HIDDEN TESTS

# %% [markdown] tags=["instructor"]
# **Why the other ways fail.** A list as `names` works until somebody edits it. A count that starts as a Python `0` is weakly typed and costs a second trace, if the
# update makes an int32 of it. `jnp.asarray` in `__init__`, when unflatten goes through it, fails for shapes. `self.count += 1` is lost under jit and
# hits the caller without it. Names whose `==` is always true give one list's program to another.

# %% [markdown]
# ## Exit  (3 minutes)
#
# 1. `fast = jax.jit(model.predict)` runs in a loop that changes `model.rate`. Later calls use
#    - **A** the new rate;
#    - **B** the first rate, unless the input's shape or dtype is new;
#    - **C** nothing: an error reports the change.
# 2. Your model's many weights change in each step and need gradients. Which way fits?
#    - **A** a helper function of the weights;
#    - **B** a static `self`, equal by value;
#    - **C** a pytree.
# 3. Which line belongs in unflatten?
#    - **A** `return Model(*children)`, where `__init__` converts;
#    - **B** `model = object.__new__(Model)`;
#    - **C** `model.x = jnp.asarray(children[0])`.

# %% nbgrader={"grade": false, "grade_id": "exit1", "locked": false, "schema_version": 3, "solution": true, "task": false}
### BEGIN SOLUTION
### STUB: exit1 = None  # write "A", "B" or "C"
### STUB: exit2 = None
### STUB: exit3 = None
exit1 = "B"
exit2 = "C"
exit3 = "B"
### END SOLUTION

# %% tags=["folded"]
# @title Reply
reply("exit1", exit1, {
    "A": ("closure-is-live", "A known signature runs the old program, and Python does not read model.rate again."),
    "B": (None, "The attribute is read while tracing, and only a new signature is traced."),
    "C": ("change-is-noticed", "Nobody compares; that is what makes it dangerous."),
})
reply("exit2", exit2, {
    "A": ("a-helper-scales", "Right for one method of a class that you may not register, which reads two or three attributes; here every weight would be an argument."),
    "B": ("static-self-learns", "Right for settings that never change and come in few variants; here each step would cost a trace, and no gradient arrives."),
    "C": (None, "Children are traced: new weights cost nothing, and the gradient is a model of the same kind."),
})
reply("exit3", exit3, {
    "A": ("init-runs-once", "It would run at every entry and exit, also on shapes and placeholders."),
    "B": (None, "An empty instance, whose attributes are then set to what came, unconverted."),
    "C": ("children-are-arrays", "Children may be shapes, placeholders or None: store them as they are."),
})

# %% [markdown]
# ## Cheat sheet
#
# | you write | `self` is | a change of `self` | memory |
# | --- | --- | --- | --- |
# | `@jax.jit` on a method, class not registered | an argument of an unknown type | TypeError at the call | |
# | `jax.jit(obj.method)` | closed over, read while tracing | not seen, except by new signatures | lives as long as the jitted method |
# | `static_argnums=0` | a key, by hash and `==` | never change it; make a new object | stays in the cache |
# | pytree and `@jax.jit` | leaves traced, aux data a key | followed | not held |
# | helper with arguments | not there | followed | not held |
#
# | symptom | exercise |
# | --- | --- |
# | TypeError at the call of a jitted method: argument is no array | 1 |
# | ValueError: non-hashable static arguments; unhashable type | 2 |
# | TracerBoolConversionError at `if self.flag` | 3, 6, 7 |
# | `__init__` fails on an odd value inside JAX; two fields are swapped | 3 |
# | old answer after an attribute has changed, jitted again or not | 4 |
# | a counter stays at its first value | 5 |
# | a trace for each Python float; gradient is `None` | 6 |
# | object is immutable | 7 |
# | TypeError about the carry of scan | 5, 8 |
#
# **Next:** you have seen what a transformation sees of an object three times. [Back to the first lesson](01_arrays_as_aux_data.ipynb), now
# with the question: what would you repair in your own code?
