# belief: container-decides
# score: 0.6
# why: the document's rule: a jax array becomes a tracer in jit, a numpy array never does.
def foretell(y_from, operation_from, inside_jit):
    if not inside_jit:
        return "numpy" if operation_from == "np" else "jax"
    return "traced" if y_from == "jnp" else "numpy"
