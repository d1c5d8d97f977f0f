# belief: other-flag
# score: 0.95
# why: Sets the flag to 1, as 1 is true.
class Centre:
    def __init__(self, shift=None, ready=False):
        self.shift, self.ready = shift, ready

    def __call__(self, x):
        layer = self if self.ready else Centre(x.mean(axis=0), 1)
        return x - layer.shift, layer


def centre_flatten(layer):
    return (layer.shift,), layer.ready


def centre_unflatten(aux, children):
    return Centre(*children, aux)


jax.tree_util.register_pytree_node(Centre, centre_flatten, centre_unflatten)
