# belief: static-as-leaf
# score: 0.9
# why: Makes the steps children, so that they can change.
class Chain:
    def __init__(self, x, steps):
        self.x, self.steps = x, steps

    def __call__(self):
        y = self.x
        for step in self.steps:
            y = y * step + 1
        return y


def chain_flatten(chain):
    return (chain.x, tuple(chain.steps)), None


def chain_unflatten(aux, children):
    return Chain(children[0], list(children[1]))


jax.tree_util.register_pytree_node(Chain, chain_flatten, chain_unflatten)
