# belief: fields-go-by-name
# score: 0.8
# why: Writes the two fields in the other order, as they have names.
import dataclasses


@jax.tree_util.register_pytree_node_class
@dataclasses.dataclass
class SumTracker:
    dtype: object = jnp.float32
    total: jax.Array = dataclasses.field(default_factory=lambda: jnp.zeros(1, "float32"))

    def add(self, x, dtype=None):
        self.dtype = self.dtype if dtype is None else dtype
        self.total += x.sum(dtype=self.dtype)
        return self

    def tree_flatten(self):
        return (self.total,), self.dtype

    @classmethod
    def tree_unflatten(cls, dtype, children):
        return cls(*children, dtype)
