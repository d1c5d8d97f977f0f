# belief: other-total-of-one
# score: 0.79
# why: Converts x to the dtype of the wrong leaf: halves are cut off.
import dataclasses


@dataclasses.dataclass
class RunningStats:
    count: jax.Array
    total: jax.Array
    mode: str = "mean"
    dtype: str = "float32"

    @staticmethod
    def start(size, mode="mean", dtype="float32"):
        dtype = np.dtype(dtype)
        return RunningStats(jnp.array(0, "int32"), jnp.zeros((size,), dtype), mode, dtype.name)

    def update(self, x):
        return RunningStats(self.count + 1, self.total + x.astype(self.count.dtype), self.mode, self.dtype)

    def value(self):
        return {"mean": lambda: self.total / self.count, "sum": lambda: self.total}[self.mode]()


jax.tree_util.register_dataclass(RunningStats, data_fields=["count", "total"], meta_fields=["mode", "dtype"])
