# belief: leaves-are-python-numbers
# score: 0.26
# why: turns y into Python floats in __init__, which unflatten calls with tracers.
class LeafPair:
    def __init__(self, x, y):
        self.x, self.y = x, jnp.array([float(number) for number in y])


jax.tree_util.register_pytree_node(LeafPair, lambda pair: ((pair.x, pair.y), None), lambda aux, children: LeafPair(*children))
