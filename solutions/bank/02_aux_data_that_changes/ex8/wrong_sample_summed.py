# belief: sample-is-summed
# score: 0.8
# why: adds the sum of x, as the classes of the exercises before do
import dataclasses


### BEGIN SOLUTION
@dataclasses.dataclass(frozen=True)
### END SOLUTION
class RunningStats:
    ### BEGIN SOLUTION
    count: jnp.ndarray
    total: jnp.ndarray
    mode: str

    @classmethod
    def start(cls, length, mode, dtype):
        return cls(jnp.zeros((), "int32"), jnp.zeros(length, dtype), mode)

    def update(self, x):
        return dataclasses.replace(self, count=self.count + 1, total=self.total + x.sum(dtype=self.total.dtype))

    def value(self):
        return self.total / self.count if self.mode == "mean" else self.total
    ### END SOLUTION


### BEGIN SOLUTION
jax.tree_util.register_pytree_node(RunningStats, lambda s: ((s.count, s.total), s.mode), lambda mode, children: RunningStats(*children, mode))
### END SOLUTION
