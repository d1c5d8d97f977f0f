# belief: array-in-aux
# score: 0.4
# why: believes that only jax arrays are a problem in aux data; numpy's == is no better.
class StaticPair:
    def __init__(self, x, y):
        self.x, self.y = x, np.asarray(y)


jax.tree_util.register_pytree_node(StaticPair, lambda pair: ((pair.x,), pair.y), lambda aux, children: StaticPair(children[0], aux))
