# belief: set-up-instead-of-work
# score: 0.9
# why: The first call only sets up.
class Centre:
    def __init__(self, shift=None, ready=False):
        self.shift, self.ready = shift, ready

    def __call__(self, x):
        if not self.ready:
            return x, Centre(x.mean(axis=0), True)
        return x - self.shift, self


def centre_flatten(layer):
    return (layer.shift,), layer.ready


def centre_unflatten(aux, children):
    return Centre(*children, aux)


jax.tree_util.register_pytree_node(Centre, centre_flatten, centre_unflatten)
