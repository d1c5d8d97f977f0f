# belief: error
# score: 0.0
# why: deletes the function and hopes that nothing is checked.
def double_repaired(pair):
    return pair


del double_repaired
