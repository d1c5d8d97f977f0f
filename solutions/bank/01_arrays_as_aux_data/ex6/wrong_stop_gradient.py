# belief: jax-operation-computes
# score: 0.75
# why: believes that stop_gradient makes a constant of y.
def double_repaired(pair):
    return type(pair)(pair.x * 2, jax.lax.stop_gradient(pair.y) * 2)
