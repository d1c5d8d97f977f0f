# belief: jit-refuses
# score: 0.7
# why: Takes the aux data for the first field, as unflatten gets it first.
import dataclasses


@jax.tree_util.register_pytree_node_class
@dataclasses.dataclass
class SumTracker:
    total: jax.Array = dataclasses.field(default_factory=lambda: jnp.zeros(1, "float32"))
    dtype: object = jnp.float32

    def add(self, x, dtype=None):
        self.dtype = self.dtype if dtype is None else dtype
        self.total += x.sum(dtype=self.dtype)
        return self

    def tree_flatten(self):
        return (self.total,), self.dtype

    @classmethod
    def tree_unflatten(cls, dtype, children):
        return cls(dtype, *children)
