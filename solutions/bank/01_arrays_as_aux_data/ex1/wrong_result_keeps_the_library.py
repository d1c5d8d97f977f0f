# belief: result-keeps-the-library
# score: 0.4
# why: believes that an operation returns the kind of array that it was given.
def foretell(y_from, operation_from, inside_jit):
    if inside_jit and y_from == operation_from == "jnp":
        return "traced"
    return "numpy" if y_from == "np" else "jax"
