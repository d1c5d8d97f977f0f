# belief: another-class
# score: 0.9
# why: writes Pair, the name in every demonstration, instead of the class that was given.
class Pair:
    def __init__(self, x, y):
        self.x, self.y = x, y


jax.tree_util.register_pytree_node(Pair, lambda pair: ((pair.x,), pair.y), lambda aux, children: Pair(children[0], aux))


def double_repaired(pair):
    return Pair(pair.x * 2, np.asarray(pair.y) * 2)
