# belief: scalars-are-no-arrays
# score: 0.78
# why: takes the elements of a jax array for numbers; they are arrays, and have no hash.
class StaticPair:
    def __init__(self, x, y):
        self.x, self.y = x, tuple(y)


jax.tree_util.register_pytree_node(StaticPair, lambda pair: ((pair.x,), pair.y), lambda aux, children: StaticPair(children[0], aux))
