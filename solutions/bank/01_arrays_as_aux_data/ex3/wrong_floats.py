# belief: float-is-as-good
# score: 0.9
# why: makes floats of whole numbers, which equal them and change the dtype of the result.
class StaticPair:
    def __init__(self, x, y):
        self.x, self.y = x, tuple(float(number) for number in y)


jax.tree_util.register_pytree_node(StaticPair, lambda pair: ((pair.x,), pair.y), lambda aux, children: StaticPair(children[0], aux))
