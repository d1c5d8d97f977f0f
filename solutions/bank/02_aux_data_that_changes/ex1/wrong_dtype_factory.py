# belief: factory-gets-arguments
# score: 0.6
# why: believes that a factory is any callable that makes the value, here the class of the dtype
import dataclasses


@jax.tree_util.register_pytree_node_class
@dataclasses.dataclass
class SumTracker:
    ### BEGIN SOLUTION
    total: jax.Array = dataclasses.field(default_factory=lambda: jnp.zeros(1, "float32"))
    dtype: type = dataclasses.field(default_factory=jnp.float32)
    ### END SOLUTION

    def add(self, x, dtype=None):
        self.dtype = self.dtype if dtype is None else dtype
        self.total += x.sum(dtype=self.dtype)
        return self

    def tree_flatten(self):
        return (self.total,), self.dtype

    @classmethod
    def tree_unflatten(cls, dtype, children):
        return cls(*children, dtype)
