class LeafPair:
    def __init__(self, x, y):
        self.x, self.y = x, y


jax.tree_util.register_pytree_node(LeafPair, lambda pair: ([pair.x, pair.y], ()), lambda _, children: LeafPair(*children))
