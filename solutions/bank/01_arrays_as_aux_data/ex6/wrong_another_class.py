# belief: another-class
# score: 0.9
# why: returns a pair of its own with a better registration, which was not asked for.
class BetterPair:
    def __init__(self, x, y):
        self.x, self.y = x, y


jax.tree_util.register_pytree_node(BetterPair, lambda pair: ((pair.x, pair.y), None), lambda aux, children: BetterPair(*children))


def double_repaired(pair):
    return BetterPair(pair.x * 2, np.asarray(pair.y) * 2)
