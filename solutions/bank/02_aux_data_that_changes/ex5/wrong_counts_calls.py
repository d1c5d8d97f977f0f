# belief: count-in-aux
# score: 0.9
# why: Counts the calls where a flag would do.
class Centre:
    def __init__(self, shift=None, ready=False):
        self.shift, self.ready, self.calls = shift, ready, 0

    def __call__(self, x):
        layer = Centre(self.shift if self.ready else x.mean(axis=0), True)
        layer.calls = self.calls + 1
        return x - layer.shift, layer


def centre_flatten(layer):
    return (layer.shift,), (layer.ready, layer.calls)


def centre_unflatten(aux, children):
    layer = Centre(*children, aux[0])
    layer.calls = aux[1]
    return layer


jax.tree_util.register_pytree_node(Centre, centre_flatten, centre_unflatten)
