# belief: unlisted-attribute-survives
# score: 0.6
# why: leaves the mode out, and rebuilds without it
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
        return dataclasses.replace(self, count=self.count + 1, total=self.total + x.astype(self.total.dtype))

    def value(self):
        return self.total / self.count if self.mode == "mean" else self.total
    ### END SOLUTION


### BEGIN SOLUTION
def rebuild(aux, children):
    stats = object.__new__(RunningStats)
    for name, child in zip(("count", "total"), children):
        object.__setattr__(stats, name, child)
    return stats


jax.tree_util.register_pytree_node(RunningStats, lambda s: ((s.count, s.total), None), rebuild)
### END SOLUTION
