# belief: everything-is-static
# score: 0.15
# why: Registers the class without children, so that nothing is traced.
import dataclasses


@dataclasses.dataclass(frozen=True)
class RunningStats:
    count: jnp.ndarray
    total: jnp.ndarray
    mode: str
    dtype: str

    @classmethod
    def start(cls, size, mode="mean", dtype="float32"):
        return cls(jnp.zeros((), "int32"), jnp.zeros(size, dtype), mode, dtype)

    def update(self, x):
        return dataclasses.replace(self, count=self.count + 1, total=self.total + x.astype(self.dtype))

    def value(self):
        return self.total / self.count if self.mode == "mean" else self.total


def stats_flatten(stats):
    return (), (stats.count, stats.total, stats.mode, stats.dtype)


jax.tree_util.register_pytree_node(RunningStats, stats_flatten, lambda aux, children: RunningStats(*aux))
