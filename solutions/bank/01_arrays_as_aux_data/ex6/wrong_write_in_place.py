# belief: write-in-place
# score: 0.5
# why: np.asarray of a jax array shares its memory, which is write-protected.
def double_repaired(pair):
    y = np.asarray(pair.y)
    y *= 2
    return type(pair)(pair.x * 2, y)
