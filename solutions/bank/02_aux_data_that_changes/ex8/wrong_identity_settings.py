# belief: aux-by-identity
# score: 0.95
# why: Keeps the settings in an object without __eq__.
import dataclasses


class Settings:
    def __init__(self, mode, dtype):
        self.mode, self.dtype = mode, dtype


@dataclasses.dataclass(frozen=True)
class RunningStats:
    count: jnp.ndarray
    total: jnp.ndarray
    settings: Settings
    mode = property(lambda self: self.settings.mode)
    dtype = property(lambda self: self.settings.dtype)

    @classmethod
    def start(cls, size, mode="mean", dtype="float32"):
        name = jnp.dtype(dtype).name
        return cls(jnp.zeros((), "int32"), jnp.zeros(size, name), Settings(mode, name))

    def update(self, x):
        return dataclasses.replace(self, count=self.count + 1, total=self.total + x.astype(self.dtype))

    def value(self):
        return self.total / self.count if self.mode == "mean" else self.total


def stats_flatten(stats):
    return (stats.count, stats.total), stats.settings


jax.tree_util.register_pytree_node(RunningStats, stats_flatten, lambda settings, children: RunningStats(*children, settings))
