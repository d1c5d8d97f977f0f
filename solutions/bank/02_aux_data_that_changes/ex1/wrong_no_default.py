# belief: fields-are-optional
# score: 0.2
# why: Deletes the default, so that SumTracker() cannot be built.
import dataclasses


@jax.tree_util.register_pytree_node_class
@dataclasses.dataclass
class SumTracker:
    total: jax.Array
    dtype: object

    def add(self, x, dtype=None):
        self.dtype = self.dtype if dtype is None else dtype
        self.total += x.sum(dtype=self.dtype)
        return self

    def tree_flatten(self):
        return (self.total,), self.dtype

    @classmethod
    def tree_unflatten(cls, dtype, children):
        return cls(*children, dtype)
