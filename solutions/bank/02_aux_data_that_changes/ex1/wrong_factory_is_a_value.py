# belief: factory-is-a-value
# score: 0.2
# why: Gives default_factory the array and believes it is a default.
import dataclasses


@jax.tree_util.register_pytree_node_class
@dataclasses.dataclass
class SumTracker:
    total: jax.Array = dataclasses.field(default_factory=jnp.zeros(1))
    dtype: object = jnp.float32

    def add(self, x, dtype=None):
        self.dtype = self.dtype if dtype is None else dtype
        self.total += x.sum(dtype=self.dtype)
        return self

    def tree_flatten(self):
        return (self.total,), self.dtype

    @classmethod
    def tree_unflatten(cls, dtype, children):
        return cls(*children, dtype)
