# belief: taking-a-number-is-free
# score: 0.6
# why: iterates over a jax y, which takes the numbers out with operations of jax.
def double_repaired(pair):
    return type(pair)(pair.x * 2, np.array([2 * int(v) for v in pair.y], "int32"))
