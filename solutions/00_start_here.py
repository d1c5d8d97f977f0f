# %% [markdown]
# # Start here
#
# You put an object of your class through `jit`, `grad`, `vmap` or `scan`, and something is off: a stale value, a tracer, a slow call, an error
# about a treedef. Behind all of that stands one question: **what does a transformation see of your object?**
#
# In 20 minutes this page shows how the lessons work, what a pytree is, and what you have done so far. You need Python classes and a first
# acquaintance with `jax.jit` and `jax.grad`.
#
# Run the next cell. It prints versions and your device.

# %% tags=["setup"]
# the instruments, put in by the build

# %% [markdown]
# ## Is everything there?
#
# If the cell above printed its line, yes. If it failed, run the next one: it says what is missing and what to do. A GPU or TPU is welcome
# and not needed; every lesson says the same on a CPU.

# %% tags=["folded"]
# @title Runtime check
import importlib.metadata, importlib.util, os, platform, re


def runtime_check():
    """One line for each thing that the lessons need; for what is missing, what to do."""
    colab = "COLAB_RELEASE_TAG" in os.environ
    install = "run the setup cell again: it installs this" if colab else "in a terminal: python -m pip install "
    needs = [("Python", "python", platform.python_version(), "3.12"), ("jax", "jax", None, "0.4.28"), ("numpy", "numpy", None, "1.26"),
             ("equinox", "equinox", None, "0.11.4"), ("simple-pytree", "simple_pytree", None, "0.1.5"), ("IPython", "IPython", None, "7.34")]
    for name, module, has, least in needs:
        if has is None and importlib.util.find_spec(module) is None:
            print(f"✗ {name} is missing: {install if colab else install + name}")
            continue
        has = has or importlib.metadata.version(name)
        number = lambda text: [int(part) for part in re.findall(r"\d+", text)[:3]]
        new_enough = number(has) >= number(least)
        print(f"✓ {name} is {least} or newer" if new_enough else f"✗ {name} {has} is older than {least}: take a newer one, in an environment of its own")


runtime_check()

# %% [markdown]
# Still stuck? On Colab: Runtime, Restart session, then run the setup cell once more. Leave `jax` and `numpy` there as they are: an upgrade in a
# running session breaks it. On your own machine: restart the kernel after an installation, and see that the kernel belongs to the environment
# into which you installed.

# %% [markdown]
# ## The map
#
# One picture stands behind every lesson. JAX takes an object apart before your function runs, and puts a new one together inside it.
#
#     your object ──flatten──▶ leaves   arrays and numbers: traced, differentiated, batched
#                         └──▶ treedef  class and aux data: compared with ==, never traced
#     a NEW object ◀─unflatten── inside your function, around tracers
#
# | lesson | the question | minutes |
# | --- | --- | --- |
# | [01 Arrays as aux data](01_arrays_as_aux_data.ipynb) | Why does one array come out of `jit` as a tracer, and the other not? | 70 |
# | [02 Aux data that changes](02_aux_data_that_changes.ipynb) | What happens when a jitted function changes a setting? | 70 |
# | [03 Methods under jit](03_methods_under_jit.ipynb) | What does `jit(obj.method)` know of `obj`, and since when? | 75 |
#
# They build on each other: take them in order. On Colab a link above opens nothing; open the notebook of that name from where you got this one.

# %% [markdown]
# ## How a lesson works
#
# | part | what you do |
# | --- | --- |
# | Recall | answer from memory; it shows what to read again |
# | Phenomenon, predictions | write down what will happen, **then** run it |
# | What was measured | watch claims being tested; a cell with `✓` would have failed if the sentence were false |
# | Exercises | make a table of behaviours come true; a check answers row by row |
# | Exit | three questions, a cheat sheet, errors and where they are treated |
#
# The two kinds of task are tried out here. Nothing on this page is graded.

# %% [markdown]
# ### A prediction
#
# How many leaves has the list `[1, (2, 3)]`?
#
# - A: two, a number and a tuple
# - B: three, the numbers
#
# Write your letter below, run the cell, then run the reply. A wrong letter costs nothing, and is answered best.

# %% nbgrader={"grade": false, "grade_id": "guess1", "locked": false, "schema_version": 3, "solution": true, "task": false}
### BEGIN SOLUTION
### STUB: guess1 = None  # write "A" or "B"
guess1 = "B"
### END SOLUTION

