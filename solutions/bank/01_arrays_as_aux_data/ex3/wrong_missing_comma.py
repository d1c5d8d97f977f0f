# belief: parentheses-make-a-tuple
# score: 0.0
# why: writes (pair.x), pair.y: without the comma x itself stands for the children.
class StaticPair:
    def __init__(self, x, y):
        self.x, self.y = x, tuple(int(number) for number in y)


jax.tree_util.register_pytree_node(StaticPair, lambda pair: ((pair.x), pair.y), lambda aux, children: StaticPair(children[0], aux))
