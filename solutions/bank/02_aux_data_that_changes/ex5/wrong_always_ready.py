# belief: unflatten-means-ready
# score: 0
# why: Asks the shift under jit, and rebuilds every layer as a ready one.
class Centre:
    def __init__(self, shift=None, ready=False):
        self.shift, self.ready = shift, ready

    def __call__(self, x):
        layer = Centre(x.mean(axis=0), True) if self.shift is None else self
        return x - layer.shift, layer


def centre_flatten(layer):
    return (layer.shift,), None


def centre_unflatten(aux, children):
    return Centre(*children, ready=True)


jax.tree_util.register_pytree_node(Centre, centre_flatten, centre_unflatten)
