def foretell(y_from, operation_from, inside_jit):
    library = {"np": np, "jnp": jnp}
    y, found = library[y_from].arange(3), []

    def run(_):
        result = library[operation_from].add(y, 1)
        found.append("traced" if isinstance(result, jax.core.Tracer) else type(result).__module__.split(".")[0])
        return 0

    (jax.jit(run) if inside_jit else run)(0)
    return {"traced": "traced", "numpy": "numpy"}.get(found[0], "jax")
