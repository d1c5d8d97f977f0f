# belief: x-is-not-doubled
# score: 0.9
# why: repairs y and forgets x.
def double_repaired(pair):
    return type(pair)(pair.x, np.asarray(pair.y) * 2)
