# belief: flag-as-array
# score: 0.85
# why: An array flag and where: right numbers, computed at every call.
class Centre:
    def __init__(self, shift=0.0, ready=jnp.array(False)):
        self.shift, self.ready = shift, ready

    def __call__(self, x):
        shift = jnp.where(self.ready, self.shift, x.mean(axis=0))
        return x - shift, Centre(shift, jnp.array(True))


def centre_flatten(layer):
    return (layer.shift, layer.ready), None


def centre_unflatten(aux, children):
    return Centre(*children)


jax.tree_util.register_pytree_node(Centre, centre_flatten, centre_unflatten)
