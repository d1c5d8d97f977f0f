def double_repaired(pair):
    with jax.ensure_compile_time_eval():
        y = pair.y * 2
    return type(pair)(pair.x * 2, y)
