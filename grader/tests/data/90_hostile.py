# %% [markdown]
# # A lesson for hostile files

# %% tags=["setup"]
# the instruments

# %% [markdown]
# ### Prediction 1

# %% nbgrader={"grade": false, "grade_id": "predict1", "locked": false, "schema_version": 3, "solution": true, "task": false}
### BEGIN SOLUTION
### STUB: prediction1 = None  # write "A" or "B"
prediction1 = "B"
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "predict1_check", "locked": true, "points": 1, "schema_version": 3, "solution": false, "task": false}
reply("predict1", prediction1, {
    "A": ("belief-a", "Not so."),
    "B": (None, "Yes."),
})

# %% [markdown]
# ### Exercise 1. The sum of v, times k (easy)

# %% nbgrader={"grade": false, "grade_id": "ex1", "locked": false, "schema_version": 3, "solution": true, "task": false}
def total(v, k):
    ### BEGIN SOLUTION
    return v.sum() * k
    ### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "ex1_check", "locked": true, "points": 2, "schema_version": 3, "solution": false, "task": false}
def probe(see, x, y, k):
    see("the total", total(jnp.array(x, "int32"), k))
    see("the total under jit", jax.jit(lambda v: total(v, k))(jnp.array(y, "int32")))


check("ex1", probe, TABLE, x=[1, 2], y=[3, 5], k=3)
### BEGIN HIDDEN TESTS
def wanted(x, y, k):
    yield "the total", f"jax int32[] {sum(x) * k}", "wrong-total", "Add them up, then multiply."
    yield "the total under jit", f"jax int32[] {sum(y) * k}", "wrong-total-jit", "The same under jit, please."


def inputs(rng):
    """Hidden inputs whose numbers are found again if they leak."""
    x = [rng.randrange(100_000, 999_999) for _ in range(3)]
    return {"x": x, "y": [value + rng.randrange(11, 99) for value in x[::-1]], "k": rng.randrange(3, 9)}


score_hidden("ex1", probe, wanted, inputs, points=2)
### END HIDDEN TESTS

# %% [markdown]
# ### Exercise 2. Twice (medium)

# %% nbgrader={"grade": false, "grade_id": "ex2", "locked": false, "schema_version": 3, "solution": true, "task": false}
def twice(f):
    """A function that applies f two times."""
    ### BEGIN SOLUTION
    return lambda x: f(f(x))
    ### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "ex2_check", "locked": true, "points": 3, "schema_version": 3, "solution": false, "task": false}
def probe(see, x, a, b):
    @count_traces
    def step(v):
        see(f"a step of {a} {b}", where(v))
        return v * a + b

    out = jax.jit(twice(step))(jnp.array(x, "int32"))
    see("the result and the traces", [look(out), step.traces])
    see("twice, of a number", twice(lambda v: v * b + a)(x[0]))


check("ex2", probe, TABLE, x=[1, 2], a=3, b=5)
### BEGIN HIDDEN TESTS
def wanted(x, a, b):
    yield "the result and the traces", [f"jax int32[{len(x)}] {[(v * a + b) * a + b for v in x]}", 2], "not-twice", "f is applied to what f gave."
    yield "twice, of a number", (x[0] * b + a) * b + a, "not-twice-number", "It must work for numbers as well."


def inputs(rng):
    """More of them."""
    return {"x": [rng.randrange(100_000, 999_999) for _ in range(2)], "a": rng.randrange(3, 9), "b": rng.randrange(11, 30)}


score_hidden("ex2", probe, wanted, inputs, points=3)
### END HIDDEN TESTS
