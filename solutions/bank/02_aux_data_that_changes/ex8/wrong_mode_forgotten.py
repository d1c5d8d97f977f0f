# belief: unlisted-attribute-survives
# score: 0.8
# why: Leaves the mode to a default.
import dataclasses


@dataclasses.dataclass(frozen=True)
class RunningStats:
    count: jnp.ndarray
    total: jnp.ndarray
    dtype: str
    mode: str = "mean"

    @classmethod
    def start(cls, size, mode="mean", dtype="float32"):
        name = jnp.dtype(dtype).name
        return cls(jnp.zeros((), "int32"), jnp.zeros(size, name), name, mode)

    def update(self, x):
        return dataclasses.replace(self, count=self.count + 1, total=self.total + x.astype(self.dtype))

    def value(self):
        return self.total / self.count if self.mode == "mean" else self.total


def stats_flatten(stats):
    return (stats.count, stats.total), stats.dtype


jax.tree_util.register_pytree_node(RunningStats, stats_flatten, lambda dtype, children: RunningStats(*children, dtype))
