# belief: set-up-every-call
# score: 0.7
# why: Takes the mean of each batch and sets the flag.
class Centre:
    def __init__(self, shift=None, ready=False):
        self.shift, self.ready = shift, ready

    def __call__(self, x):
        layer = Centre(x.mean(axis=0), True)
        return x - layer.shift, layer


def centre_flatten(layer):
    return (layer.shift,), layer.ready


def centre_unflatten(aux, children):
    return Centre(*children, aux)


jax.tree_util.register_pytree_node(Centre, centre_flatten, centre_unflatten)
