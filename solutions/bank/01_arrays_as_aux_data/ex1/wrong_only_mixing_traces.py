# belief: only-mixing-traces
# score: 0.8
# why: believes that converting the numpy operand is what is recorded, so that jax with jax runs at once.
def foretell(y_from, operation_from, inside_jit):
    if operation_from == "np":
        return "numpy"
    return "traced" if inside_jit and y_from == "np" else "jax"
