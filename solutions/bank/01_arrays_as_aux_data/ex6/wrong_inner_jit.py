# belief: jax-operation-computes
# score: 0.75
# why: believes that a jit of its own computes y at once.
def double_repaired(pair):
    return type(pair)(pair.x * 2, jax.jit(lambda y: y * 2)(pair.y))