# %% tags=["folded"]
# @title Reply
reply("guess1", guess1, {
    "A": ("only-the-top-level-counts", "A tuple is opened like the list around it: JAX goes down until nothing can be opened any more."),
    "B": (None, "Lists and tuples are opened, one inside the other. What cannot be opened is a leaf."),
})

# %% [markdown]
# ### A check
#
# The function below has a mistake. Run it, then run its check and read the table: which row fails, and what does it tell? Then repair the
# function, run it, and run the check once more. Change only the answer cell; if you spoil something, the check tells that too.
#
# <details><summary>Hint 1</summary>Which of the two trees has something inside something?</details>
# <details><summary>Hint 2</summary><code>len</code> counts at the top level only. What in JAX lists all leaves?</details>
# <details><summary>Hint 3</summary>Count what <code>jax.tree.leaves(tree)</code> returns.</details>
# <details><summary>Help: "try1 is not attempted"</summary>The answer cell was not run since the kernel started. Run it, then the check.</details>

# %% nbgrader={"grade": false, "grade_id": "try1", "locked": false, "schema_version": 3, "solution": true, "task": false}
def number_of_leaves(tree):
    """How many leaves `tree` has."""
    ### BEGIN SOLUTION
    ### STUB: return len(tree)
    return len(jax.tree.leaves(tree))
    ### END SOLUTION

# %% tags=["folded"] nbgrader={"grade": false, "grade_id": "try1_check", "locked": true, "schema_version": 3, "solution": false, "task": false}
# @title Check
def probe(see, flat, nested):
    """Your function on two trees."""
    see("leaves of the flat tree", number_of_leaves(flat))
    see("leaves of the nested tree", number_of_leaves(nested))


TABLE = [
    ("leaves of the flat tree", 3, "flat-trees-are-empty", "A list of three numbers has three leaves."),
    ("leaves of the nested tree", 4,
     {2: ("only-the-top-level-counts", "You counted what lies at the top; JAX opens what lies inside as well."),
      ...: ("some-level-is-left-out", "Every level is opened.")})]
check("try1", probe, TABLE, flat=[5, 6, 7], nested=[5, [6, [7, 8]]])

# %% [markdown]
# ### If you are stuck
#
# 1. Read the first row that fails: later ones often follow from it.
# 2. Open **Hint 1**, then Hint 2. Hint 3 is nearly the answer. Hints cost no points.
# 3. You have an error message: look under **Help** in the exercise, or at the end of the lesson.
# 4. Nothing makes sense any more: restart the kernel, run the setup cell, then all cells above.
# 5. Ask somebody, and show them the check's table: it says what was seen and what was wanted.

# %% [markdown]
# ## What a pytree is, in ten cells
#
# **1.** A pytree is a container that JAX can open, with anything inside that it can open, and so on. What remains are the **leaves**, from left to right.

# %%
tree = [1, (2, 3), {"x": 4}]
print(jax.tree.leaves(tree))
claim("l0-leaves", "lists, tuples and dicts are opened down to their leaves",
      jax.tree.leaves(tree) == [1, 2, 3, 4])

# %% [markdown]
# **2.** What is left without the leaves is the **treedef**: which containers, in which places. Two trees with other numbers can have the same one.

# %%
structure = jax.tree.structure([1, (2, 3)])
claim("l0-structure", "[1, (2, 3)] and [7, (8, 9)] have equal treedefs",
      structure == jax.tree.structure([7, (8, 9)]))
claim("l0-list-or-tuple", "a list and a tuple have not",
      jax.tree.structure([1, 2]) != jax.tree.structure((1, 2)))

# %% [markdown]
# **3.** `flatten` gives both, `unflatten` puts them together again. Nothing else is kept.

# %%
leaves, treedef = jax.tree.flatten(tree)
again = jax.tree.unflatten(treedef, leaves)
claim("l0-again", "unflatten gives an equal tree", again == tree)
claim("l0-new-object", "and a new one: another list", again is not tree)

# %% [markdown]
# **4.** `tree.map` changes the leaves and keeps the treedef. All transformations work like that: open, compute, put together.

# %%
doubled = jax.tree.map(lambda leaf: 2 * leaf, tree)
print(doubled)
claim("l0-map", "the leaves are doubled, the treedef is the same",
      jax.tree.leaves(doubled) == [2, 4, 6, 8] and jax.tree.structure(doubled) == treedef)

# %% [markdown]
# **5.** A dict is opened by its **sorted** keys, in whatever order they were written.

