# belief: layer-not-returned
# score: 0.1
# why: Believes that the jitted call changes the layer of the caller.
class Centre:
    def __init__(self, shift=None, ready=False):
        self.shift, self.ready = shift, ready

    def __call__(self, x):
        if not self.ready:
            self.shift, self.ready = x.mean(axis=0), True
        return x - self.shift


def centre_flatten(layer):
    return (layer.shift,), layer.ready


def centre_unflatten(aux, children):
    return Centre(*children, aux)


jax.tree_util.register_pytree_node(Centre, centre_flatten, centre_unflatten)
