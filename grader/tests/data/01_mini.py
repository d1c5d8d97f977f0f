# %% [markdown]
# # A tiny lesson

# %% tags=["setup"]
# put in by the build

# %% [markdown]
# Something that is said before the exercises, long enough to be known by: leaves and aux data.

# %%
given = 3
print("given", given)

# %% [markdown]
# ### Prediction 1. What comes out of it

# %% nbgrader={"grade": false, "grade_id": "predict1", "locked": false, "schema_version": 3, "solution": true, "task": false}
### BEGIN SOLUTION
### STUB: prediction1 = None  # write "A" or "B"
prediction1 = "B"
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "predict1_check", "locked": true, "points": 1, "schema_version": 3, "solution": false, "task": false}
reply("predict1", prediction1, {"A": ("all-is-traced", "Only leaves are traced."), "B": (None, "So it was measured.")})

# %% [markdown]
# ### Exercise 1. Twice the input

# %% nbgrader={"grade": false, "grade_id": "ex1", "locked": false, "schema_version": 3, "solution": true, "task": false}
def double(x):
    ### BEGIN SOLUTION
    return x + x
    ### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "ex1_check", "locked": true, "points": 2, "schema_version": 3, "solution": false, "task": false}
def probe(see, x):
    see("kind", type(double(1)).__name__)
    see("double", double(x))


check("ex1", probe, TABLE, x=3)
### BEGIN HIDDEN TESTS
def wanted(x):
    yield "kind", "int", "keeps-no-type", "An integer in, an integer out."
    yield "double", 2 * x, {x: ("gives-back", "It gives back what it got."), ...: ("not-doubled", "It is not twice the input.")}


def inputs(rng):
    return {"x": rng.randrange(10**6, 10**9)}


score_hidden("ex1", probe, wanted, inputs, points=2)
### END HIDDEN TESTS

# %% [markdown]
# ### Exercise 2. A class that is a pytree

# %% nbgrader={"grade": false, "grade_id": "ex2", "locked": false, "schema_version": 3, "solution": true, "task": false}
class Box:
    def __init__(self, x):
        ### BEGIN SOLUTION
        self.x = x
        ### END SOLUTION


### BEGIN SOLUTION
### STUB: # register Box here
jax.tree_util.register_pytree_node(Box, lambda box: ((box.x,), None), lambda aux, children: Box(*children))
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "ex2_check", "locked": true, "points": 3, "schema_version": 3, "solution": false, "task": false}
def probe(see, x):
    box = Box(jnp.array(x, "int32"))
    see("leaves", len(jax.tree_util.tree_leaves(box)))
    see("x under jit", jax.jit(lambda box: (see("where", where(box.x)), box.x + 1)[1])(box))


check("ex2", probe, TABLE, x=[1, 2])
### BEGIN HIDDEN TESTS
def wanted(x):
    yield "raised", "nothing", {"TypeError": ("not-registered", "JAX does not know the class: register it.")}, 1  # what was seen before is kept
    yield "leaves", 1, "leaves", "Its one child is x."
    yield "where", "traced", "where", "x has to be traced."
    yield "x under jit", f"jax int32[{len(x)}] {[v + 1 for v in x]}", "x-wrong", "x has to arrive."


def inputs(rng):
    return {"x": [rng.randrange(10**6, 10**7) for _ in range(3)]}


score_hidden("ex2", probe, wanted, inputs, points=3)
### END HIDDEN TESTS

# %% [markdown] tags=["instructor"]
# What only teachers see.
