# belief: order-does-not-matter
# score: 0.5
# why: unflatten takes the children in another order; a jit that returns its argument does not show it.
class LeafPair:
    def __init__(self, x, y):
        self.x, self.y = x, y


jax.tree_util.register_pytree_node(LeafPair, lambda pair: ((pair.x, pair.y), None), lambda aux, children: LeafPair(*reversed(children)))
