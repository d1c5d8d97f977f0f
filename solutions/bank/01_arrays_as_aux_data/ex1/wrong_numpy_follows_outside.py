# belief: numpy-follows-outside
# score: 0.8
# why: right inside jit; outside believes that numpy hands a jax array back as a jax array.
def foretell(y_from, operation_from, inside_jit):
    if inside_jit:
        return "traced" if operation_from == "jnp" else "numpy"
    return "jax" if "jnp" in (y_from, operation_from) else "numpy"
