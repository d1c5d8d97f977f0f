# why: a frozen dataclass with data and meta fields
import dataclasses


@dataclasses.dataclass(frozen=True)
class RunningMean:
    mean: jax.Array
    count: jax.Array
    names: tuple

    def update(self, row):
        count = self.count + 1
        return dataclasses.replace(self, mean=self.mean + (row - self.mean) / count, count=count)

    def get(self, name):
        return self.mean[self.names.index(name)]


jax.tree_util.register_dataclass(RunningMean, data_fields=["mean", "count"], meta_fields=["names"])


def running_mean(names):
    return RunningMean(jnp.zeros(len(names), "float32"), jnp.zeros((), "int32"), (*names,))
