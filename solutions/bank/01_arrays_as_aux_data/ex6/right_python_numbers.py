def double_repaired(pair):
    y = np.array([2 * number for number in pair.y.tolist()], dtype=pair.y.dtype)
    return type(pair)(2 * pair.x, y)
