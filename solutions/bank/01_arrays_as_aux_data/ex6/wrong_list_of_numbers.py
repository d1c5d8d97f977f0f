# belief: any-sequence-will-do
# score: 0.75
# why: returns the right numbers in a list, and nobody can call .shape on it.
def double_repaired(pair):
    return type(pair)(pair.x * 2, [2 * number for number in pair.y.tolist()])
