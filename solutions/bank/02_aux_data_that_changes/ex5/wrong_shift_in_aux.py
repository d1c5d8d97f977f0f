# belief: aux-from-traced
# score: 0.4
# why: Keeps the mean with the flag: it is set once, so it is static.
class Centre:
    def __init__(self, shift=None, ready=False):
        self.shift, self.ready = shift, ready

    def __call__(self, x):
        layer = self if self.ready else Centre(x.mean(axis=0), True)
        return x - layer.shift, layer


def centre_flatten(layer):
    return (), (layer.shift, layer.ready)


def centre_unflatten(aux, children):
    return Centre(*aux)


jax.tree_util.register_pytree_node(Centre, centre_flatten, centre_unflatten)
