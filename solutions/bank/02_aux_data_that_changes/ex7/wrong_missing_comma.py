# belief: brackets-make-a-tuple
# score: 0
# why: Takes (x) for a tuple.
class Chain:
    def __init__(self, x, steps):
        self.x, self.steps = x, steps

    def __call__(self):
        y = self.x
        for step in self.steps:
            y = y * step + 1
        return y


def chain_flatten(chain):
    return (chain.x), tuple(chain.steps)


def chain_unflatten(aux, children):
    return Chain(*children, list(aux))


jax.tree_util.register_pytree_node(Chain, chain_flatten, chain_unflatten)
