# belief: other-total-of-one
# score: 0.8
# why: update gives back an equal object.
import dataclasses


@dataclasses.dataclass(frozen=True)
class RunningStats:
    count: jnp.ndarray
    total: jnp.ndarray
    mode: str
    dtype: str

    @classmethod
    def start(cls, size, mode="mean", dtype="float32"):
        name = jnp.dtype(dtype).name
        return cls(jnp.zeros((), "int32"), jnp.zeros(size, name), mode, name)

    def update(self, x):
        return jax.jit(lambda stats: stats)(self)

    def value(self):
        return self.total / self.count if self.mode == "mean" else self.total


def stats_flatten(stats):
    return (stats.count, stats.total), (stats.mode, stats.dtype)


jax.tree_util.register_pytree_node(RunningStats, stats_flatten, lambda aux, children: RunningStats(*children, *aux))
