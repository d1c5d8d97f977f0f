# belief: unflatten-is-init
# score: 0
# why: Expects all attributes among the children, as __init__ gets them.
class Centre:
    def __init__(self, shift=None, ready=False):
        self.shift, self.ready = shift, ready

    def __call__(self, x):
        layer = self if self.ready else Centre(x.mean(axis=0), True)
        return x - layer.shift, layer


def centre_flatten(layer):
    return (layer.shift,), layer.ready


def centre_unflatten(aux, children):
    shift, ready = children
    return Centre(shift, ready)


jax.tree_util.register_pytree_node(Centre, centre_flatten, centre_unflatten)
