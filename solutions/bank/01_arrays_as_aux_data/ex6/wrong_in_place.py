# belief: caller-is-changed
# score: 0.9
# why: doubles a numpy y in place: the caller's array.
def double_repaired(pair):
    y = pair.y if isinstance(pair.y, np.ndarray) else np.array(pair.y)
    y *= 2
    return type(pair)(pair.x * 2, y)