# %%
claim("l0-sorted", "the leaves of {'b': 1, 'a': 2} are 2, 1",
      jax.tree.leaves({"b": 1, "a": 2}) == [2, 1])
claim("l0-order", "the order of writing does not show in the treedef",
      jax.tree.structure({"b": 1, "a": 2}) == jax.tree.structure({"a": 2, "b": 1}))

# %% [markdown]
# **6.** `None` is no leaf. It is a container with nothing in it, and belongs to the treedef.

# %%
claim("l0-none", "[1, None, 2] has two leaves", jax.tree.leaves([1, None, 2]) == [1, 2])
claim("l0-none-structure", "a None more is another treedef",
      jax.tree.structure([1, None]) != jax.tree.structure([1]))

# %% [markdown]
# **7.** A class that nobody registered cannot be opened: its object is one leaf as a whole. `jit` takes only arrays and numbers as leaves, so it refuses this one.

# %%
class Plain:
    def __init__(self, size):
        self.size = size


claim("l0-plain", "an object of a plain class is a single leaf",
      len(jax.tree.leaves([Plain(1.0), 2.0])) == 2)
with raises(TypeError):
    jax.jit(lambda plain: plain.size)(Plain(1.0))

# %% [markdown]
# **8.** To register a class is to say how it is opened. `flatten` returns the **children** (data: they are opened further, down to leaves) and the
# **aux data** (settings: part of the treedef). `unflatten` builds a new object. `show` draws the result.

# %%
class Circle:
    def __init__(self, radius, color):
        self.radius, self.color = radius, color


jax.tree_util.register_pytree_node(
    Circle,
    lambda circle: ((circle.radius,), circle.color),  # children, aux data
    lambda color, children: Circle(*children, color))
show(Circle(jnp.array(2.0), "red"))
claim("l0-children", "the leaves of a Circle: its radius",
      jax.tree.leaves(Circle(2.0, "red")) == [2.0])

# %% [markdown]
# **9.** Inside `jit` the leaves are **traced**: stand-ins that record what is done to them. Aux data arrives as it is. A dashed, round frame means traced.

# %%
seen = {}


@jax.jit
def area(circle):
    seen.update(radius=where(circle.radius), color=where(circle.color))
    show(circle, "the same circle, inside jit")
    return 3 * circle.radius**2


result = area(Circle(jnp.array(2.0), "red"))
claim("l0-traced", "inside jit the radius is traced and the color is not",
      seen == {"radius": "traced", "color": "concrete"})
claim("l0-result", "the result holds numbers again",
      where(result) == "concrete" and float(result) == 12.0)

# %% [markdown]
# **10.** The recording, a *trace*, is kept and used again as long as the treedef is equal and the leaves have their shapes and dtypes. Another
# number costs nothing, another setting costs a trace. And what is differentiated is the leaves: a gradient has the treedef of its argument.

# %%
counted = count_traces(lambda circle: 3 * circle.radius**2)
fast = jax.jit(counted)
fast(Circle(jnp.array(2.0), "red")), fast(Circle(jnp.array(5.0), "red"))
claim("l0-one-trace", "two radii share one trace", counted.traces == 1)
fast(Circle(jnp.array(2.0), "blue"))
claim("l0-another-trace", "another color costs a second one", counted.traces == 2)
slope = jax.grad(lambda circle: 3 * circle.radius**2)(Circle(jnp.array(2.0), "red"))
claim("l0-gradient", "the gradient is a Circle: radius 12, color red",
      (float(slope.radius), slope.color) == (12.0, "red"))

# %% [markdown]
# That is all there is to a pytree. Everything that goes wrong with one goes wrong at these places: what became a leaf, what became aux data, how
# aux data is compared, and how the object is put together again.

# %% [markdown]
# ## Where you are
#
# The next cell reads the lessons that lie in the folder of this notebook, **as they were last saved**: an answer that you have not saved, or a
# check that you have not run, is not in the file. Save with Ctrl+S (or ⌘S), then run the cell again.

# %% tags=["folded", "progress"]
# the progress cell, put in by the build

# %% [markdown]
# `✓` passed · `✗` run, and some rows are not right yet · `○` not tried · `?` the answer was run after its check: run the check again
#
# The checks use numbers that you can see. When your work is graded, they use others, so a fixed answer earns nothing.
#
# Next: [01 Arrays as aux data](01_arrays_as_aux_data.ipynb)
