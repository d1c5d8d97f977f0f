# why: A text that can be read back.
import json


class Chain:
    def __init__(self, x, steps):
        self.x, self.steps = x, steps

    def __call__(self):
        y = self.x
        for step in self.steps:
            y = y * step + 1
        return y


def chain_flatten(chain):
    return (chain.x,), json.dumps(chain.steps)


def chain_unflatten(aux, children):
    return Chain(*children, json.loads(aux))


jax.tree_util.register_pytree_node(Chain, chain_flatten, chain_unflatten)
