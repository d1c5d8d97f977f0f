# belief: tracer-to-int
# score: 0.2
# why: makes y a child, and converts it to int whenever a pair is built, by JAX too.
class StaticPair:
    def __init__(self, x, y):
        self.x, self.y = x, tuple(int(number) for number in y)


jax.tree_util.register_pytree_node(StaticPair, lambda pair: ((pair.x, pair.y), None), lambda aux, children: StaticPair(*children))
