# belief: aux-by-identity
# score: 0.8
# why: A fresh object for every flatten, so that no old trace is used.
class Steps:
    def __init__(self, values):
        self.values = list(values)


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
