# why: Unpacking, without __init__.
class Chain:
    def __init__(self, x, steps):
        self.x, self.steps = x, steps

    def __call__(self):
        y = self.x
        for step in self.steps:
            y = y * step + 1
        return y


def chain_flatten(chain):
    return [chain.x], (*chain.steps,)


def chain_unflatten(aux, children):
    chain = object.__new__(Chain)
    chain.x = children[0]
    chain.steps = [*aux]
    return chain


jax.tree_util.register_pytree_node(Chain, chain_flatten, chain_unflatten)
