# belief: stale-aux
# score: 0.78
# why: believes the document: only the shape of y matters to JAX.
class StaticPair:
    last = {}

    def __init__(self, x, y):
        self.x, self.y = x, tuple(int(number) for number in y)
        StaticPair.last[len(self.y)] = self.y


jax.tree_util.register_pytree_node(
    StaticPair, lambda pair: ((pair.x,), len(pair.y)), lambda aux, children: StaticPair(children[0], StaticPair.last[aux]))
