# belief: array-in-aux
# score: 0.6
# why: A numpy array is a snapshot too.
class Chain:
    def __init__(self, x, steps):
        self.x, self.steps = x, steps

    def __call__(self):
        y = self.x
        for step in self.steps:
            y = y * step + 1
        return y


def chain_flatten(chain):
    return (chain.x,), np.array(chain.steps)


def chain_unflatten(aux, children):
    return Chain(*children, [int(step) for step in aux])


jax.tree_util.register_pytree_node(Chain, chain_flatten, chain_unflatten)
