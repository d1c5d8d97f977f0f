# belief: jax-always-traces
# score: 0.8
# why: believes that jax operations are always lazy, outside jit too.
def foretell(y_from, operation_from, inside_jit):
    return {"np": "numpy", "jnp": "traced"}[operation_from]
