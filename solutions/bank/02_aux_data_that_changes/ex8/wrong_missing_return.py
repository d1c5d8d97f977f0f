# belief: building-is-returning
# score: 0.3
# why: Forgets to return what unflatten builds.
import dataclasses


@dataclasses.dataclass(frozen=True)
class RunningStats:
    count: jax.Array
    total: jax.Array
    mode: str

    @classmethod
    def start(cls, length, mode, dtype):
        return cls(jnp.zeros((), "int32"), jnp.zeros(length, dtype), mode)

    def update(self, x):
        return dataclasses.replace(self, count=self.count + 1, total=self.total + x.astype(self.total.dtype))

    def value(self):
        return self.total / self.count if self.mode == "mean" else self.total


def stats_unflatten(mode, children):
    RunningStats(*children, mode)


jax.tree_util.register_pytree_node(RunningStats, lambda s: ((s.count, s.total), s.mode), stats_unflatten)
