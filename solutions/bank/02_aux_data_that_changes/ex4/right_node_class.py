# why: register_pytree_node_class, with a vars dict.
@jax.tree_util.register_pytree_node_class
class Tally:
    def __init__(self, dtype):
        self.dtype, self.total, self.count = dtype, jnp.array(0, dtype), jnp.array(0)

    def add(self, x):
        new = Tally(self.dtype)
        vars(new).update(total=self.total + jnp.asarray(x, self.dtype), count=self.count + 1)
        return new

    def tree_flatten(self):
        return [self.total, self.count], self.dtype

    @classmethod
    def tree_unflatten(cls, dtype, children):
        new = cls.__new__(cls)
        new.total, new.count = children
        new.dtype = dtype
        return new
