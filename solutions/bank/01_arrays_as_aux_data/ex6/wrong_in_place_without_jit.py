# belief: caller-is-changed
# score: 0.9
# why: initialises the given pair anew; under jit that is a copy, without jit it is the caller's own.
def double_repaired(pair):
    pair.__init__(pair.x * 2, np.asarray(pair.y) * 2)
    return pair
