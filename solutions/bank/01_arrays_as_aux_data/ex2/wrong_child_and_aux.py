# belief: array-in-aux
# score: 0.6
# why: lists y in both places, to be on the safe side.
class LeafPair:
    def __init__(self, x, y):
        self.x, self.y = x, y


jax.tree_util.register_pytree_node(LeafPair, lambda pair: ((pair.x, pair.y), pair.y), lambda aux, children: LeafPair(*children))
