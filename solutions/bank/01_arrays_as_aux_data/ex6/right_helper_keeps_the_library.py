def doubled_now(array):
    """Doubled at once, in the library of `array`."""
    result = np.add(array, array)
    return result if isinstance(array, np.ndarray) else to_jax(result)


def to_jax(array):
    with jax.ensure_compile_time_eval():
        return jnp.asarray(array)


def double_repaired(pair):
    return type(pair)(jnp.add(pair.x, pair.x), doubled_now(pair.y))
