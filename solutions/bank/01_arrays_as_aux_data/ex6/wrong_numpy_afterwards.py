# belief: numpy-takes-tracers
# score: 0.6
# why: converts the product, which jax has recorded already.
def double_repaired(pair):
    return type(pair)(pair.x * 2, np.asarray(pair.y * 2))
