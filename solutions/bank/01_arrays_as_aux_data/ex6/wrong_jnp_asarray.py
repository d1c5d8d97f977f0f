# belief: jax-operation-computes
# score: 0.75
# why: believes that what is missing is a jax array; the multiplication after it is recorded for numpy as well.
def double_repaired(pair):
    return type(pair)(pair.x * 2, jnp.asarray(pair.y) * 2)
