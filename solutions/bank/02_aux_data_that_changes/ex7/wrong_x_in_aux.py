# belief: data-is-a-setting
# score: 0.95
# why: Puts x beside the steps in the aux data.
class Chain:
    def __init__(self, x, steps):
        self.x, self.steps = x, steps

    def __call__(self):
        y = self.x
        for step in self.steps:
            y = y * step + 1
        return y


def chain_flatten(chain):
    return (), (chain.x, tuple(chain.steps))


def chain_unflatten(aux, children):
    return Chain(aux[0], list(aux[1]))


jax.tree_util.register_pytree_node(Chain, chain_flatten, chain_unflatten)
