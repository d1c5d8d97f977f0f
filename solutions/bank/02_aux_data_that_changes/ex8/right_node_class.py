# why: Dialect plain registration with object.__new__.
@jax.tree_util.register_pytree_node_class
class RunningStats:
    def __init__(self, size, mode, dtype):
        self.count, self.total = jnp.array(0), jnp.zeros([size], dtype)
        self.mode, self.dtype = str(mode), self.total.dtype

    @classmethod
    def start(cls, size, mode="mean", dtype="float32"):
        return cls(size, mode, dtype)

    def update(self, x):
        total = (self.total + x).astype(self.dtype)
        return self.tree_unflatten((self.mode, self.dtype), (self.count + 1, total))

    def value(self):
        return self.total / (self.count if self.mode == "mean" else 1)

    def tree_flatten(self):
        return (self.count, self.total), (self.mode, self.dtype)

    @classmethod
    def tree_unflatten(cls, aux, children):
        stats = object.__new__(cls)
        stats.mode, stats.dtype = aux
        stats.count, stats.total = children
        return stats
