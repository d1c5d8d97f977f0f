# belief: length-is-enough
# score: 0.9
# why: Compares the length, as callers only append.
class Steps:
    def __init__(self, values):
        self.values = list(values)

    def __eq__(self, other):
        return len(self.values) == len(other.values)

    __hash__ = None


class Chain:
    def __init__(self, x, steps):
        self.x, self.steps = x, steps

    def __call__(self):
        y = self.x
        for step in self.steps:
            y = y * step + 1
        return y


def chain_flatten(chain):
    return (chain.x,), Steps(chain.steps)


def chain_unflatten(aux, children):
    return Chain(*children, list(aux.values))


jax.tree_util.register_pytree_node(Chain, chain_flatten, chain_unflatten)
