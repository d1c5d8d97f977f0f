# belief: flips-more-than-once
# score: 0.8
# why: Three stages, cold, warm and ready, each in the aux data.
class Centre:
    def __init__(self, shift=None, ready=False):
        self.shift, self.ready, self.stage = shift, ready, 0

    def __call__(self, x):
        layer = Centre(self.shift if self.ready else x.mean(axis=0), True)
        layer.stage = min(self.stage + 1, 2)
        return x - layer.shift, layer


def centre_flatten(layer):
    return (layer.shift,), (layer.ready, layer.stage)


def centre_unflatten(aux, children):
    layer = Centre(*children, aux[0])
    layer.stage = aux[1]
    return layer


jax.tree_util.register_pytree_node(Centre, centre_flatten, centre_unflatten)
