# why: Two branches, flag in a dict.
class Centre:
    def __init__(self, shift=None, ready=False):
        self.shift, self.ready = shift, ready

    def __call__(self, x):
        if self.ready:
            return x - self.shift, self
        mean = x.sum(axis=0) / len(x)
        return x - mean, Centre(shift=mean, ready=True)


def centre_flatten(layer):
    return [layer.shift], {"ready": layer.ready}


def centre_unflatten(aux, children):
    return Centre(children[0], **aux)


jax.tree_util.register_pytree_node(Centre, centre_flatten, centre_unflatten)
