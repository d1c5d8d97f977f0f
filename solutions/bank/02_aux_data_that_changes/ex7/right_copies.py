# why: A copy each way: a list is compared by value too.
class Chain:
    def __init__(self, x, steps):
        self.x, self.steps = x, steps

    def __call__(self):
        y = self.x
        for step in self.steps:
            y = y * step + 1
        return y


def chain_flatten(chain):
    return (chain.x,), chain.steps.copy()


def chain_unflatten(aux, children):
    return Chain(*children, aux.copy())


jax.tree_util.register_pytree_node(Chain, chain_flatten, chain_unflatten)
