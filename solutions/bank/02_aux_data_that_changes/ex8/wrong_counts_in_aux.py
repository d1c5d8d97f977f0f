# belief: other-traces
# score: 0.8
# why: Keeps one more counter, for messages, in the aux data.
import dataclasses


@dataclasses.dataclass(frozen=True)
class RunningStats:
    count: jnp.ndarray
    total: jnp.ndarray
    mode: str
    updates: int = 0

    @classmethod
    def start(cls, size, mode="mean", dtype="float32"):
        return cls(jnp.zeros((), "int32"), jnp.zeros(size, dtype), mode)

    def update(self, x):
        return RunningStats(self.count + 1, self.total + x.astype(self.total.dtype), self.mode, self.updates + 1)

    def value(self):
        return self.total / self.count if self.mode == "mean" else self.total


jax.tree_util.register_pytree_node(
    RunningStats, lambda s: ((s.count, s.total), (s.mode, s.updates)), lambda aux, children: RunningStats(*children, *aux))
