# belief: list-times-two
# score: 0.75
# why: turns y into a list to get rid of the array, and doubles the list.
def double_repaired(pair):
    return type(pair)(pair.x * 2, pair.y.tolist() * 2)
