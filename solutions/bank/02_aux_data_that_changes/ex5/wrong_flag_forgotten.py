# belief: unlisted-attribute-survives
# score: 0.6
# why: Believes that the flag outlives the rebuilding.
class Centre:
    def __init__(self, shift=None, ready=False):
        self.shift, self.ready = shift, ready

    def __call__(self, x):
        layer = self if self.ready else Centre(x.mean(axis=0), True)
        return x - layer.shift, layer


def centre_flatten(layer):
    return (layer.shift,), None


def centre_unflatten(aux, children):
    return Centre(*children)


jax.tree_util.register_pytree_node(Centre, centre_flatten, centre_unflatten)
