# belief: not-a-field
# score: 0.5
# why: Silences the refusal with ClassVar, which takes the name out of the fields.
import dataclasses


@jax.tree_util.register_pytree_node_class
@dataclasses.dataclass
class SumTracker:
    from typing import ClassVar

    total: ClassVar[jax.Array] = jnp.zeros(1)
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
