# belief: no-rule
# score: 0.5
# why: believes that jit leaves the library of the operation no say: jax where numpy works.
def foretell(y_from, operation_from, inside_jit):
    return "jax" if operation_from == "np" else "traced" if inside_jit else "jax"
