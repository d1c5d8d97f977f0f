# belief: list-in-aux
# score: 0.9
# why: a list compares well and has no hash.
class StaticPair:
    def __init__(self, x, y):
        self.x, self.y = x, [int(number) for number in y]


jax.tree_util.register_pytree_node(StaticPair, lambda pair: ((pair.x,), pair.y), lambda aux, children: StaticPair(children[0], aux))
