def foretell(y_from, operation_from, inside_jit):
    table = {("np", True): "numpy", ("np", False): "numpy", ("jnp", True): "traced", ("jnp", False): "jax"}
    return table[operation_from, inside_jit]
