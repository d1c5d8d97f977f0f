# belief: children-need-no-tuple
# score: 0.0
# why: lists x, y and None in a row.
class StaticPair:
    def __init__(self, x, y):
        self.x, self.y = x, tuple(int(number) for number in y)


jax.tree_util.register_pytree_node(StaticPair, lambda pair: (pair.x, pair.y, None), lambda aux, children: StaticPair(children[0], aux))
