# belief: operator-is-neutral
# score: 0.75
# why: believes that disable_jit can be switched on inside a trace.
def double_repaired(pair):
    with jax.disable_jit():
        y = pair.y * 2
    return type(pair)(pair.x * 2, y)
