# belief: container-decides-outside
# score: 0.8
# why: believes that jit lets the operation decide, and that without it an array stays with the library that made it.
def foretell(y_from, operation_from, inside_jit):
    if inside_jit:
        return "numpy" if operation_from == "np" else "traced"
    return "numpy" if y_from == "np" else "jax"
