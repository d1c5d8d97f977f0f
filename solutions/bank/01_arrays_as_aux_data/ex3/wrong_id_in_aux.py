# belief: identity-of-aux
# score: 0.78
# why: adds the id of the pair to the aux data.
class StaticPair:
    def __init__(self, x, y):
        self.x, self.y = x, tuple(int(number) for number in y)


jax.tree_util.register_pytree_node(StaticPair, lambda pair: ((pair.x,), (pair.y, id(pair))), lambda aux, children: StaticPair(children[0], aux[0]))
