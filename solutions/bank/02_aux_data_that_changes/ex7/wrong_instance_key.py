# belief: equal-chains-differ
# score: 0.9
# why: Puts the identity of the list beside its contents.
class Chain:
    def __init__(self, x, steps):
        self.x, self.steps = x, steps

    def __call__(self):
        y = self.x
        for step in self.steps:
            y = y * step + 1
        return y


def chain_flatten(chain):
    return (chain.x,), (id(chain.steps), tuple(chain.steps))


def chain_unflatten(aux, children):
    return Chain(*children, list(aux[1]))


jax.tree_util.register_pytree_node(Chain, chain_flatten, chain_unflatten)
