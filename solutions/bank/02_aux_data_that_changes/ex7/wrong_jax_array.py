# belief: aux-made-in-flatten
# score: 0.5
# why: takes a jax array for a snapshot of the list
class Chain:
    def __init__(self, x, steps):
        self.x, self.steps = x, steps

    def __call__(self):
        y = self.x
        for step in self.steps:
            y = y * step + 1
        return y


def chain_flatten(chain):
    ### BEGIN SOLUTION
    return (chain.x,), jnp.array(chain.steps)
    ### END SOLUTION


def chain_unflatten(aux, children):
    ### BEGIN SOLUTION
    return Chain(*children, list(aux))
    ### END SOLUTION


jax.tree_util.register_pytree_node(Chain, chain_flatten, chain_unflatten)
