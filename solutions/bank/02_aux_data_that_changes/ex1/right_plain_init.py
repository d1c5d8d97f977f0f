# why: A plain __init__ instead of fields: dataclass leaves it alone.
import dataclasses


@jax.tree_util.register_pytree_node_class
@dataclasses.dataclass
class SumTracker:
    def __init__(self, total=None, dtype=jnp.float32):
        self.total = jnp.zeros(1) if total is None else total
        self.dtype = dtype

    def add(self, x, dtype=None):
        self.dtype = self.dtype if dtype is None else dtype
        self.total += x.sum(dtype=self.dtype)
        return self

    def tree_flatten(self):
        return (self.total,), self.dtype

    @classmethod
    def tree_unflatten(cls, dtype, children):
        return cls(*children, dtype)
