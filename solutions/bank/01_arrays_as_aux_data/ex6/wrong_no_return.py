# belief: a-change-is-a-result
# score: 0.0
# why: changes the pair and returns nothing.
def double_repaired(pair):
    pair.x, pair.y = pair.x * 2, np.asarray(pair.y) * 2
