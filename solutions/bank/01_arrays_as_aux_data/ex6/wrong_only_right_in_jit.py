# belief: only-right-in-jit
# score: 0.9
# why: believes that without jit nothing is left to do.
def double_repaired(pair):
    if isinstance(pair.x, jax.core.Tracer):
        return type(pair)(pair.x * 2, np.asarray(pair.y) * 2)
    return type(pair)(pair.x * 2, pair.y)
