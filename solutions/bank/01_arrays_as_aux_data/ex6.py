# %% right compile_time whole
def double_repaired(pair):
    with jax.ensure_compile_time_eval():
        y = pair.y * 2
    return type(pair)(pair.x * 2, y)


# %% right helper_keeps_the_library whole
def doubled_now(array):
    """Doubled at once, in the library of `array`."""
    result = np.add(array, array)
    return result if isinstance(array, np.ndarray) else to_jax(result)


def to_jax(array):
    with jax.ensure_compile_time_eval():
        return jnp.asarray(array)


def double_repaired(pair):
    return type(pair)(jnp.add(pair.x, pair.x), doubled_now(pair.y))


# %% right numpy_function whole
double_repaired = lambda pair: pair.__class__(pair.x * 2, np.multiply(pair.y, np.int32(2)))


# %% right python_numbers whole
def double_repaired(pair):
    y = np.array([2 * number for number in pair.y.tolist()], dtype=pair.y.dtype)
    return type(pair)(2 * pair.x, y)


# %% wrong another_class another-class 0.9 whole: returns a pair of its own with a better registration, which was not asked for.
class BetterPair:
    def __init__(self, x, y):
        self.x, self.y = x, y


jax.tree_util.register_pytree_node(BetterPair, lambda pair: ((pair.x, pair.y), None), lambda aux, children: BetterPair(*children))


def double_repaired(pair):
    return BetterPair(pair.x * 2, np.asarray(pair.y) * 2)


# %% wrong as_in_the_document operator-is-neutral 0.75 whole: leaves the multiplication to the operator, whoever it belongs to.
def double_repaired(pair):
    return type(pair)(pair.x * 2, pair.y * 2)


# %% wrong aux_cannot_change aux-cannot-change 0.75 whole: believes that aux data must come out as it went in.
def double_repaired(pair):
    return type(pair)(pair.x * 2, pair.y)


# %% wrong constants not-the-same-array 0.75 whole: an attempt to fool the check: the doubled numbers of the text.
def double_repaired(pair):
    return type(pair)(pair.x * 2, np.array([6, 8], "int32"))


# %% wrong deleted error 0.0 whole: deletes the function and hopes that nothing is checked.
def double_repaired(pair):
    return pair


del double_repaired


# %% wrong disable_jit_inside operator-is-neutral 0.75 whole: believes that disable_jit can be switched on inside a trace.
def double_repaired(pair):
    with jax.disable_jit():
        y = pair.y * 2
    return type(pair)(pair.x * 2, y)


# %% wrong dtype not-the-same-array 0.75 whole: goes through Python floats: the right numbers in another dtype.
def double_repaired(pair):
    return type(pair)(pair.x * 2, np.array([2.0 * number for number in pair.y.tolist()]))


# %% wrong in_place caller-is-changed 0.9 whole: doubles a numpy y in place: the caller's array.
def double_repaired(pair):
    y = pair.y if isinstance(pair.y, np.ndarray) else np.array(pair.y)
    y *= 2
    return type(pair)(pair.x * 2, y)


# %% wrong in_place_without_jit caller-is-changed 0.9 whole: initialises the given pair anew; under jit that is a copy, without jit it is the caller's own.
def double_repaired(pair):
    pair.__init__(pair.x * 2, np.asarray(pair.y) * 2)
    return pair


# %% wrong inner_jit jax-operation-computes 0.75 whole: believes that a jit of its own computes y at once.
def double_repaired(pair):
    return type(pair)(pair.x * 2, jax.jit(lambda y: y * 2)(pair.y))


# %% wrong jnp_asarray jax-operation-computes 0.75 whole: believes that what is missing is a jax array; the multiplication after it is recorded for numpy as well.
def double_repaired(pair):
    return type(pair)(pair.x * 2, jnp.asarray(pair.y) * 2)


# %% wrong jnp_multiply jax-operation-computes 0.75 whole: believes that a function that is called by its name computes, and only operators are recorded.
def double_repaired(pair):
    return type(pair)(pair.x * 2, jnp.multiply(pair.y, 2))


# %% wrong leaves_vmap_alone vmap-repairs-it 0.75 whole: has seen that vmap computes y * 2 at once, and believes that this holds under jit as well.
def double_repaired(pair):
    if "Batch" in type(pair.x).__name__:  # under vmap jax computes by itself
        return type(pair)(pair.x * 2, jnp.multiply(pair.y, 2))
    return type(pair)(pair.x * 2, np.asarray(pair.y) * 2)


# %% wrong list_of_numbers any-sequence-will-do 0.75 whole: returns the right numbers in a list, and nobody can call .shape on it.
def double_repaired(pair):
    return type(pair)(pair.x * 2, [2 * number for number in pair.y.tolist()])


# %% wrong list_times_two list-times-two 0.75 whole: turns y into a list to get rid of the array, and doubles the list.
def double_repaired(pair):
    return type(pair)(pair.x * 2, pair.y.tolist() * 2)


# %% wrong no_return a-change-is-a-result 0.0 whole: changes the pair and returns nothing.
def double_repaired(pair):
    pair.x, pair.y = pair.x * 2, np.asarray(pair.y) * 2


# %% wrong numpy_afterwards numpy-takes-tracers 0.6 whole: converts the product, which jax has recorded already.
def double_repaired(pair):
    return type(pair)(pair.x * 2, np.asarray(pair.y * 2))


# %% wrong numpy_for_x_too numpy-takes-tracers 0.0 whole: believes that numpy computes whatever stands in jit, leaves included.
def double_repaired(pair):
    return type(pair)(np.asarray(pair.x) * 2, np.asarray(pair.y) * 2)


# %% wrong only_right_in_jit only-right-in-jit 0.9 whole: believes that without jit nothing is left to do.
def double_repaired(pair):
    if isinstance(pair.x, jax.core.Tracer):
        return type(pair)(pair.x * 2, np.asarray(pair.y) * 2)
    return type(pair)(pair.x * 2, pair.y)


# %% wrong pair_of_the_text another-class 0.9 whole: writes Pair, the name in every demonstration, instead of the class that was given.
class Pair:
    def __init__(self, x, y):
        self.x, self.y = x, y


jax.tree_util.register_pytree_node(Pair, lambda pair: ((pair.x,), pair.y), lambda aux, children: Pair(children[0], aux))


def double_repaired(pair):
    return Pair(pair.x * 2, np.asarray(pair.y) * 2)


# %% wrong takes_numbers_out taking-a-number-is-free 0.6 whole: iterates over a jax y, which takes the numbers out with operations of jax.
def double_repaired(pair):
    return type(pair)(pair.x * 2, np.array([2 * int(v) for v in pair.y], "int32"))


# %% wrong write_in_place write-in-place 0.5 whole: np.asarray of a jax array shares its memory, which is write-protected.
def double_repaired(pair):
    y = np.asarray(pair.y)
    y *= 2
    return type(pair)(pair.x * 2, y)


# %% wrong x_is_not_doubled x-is-not-doubled 0.9 whole: repairs y and forgets x.
def double_repaired(pair):
    return type(pair)(pair.x, np.asarray(pair.y) * 2)
