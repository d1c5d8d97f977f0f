# belief: update-in-place
# score: 0.9
# why: Assigns to self and returns it: right under jit only.
class Centre:
    def __init__(self, shift=None, ready=False):
        self.shift, self.ready = shift, ready

    def __call__(self, x):
        if not self.ready:
            self.shift = jnp.mean(x, 0)
            self.ready = True
        return x - self.shift, self


def centre_flatten(layer):
    return (layer.shift,), layer.ready


def centre_unflatten(aux, children):
    return Centre(*children, aux)


jax.tree_util.register_pytree_node(Centre, centre_flatten, centre_unflatten)
