def foretell(y_from, operation_from, inside_jit):
    match operation_from, inside_jit:
        case "np", _:
            return "numpy"
        case "jnp", True:
            return "traced"
        case _:
            return "jax"
