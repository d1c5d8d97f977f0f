# belief: concrete-runs-at-once
# score: 0.6
# why: believes that only operations on tracers are recorded; concrete operands are computed at once.
def foretell(y_from, operation_from, inside_jit):
    return "numpy" if operation_from == "np" else "jax"
