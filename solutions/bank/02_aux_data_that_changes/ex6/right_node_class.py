# why: register_pytree_node_class and a helper.
def canonical(dtype):
    return np.dtype(dtype).str


@jax.tree_util.register_pytree_node_class
class Cast:
    def __init__(self, x, dtype):
        self.x = x
        self.dtype = dtype

    def __call__(self):
        return jax.lax.convert_element_type(self.x, self.dtype)

    def tree_flatten(self):
        return [self.x], canonical(self.dtype)

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(children[0], np.dtype(aux))
