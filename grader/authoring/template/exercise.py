
# %% [markdown]
# ### Exercise N. Register a length  (●●○ medium, 5 minutes, 2 points)
#
# *Why it matters:* the number is data; the unit is a word that decides what is computed.
#
# | you do | what happens |
# | --- | --- |
# | read `length.value` inside jit | a tracer |
# | read `length.unit` inside jit | the word |
# | call with another number | no new trace |
# | call with another unit | one more trace |
#
# <details><summary>Hint 1</summary>JAX traces children and compares aux data. Which of the two attributes has to be compared?</details>
# <details><summary>Hint 2</summary>flatten returns two things: the tuple of children, and the aux data.</details>
# <details><summary>Hint 3</summary>One child, the value; the unit is the aux data. unflatten gets both back, the aux data first.</details>
# <details><summary>Help: TypeError, "… is not a valid JAX type"</summary>A word became a child. A child has to be an array or a number.</details>

# %% nbgrader={"grade": false, "grade_id": "exN", "locked": false, "schema_version": 3, "solution": true, "task": false}
class LengthN:
    def __init__(self, value, unit):
        self.value, self.unit = value, unit


def flatten_length_n(length):
    ### BEGIN SOLUTION
    ### STUB: raise NotImplementedError()  # return the children, the aux data
    return (length.value,), length.unit
    ### END SOLUTION


def unflatten_length_n(aux, children):
    ### BEGIN SOLUTION
    ### STUB: raise NotImplementedError()  # return a new LengthN
    return LengthN(children[0], aux)
    ### END SOLUTION


jax.tree_util.register_pytree_node(LengthN, flatten_length_n, unflatten_length_n)

# %% nbgrader={"grade": true, "grade_id": "exN_check", "locked": true, "points": 2, "schema_version": 3, "solution": false, "task": false}
def probe(see, x, other, units):
    """Your LengthN under jit: with other numbers, then with another unit."""

    def length_of(numbers, unit):
        return LengthN(jnp.array(numbers, "int32"), unit)

    @count_traces
    def double(length):
        seen.append((where(length.value), length.unit))
        return LengthN(length.value * 2, length.unit)

    seen = []
    leaves = len(jax.tree_util.tree_leaves(length_of(x, units[0])))
    see("number of leaves", leaves)
    if leaves != 1:
        return
    fast = jax.jit(double)
    fast(length_of(x, units[0]))
    see("value inside jit", seen[0][0])
    see("unit inside jit", seen[0][1])
    out = fast(length_of(other, units[0]))
    see("value after jit", out.value)
    see("unit after jit", out.unit)
    see("traces for two values", double.traces)
    fast(length_of(x, units[1]))
    see("traces for two units", double.traces)


check("exN", probe, TABLE, x=[1, 2, 5], other=[7, -8, 9], units=["metre", "mile"])
### BEGIN HIDDEN TESTS
def wanted(x, other, units):
    yield "raised", "nothing", {
        "AttributeError": ("attributes-come-along", "JAX hands unflatten the aux data and the children, nothing else: what flatten leaves out is gone."),
        "TracerArrayConversionError": ("unflatten-gets-numbers", "unflatten is called with tracers as well: leave the children as they come.")}
    yield "number of leaves", 1, {
        0: ("value-in-aux", "The value is data: it has to be a child, not aux data."),
        2: ("unit-is-a-child", "A unit is a word, which no transformation can trace: it has to be aux data."),
        len(x): ("parentheses-make-a-tuple", "Each number became a child: (length.value) is the array itself, (length.value,) is a tuple of one child."),
        ...: ("value-in-pieces", "The value is one leaf: leave the array whole.")}
    yield "value inside jit", "traced", "value-kept-back", "The value arrives as a tracer; use that one, not a copy kept elsewhere."
    yield "unit inside jit", units[0], "unit-gets-lost", "What is not in the aux data does not arrive: give the unit back in unflatten."
    yield "value after jit", f"jax int32[{len(x)}] {[2 * number for number in other]}", "value-stays-old", "The value after jit must be what the function computed.", 2
    yield "unit after jit", units[0], "unit-stays-inside", "The unit has to come out of jit as well."
    yield "traces for two values", 1, "value-is-compared", "Other numbers of the same shape need no new trace: only aux data is compared."
    yield "traces for two units", 2, "unit-is-not-compared", "Another unit is another program: its == has to tell the two apart."


def inputs(rng):
    """Three to five numbers that are not zero, twice, and two units."""
    numbers = [number for number in range(-50, 51) if number]
    length = rng.randrange(3, 6)
    return {"x": rng.sample(numbers, length), "other": rng.sample(numbers, length), "units": rng.sample(["foot", "yard", "inch", "league", "fathom"], 2)}


score_hidden("exN", probe, wanted, inputs, points=2)
### END HIDDEN TESTS

# %% [markdown] tags=["instructor"]
# **Why the other ways fail.** A word cannot be traced, so it is no child. A value in the aux data is compared, which costs a trace for each number, and for an array raises.
