# belief: numpy-stays-numpy
# score: 0.8
# why: right inside jit; outside believes that a numpy array stays one through a jax operation.
def foretell(y_from, operation_from, inside_jit):
    if operation_from == "np":
        return "numpy"
    if inside_jit:
        return "traced"
    return "numpy" if y_from == "np" else "jax"
