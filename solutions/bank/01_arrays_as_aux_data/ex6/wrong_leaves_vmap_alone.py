# belief: vmap-repairs-it
# score: 0.75
# why: has seen that vmap computes y * 2 at once, and believes that this holds under jit as well.
def double_repaired(pair):
    if "Batch" in type(pair.x).__name__:  # under vmap jax computes by itself
        return type(pair)(pair.x * 2, jnp.multiply(pair.y, 2))
    return type(pair)(pair.x * 2, np.asarray(pair.y) * 2)
