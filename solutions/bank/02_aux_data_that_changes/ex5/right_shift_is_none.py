# why: No flag in the aux data: None is part of the treedef and says the same.
@jax.tree_util.register_pytree_node_class
class Centre:
    def __init__(self, shift=None):
        self.shift = shift

    @property
    def ready(self):
        return self.shift is not None

    def __call__(self, x):
        layer = self if self.ready else Centre(jnp.average(x, axis=0))
        return x - layer.shift, layer

    def tree_flatten(self):
        return (self.shift,), None

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children)
