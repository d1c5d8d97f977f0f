# belief: aux-cannot-change
# score: 0.75
# why: believes that aux data must come out as it went in.
def double_repaired(pair):
    return type(pair)(pair.x * 2, pair.y)
