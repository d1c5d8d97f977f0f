foretell = lambda y_from, operation_from, inside_jit: "numpy" if operation_from == "np" else ("jax", "traced")[inside_jit]
