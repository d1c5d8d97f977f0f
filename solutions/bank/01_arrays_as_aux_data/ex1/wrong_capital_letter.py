# belief: another-word
# score: 0.5
# why: writes Numpy with a capital letter.
def foretell(y_from, operation_from, inside_jit):
    if operation_from == "np":
        return "Numpy"
    return "traced" if inside_jit else "jax"
