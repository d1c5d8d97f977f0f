# why: A NamedTuple as the only child.
from typing import NamedTuple


class State(NamedTuple):
    count: object
    total: object


class RunningStats:
    def __init__(self, state, mode):
        self.state, self.mode = state, mode

    count = property(lambda self: self.state.count)
    total = property(lambda self: self.state.total)

    @classmethod
    def start(cls, size, mode, dtype):
        return cls(State(jnp.int32(0) * jnp.ones((), "int32"), jnp.zeros(size, dtype)), mode)

    def update(self, x):
        return RunningStats(State(self.count + 1, self.total + x.astype(self.total.dtype)), self.mode)

    def value(self):
        return self.total / self.count if self.mode == "mean" else self.total


def with_keys(stats):
    return [(jax.tree_util.GetAttrKey("state"), stats.state)], stats.mode


jax.tree_util.register_pytree_with_keys(RunningStats, with_keys, lambda mode, children: RunningStats(*children, mode))
