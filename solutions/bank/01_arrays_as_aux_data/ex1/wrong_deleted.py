# belief: error
# score: 0.0
# why: deletes the function and hopes that nothing is checked.
def foretell(y_from, operation_from, inside_jit):
    return "numpy"


del foretell
