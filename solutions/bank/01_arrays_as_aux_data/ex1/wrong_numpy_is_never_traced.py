# belief: numpy-is-never-traced
# score: 0.8
# why: knows that operations decide, and still believes that a numpy operand cannot be recorded.
def foretell(y_from, operation_from, inside_jit):
    if operation_from == "np" or (inside_jit and y_from == "np"):
        return "numpy"
    return "traced" if inside_jit else "jax"
