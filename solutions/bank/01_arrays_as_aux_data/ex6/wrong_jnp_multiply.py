# belief: jax-operation-computes
# score: 0.75
# why: believes that a function that is called by its name computes, and only operators are recorded.
def double_repaired(pair):
    return type(pair)(pair.x * 2, jnp.multiply(pair.y, 2))
