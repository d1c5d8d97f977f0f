# %% [markdown]
# # Arrays as aux data

# %% tags=["setup"]
# the instruments, put in by the build

# %% [markdown]
# ### Prediction 1. Skeleton

# %% nbgrader={"grade": false, "grade_id": "predict1", "locked": false, "schema_version": 3, "solution": true, "task": false}
### BEGIN SOLUTION
### STUB: prediction1 = None  # write "A", "B" or "C"
prediction1 = "B"
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "predict1_check", "locked": true, "points": 1, "schema_version": 3, "solution": false, "task": false}
reply("predict1", prediction1, {
    "A": ("aux-is-traced", "Aux data is never traced."),
    "B": (None, "Yes."),
})

# %% [markdown]
# ### Exercise 3. Static, and lawful

# %% nbgrader={"grade": false, "grade_id": "ex3", "locked": false, "schema_version": 3, "solution": true, "task": false}
class Pair:
    def __init__(self, x, y):
        ### BEGIN SOLUTION
        self.x = x
        self.y = tuple(int(v) for v in y)
        ### END SOLUTION


def flatten(pair):
    ### BEGIN SOLUTION
    return (pair.x,), pair.y
    ### END SOLUTION


def unflatten(aux, children):
    ### BEGIN SOLUTION
    pair = object.__new__(Pair)
    pair.x, = children
    pair.y = aux
    return pair
    ### END SOLUTION


jax.tree_util.register_pytree_node(Pair, flatten, unflatten)

# %% nbgrader={"grade": true, "grade_id": "ex3_check", "locked": true, "points": 2, "schema_version": 3, "solution": false, "task": false}
def probe(see, x, y, other):
    """What a run of your class shows, as plain data."""

    @count_traces
    def scale(pair):
        see("y under jit", sorted({where(v) for v in pair.y}))
        return Pair(pair.x * sum(int(v) for v in pair.y), pair.y)

    fast = jax.jit(scale)
    see("number of leaves", len(jax.tree_util.tree_leaves(Pair(jnp.array(x), y))))
    fast(Pair(jnp.array(x), y))
    fast(Pair(jnp.array(x), list(y)))
    out = fast(Pair(jnp.array(x), other))
    see("traces for y, y again, another y", scale.traces)
    see("x of the last result", out.x)


def wanted(x, y, other):
    yield "raised", "nothing", {
        "ValueError": ("array-in-aux", "Aux data is compared with ==; two arrays have no yes-or-no answer to that."),
        "TracerIntegerConversionError": ("static-as-leaf", "y arrived as a tracer: it is among the children, so Python cannot look at it."),
        "ConcretizationTypeError": ("static-as-leaf", "y arrived as a tracer: it is among the children, so Python cannot look at it.")}
    yield "number of leaves", 1, "leaf-and-aux", "Only x is data here."
    yield "y under jit", ["concrete"], "y-is-traced", "y has to be readable while tracing."
    yield "traces for y, y again, another y", 2, {
        3: ("identity-of-aux", "Equal aux data must share a trace: JAX compares it with ==, and yours never agrees."),
        1: ("stale-aux", "Another y must cost a trace of its own: your aux data claims to be equal to everything."),
        ...: ("traces-of-aux", "One trace for y and its equal, one for another y.")}
    yield "x of the last result", f"jax int32[{len(x)}] {[v * sum(other) for v in x]}", "wrong-result", "The result must use the y it was given."


check("ex3", probe, wanted, x=[1, 2], y=[3, 4], other=[5, 6])
### BEGIN HIDDEN TESTS
def inputs(rng):
    """Fresh inputs; `other` differs from `y` in its sum."""
    y = [rng.randrange(1, 50) for _ in range(rng.randrange(2, 5))]
    return {"x": [rng.randrange(-50, 50) for _ in range(3)], "y": y, "other": y[:-1] + [y[-1] + rng.randrange(1, 9)]}


score_hidden("ex3", probe, wanted, inputs, points=2)
### END HIDDEN TESTS

# %% [markdown] tags=["instructor"]
# **Why the other ways fail.** A numpy array in aux data breaks in the same place as a jax one.
