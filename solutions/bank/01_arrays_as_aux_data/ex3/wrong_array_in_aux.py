# belief: array-in-aux
# score: 0.23
# why: believes that an array in aux data is fine, because the first call works.
class StaticPair:
    def __init__(self, x, y):
        self.x, self.y = x, jnp.asarray(y)


jax.tree_util.register_pytree_node(StaticPair, lambda pair: ((pair.x,), pair.y), lambda aux, children: StaticPair(children[0], aux))
