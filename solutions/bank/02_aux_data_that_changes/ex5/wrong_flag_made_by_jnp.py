# belief: flag-made-under-jit
# score: 0.6
# why: takes jnp.array(True) for the plain bool, and keeps it as aux data
class Centre:
    def __init__(self, shift=None, ready=False):
        self.shift, self.ready = shift, ready

    def __call__(self, x):
        ### BEGIN SOLUTION
        layer = self if self.ready else Centre(x.mean(axis=0), jnp.array(True))
        return x - layer.shift, layer
        ### END SOLUTION


def centre_flatten(layer):
    ### BEGIN SOLUTION
    return (layer.shift,), layer.ready
    ### END SOLUTION


def centre_unflatten(aux, children):
    ### BEGIN SOLUTION
    return Centre(*children, aux)
    ### END SOLUTION


jax.tree_util.register_pytree_node(Centre, centre_flatten, centre_unflatten)
