# belief: unflatten-is-init
# score: 0
# why: Expects all attributes among the children, as __init__ gets them.
class Chain:
    def __init__(self, x, steps):
        self.x, self.steps = x, steps

    def __call__(self):
        y = self.x
        for step in self.steps:
            y = y * step + 1
        return y


def chain_flatten(chain):
    return (chain.x,), tuple(chain.steps)


def chain_unflatten(aux, children):
    x, steps = children
    return Chain(x, list(steps))


jax.tree_util.register_pytree_node(Chain, chain_flatten, chain_unflatten)
