# belief: static-as-leaf
# score: 0.73
# why: takes the repair of exercise 2: then Python cannot read y.
class StaticPair:
    def __init__(self, x, y):
        self.x, self.y = x, y if isinstance(y, tuple) else tuple(y)


jax.tree_util.register_pytree_node(StaticPair, lambda pair: ((pair.x, pair.y), None), lambda aux, children: StaticPair(*children))
