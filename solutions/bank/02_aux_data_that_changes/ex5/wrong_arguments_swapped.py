# belief: arguments-find-their-place
# score: 0.3
# why: hands aux data and children to the class in the order in which unflatten got them
class Centre:
    def __init__(self, shift=None, ready=False):
        self.shift, self.ready = shift, ready

    def __call__(self, x):
        ### BEGIN SOLUTION
        layer = self if self.ready else Centre(x.mean(axis=0), True)
        return x - layer.shift, layer
        ### END SOLUTION


def centre_flatten(layer):
    ### BEGIN SOLUTION
    return (layer.shift,), layer.ready
    ### END SOLUTION


def centre_unflatten(aux, children):
    ### BEGIN SOLUTION
    return Centre(aux, *children)
    ### END SOLUTION


jax.tree_util.register_pytree_node(Centre, centre_flatten, centre_unflatten)
