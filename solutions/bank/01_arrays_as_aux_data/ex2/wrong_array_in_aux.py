# belief: array-in-aux
# score: 0.6
# why: leaves y where the document has it, because the first call works.
class LeafPair:
    def __init__(self, x, y):
        self.x, self.y = x, y


jax.tree_util.register_pytree_node(LeafPair, lambda pair: ((pair.x,), pair.y), lambda aux, children: LeafPair(children[0], aux))
