# belief: not-the-same-array
# score: 0.75
# why: goes through Python floats: the right numbers in another dtype.
def double_repaired(pair):
    return type(pair)(pair.x * 2, np.array([2.0 * number for number in pair.y.tolist()]))
