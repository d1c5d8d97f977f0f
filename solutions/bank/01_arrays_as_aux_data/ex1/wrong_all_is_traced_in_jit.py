# belief: all-is-traced-in-jit
# score: 0.6
# why: takes jit for something that wraps whatever is computed while it runs, numpy included.
def foretell(y_from, operation_from, inside_jit):
    if inside_jit:
        return "traced"
    return "numpy" if operation_from == "np" else "jax"
