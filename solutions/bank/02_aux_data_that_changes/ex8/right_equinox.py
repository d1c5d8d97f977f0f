# why: Dialect equinox.
class RunningStats(eqx.Module):
    count: jax.Array
    total: jax.Array
    mode: str = eqx.field(static=True)

    @classmethod
    def start(cls, size, mode="mean", dtype="float32"):
        return cls(jnp.zeros((), jnp.int32), jnp.zeros(size, dtype), mode)

    def update(self, x):
        new = (self.count + 1, self.total + x.astype(self.total.dtype))
        return eqx.tree_at(lambda stats: (stats.count, stats.total), self, new)

    def value(self):
        return self.total / self.count if self.mode == "mean" else self.total
