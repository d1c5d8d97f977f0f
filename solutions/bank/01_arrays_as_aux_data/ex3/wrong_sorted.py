# belief: order-is-free
# score: 0.9
# why: sorts y, so that equal sets of numbers share a trace.
class StaticPair:
    def __init__(self, x, y):
        self.x, self.y = x, tuple(sorted(int(number) for number in y))


jax.tree_util.register_pytree_node(StaticPair, lambda pair: ((pair.x,), pair.y), lambda aux, children: StaticPair(children[0], aux))
