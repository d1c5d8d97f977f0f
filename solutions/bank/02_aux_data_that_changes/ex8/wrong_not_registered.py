# belief: a-class-is-a-tree
# score: 0.15
# why: Forgets the registration.
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
        return dataclasses.replace(self, count=self.count + 1, total=self.total + x.astype(self.dtype))

    def value(self):
        return self.total / self.count if self.mode == "mean" else self.total


def stats_flatten(stats):
    return (stats.count, stats.total), (stats.mode, stats.dtype)
