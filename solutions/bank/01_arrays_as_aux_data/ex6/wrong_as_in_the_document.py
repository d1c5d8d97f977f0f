# belief: operator-is-neutral
# score: 0.75
# why: leaves the multiplication to the operator, whoever it belongs to.
def double_repaired(pair):
    return type(pair)(pair.x * 2, pair.y * 2)
